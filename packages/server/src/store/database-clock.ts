import type { Clock } from '../kit/clock.ts'
import type { Sql } from './sql.ts'

/** The time as the database has it. */
export interface DatabaseClock extends Clock {
  /** Asks the database once more; what was known stays when it does not answer. */
  measure(): Promise<void>
  stop(): void
}

export interface DatabaseClockNeeds {
  sql: Pick<Sql, 'query'>
  /** This machine's clock, which may be wrong and may be set at any time. */
  local: Clock
  /** Milliseconds of a clock that nobody sets. */
  elapsedMs?(): number
}

const measureEveryMs = 60_000
/** Two clocks that are both right differ by less: what is left is the way to the database and back. */
const toleratedMs = 1_000

interface Mark {
  databaseMs: number
  localMs: number
  elapsedMs: number
}

/**
 * Dates are written by us and compared by PostgreSQL: with two clocks, mail that is to leave in ten seconds leaves when
 * the other one gets there. So everything is dated by the database's clock, asked once a minute and followed in between.
 */
export async function followDatabaseClock({
  sql,
  local,
  elapsedMs = () => performance.now(),
}: DatabaseClockNeeds): Promise<DatabaseClock> {
  const localMs = () => local.now().getTime()
  let mark: Mark = { databaseMs: localMs(), localMs: localMs(), elapsedMs: elapsedMs() }
  let measuring: Promise<void> | undefined
  const ask = async () => {
    const askedAt = elapsedMs()
    const [row] = await sql.query<{ at: Date }>('select clock_timestamp() as at')
    const now = elapsedMs()
    if (row) mark = { databaseMs: row.at.getTime() + (now - askedAt) / 2, localMs: localMs(), elapsedMs: now }
  }
  const measure = () =>
    (measuring ??= ask()
      .catch(() => {})
      .finally(() => (measuring = undefined)))
  await measure()
  const timer = setInterval(() => void measure(), measureEveryMs)
  timer.unref()
  return {
    now: () => {
      const passedMs = elapsedMs() - mark.elapsedMs
      const nowMs = localMs()
      // The local clock was set, or the machine slept: until the database has answered, only what passed here counts.
      const isSteady = Math.abs(nowMs - mark.localMs - passedMs) < toleratedMs
      if (!isSteady) void measure()
      const isRight = Math.abs(mark.databaseMs - mark.localMs) < toleratedMs
      return new Date(isSteady && isRight ? nowMs : mark.databaseMs + passedMs)
    },
    measure,
    stop: () => clearInterval(timer),
  }
}
