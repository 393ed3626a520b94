import type { AccountId } from '@plmail/wire'
import { type ProviderName, screenName } from '../providers/names.ts'
import type { HealthCard } from './door.ts'

export interface RegistrationTrouble {
  provider: ProviderName
  /** Number of affected accounts of all users. */
  accounts: number
  since: Date
  said: string | null
  own: ReadonlyArray<{ id: AccountId; address: string }>
  isAdmin: boolean
}

export const registrationId = (provider: ProviderName): string => `registration-${provider}`

/** Said to administrators this long before: a secret is made in minutes, once somebody is there to make it. */
const soonDays = 30
const dayMs = 86_400_000

/** The secret of the registration ends soon: every account of the provider stands still then, all at once. */
export function secretCard(provider: ProviderName, expiresOn: string, now: Date): HealthCard | undefined {
  // The provider's portal names the day in the reader's zone; its last hours are not worth relying on.
  const end = new Date(`${expiresOn}T00:00:00Z`)
  const days = Math.ceil((end.getTime() - now.getTime()) / dayMs)
  if (days > soonDays) return undefined
  const name = screenName[provider]
  return {
    id: `secret-${provider}-${expiresOn}`,
    kind: 'registration',
    severity: days > 0 ? 'warning' : 'critical',
    title:
      days > 0 ? `The client secret for ${name} is about to end` : `The client secret for ${name} has ended`,
    text: `Once it has ended, no ${name} account can be read or sent from. Make a new secret at ${name} and enter its value here with its last day; nobody has to sign in again.`,
    facts: [{ label: 'Last day', at: end }],
    said: null,
    accounts: [],
    repair: { kind: 'providers', label: `Open the settings for ${name}` },
  }
}

/** The registration with a provider fails every account of it at once, so it is said once, to whom it concerns. */
export function registrationCard(trouble: RegistrationTrouble): HealthCard {
  const { provider, accounts, since, said: answerText, own, isAdmin } = trouble
  const name = screenName[provider]
  const count = accounts === 1 ? '1 account' : `${accounts} accounts`
  return {
    id: registrationId(provider),
    kind: 'registration',
    severity: 'critical',
    title: `${name} does not accept this server`,
    text: isAdmin
      ? `The client ID, its secret or the tenant that this server presents to ${name} is not accepted, so no ${name} account can be read. Nobody has to sign in again: once the registration works, everything goes on by itself.`
      : `Mail from ${name} stands still until the administrator of this server has mended its registration with ${name}. You need not sign in again.`,
    facts: [{ label: 'Since', at: since }, ...(isAdmin ? [{ label: 'Affected', text: count }] : [])],
    said: isAdmin ? answerText : null,
    accounts: own.map(({ id, address }) => ({ id, address })),
    repair: isAdmin ? { kind: 'providers', label: `Open the settings for ${name}` } : null,
  }
}
