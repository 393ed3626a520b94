import { sayProblem } from '@plmail/words'
import type { AccountId } from '@plmail/wire'
import type { LiveEvent } from '../../../../server/src/changes/index.ts'
import { createJobs, type Jobs } from '../../../../server/src/jobs/index.ts'
import { silentLog } from '../../../../server/src/kit/log.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import {
  createIdentities,
  createSubmissions,
  type Identities,
  type Relay,
  type Submissions,
} from '../../../../server/src/mail/index.ts'
import type { MailForTests } from '../../mail/test-mail.ts'

export interface SendingForTests {
  identities: Identities
  submissions: Submissions
  /** Takes every step that is due for the account by the clock of the room. */
  work(accountId: AccountId): Promise<void>
  /** What the user was told. */
  notices: string[]
  /** How often a look at an account was asked for. */
  looks: AccountId[]
}

/** Identities and submissions over the rooms of a test; nothing is sent but by `work`. */
export function sendingFor(room: MailForTests, relay: Relay = refuseAll): SendingForTests {
  const { changes, clock, mail, parts } = room
  const { database } = room.db
  const [notices, looks]: [string[], AccountId[]] = [[], []]
  let work: SendingForTests['work'] = async () => {}
  const jobs: Jobs = {
    ...createJobs({ database, clock, log: silentLog }),
    handle: (kind, run) => {
      const signal = new AbortController().signal
      work = (accountId) => run(kind.parse({ accountId }), { signal, attempt: 1 })
    },
  }
  const getHolder = async () => ({ address: 'a@example.test', name: 'Ann', hasAliases: true })
  const identities = createIdentities({ database, changes, getHolder })
  const submissions = createSubmissions({
    database,
    blobs: parts.blobs,
    outbox: parts.outbox,
    jobs,
    mail,
    identities,
    getHolder,
    getLanguage: async () => 'en',
    relay,
    clock,
    random: systemRandom,
    changes: { ...changes, announce: async (_user, event) => void notices.push(getText(event)) },
    refreshAccount: async (id) => void looks.push(id),
  })
  return { identities, submissions, work: (accountId) => work(accountId), notices, looks }
}

const getText = (event: LiveEvent): string =>
  event.kind === 'notice' && 'problem' in event.problem ? sayProblem('en', event.problem) : event.kind

const refuseAll: Relay = async (_account, { to }) => ({
  outcome: 'answered',
  replies: new Map(to.map((address) => [address, '550 5.7.1 Nobody sends from here'])),
})
