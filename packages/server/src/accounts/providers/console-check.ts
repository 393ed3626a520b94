import type { GrantFailure } from '../../providers/contract/index.ts'
import { type ProviderName, redirectUriOf, screenName } from './names.ts'
import { failureSentence } from './failure-sentences.ts'
import { lastOutcome } from './sign-in-outcome.ts'
import type { AccountsOptions } from '../options.ts'
import type { ConsoleStep } from './door.ts'
import { cloudSteps } from './cloud-step.ts'
import { grantSteps } from './grant-steps.ts'
import { inForce } from './in-force.ts'

/** Checks this installation's registration at the provider, step by step of its console. */
export async function checkConsole(options: AccountsOptions, provider: ProviderName): Promise<ConsoleStep[]> {
  const name = screenName[provider]
  const publicAddress = options.publicAddress()
  const { client } = await inForce(options, provider)
  if (!client) {
    const sentence = 'Enter the client ID and the client secret first.'
    return [{ step: 'client', outcome: 'unknown', sentence }]
  }
  if (publicAddress === undefined) {
    const sentence = 'The public address of this server is not set, so there is no redirect URI yet.'
    return [{ step: 'redirect-uri', outcome: 'wrong', sentence }]
  }
  const redirectUri = redirectUriOf(publicAddress, provider)
  const trial = await options.oauth[provider].tryClient(client, redirectUri)
  const signIn = await lastOutcome(options, provider, client)
  const hasComeBack = signIn?.failure === null && signIn.redirectUri === redirectUri
  const why = trial.failure && failureSentence(provider, trial.failure).sentence
  return [
    {
      step: 'client',
      ...judged(trial.client, `${name} knows the client ID and accepts the secret.`, why),
    },
    {
      step: 'redirect-uri',
      ...judged(
        trial.redirectUri ?? (hasComeBack || undefined),
        `${name} knows the redirect URI.`,
        why && isAboutAddress(trial.failure) ? why : unknownAddress(name),
      ),
    },
    ...(await cloudSteps(options.oauth[provider], client)),
    ...(await grantSteps(options, provider, signIn)),
  ]
}

const isAboutAddress = (failure: GrantFailure | undefined) =>
  failure?.kind === 'wrong-client' && failure.what === 'redirect-uri'

const unknownAddress = (name: string) =>
  `${name} tells whether the redirect URI is right only when somebody signs in. Compare it to the character.`

function judged(works: boolean | undefined, well: string, otherwise: string | undefined) {
  if (works === true) return { outcome: 'works', sentence: well } as const
  const sentence = otherwise ?? 'Nothing could be learnt about it.'
  return { outcome: works === false ? 'wrong' : 'unknown', sentence } as const
}
