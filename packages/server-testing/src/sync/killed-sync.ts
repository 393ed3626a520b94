import { describe, parseMessage, takeApart } from '@plmail/mail-format'
/**
 * A worker process for the item convergence, to be killed at any moment: looks and sends, as whole workers do. Tokens and
 * time come from its parent, which plays the provider. Its only argument is a `KilledSync` in JSON.
 */
import type { AccountId, UserId } from '@plmail/wire'
import { createEvents } from '../../../server/src/events/index.ts'
import { createChanges } from '../../../server/src/changes/index.ts'
import { createJobs } from '../../../server/src/jobs/index.ts'
import { systemClock } from '../../../server/src/kit/clock.ts'
import { silentLog } from '../../../server/src/kit/log.ts'
import { systemRandom } from '../../../server/src/kit/random.ts'
import { createIdentities, createMail, createSubmissions } from '../../../server/src/mail/index.ts'
import { sendBy } from '../../../server/src/main/provider-sessions.ts'
import type { GoogleEndpoints } from '../../../server/src/providers/google/endpoints.ts'
import { createGoogleSession } from '../../../server/src/providers/google/index.ts'
import type { MicrosoftEndpoints } from '../../../server/src/providers/microsoft/endpoints.ts'
import { createMicrosoftSession } from '../../../server/src/providers/microsoft/index.ts'
import { createBlobPacks } from '../../../server/src/store/blob-packs.ts'
import { openDatabase } from '../../../server/src/store/index.ts'
import { createListener } from '../../../server/src/store/listen.ts'
import { createLocks } from '../../../server/src/store/locks.ts'
import { createOutbox, createSync } from '../../../server/src/sync/index.ts'

export interface KilledSync {
  provider:
    { name: 'Google'; endpoints: GoogleEndpoints } | { name: 'Microsoft'; endpoints: MicrosoftEndpoints }
  connectionString: string
  /** Of the blobs. */
  folder: string
  user: UserId
  account: AccountId
  /** Of the account. */
  address: string
}

/** What it asks of its parent; the answer repeats `id`. */
export type Question = { id: number } & ({ token: { refused?: string } } | { cost: number })
export interface Reply {
  id: number
  /** Undefined when it could not be had. */
  text: string | undefined
}

const { provider, connectionString, folder, user, account, address } = JSON.parse(
  process.argv[2] ?? '',
) as KilledSync

let asked = 0
const waiting = new Map<number, (text: string | undefined) => void>()
process.on('message', ({ id, text }: Reply) => waiting.get(id)?.(text))
const ask = (what: { token: { refused?: string } } | { cost: number }) =>
  new Promise<string>((resolve, reject) => {
    const id = ++asked
    waiting.set(id, (text) => (text === undefined ? reject(new Error('No answer')) : resolve(text)))
    process.send?.({ id, ...what } satisfies Question)
  })
const tokens = (options: { refused?: string } = {}) => ask({ token: options })
const budget = { take: async (cost: number) => void (await ask({ cost })) }
const parts = { clock: systemClock, random: systemRandom }
const session =
  provider.name === 'Google'
    ? createGoogleSession({ endpoints: provider.endpoints, fetch, tokens, budget, ...parts })
    : createMicrosoftSession({
        endpoints: provider.endpoints,
        fetch,
        tokens,
        clock: systemClock,
        mailFormat: { takeApart, describe },
      })

const database = openDatabase({ connectionString, prepare: true, maxConnections: 5 }, silentLog)
const { listen } = createListener({ connectionString, log: silentLog })
const changes = createChanges({ database, clock: systemClock, listen })
const jobs = createJobs({ database, clock: systemClock, log: silentLog })
const blobs = createBlobPacks({ ...parts, sql: database, folder })
const outbox = createOutbox({ jobs })
const mail = createMail({ ...parts, database, blobs, changes, outbox, parse: parseMessage })
const sync = createSync({
  events: createEvents(),
  database,
  changes,
  jobs,
  mail,
  clock: systemClock,
  log: silentLog,
  listen,
  accounts: { activeIds: async () => [account], getOwner: async () => user, setCondition: async () => {} },
  open: async () => session,
  locks: createLocks(connectionString),
})
const getHolder = async () => ({ address, name: 'Ann', hasAliases: false })
createSubmissions({
  ...parts,
  database,
  blobs,
  changes,
  jobs,
  mail,
  outbox,
  getHolder,
  getLanguage: async () => 'en',
  identities: createIdentities({ database, changes, getHolder }),
  relay: (_account, message, beforeEnd) => sendBy(session, message, beforeEnd),
  refreshAccount: (id) => sync.refresh(id),
})
await jobs.start()
process.send?.({ id: 0, cost: 0 } satisfies Question)
