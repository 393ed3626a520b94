import { type Contacts, createContacts } from '../../contacts/index.ts'
import { systemRandom } from '../../kit/random.ts'
import type { MailForTests } from '../../mail/mail-for-tests.ts'

/** The contacts room over the mail of a test, in which nobody has sent anything. */
export function contactsFor({ db, changes, clock }: MailForTests): Contacts {
  return createContacts({
    database: db.database,
    changes,
    clock,
    random: systemRandom,
    jobs: { handle: () => {}, enqueue: async () => {} },
    sentAfter: async (_accountId, cursor) => ({ messages: [], cursor, isMore: false }),
    accountsOf: async () => [],
    ownAddresses: async () => new Set(),
  })
}
