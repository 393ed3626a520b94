import pg from 'pg'
import type { Log } from '../kit/log.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { GatheringSocket } from './gathering-socket.ts'
import type { Sql, Tx } from './sql.ts'
import { type StatementAnswer, runStatements, type Statement, statement } from './statements.ts'
import { sqlOver, transaction } from './transaction.ts'

// int8 as a number: ids and states stay far below 2^53; a larger value is a bug worth stopping for.
pg.types.setTypeParser(20, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`int8 value ${text} is not a safe integer`)
  return value
})
const int8Array = 1016 as Parameters<typeof pg.types.setTypeParser>[0] // missing from the driver's list of names
pg.types.setTypeParser(int8Array, (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
)
// json stays text where a room asks for it (`::text`); parsed otherwise.

export interface Database extends Sql {
  /**
   * Runs `work` in a transaction and commits. A serialisation failure or deadlock (40001, 40P01)
   * runs it again, at most five times, so `work` must have no effect outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  connectionString: string
  /** Prepared statements break behind a transaction-mode pooler; on for the embedded cluster. */
  prepare: boolean
  maxConnections: number
}

/** Left for single statements: one that a transaction waits for must not wait for a transaction to end. */
const outsideTransactions = 2

export function openDatabase(options: DatabaseOptions, log: Log): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections,
    // Statements that are not waited for one by one go out one behind the other.
    pipeline: true,
    stream: () => new GatheringSocket(),
    ...(options.prepare ? { options: keepPlans } : {}),
  })
  // An idle connection that is lost arrives here; the pool replaces it, without a listener the process dies.
  pool.on('error', () => {})
  const sql = options.prepare ? preparing(pool) : sqlOver(pool)
  const inTransactions = limitConcurrency(Math.max(1, options.maxConnections - outsideTransactions))
  return {
    ...sql,
    pool,
    transaction: (work) => inTransactions(() => transaction(pool, options.prepare, log, work)),
    close: () => pool.end(),
  }
}

/**
 * The plan of a prepared statement is made once and kept. Left to itself, PostgreSQL makes it anew for the values of
 * each run where these promise anything, and for what takes a fraction of a millisecond planning is most of the work.
 */
const keepPlans = '-c plan_cache_mode=force_generic_plan'

function preparing(pool: pg.Pool): Sql {
  const { query } = sqlOver(pool)
  return {
    query: (text, values = []) => (values.length > 0 ? forValues(pool, text, values) : query(text, values)),
    prepared: async <Row>(name: string, text: string, values: readonly unknown[] = []) => {
      const [answer] = await run(pool, [statement(name, text, values)])
      return (answer?.rows ?? []) as Row[]
    },
  }
}

/** Runs a statement with a plan for its values. Unprepared statements are planned each time anyway. */
async function forValues<Row>(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Row[]> {
  const [, answer] = await run(pool, [
    statement('plan-for-values', 'set plan_cache_mode = auto', []),
    statement('', text, values),
    statement('plan-as-usual', 'reset plan_cache_mode', []),
  ])
  return (answer?.rows ?? []) as Row[]
}

async function run(pool: pg.Pool, statements: readonly Statement[]): Promise<StatementAnswer[]> {
  const client = await pool.connect()
  let isLost = false
  const lost = () => {
    isLost = true // the statements fail as well
  }
  client.on('error', lost)
  try {
    return await runStatements(client, statements)
  } catch (error) {
    isLost ||= !(error instanceof pg.DatabaseError) || error.severity === 'FATAL'
    throw error
  } finally {
    client.off('error', lost)
    client.release(isLost)
  }
}
