import type { AccountView, HealthCard, ProviderName } from '@plmail/wire'
import { pathOf } from './places.ts'

/** Returns the address for signing in to an account's provider again; it is outside of this client. */
export const reconnectPath = (provider: ProviderName, accountId: string): string =>
  `/oauth/${provider}/connect?account=${accountId}`

/**
 * Returns the address at which the one repair of a card is done; the accounts where there is none, or one for each
 * account.
 */
export function repairPath({ repair, accounts }: HealthCard): string {
  const [only, ...more] = accounts
  if (repair?.kind === 'reconnect' && only && more.length === 0)
    return reconnectPath(repair.provider, only.id)
  return pathOf({ screen: 'settings', page: repair?.kind === 'providers' ? 'providers' : 'accounts' })
}

/** The provider that an account is signed in to; undefined for one with a password. */
export const signedInTo = ({ provider }: Pick<AccountView, 'provider'>): ProviderName | undefined =>
  provider === 'provA' || provider === 'provB' ? provider : undefined

/** The cards worth a place above mail: trouble with it, now or soon, of these accounts or of the server. */
export function cardsAboveMail(
  cards: readonly HealthCard[],
  shown: readonly Pick<AccountView, 'id'>[],
): HealthCard[] {
  const ids = new Set(shown.map(({ id }) => id))
  return cards.filter(({ kind, severity, accounts }) => {
    const concerns = accounts.length === 0 || accounts.some(({ id }) => ids.has(id))
    return concerns && severity !== 'notice' && !(kind === 'access-missing' && severity === 'warning')
  })
}
