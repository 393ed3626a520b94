import { parseMessage } from '@plmail/mail-format'
import { createEvents } from '../../packages/server/src/events/index.ts'
import type { VirtualClock } from '../../packages/emulators/src/index.ts'
import { createChanges } from '../../packages/server/src/changes/index.ts'
import { silentLog } from '../../packages/server/src/kit/log.ts'
import { systemRandom } from '../../packages/server/src/kit/random.ts'
import { createMail } from '../../packages/server/src/mail/index.ts'
import type { AccountSession } from '../../packages/server/src/providers/contract/index.ts'
import { createBlobPacks } from '../../packages/server/src/store/blob-packs.ts'
import { type Database, openDatabase } from '../../packages/server/src/store/index.ts'
import {
  createOutbox,
  createSync,
  type SessionPurpose,
  type Sync,
} from '../../packages/server/src/sync/index.ts'
import type { BenchAccount } from './emulated-provider.ts'
import { createVirtualJobs } from './virtual-jobs.ts'

/** The rooms that keep one account in step, on a clock that moves from one job to the next. */
export interface RoomsOnClock extends AsyncDisposable {
  sync: Sync
  /** Every condition of the account other than `ok`. */
  trouble: Set<string>
  /** Lets time pass: schedules and jobs run as they fall due. */
  runUntil(end: Date): Promise<void>
  /** Messages that are here. */
  messages(): Promise<number>
  /** Messages that are listed and not here yet. */
  waiting(): Promise<number>
}

export function roomsOnClock({
  connectionString,
  folder,
  clock,
  account,
  open,
}: {
  connectionString: string
  folder: string
  clock: VirtualClock
  account: BenchAccount
  open(database: Database, purpose: SessionPurpose): AccountSession
}): RoomsOnClock {
  const parts = { clock, random: systemRandom }
  const database = openDatabase({ connectionString, prepare: true, maxConnections: 5 }, silentLog)
  const listen = async () => async () => {}
  const changes = createChanges({ database, clock, listen })
  const blobs = createBlobPacks({ ...parts, sql: database, folder: `${folder}/blobs-of-bench` })
  const { jobs, runUntil } = createVirtualJobs(clock)
  const outbox = createOutbox({ jobs })
  const mail = createMail({ ...parts, database, blobs, changes, outbox, parse: parseMessage })
  const trouble = new Set<string>()
  const sync = createSync({
    events: createEvents(),
    database,
    changes,
    jobs,
    mail,
    clock,
    listen,
    log: silentLog,
    accounts: {
      activeIds: async () => [account.id],
      getOwner: async () => account.user,
      setCondition: async (_id, condition) => {
        if (condition !== 'ok') trouble.add(condition)
      },
    },
    open: async (_id, purpose) => open(database, purpose),
    // Only who watches for changes takes locks.
    locks: { tryLock: async () => undefined },
  })
  const count = async (table: 'message' | 'sync_item') => {
    const rows = await database.query<{ count: number }>(
      `select count(*) as count from ${table} where account_id = $1`,
      [account.id],
    )
    return rows[0]?.count ?? 0
  }
  return {
    sync,
    runUntil,
    trouble,
    messages: () => count('message'),
    waiting: () => count('sync_item'),
    [Symbol.asyncDispose]: async () => {
      await sync.stop()
      await database.close()
    },
  }
}
