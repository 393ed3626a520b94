import { type AccountId, ProviderName } from '@plmail/wire'
import type { Accounts, CodedStep } from '../accounts/index.ts'
import { ProviderError, type ProviderErrorKind } from '../providers/contract/index.ts'
import { probeApis, type ProbedApi } from '../providers/google/index.ts'
import { diagnose, type DiagnosisStep } from '../providers/microsoft/index.ts'
import type { ProviderSessionNeeds } from './provider-sessions.ts'
import { microsoftEndpointsInForce, createTokens } from './provider-sign-in.ts'

/** Asks the APIs of a provider by way of a connected account whether they work for this registration. */
export type ProbeProvider = (provider: ProviderName, account: AccountId) => Promise<CodedStep[]>

export function probeProviderOver(
  needs: Pick<ProviderSessionNeeds, 'endpoints' | 'ways' | 'clock'> & {
    accounts: Pick<Accounts, 'grants'> & { providers: Pick<Accounts['providers'], 'inForce'> }
  },
): ProbeProvider {
  const { endpoints, ways, clock, accounts } = needs
  // An administrator wants to know.
  const fetch = ways.fetch('provider-api', 'installation')
  return async (provider, account) => {
    const tokens = createTokens(accounts, account)
    try {
      if (provider === ProviderName.google)
        return (await probeApis({ endpoints: endpoints.google, fetch, clock, tokens })).map(googleStep)
      const inForce = await microsoftEndpointsInForce(accounts, endpoints)
      const steps = await diagnose({ endpoints: inForce, fetch, clock, tokens })
      return steps.flatMap(microsoftSteps)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const sentence = { problem: 'registration/sign-in-broken' } as const
      return [{ step: 'mail-api', outcome: 'unknown', sentence }]
    }
  }
}

const toStep = (api: ProbedApi['api']) => (api === 'mail' ? 'mail-api' : 'calendar-api')

function microsoftSteps({ step, outcome, findings, failure }: DiagnosisStep): CodedStep[] {
  const serverText = serverTextOf(findings)
  // It is asked first, and comes alone where it fails.
  if (step === 'identity' && outcome !== 'works') {
    const sentence = { problem: 'registration/microsoft-names-nobody', serverText } as const
    return [{ step: 'mail-api', outcome: 'unknown', sentence }]
  }
  if (step !== 'mail' && step !== 'calendars') return []
  const api = toStep(step)
  if (outcome === 'works')
    return [{ step: api, outcome, sentence: { problem: 'registration/microsoft-answers', part: step } }]
  return failure !== undefined && refusals.includes(failure)
    ? [
        {
          step: api,
          outcome: 'wrong',
          sentence: { problem: 'registration/microsoft-refuses', part: step, serverText },
        },
      ]
    : [
        {
          step: api,
          outcome: 'unknown',
          sentence: { problem: 'registration/microsoft-unclear', part: step, serverText },
        },
      ]
}

/** Returns what Microsoft said of its refusal; where it said nothing, what became of the request. */
function serverTextOf(findings: DiagnosisStep['findings']): string {
  return findings
    .flatMap((item) => (item.finding === 'refused' ? [item.serverText || item.reason] : []))
    .join(' ')
}

/** Failures that no later try mends by itself; the others prove nothing of the registration. */
const refusals: readonly ProviderErrorKind[] = ['denied', 'missing-scope', 'blocked', 'refused']

const apiNames = { mail: 'Gmail API', calendars: 'Google Calendar API' } as const

function googleStep({ api, outcome, said }: ProbedApi): CodedStep {
  const step = toStep(api)
  const name = apiNames[api]
  switch (outcome) {
    case 'works':
      return { step, outcome: 'works', sentence: { problem: 'registration/api-answers', api: name } }
    case 'disabled': {
      const sentence = { problem: 'registration/api-disabled', api: name } as const
      return { step, outcome: 'wrong', sentence }
    }
    case 'not-granted': {
      const sentence = { problem: 'registration/api-not-granted', api: name } as const
      return { step, outcome: 'unknown', sentence }
    }
    case 'unreachable':
      return {
        step,
        outcome: 'unknown',
        sentence: { problem: 'registration/api-unclear', api: name, serverText: said.trim() },
      }
  }
}
