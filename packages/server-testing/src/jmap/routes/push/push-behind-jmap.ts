import { type Changes, createChanges } from '../../../../../server/src/changes/index.ts'
import { createJobs, type Jobs } from '../../../../../server/src/jobs/index.ts'
import { silentLog } from '../../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../../server/src/kit/random.ts'
import type { MailForTests } from '../../../mail/test-mail.ts'
import { createPush, type Push } from '../../../../../server/src/people/index.ts'
import { createOutboundPost, type OutboundPost } from '../../../../../server/src/safety/index.ts'
import { createCache } from '../../../../../server/src/store/cache.ts'
import { network } from '../../../egress/test-network.ts'

/** The push room over the mail of a test; its jobs are queued and run once somebody starts them. */
export function pushRoomFor(
  { db: { database }, clock }: MailForTests,
  parts: { changes?: Changes; post?: OutboundPost } = {},
): { push: Push; jobs: Jobs } {
  const jobs = createJobs({ database, clock, log: silentLog })
  const push = createPush({
    store: database,
    jobs,
    clock,
    random: systemRandom,
    log: silentLog,
    changes: createChanges({ database, clock, listen: async () => async () => {} }),
    cache: createCache(database, clock),
    post: createOutboundPost({ network, reason: 'push' }),
    vapidSeed: Buffer.alloc(32, 7),
    publicAddress: () => 'https://mail.example',
    ...parts,
  })
  return { push, jobs }
}
