import { createHash } from 'node:crypto'
import { type AccountId, type ProblemDetail, ProviderName } from '@plmail/wire'
import type { Accounts, AccountView } from '../../accounts/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import {
  ProviderError,
  type ProviderErrorKind,
  type PushRegistration,
  problemOfProvider,
} from '../../providers/contract/index.ts'
import type { Database, Locks } from '../../store/index.ts'
import type { OpenMailSession } from '../types.ts'
import { accountJob, syncAccount } from '../sync-jobs.ts'
import type { Renewed, Switched } from './types.ts'
import { type ReachableNeeds, unreachableBecause } from './check-reachable.ts'
import {
  isShared,
  keepRefusal,
  keepRegistration,
  keepTrouble,
  unwant,
  want,
  type WatchedProvider,
  selectWatch,
  type WatchRow,
} from './watch-rows.ts'

export interface RegisterNeeds extends ReachableNeeds {
  database: Database
  accounts: Pick<Accounts, 'getOwner' | 'get'> & { providers: Pick<Accounts['providers'], 'inForce'> }
  open: OpenMailSession
  jobs: Pick<Jobs, 'enqueue'>
  locks: Pick<Locks, 'withLock'>
  clock: Clock
  random: Random
  log: Log
  /** Asked on every use; undefined until somebody set one. */
  publicAddress(): string | undefined
  /** The provider is one of the emulators on this machine, which reach the machine itself. */
  isEmulated(provider: WatchedProvider): boolean
}

/**
 * Switching on, off and renewing the registration of one account never overlap, whichever process does it. Not the lock
 * of those who listen to the account: that one is held for as long as they do (by-folder/idle-watcher.ts).
 */
const alone = <T>({ locks }: RegisterNeeds, id: AccountId, work: () => Promise<T>): Promise<T> =>
  locks.withLock(`registration:${id}`, work)

export function switchOn(needs: RegisterNeeds, id: AccountId): Promise<Switched> {
  return alone(needs, id, async () => {
    const view = await toView(needs, id)
    if (!view || view.provider === 'imap') return { ok: false, why: { problem: 'instant/not-needed' } }
    const wasOn = (await selectWatch(needs.database, id))?.is_wanted ?? false
    await want(needs.database, id, { provider: view.provider, mailbox: view.address.toLowerCase() })
    const row = await selectWatch(needs.database, id)
    if (!row) return { ok: false, why: { problem: 'instant/account-removed' } }
    const { outcome, why } = await register(needs, row)
    if (outcome !== 'failed' || why === null) return { ok: true }
    // What was on stays on and is tried again; what could not be switched on is off.
    if (!wasOn) await unwant(needs.database, id, why)
    return { ok: false, why }
  })
}

export function switchOff(needs: RegisterNeeds, id: AccountId): Promise<void> {
  return alone(needs, id, async () => {
    const row = await selectWatch(needs.database, id)
    if (!row) return
    await unwant(needs.database, id, null)
    if (
      row.remote_id === null ||
      (row.provider === ProviderName.google && (await isShared(needs.database, row)))
    )
      return
    const registrationId = row.remote_id
    try {
      await withPush(needs, id, (push) => push.unregister(registrationId))
    } catch (error) {
      // It ends by itself within days, and until then its announcements are turned away.
      if (!(error instanceof ProviderError)) throw error
      needs.log.event('sync.push-not-ended', { accountId: id, kind: error.kind })
    }
  })
}

/** Undefined: the account's switch is off. */
export function renewOne(needs: RegisterNeeds, id: AccountId): Promise<Renewed | undefined> {
  return alone(needs, id, async () => {
    const row = await selectWatch(needs.database, id)
    return row?.is_wanted ? register(needs, row) : undefined
  })
}

async function toView({ accounts }: RegisterNeeds, id: AccountId): Promise<AccountView | undefined> {
  const owner = await accounts.getOwner(id)
  return owner === undefined ? undefined : accounts.get(owner, id)
}

/**
 * Answers of the provider to the registration itself, which a policy or its user decides. Any other trouble is the
 * account's or this installation's, and ends without a word from the provider.
 */
const refusals: readonly ProviderErrorKind[] = ['denied', 'blocked', 'missing-scope']

async function register(needs: RegisterNeeds, row: WatchRow): Promise<Renewed> {
  const { database, clock, log } = needs
  const accountId = row.account_id
  const failed = (why: ProblemDetail, refusal: Renewed['refusal'] = null): Renewed => ({
    accountId,
    outcome: 'failed',
    expiresAt: row.expires_at,
    why,
    refusal,
  })
  const place = await loadPlace(needs, row.provider)
  if (!place.ok) {
    log.event('sync.push-not-possible', { accountId, setting: place.setting })
    await keepTrouble(database, accountId, place.why)
    return failed(place.why)
  }
  try {
    return await withPush(needs, accountId, (push) => registerWithProvider(needs, row, push, place))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.event('sync.push-not-registered', { accountId, kind: error.kind, at: clock.now().toISOString() })
    const why = problemOfProvider(error)
    if (refusals.includes(error.kind)) await keepRefusal(database, row, why, clock.now())
    else await keepTrouble(database, accountId, why)
    return failed(why, error.kind)
  }
}

