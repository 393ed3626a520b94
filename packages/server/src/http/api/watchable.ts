import type { Accounts, AccountView } from '../../accounts/index.ts'

/** Connected accounts, of every user, whose providers can announce changes. */
export async function watchable(
  accounts: Pick<Accounts, 'activeIds' | 'getOwner' | 'get'>,
): Promise<AccountView[]> {
  const views = await Promise.all(
    (await accounts.activeIds()).map(async (id) => {
      const owner = await accounts.getOwner(id)
      return owner === undefined ? undefined : accounts.get(owner, id)
    }),
  )
  return views.flatMap((view) => (view === undefined || view.provider === 'imap' ? [] : [view]))
}
