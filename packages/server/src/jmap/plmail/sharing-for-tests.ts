import { createBooking, createShareLinks } from '../../calendar/index.ts'
import { createJobs } from '../../jobs/index.ts'
import { silentLog } from '../../kit/log.ts'
import { systemRandom } from '../../kit/random.ts'
import type { MailForTests } from '../../mail/mail-for-tests.ts'
import type { UserId } from '@plmail/wire'
import type { SharingNeeds } from './sharing.ts'

/** Share links and booking over the mail of a test; its letters go nowhere. */
export function sharingFor({ db, changes, clock }: MailForTests): Omit<SharingNeeds, 'changes'> {
  const accountsOf = async (userId: UserId) => {
    const personal = await changes.personal(userId)
    return personal === undefined ? [] : [personal]
  }
  const owner = {
    accountsOf,
    timeZoneOf: async () => 'Europe/Berlin',
    addressesOf: async () => new Set<string>(),
    nameOf: async () => 'Ada',
    languageOf: async () => 'en' as const,
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
      post: { senderOf: async () => undefined, send: async () => {} },
    }),
  }
}
