import type { AccountId } from '@plmail/wire'
import { createJobs, type Jobs } from '../../jobs/index.ts'
import { silentLog } from '../../kit/log.ts'
import { systemRandom } from '../../kit/random.ts'
import { createIdentities, createSubmissions, type Relay } from '../../mail/index.ts'
import type { MailForTests } from '../../mail/mail-for-tests.ts'
import type { SendingNeeds } from './sending.ts'

export interface SendingForTests extends SendingNeeds {
  /** Takes every step that is due for the account by the clock of the room. */
  work(accountId: AccountId): Promise<void>
}

/** Identities and submissions over the rooms of a test; nothing is sent but by `work`. */
export function sendingFor(room: MailForTests, relay: Relay = refuseAll): SendingForTests {
  const { changes, clock, mail, parts } = room
  const { database } = room.db
  let work: SendingForTests['work'] = async () => {}
  const jobs: Jobs = {
    ...createJobs({ database, clock, log: silentLog }),
    handle: (kind, run) => {
      const signal = new AbortController().signal
      work = (accountId) => run(kind.parse({ accountId }), { signal, attempt: 1 })
    },
  }
  const holderOf = async () => ({ address: 'a@example.test', name: 'Ann' })
  const identities = createIdentities({ database, changes, holderOf })
  const submissions = createSubmissions({
    ...{ database, changes, blobs: parts.blobs, jobs, mail, identities, holderOf, relay, clock },
    random: systemRandom,
    look: async () => {},
  })
  return { identities, submissions, work }
}

const refuseAll: Relay = async (_account, { to }) => ({
  outcome: 'answered',
  replies: new Map(to.map((address) => [address, '550 5.7.1 Nobody sends from here'])),
})
