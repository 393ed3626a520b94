import type { AccountId, ConsoleStep } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import { ProviderError } from '../providers/contract/index.ts'
import { probeApis, type ProbedApi } from '../providers/google/index.ts'
import { diagnose } from '../providers/microsoft/index.ts'
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
      return steps.flatMap(({ step, outcome, sentence }) => {
        if (step !== 'mail' && step !== 'calendars') return []
        return microsoftStep(step, outcome === 'works', sentence)
      })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const sentence =
        'The account that was asked for it has no working sign-in. Sign in again, then check again.'
      return [{ step: 'mail-api', outcome: 'unknown', sentence }]
    }
  }
}

const stepOf = (api: ProbedApi['api']) => (api === 'mail' ? 'mail-api' : 'calendar-api')

function microsoftStep(api: ProbedApi['api'], isWorking: boolean, microsoftReason: string): ConsoleStep {
  const step = stepOf(api)
  if (isWorking) return { step, outcome: 'works', sentence: `Microsoft answers for ${api}.` }
  return { step, outcome: 'wrong', sentence: `Microsoft refuses ${api}. ${microsoftReason}` }
}

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
