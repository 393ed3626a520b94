import pg from 'pg'
import type { Log } from '../kit/log.ts'
import type { Sql, Tx } from './sql.ts'

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

export function openDatabase(options: DatabaseOptions, log: Log): Database {
  const pool = new pg.Pool({ connectionString: options.connectionString, max: options.maxConnections })
  // An idle connection that is lost arrives here; the pool replaces it, without a listener the process dies.
  pool.on('error', () => {})
  const sql = sqlOver(pool, options.prepare)
  return {
    ...sql,
    pool,
    transaction: (work) => transaction(pool, options.prepare, log, work),
    close: () => pool.end(),
  }
}

function sqlOver(on: pg.Pool | pg.PoolClient, prepare: boolean): Sql {
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const result = await on.query(text, [...values])
    return result.rows as Row[]
  }
  return {
    query,
    prepared: async <Row>(name: string, text: string, values: readonly unknown[] = []) => {
      if (!prepare) return query<Row>(text, values)
      const result = await on.query({ name, text, values: [...values] })
      return result.rows as Row[]
    },
  }
}

const retried = new Set(['40001', '40P01'])

async function transaction<T>(
  pool: pg.Pool,
  prepare: boolean,
  log: Log,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, prepare, work)
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
      if (attempt === 5 || !retried.has(code)) throw error
      log.event('database.retried', { code, attempt })
    }
  }
}

async function once<T>(pool: pg.Pool, prepare: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const after: Array<() => void> = []
  let broken = false
  const lost = () => {
    broken = true
  }
  client.on('error', lost)
  try {
    await client.query('begin')
    const tx = {
      ...sqlOver(client, prepare),
      afterCommit: (run: () => void) => after.push(run),
    } as unknown as Tx
    const result = await work(tx)
    await client.query('commit')
    for (const run of after) run()
    return result
  } catch (error) {
    await client.query('rollback').catch(lost)
    throw error
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}
