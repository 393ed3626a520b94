import type { PushSubscriptionId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Database } from '../../store/index.ts'
import { tellKey, tellKind } from './push-jobs.ts'

export interface RelayNeeds {
  store: Database
  changes: Pick<Changes, 'listen'>
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  log: Log
}

/** Queues a message for every subscription of a user whose accounts changed. */
export interface PushRelay {
  start(): Promise<void>
  stop(): Promise<void>
  /** Also for one that has just been verified: something may have changed since it was made. */
  queue(users: readonly UserId[]): Promise<void>
}

/** A burst of writes costs one look at the subscriptions. */
const gatherMs = 500
/** A device is woken this often at most; RFC 8620 §7.2 asks servers to spare batteries. */
const betweenMs = 5_000

export function createRelay(needs: RelayNeeds): PushRelay {
  const { store, changes, jobs, clock, log } = needs
  let waiting = new Set<UserId>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stop: (() => Promise<void>) | undefined

  const queue = async (users: readonly UserId[] | 'all') => {
    const due = await store.query<{ id: PushSubscriptionId; sentAt: Date | null }>(
      `select id, sent_at as "sentAt" from push_subscription
       where ($1::bigint[] is null or user_id = any ($1)) and verified_at is not null and expires_at > $2`,
      [users === 'all' ? null : users, clock.now()],
    )
    for (const { id, sentAt } of due) {
      const runAt = sentAt && new Date(sentAt.getTime() + betweenMs)
      const isSoon = runAt !== null && runAt > clock.now()
      await jobs.enqueue(undefined, tellKind, { id }, { key: tellKey(id), ...(isSoon ? { runAt } : {}) })
    }
  }
  const queueNow = (users: readonly UserId[] | 'all') => {
    running = running
      .then(() => queue(users))
      .catch((error: unknown) => {
        // The next change, or the next start, looks again: what was told is kept with the subscription.
        log.failure('people.push-not-queued', error)
      })
  }
  const flush = () => {
    timer = undefined
    const users = [...waiting]
    waiting = new Set()
    queueNow(users)
  }
  return {
    queue,
    start: async () => {
      stop = await changes.listen({
        event: (userId, event) => {
          if (event.kind !== 'state') return
          waiting.add(userId)
          timer ??= setTimeout(flush, gatherMs)
        },
        missed: () => queueNow('all'),
      })
      queueNow('all')
    },
    stop: async () => {
      await stop?.()
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
