import type { ProviderName } from '@plmail/wire'
import type { GrantFailure } from '../../providers/contract/index.ts'
import type { AccountsOptions } from '../options.ts'
import { inForce } from '../providers/effective-settings.ts'
import { screenName } from '../providers/provider-names.ts'
import { notConfigured } from './begin-grant.ts'
import type { GrantCompletion } from './grant-completion.ts'
import { connectAccount } from './connect-account.ts'
import type { Asking, Completed, GrantReport } from './types.ts'
import { handBack } from './hand-back.ts'
import { retrySignInAt } from './sign-in-limit.ts'
import { reconnectAccount } from './reconnect-account.ts'
import { explainFailure, missingProblem } from '../providers/failure-problem.ts'
import { recordOutcome } from '../providers/sign-in-outcome.ts'
import { type Returned, takeState } from './oauth-state.ts'

/** Takes the browser that came back, gets its grant from the provider, and connects the mailbox. */
export async function completeGrant(
  options: AccountsOptions,
  asking: Asking,
  provider: ProviderName,
  answer: URLSearchParams,
): Promise<Completed> {
  const retryAt = await retrySignInAt(options, 'complete', asking.userId)
  if (retryAt) return { kind: 'too-many', retryAt }
  const returned = await takeState(options, asking, provider, answer.get('state') ?? '')
  if (!returned) return { kind: 'foreign' }
  const outcome = await exchangeForGrant(options, provider, returned, answer)
  if ('kind' in outcome) return { ...outcome, accountId: returned.accountId ?? undefined }
  return returned.accountId === null
    ? connectAccount(options, outcome)
    : reconnectAccount(options, outcome, returned.accountId)
}

async function exchangeForGrant(
  options: AccountsOptions,
  provider: ProviderName,
  returned: Returned,
  answer: URLSearchParams,
): Promise<GrantCompletion | GrantReport> {
  const { client } = await inForce(options, provider)
  if (!client) return notConfigured(provider)
  const oauth = options.oauth(returned.userId)[provider]
  const { redirectUri } = returned.request
  const record = (failure: GrantFailure | null) =>
    recordOutcome(options, provider, { client, redirectUri, failure })
  const exchanged = await oauth.exchange(client, returned.request, answer)
  if (!exchanged.ok) {
    const { failure } = exchanged
    await record(failure)
    const isPassing = failure.kind === 'unreachable' || failure.kind === 'throttled'
    // A code that is dead at once was used before or waited too long; nothing of the person's has ended.
    if (failure.kind === 'expired-grant' && failure.why === 'dead') return tooLate(provider)
    return { kind: 'told', ...explainFailure(provider, failure), isPassing }
  }
  const { value: grant } = exchanged
  const { refreshToken } = grant
  const missing = oauth.missing(grant.scopes)
  const essential = oauth.needs.filter(({ name, isEssential }) => isEssential && missing.includes(name))
  if (essential.length > 0) {
    if (refreshToken !== undefined)
      await handBack(options, { provider, returned, client, grant: { ...grant, refreshToken } })
    const failure: GrantFailure = { kind: 'missing-scope', names: essential.map(({ name }) => name) }
    await record(failure)
    const problem = missingProblem(provider, essential)
    return { kind: 'told', ...explainFailure(provider, failure), problem, isPassing: false }
  }
  if (refreshToken === undefined) return nothingLasting(provider)
  await record(null)
  return { provider, returned, client, grant: { ...grant, refreshToken } }
}

const tooLate = (provider: ProviderName): GrantReport => ({
  kind: 'told',
  problem: { problem: 'oauth/too-late', provider: screenName[provider] },
  advice: { problem: 'oauth/advice-again' },
  isPassing: false,
})

const nothingLasting = (provider: ProviderName): GrantReport => ({
  kind: 'told',
  problem: { problem: 'oauth/no-lasting-grant', provider: screenName[provider] },
  advice: { problem: 'oauth/advice-accept-all-again' },
  isPassing: false,
})
