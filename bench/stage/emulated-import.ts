import { parseMessage } from '@plmail/mail-format'
import type { MailboxProfile } from '../../packages/emulators/src/generator/index.ts'
import { createWorld, manualClock, type VirtualClock } from '../../packages/emulators/src/index.ts'
import { type Changes, createChanges } from '../../packages/server/src/changes/index.ts'
import { silentLog } from '../../packages/server/src/kit/log.ts'
import { systemRandom } from '../../packages/server/src/kit/random.ts'
import { createMail } from '../../packages/server/src/mail/index.ts'
import { importReserve } from '../../packages/server/src/main/provider-sessions.ts'
import { ProviderError } from '../../packages/server/src/providers/contract/index.ts'
import { createBlobPacks } from '../../packages/server/src/store/blob-packs.ts'
import { type Database, openDatabase } from '../../packages/server/src/store/index.ts'
import { workOffBacklog } from '../../packages/server/src/sync/account/backlog.ts'
import { runAccountSync } from '../../packages/server/src/sync/account/sync-account.ts'
import { connectionTo, type Emulated, emulatedProvider, newAccount } from './emulated-provider.ts'

export interface EmulatedImport {
  messages: number
  /** From the first request to the last message, by the provider's clock. */
  seconds: number
  /** From the first request until the newest mail, the first that is listed, was here. */
  firstScreenSeconds: number
  /** What the quota allows at least for the requests that were made. */
  floorSeconds: number
  requests: number
  /** Requests that read one message whole. */
  fetches: number
  /** Resident MiB of this process, the provider in it included: one reading a round. */
  memory: number[]
  /** By the machine's clock. */
  realSeconds: number
}

export interface ImportPlan {
  provider: Emulated
  profile: MailboxProfile
  /** Where a server that has been set up is running on its database. */
  dataFolder: string
  say(text: string): void
  /** The rooms are thrown away and made anew when so much has been imported. */
  interruptedAt?: number
}

/**
 * A first import from an emulated provider with its quotas, looked at and worked off as the jobs do it, on a clock that
 * moves only when somebody waits: what passes on it is what the quota makes of the import, whatever the machine.
 */
export async function importEmulated(plan: ImportPlan): Promise<EmulatedImport> {
  const clock = manualClock(new Date('2026-11-21T08:00:00Z'))
  const world = createWorld('bench', clock)
  await using provided = await emulatedProvider(plan, world, clock)
  const connectionString = connectionTo(plan.dataFolder)
  const account = await newAccount(connectionString)
  const began = { at: clock.now().getTime(), real: performance.now() }
  const memory: number[] = []
  let fetches = 0
  let requests = 0
  const count = () => {
    const all = world.requests.all()
    requests += all.length
    fetches += all.filter(({ operation }) => operation === provided.fetch).length
    world.requests.clear()
  }
  let firstScreen: number | undefined
  const written = async (database: Database) => {
    if (firstScreen !== undefined || (await number(database, 'select count(*) as n from message')) === 0)
      return
    firstScreen = clock.now().getTime() - began.at
  }
  let isDone = false
  for (let run = 1; !isDone; run++) {
    await using rooms = openRooms(connectionString, plan.dataFolder, clock, written)
    const { database } = rooms
    const live = provided.session(database, account.id, 0)
    const backlog = provided.session(database, account.id, importReserve)
    const context = { signal: new AbortController().signal, attempt: 1 }
    await waiting(clock, () => runAccountSync(rooms.deps, account.id, live, context))
    for (;;) {
      await waiting(clock, () => workOffBacklog(rooms.deps, account.id, backlog, context))
      count()
      const imported = await number(database, 'select count(*) as n from message')
      memory.push(process.memoryUsage.rss() / 2 ** 20)
      plan.say(`${plan.provider}: ${imported} messages`)
      isDone = (await number(database, 'select count(*) as n from sync_item')) === 0
      if (isDone || (run === 1 && imported >= (plan.interruptedAt ?? Infinity))) break
    }
    if (!isDone) continue
    const messages = await number(
      database,
      'select count(*) as n from message where account_id = $1',
      account.id,
    )
    return {
      messages,
      requests,
      fetches,
      memory,
      seconds: (clock.now().getTime() - began.at) / 1000,
      firstScreenSeconds: (firstScreen ?? Number.NaN) / 1000,
      floorSeconds: provided.floor(requests, fetches),
      realSeconds: (performance.now() - began.real) / 1000,
    }
  }
  throw new Error('An import has an end')
}

/** What a job would be postponed for passes at once. */
async function waiting(clock: VirtualClock, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ProviderError) || error.until === undefined) throw error
      await clock.advance(Math.max(1_000, error.until.getTime() - clock.now().getTime()))
    }
  }
}

function openRooms(
  connectionString: string,
  folder: string,
  clock: VirtualClock,
  written: (database: Database) => Promise<void>,
) {
  const parts = { clock, random: systemRandom }
  const database = openDatabase({ connectionString, prepare: true, maxConnections: 5 }, silentLog)
  const all = createChanges({ database, clock, listen: async () => async () => {} })
  const changes: Changes = {
    ...all,
    async write(accountId, cause, work) {
      const done = await all.write(accountId, cause, work)
      await written(database)
      return done
    },
  }
  const blobs = createBlobPacks({ ...parts, sql: database, folder: `${folder}/blobs-of-bench` })
  const outbox = { enqueue: async () => {}, unsent: async () => new Set<never>() }
  const mail = createMail({ ...parts, database, blobs, changes, outbox, parse: parseMessage })
  const jobs = { enqueue: async () => {} }
  return {
    database,
    deps: {
      database,
      changes,
      mail,
      jobs,
      clock,
      log: silentLog,
      announceProgress: async () => {},
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}

async function number(database: Database, text: string, ...values: readonly unknown[]): Promise<number> {
  const rows = await database.query<{ n: number }>(text, values)
  return Number(rows[0]?.n)
}