async function registerWithProvider(
  needs: RegisterNeeds,
  row: WatchRow,
  push: PushRegistration,
  { address, lifecycleAddress }: Place,
): Promise<Renewed> {
  const { database, clock, random } = needs
  const accountId = row.account_id
  let registrationId = row.remote_id ?? undefined
  if (registrationId !== undefined && row.address !== address) {
    await push.unregister(registrationId)
    registrationId = undefined
  }
  const clientState = random(48).toString('base64url')
  const { id, expiresAt } = await push.register({
    address,
    lifecycleAddress,
    clientState,
    known: registrationId,
  })
  const now = clock.now()
  const hadEnded = row.expires_at === null || row.expires_at <= now
  const isNew = id !== registrationId || hadEnded
  // The secret goes with the subscription it was created with; a renewed one keeps its own.
  const stated =
    row.provider === ProviderName.google
      ? null
      : id === registrationId
        ? undefined
        : computeDigest(clientState)
  await keepRegistration(
    database,
    accountId,
    { remoteId: id, address, clientState: stated, expiresAt, isNew },
    now,
  )
  // What changed while nothing announced it is told by nobody.
  if (isNew) await enqueueSyncs(needs, accountId)
  return { accountId, outcome: isNew ? 'created' : 'renewed', expiresAt, why: null, refusal: null }
}

/** For so long a subscription that nobody here has is turned away without asking again (announcements.ts). */
export const unknownMs = 1_000

/**
 * The first announcements may have come before the registration was written down, and were turned away as nobody's until
 * those who take them in ask once more: what they were about is found by the second look.
 */
async function enqueueSyncs({ jobs, clock }: RegisterNeeds, accountId: AccountId): Promise<void> {
  const now = accountJob(syncAccount, accountId)
  const { key, ...queue } = now
  await jobs.enqueue(undefined, syncAccount, { accountId }, now)
  const runAt = new Date(clock.now().getTime() + 2 * unknownMs)
  await jobs.enqueue(
    undefined,
    syncAccount,
    { accountId },
    { ...queue, key: `${key ?? ''}:registered`, runAt },
  )
}

export const computeDigest = (clientState: string): Buffer =>
  createHash('sha256').update(clientState).digest()

async function withPush<T>(
  { open }: RegisterNeeds,
  id: AccountId,
  work: (push: PushRegistration) => Promise<T>,
): Promise<T> {
  const session = await open(id, 'live')
  try {
    const push = session.names === 'in-account' ? session.push : undefined
    if (!push) throw new ProviderError('refused', 'The provider offers no instant delivery')
    return await work(push)
  } finally {
    await session.close()
  }
}

interface Place {
  ok: true
  /** Graph: where notifications go; Google: the topic. */
  address: string
  lifecycleAddress: string
}

/** Returns where the provider is to send its announcements, unless this server is not ready for them. */
async function loadPlace(
  needs: RegisterNeeds,
  provider: WatchedProvider,
): Promise<Place | { ok: false; why: ProblemDetail; setting: string }> {
  const publicAddress = needs.publicAddress()
  const why = await obstacle(needs, provider)
  if (why !== undefined) return { ok: false, why, setting: 'APP_PUBLIC_URL' }
  if (provider === ProviderName.microsoft) {
    const below = `${publicAddress ?? ''}/webhook/provB`
    return { ok: true, address: `${below}/notify`, lifecycleAddress: `${below}/lifecycle` }
  }
  const { topic, pushToken } = await needs.accounts.providers.inForce(ProviderName.google)
  if (topic === undefined)
    return { ok: false, why: { problem: 'instant/no-topic' }, setting: 'PROVA_PUBSUB_TOPIC' }
  if (pushToken === undefined)
    return {
      ok: false,
      why: { problem: 'instant/no-push-token' },
      setting: 'PROVA_PUBSUB_VERIFICATION_TOKEN',
    }
  return { ok: true, address: topic, lifecycleAddress: '' }
}

/** Returns the reason why the provider cannot call this server; undefined when it can. */
export async function obstacle(
  needs: Pick<RegisterNeeds, 'publicAddress' | 'isEmulated' | 'listAddresses'>,
  provider: WatchedProvider,
): Promise<ProblemDetail | undefined> {
  const publicAddress = needs.publicAddress()
  const isReachable = needs.isEmulated(provider) && publicAddress !== undefined
  return isReachable ? undefined : unreachableBecause(publicAddress, needs)
}
