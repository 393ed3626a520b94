import {
  type Booking,
  createBooking,
  createShareLinks,
  type ShareLinks,
} from '../../../../server/src/calendar/index.ts'
import { createJobs } from '../../../../server/src/jobs/index.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import type { MailForTests } from '../../mail/test-mail.ts'
import type { UserId } from '@plmail/wire'

/** Share links and booking over the mail of a test; its messages go nowhere. */
export function sharingFor({ db, changes, clock }: MailForTests): { shares: ShareLinks; booking: Booking } {
  const listAccounts = async (userId: UserId) => {
    const personal = await changes.personal(userId)
    return personal === undefined ? [] : [personal]
  }
  const owner = {
    listAccounts,
    getTimeZone: async () => 'Europe/Berlin',
    listAddresses: async () => new Set<string>(),
    getName: async () => 'Ada',
    getLanguage: async () => 'en' as const,
  }
  const parts = { database: db.database, changes, clock, random: systemRandom, owner }
  return {
    shares: createShareLinks(parts),
    booking: createBooking({
      ...parts,
      jobs: createJobs({ database: db.database, clock, log: silentLog }),
      outbox: { enqueue: async () => {} },
      manageKey: Buffer.alloc(32),
      publicAddress: () => undefined,
      freshBusy: async () => undefined,
      mailer: { getSender: async () => undefined, send: async () => {} },
    }),
  }
}
