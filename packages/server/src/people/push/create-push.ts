import { userWireId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { OutboundPost } from '../../safety/index.ts'
import type { Cache, Database } from '../../store/index.ts'
import { tell, tryOut, verify } from './deliver.ts'
import type { Push } from './types.ts'
import { tellKind, verifyKind } from './push-jobs.ts'
import { createRelay } from './relay.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createVapid } from './vapid.ts'

export interface PushNeeds {
  store: Database
  changes: Pick<Changes, 'states' | 'state' | 'personal' | 'newsSince' | 'listen'>
  jobs: Pick<Jobs, 'handle' | 'enqueue'>
  cache: Pick<Cache, 'attempts'>
  /** The guarded way to the addresses that clients name. */
  post: OutboundPost
  /** 32 secret bytes, the same in every process and after every start. */
  vapidSeed: Buffer
  /** Returns the contact address for push services, read on every use. */
  publicAddress(): string | undefined
  clock: Clock
  random: Random
  log: Log
}

/** Each makes us post to an address of the client's choice (RFC 8620 §8.6). */
const maxTriesAnHour = 30
const hourMs = 3_600_000

export function createPush(needs: PushNeeds): Push {
  const vapid = createVapid(needs.vapidSeed, needs.publicAddress)
  const { applicationServerKey } = vapid
  const subscriptions = createSubscriptions({ ...needs, applicationServerKey })
  const relay = createRelay(needs)
  const delivering = { ...needs, vapid }
  needs.jobs.handle(verifyKind, ({ id }) => verify(delivering, id))
  needs.jobs.handle(tellKind, ({ id }) => tell(delivering, id))
  return {
    ...subscriptions,
    applicationServerKey,
    update: async (owner, id, update) => {
      const updated = await subscriptions.update(owner, id, update)
      if (updated.ok && update.verificationCode !== undefined) await relay.queue([owner.userId])
      return updated
    },
    tryOut: async (owner, id) => {
      const isTheirs = (await subscriptions.list(owner)).some((subscription) => subscription.id === id)
      if (!isTheirs) return 'not-found'
      const { count } = await needs.cache.attempts.record(
        `push-try:${userWireId.encode(owner.userId)}`,
        hourMs,
      )
      return count > maxTriesAnHour ? 'too-often' : tryOut(delivering, id)
    },
    start: relay.start,
    stop: relay.stop,
  }
}
