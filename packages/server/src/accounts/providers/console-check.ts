import type { ProblemDetail, ProviderName } from '@plmail/wire'
import type { GrantFailure } from '../../providers/contract/index.ts'
import { getRedirectUri, screenName } from './provider-names.ts'
import { explainFailure } from './failure-problem.ts'
import { lastOutcome } from './sign-in-outcome.ts'
import type { AccountsOptions } from '../options.ts'
import type { CodedStep } from './types.ts'
import { cloudSteps } from './cloud-step.ts'
import { grantSteps } from './grant-steps.ts'
import { inForce } from './effective-settings.ts'

/** Checks this installation's registration at the provider, step by step of its console. */
export async function checkConsole(options: AccountsOptions, provider: ProviderName): Promise<CodedStep[]> {
  const name = screenName[provider]
  const publicAddress = options.publicAddress()
  const { client } = await inForce(options, provider)
  if (!client) {
    const sentence = { problem: 'registration/client-not-entered' } as const
    return [{ step: 'client', outcome: 'unknown', sentence }]
  }
  if (publicAddress === undefined) {
    const sentence = { problem: 'registration/no-redirect-uri' } as const
    return [{ step: 'redirect-uri', outcome: 'wrong', sentence }]
  }
  const redirectUri = getRedirectUri(publicAddress, provider)
  const oauth = options.oauth('installation')[provider]
  const trial = await oauth.tryClient(client, redirectUri)
  const signIn = await lastOutcome(options, provider, client)
  const hasComeBack = signIn?.failure === null && signIn.redirectUri === redirectUri
  const why = trial.failure && explainFailure(provider, trial.failure).problem
  return [
    {
      step: 'client',
      ...judgeStep(trial.client, { problem: 'registration/client-works', provider: name }, why),
    },
    {
      step: 'redirect-uri',
      ...judgeStep(
        trial.redirectUri ?? (hasComeBack || undefined),
        { problem: 'registration/redirect-uri-works', provider: name },
        why && isAboutAddress(trial.failure) ? why : unknownAddress(name),
      ),
    },
    ...(await cloudSteps(oauth, client)),
    ...(await grantSteps(options, provider, signIn)),
  ]
}

const isAboutAddress = (failure: GrantFailure | undefined) =>
  failure?.kind === 'wrong-client' && failure.what === 'redirect-uri'

const unknownAddress = (provider: string): ProblemDetail => ({
  problem: 'registration/redirect-uri-untested',
  provider,
})

function judgeStep(works: boolean | undefined, well: ProblemDetail, otherwise: ProblemDetail | undefined) {
  if (works === true) return { outcome: 'works', sentence: well } as const
  const sentence: ProblemDetail = otherwise ?? { problem: 'registration/nothing-learnt' }
  return { outcome: works === false ? 'wrong' : 'unknown', sentence } as const
}
