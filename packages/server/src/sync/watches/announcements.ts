import { timingSafeEqual } from 'node:crypto'
import type { AccountId } from '@plmail/wire'
import type { JobKind, Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Database } from '../../store/index.ts'
import { accountJob, type AccountPayload, accountPayload, syncAccount } from '../sync-jobs.ts'
import type { Notice, RefusedNotice, Watches } from './types.ts'
import { gather } from './coalesce-runs.ts'
import { computeDigest, unknownMs } from './register-watch.ts'
import { dropRegistration, keepAnnounced, watchingMailbox, withSubscriptions } from './watch-rows.ts'

export interface AnnouncementNeeds {
  database: Database
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
}

/** Registers one account's push again. */
export const renewWatch: JobKind<AccountPayload> = {
  name: 'sync.renew-watch',
  lane: 'sync',
  maxAttempts: 5,
  parse: accountPayload,
}

export const renewSoon = (jobs: Pick<Jobs, 'enqueue'>, accountId: AccountId): Promise<void> =>
  jobs.enqueue(undefined, renewWatch, { accountId }, { key: `${renewWatch.name}:${accountId}` })

/** Bursts become one look: a draft being written, or a mailbox being sorted, announces itself many times a second. */
const pauseMs = 250

/**
 * Gmail announces a mailbox at most once a second and drops what it would say more ("Push notifications", Limits): what
 * came within the second after an announcement is found by a second look.
 */
const droppedMs = 1_500

/**
 * Creates the handlers that turn providers' announcements into syncs. Their content is trusted only as far as that
 * something changed.
 */
export function createAnnouncements(needs: AnnouncementNeeds): Watches['announcements'] {
  const { database, jobs, clock } = needs
  const enqueueSync = async (accountId: AccountId) => {
    await keepAnnounced(database, accountId, clock.now())
    await jobs.enqueue(undefined, syncAccount, { accountId }, accountJob(syncAccount, accountId))
  }
  const enqueueLaterSync = (accountId: AccountId) => {
    const runAt = new Date(clock.now().getTime() + droppedMs)
    const { key, ...queue } = accountJob(syncAccount, accountId)
    // Once for each second: one that comes later must not join a look that comes sooner.
    const after = `${key ?? ''}:after:${Math.floor(runAt.getTime() / 1000)}`
    return jobs.enqueue(undefined, syncAccount, { accountId }, { ...queue, key: after, runAt })
  }
  const announce = gather(enqueueSync, pauseMs)
  const heardOfGoogle = gather<AccountId>(async (accountId) => {
    await enqueueSync(accountId)
    await enqueueLaterSync(accountId)
  }, pauseMs)
  const renew = (accountId: AccountId) => renewSoon(jobs, accountId)
  const unknown = createUnknown(clock)

  const act = async (id: AccountId, event: string | undefined): Promise<void> => {
    if (event === 'reauthorizationRequired') return renew(id)
    if (event !== 'subscriptionRemoved') return announce(id)
    await dropRegistration(database, id)
    await renew(id)
  }

  return {
    ofMailbox: async (address) => {
      const ids = await watchingMailbox(database, address.toLowerCase())
      await Promise.all(ids.map(heardOfGoogle))
      return ids.length > 0
    },
    ofSubscriptions: async (notices, isLifecycle) => {
      const subscriptionIds = [...new Set(notices.map((notice) => notice.subscriptionId))].filter(
        (id) => !unknown.has(id),
      )
      const rows = subscriptionIds.length === 0 ? [] : await withSubscriptions(database, subscriptionIds)
      const rowBySubscription = new Map(rows.map((row) => [row.remote_id, row]))
      for (const id of subscriptionIds) if (!rowBySubscription.has(id)) unknown.add(id)
      const refused: RefusedNotice[] = []
      // One act for each account and kind of event, however many entries ask for it.
      const acts = new Map<string, { id: AccountId; event: string | undefined }>()
      for (const notice of notices) {
        const row = rowBySubscription.get(notice.subscriptionId)
        if (!row) refused.push({ reason: 'unknown-subscription' })
        else if (!isStated(notice, row.client_state))
          refused.push({ reason: 'wrong-client-state', accountId: row.account_id })
        else {
          const event = isLifecycle ? getEvent(notice) : undefined
          acts.set(`${row.account_id} ${event ?? ''}`, { id: row.account_id, event })
        }
      }
      await Promise.all([...acts.values()].map(({ id, event }) => act(id, event)))
      return refused
    },
  }
}

/** Compared by digest: equally long, and in constant time. */
const isStated = ({ clientState }: Notice, digest: Buffer): boolean =>
  timingSafeEqual(computeDigest(clientState), digest)

/** An event that this server does not know asks for a look. */
const getEvent = ({ lifecycleEvent }: Notice): string =>
  lifecycleEvent === 'reauthorizationRequired' || lifecycleEvent === 'subscriptionRemoved'
    ? lifecycleEvent
    : 'missed'

const maxUnknown = 10_000

/**
 * Subscriptions that nobody here has, remembered so that a flood of their notifications costs one query a second. No
 * longer: one may be notified about before its creation has been written down, in another process.
 */
function createUnknown(clock: Clock): { has(id: string): boolean; add(id: string): void } {
  const until = new Map<string, number>()
  return {
    has: (id) => (until.get(id) ?? 0) > clock.now().getTime(),
    add: (id) => {
      until.delete(id)
      const oldest = until.size >= maxUnknown ? until.keys().next().value : undefined
      if (oldest !== undefined) until.delete(oldest)
      until.set(id, clock.now().getTime() + unknownMs)
    },
  }
}
