import { type Contacts, createContacts } from '../../../../server/src/contacts/index.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import type { MailForTests } from '../../mail/test-mail.ts'

/** The contacts room over the mail of a test, in which nobody has sent anything. */
export function contactsFor({ db, changes, clock }: MailForTests): Contacts {
  return createContacts({
    database: db.database,
    changes,
    clock,
    random: systemRandom,
    jobs: { handle: () => {}, enqueue: async () => {} },
    sentAfter: async (_accountId, cursor) => ({ messages: [], cursor, isMore: false }),
    listAccounts: async () => [],
    ownAddresses: async () => new Set(),
  })
}
