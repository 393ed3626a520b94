import type { AccountId, UserId } from '@plmail/wire'
import type { Owner } from '../../egress/network/index.ts'
import type { AccountsOptions } from '../options.ts'

/** On whose behalf a grant is used; an account that was removed meanwhile is nobody's any more. */
export async function selectGrantOwner(
  { database }: Pick<AccountsOptions, 'database'>,
  id: AccountId,
): Promise<Owner> {
  const [row] = await database.query<{ user_id: UserId }>('select user_id from mail_account where id = $1', [
    id,
  ])
  return row?.user_id ?? 'installation'
}
