import type { AccountId } from '@plmail/wire'
import type { ProviderName } from '../grants/door.ts'
import { screenName } from '../providers/names.ts'
import type { HealthCard } from './door.ts'

export interface RegistrationTrouble {
  provider: ProviderName
  /** Of everybody. */
  accounts: number
  since: Date
  said: string | null
  own: ReadonlyArray<{ id: AccountId; address: string }>
  isAdmin: boolean
}

/** The registration with a provider fails every account of it at once, so it is said once, to whom it concerns. */
export function registrationCard(trouble: RegistrationTrouble): HealthCard {
  const { provider, accounts, since, said, own, isAdmin } = trouble
  const name = screenName[provider]
  const count = accounts === 1 ? '1 account' : `${accounts} accounts`
  return {
    id: `registration-${provider}`,
    kind: 'registration',
    severity: 'critical',
    title: `${name} does not accept this server`,
    text: isAdmin
      ? `The client ID, its secret or the tenant that this server presents to ${name} is not accepted, so no ${name} account can be read. Nobody has to sign in again: once the registration works, everything goes on by itself.`
      : `Mail from ${name} stands still until the administrator of this server has mended its registration with ${name}. You need not sign in again.`,
    facts: [{ label: 'Since', at: since }, ...(isAdmin ? [{ label: 'Affected', text: count }] : [])],
    said: isAdmin ? said : null,
    accounts: own.map(({ id, address }) => ({ id, address })),
    repair: isAdmin ? { kind: 'providers', label: `Open the settings for ${name}` } : null,
  }
}
