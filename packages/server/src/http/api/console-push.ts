import { type AccountId, type ProblemDetail, ProviderName } from '@plmail/wire'
import { type Accounts, type Providers, screenName, type CodedStep } from '../../accounts/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Renewed, Watches, WatchState } from '../../sync/index.ts'
import { watchable } from './watchable.ts'

export interface ConsolePushNeeds {
  accounts: Pick<Accounts, 'activeIds' | 'getOwner' | 'get'> & { providers: Pick<Providers, 'settings'> }
  watches: Pick<Watches, 'states' | 'refusals' | 'obstacle' | 'prove'>
  clock: Clock
}

/**
 * The steps of a provider's console that instant delivery needs. Only a registration tells about them, so one account
 * that has it switched on is registered again: the provider's answer judges the topic and its publisher, or the
 * notification address; a notification that arrived judges the push subscription.
 */
export async function pushSteps(needs: ConsolePushNeeds, provider: ProviderName): Promise<CodedStep[]> {
  const { accounts, watches } = needs
  const ids = (await watchable(accounts)).filter((view) => view.provider === provider).map(({ id }) => id)
  if (provider === ProviderName.google) {
    const { topic, pushToken } = await accounts.providers.settings(ProviderName.google)
    if (topic?.value == null) return [{ step: 'topic', outcome: 'unknown', sentence: noTopic }]
    if (!pushToken?.isSet) return [{ step: 'push-address', outcome: 'wrong', sentence: noToken }]
  }
  const switchedOn = [...(await watches.states(ids))].filter(([, state]) => state.isWanted)
  const obstacle = await watches.obstacle(provider)
  const proof =
    obstacle === undefined
      ? await firstProof(
          watches,
          switchedOn.map(([id]) => id),
        )
      : undefined
  const heardAt = latest([...(await watches.states(ids)).values()])
  const registration = provider === ProviderName.google ? topicSteps(proof) : []
  const trouble = obstacle ?? (provider === ProviderName.microsoft ? (proof?.why ?? undefined) : undefined)
  return [...registration, await addressStep(needs, provider, { trouble, proof, heardAt })]
}

/**
 * The proof of the first account that can be registered at all; a permission that its person withdrew says nothing of
 * the registration here.
 */
async function firstProof(
  watches: Pick<Watches, 'prove'>,
  ids: readonly AccountId[],
): Promise<Renewed | undefined> {
  for (const id of ids.slice(0, maxTried)) {
    const proof = await watches.prove(id)
    if (proof && proof.refusal !== 'expired-grant') return proof
  }
  return undefined
}

const maxTried = 5

const noTopic = { problem: 'registration/no-topic' } as const
const noToken = { problem: 'registration/no-verification-token' } as const
const untried = { problem: 'registration/topic-untried' } as const

/** users.watch publishes a test message before it answers: 404 without the topic, 403 without the publisher role. */
function topicSteps(proof: Renewed | undefined): CodedStep[] {
  if (proof === undefined)
    return [
      { step: 'topic', outcome: 'unknown', sentence: untried },
      { step: 'publisher', outcome: 'unknown', sentence: untried },
    ]
  if (proof.outcome !== 'failed')
    return [
      { step: 'topic', outcome: 'works', sentence: { problem: 'registration/topic-works' } },
      { step: 'publisher', outcome: 'works', sentence: { problem: 'registration/publisher-works' } },
    ]
  if (proof.refusal === 'denied')
    return [
      { step: 'topic', outcome: 'unknown', sentence: { problem: 'registration/topic-after-publisher' } },
      {
        step: 'publisher',
        outcome: 'wrong',
        sentence: { problem: 'registration/publisher-denied', serverText: getText(proof.why) },
      },
    ]
  return [
    { step: 'topic', outcome: 'wrong', sentence: proof.why ?? { problem: 'registration/nothing-learnt' } },
    { step: 'publisher', outcome: 'unknown', sentence: { problem: 'registration/publisher-after-topic' } },
  ]
}

/** The provider's own words, where the reason is nothing else. */
export const getText = (why: ProblemDetail | null): string | undefined =>
  why?.problem === 'other/text' ? why.text : undefined

interface AddressFacts {
  trouble: ProblemDetail | undefined
  proof: Renewed | undefined
  /** Zero: never. */
  heardAt: number
}

/** A registration is renewed at least weekly, and Google sends a test message with each. */
const recentMs = 8 * 86_400_000

async function addressStep(
  { watches, clock }: ConsolePushNeeds,
  provider: ProviderName,
  { trouble, proof, heardAt }: AddressFacts,
): Promise<CodedStep> {
  const step = 'push-address' as const
  if (trouble !== undefined) return { step, outcome: 'wrong', sentence: trouble }
  const name = screenName[provider]
  const strangers = (await watches.refusals.list()).filter(
    ({ endpoint, reason, lastAt }) =>
      provider === ProviderName.google &&
      endpoint === '/provA/push' &&
      isAboutProof(reason) &&
      lastAt.getTime() > heardAt,
  )
  if (strangers.length > 0) {
    const isSignature = strangers.some(({ reason }) => reason !== 'wrong-token' && reason !== 'no-token')
    return {
      step,
      outcome: 'wrong',
      sentence: isSignature
        ? { problem: 'registration/wrong-signature' }
        : { problem: 'registration/wrong-verification-token', provider: name },
    }
  }
  if (heardAt > 0 && clock.now().getTime() - heardAt < recentMs)
    return {
      step,
      outcome: 'works',
      sentence: { problem: 'registration/notifications-arrive', provider: name },
    }
  // Microsoft asked the address for its token before it answered.
  if (provider === ProviderName.microsoft && proof)
    return { step, outcome: 'works', sentence: { problem: 'registration/address-reached' } }
  const sentence: ProblemDetail = proof
    ? { problem: 'registration/test-notification-awaited' }
    : { problem: 'registration/no-notification-yet', provider: name }
  return { step, outcome: 'unknown', sentence }
}

const signatureReasons: ReadonlySet<string> = new Set([
  'no-identity',
  'invalid-identity',
  'expired-identity',
  'wrong-audience',
  'wrong-service-account',
])
const isAboutProof = (reason: string) =>
  reason === 'wrong-token' || reason === 'no-token' || signatureReasons.has(reason)

const latest = (states: readonly WatchState[]): number =>
  Math.max(0, ...states.map((state) => state.announcedAt?.getTime() ?? 0))
