import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { Database } from '../../store/index.ts'
import type { Purpose, Traffic } from '../network/index.ts'
import { createPendingEntries, type LedgerEntry } from './pending-entries.ts'
import { writeEntries } from './write-entries.ts'

export interface LedgerNeeds {
  database: Database
  clock: Clock
  log: Log
  random: Random
}

/** Connections as they are written down: gathered in memory, and added to the table every few seconds. */
export interface Ledger {
  /**
   * Makes known that this process opens connections, so that one that is killed leaves a trace of what it did not write.
   * Rejects while the database is away.
   */
  begin(): Promise<void>
  record(purpose: Purpose, traffic: Traffic): void
  /** Writes down what there is. Keeps it for the next time when that fails, and says so. */
  flush(): Promise<void>
  /** Writes the rest; what cannot be written is logged in numbers, and its trace stays. */
  stop(): Promise<void>
}

const flushEveryMs = 10_000
/** With nothing to write, this often shows that the process still lives. */
const aliveEveryMs = 60_000
/** A process that did not show for so long has ended. */
export const goneAfterMs = 5 * 60_000
/** How long connections are remembered (docs/operate/egress.md). */
export const retainedDays = 30

/** `collect` asks for the bytes of open connections before they are written. */
export function createLedger({ database, clock, log, random }: LedgerNeeds, collect: () => void): Ledger {
  const pending = createPendingEntries()
  const id = random(12).toString('base64url')
  let begun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let shownAt = 0
  let writing: Promise<boolean> = Promise.resolve(true)

  async function show(): Promise<void> {
    await database.query(
      `insert into egress_writer (id, written_at) values ($1, $2)
       on conflict (id) do update set written_at = excluded.written_at`,
      [id, clock.now()],
    )
    shownAt = clock.now().getTime()
  }

  async function write(): Promise<boolean> {
    if (begun === undefined) return true
    collect()
    const entries = pending.take()
    const isDue = Math.abs(clock.now().getTime() - shownAt) >= aliveEveryMs
    try {
      await writeEntries(database, entries)
    } catch (error) {
      pending.putBack(entries)
      log.failure('egress.not-written', error, sums(entries))
      return false
    }
    if (entries.length > 0 || isDue)
      await show().catch((error: unknown) => log.failure('egress.not-written', error, sums([])))
    return true
  }

  /** One after the other: what failed is put back before it is taken again. */
  const flush = () => (writing = writing.then(write))

  function begin(): Promise<void> {
    begun ??= show().catch((error: unknown) => {
      begun = undefined
      throw error
    })
    if (!isStopped) timer ??= setInterval(() => void flush(), flushEveryMs).unref()
    return begun
  }

  return {
    begin,
    record: (purpose, traffic) => pending.add(purpose, traffic, clock.now()),
    flush: async () => void (await flush()),
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      const hasWritten = await flush()
      if (begun === undefined) return
      if (!hasWritten) return log.event('egress.lost', sums(pending.take()))
      await database.query('delete from egress_writer where id = $1', [id]).catch(() => {}) // its trace stays, as after a crash
    },
  }
}

function sums(entries: readonly LedgerEntry[]) {
  const sum = (of: (entry: LedgerEntry) => number) => entries.reduce((total, entry) => total + of(entry), 0)
  return {
    connections: sum(({ times }) => times),
    bytesOut: sum(({ bytesOut }) => bytesOut),
    bytesIn: sum(({ bytesIn }) => bytesIn),
  }
}
