import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { OutboundPost } from '../../safety/index.ts'
import type { Cache, Database } from '../../store/index.ts'
import { tell, verify } from './deliver.ts'
import type { Push } from './door.ts'
import { tellKind, verifyKind } from './kinds.ts'
import { createRelay } from './relay.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createVapid } from './vapid.ts'

export interface PushNeeds {
  store: Database
  changes: Pick<Changes, 'states' | 'newsSince' | 'listen'>
  jobs: Pick<Jobs, 'handle' | 'enqueue'>
  cache: Pick<Cache, 'attempts'>
  /** The guarded way to the addresses that clients name. */
  post: OutboundPost
  /** 32 secret bytes, the same in every process and after every start. */
  vapidSeed: Buffer
  /** Where push services can complain, asked on every use. */
  publicAddress(): string | undefined
  clock: Clock
  random: Random
  log: Log
}

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
    start: relay.start,
    stop: relay.stop,
  }
}
