import type { AccountId, ProviderName } from '@plmail/wire'
import type { Providers, CodedStep } from '../../accounts/index.ts'
import { calendarSteps, type ConsoleCalendarsNeeds } from './console-calendars.ts'
import { type ConsolePushNeeds, pushSteps } from './console-push.ts'
import { watchable } from './watchable.ts'

export interface CodedStepsNeeds extends ConsolePushNeeds, ConsoleCalendarsNeeds {
  accounts: ConsolePushNeeds['accounts'] & { providers: Pick<Providers, 'check'> }
  /** Asks the provider's APIs by way of a connected account. */
  probe(provider: ProviderName, account: AccountId): Promise<CodedStep[]>
}

/** Every step of a registration, in the order in which an administrator takes them, each judged by a real answer. */
export async function consoleSteps(needs: CodedStepsNeeds, provider: ProviderName): Promise<CodedStep[]> {
  const registration = await needs.accounts.providers.check(provider)
  const views = (await watchable(needs.accounts)).filter((view) => view.provider === provider)
  const ids = views.map(({ id }) => id)
  const probedAccount = views.find(({ condition }) => condition !== 'expired-grant') ?? views[0]
  const apis: CodedStep[] = probedAccount ? await needs.probe(provider, probedAccount.id) : apisUnknown
  return [
    ...registration,
    ...apis,
    ...(await pushSteps(needs, provider)),
    ...(await calendarSteps(needs, provider, ids)),
  ]
}

const connectFirst = { problem: 'registration/connect-first' } as const
const apisUnknown: CodedStep[] = [
  { step: 'mail-api', outcome: 'unknown', sentence: connectFirst },
  { step: 'calendar-api', outcome: 'unknown', sentence: connectFirst },
]
