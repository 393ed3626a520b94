import type { AccountId, ProviderName } from '@plmail/wire'
import { screenName } from '../providers/provider-names.ts'
import type { Fact, HealthCard } from './types.ts'

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
      days > 0
        ? { problem: 'health/secret-ends-soon', provider: name }
        : { problem: 'health/secret-ended', provider: name },
    text: { problem: 'health/secret-text', provider: name },
    facts: [{ label: { problem: 'health/last-day' }, at: end }],
    said: null,
    accounts: [],
    repair: { kind: 'providers', label: { problem: 'health/open-provider-settings', provider: name } },
  }
}

const affected = (accounts: number): Fact => ({
  label: { problem: 'health/affected' },
  text: { problem: 'health/accounts', accounts },
})

/** The registration with a provider fails every account of it at once, so it is said once, to whom it concerns. */
export function registrationCard(trouble: RegistrationTrouble): HealthCard {
  const { provider, accounts, since, said: answerText, own, isAdmin } = trouble
  const name = screenName[provider]
  return {
    id: registrationId(provider),
    kind: 'registration',
    severity: 'critical',
    title: { problem: 'health/registration-refused', provider: name },
    text: isAdmin
      ? { problem: 'health/registration-refused-administrator', provider: name }
      : { problem: 'health/registration-refused-user', provider: name },
    facts: [{ label: { problem: 'health/since' }, at: since }, ...(isAdmin ? [affected(accounts)] : [])],
    said: isAdmin ? answerText : null,
    accounts: own.map(({ id, address }) => ({ id, address })),
    repair: isAdmin
      ? { kind: 'providers', label: { problem: 'health/open-provider-settings', provider: name } }
      : null,
  }
}
