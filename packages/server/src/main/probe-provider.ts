import type { AccountId, ConsoleStep } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import { ProviderError, type ProviderErrorKind } from '../providers/contract/index.ts'
import { probeApis, type ProbedApi } from '../providers/google/index.ts'
import { diagnose, type DiagnosisStep } from '../providers/microsoft/index.ts'
import type { SessionNeeds } from './provider-sessions.ts'
import { microsoftEndpointsInForce, tokensOf } from './provider-sign-in.ts'

/** Asks the APIs of a provider by way of a connected account whether they work for this registration. */
export type ProbeProvider = (provider: 'provA' | 'provB', account: AccountId) => Promise<ConsoleStep[]>

export function probeProviderOver(
  needs: Pick<SessionNeeds, 'endpoints' | 'fetch' | 'clock'> & {
    accounts: Pick<Accounts, 'grants'> & { providers: Pick<Accounts['providers'], 'inForce'> }
  },
): ProbeProvider {
  const { endpoints, fetch, clock, accounts } = needs
  return async (provider, account) => {
    const tokens = tokensOf(accounts, account)
    try {
      if (provider === 'provA')
        return (await probeApis({ endpoints: endpoints.google, fetch, clock, tokens })).map(googleStep)
      const inForce = await microsoftEndpointsInForce(accounts, endpoints)
      const steps = await diagnose({ endpoints: inForce, fetch, clock, tokens })
      return steps.flatMap(microsoftSteps)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const sentence =
        'The account that was asked for it has no working sign-in. Sign in again, then check again.'
      return [{ step: 'mail-api', outcome: 'unknown', sentence }]
    }
  }
}

const stepOf = (api: ProbedApi['api']) => (api === 'mail' ? 'mail-api' : 'calendar-api')

function microsoftSteps({ step, outcome, sentence, failure }: DiagnosisStep): ConsoleStep[] {
  // It is asked first, and comes alone where it fails.
  if (step === 'identity' && outcome !== 'works') return [{ step: 'mail-api', outcome: 'unknown', sentence }]
  if (step !== 'mail' && step !== 'calendars') return []
  const api = stepOf(step)
  if (outcome === 'works') return [{ step: api, outcome, sentence: `Microsoft answers for ${step}.` }]
  return failure !== undefined && refusals.includes(failure)
    ? [{ step: api, outcome: 'wrong', sentence: `Microsoft refuses ${step}. ${sentence}` }]
    : [{ step: api, outcome: 'unknown', sentence }]
}

/** Failures that no later try mends by itself; the others prove nothing of the registration. */
const refusals: readonly ProviderErrorKind[] = ['denied', 'missing-scope', 'blocked', 'refused']

const apiNames = { mail: 'Gmail API', calendars: 'Google Calendar API' } as const

function googleStep({ api, outcome, said }: ProbedApi): ConsoleStep {
  const step = stepOf(api)
  const name = apiNames[api]
  switch (outcome) {
    case 'works':
      return { step, outcome: 'works', sentence: `The ${name} answers.` }
    case 'disabled': {
      const sentence = `The ${name} is not enabled in the Google Cloud project. Enable it under APIs & Services, Library; it takes a few minutes.`
      return { step, outcome: 'wrong', sentence }
    }
    case 'not-granted': {
      const sentence = `The ${name} was not permitted by who signed in, so it is not known whether it is enabled. Sign in again and tick every box.`
      return { step, outcome: 'unknown', sentence }
    }
    case 'unreachable':
      return { step, outcome: 'unknown', sentence: `The ${name} gave no useful answer. ${said}`.trim() }
  }
}
