import pg from 'pg'
import type { Log } from '../kit/log.ts'
import { atMost } from './at-most.ts'
import { GatheringSocket } from './gathering-socket.ts'
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
  const { query, prepared } = sqlOver(pool, options.prepare)
  const sql: Sql = {
    query: (text, values = []) =>
      options.prepare && values.length > 0 ? plannedWithValues(pool, text, values) : query(text, values),
    prepared,
  }
  const inTransactions = atMost(Math.max(1, options.maxConnections - outsideTransactions))
  return {
    ...sql,
    pool,
    transaction: (work) => inTransactions(() => transaction(pool, options.prepare, log, work)),
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

/**
 * The plan of a prepared statement is made once and kept. Left to itself, PostgreSQL makes it anew for the values of
 * each run where these promise anything, and for what takes a fraction of a millisecond planning is most of the work.
 */
const keepPlans = '-c plan_cache_mode=force_generic_plan'

/** For statements that are not prepared: they are planned each time anyway, so let it be for their values. */
async function plannedWithValues<Row>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = await pool.connect()
  const ignore = () => {} // a connection that is lost; the statement rejects as well
  client.on('error', ignore)
  let failure: unknown
  try {
    const [, result] = await Promise.all([
      client.query({ name: 'plan-for-values', text: 'set plan_cache_mode = auto' }),
      client.query(text, [...values]),
      client.query({ name: 'plan-as-usual', text: 'reset plan_cache_mode' }),
    ])
    return result.rows as Row[]
  } catch (error) {
    failure = error
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failure !== undefined)
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
      const code = codeOf(error)
      if (attempt === 5 || !retried.has(code)) throw error
      log.event('database.retried', { code, attempt })
    }
  }
}

async function once<T>(pool: pg.Pool, prepare: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const statements = watched(client, prepare)
  let broken = false
  const lost = () => {
    broken = true
  }
  client.on('error', lost)
  try {
    statements.send(client.query(bracket('begin', prepare)))
    const { after, tx } = openTx(statements)
    const result = await work(tx)
    await statements.commit()
    for (const run of after) run()
    return result
  } catch (error) {
    await client.query('rollback').catch(lost)
    throw statements.causeOf(error)
  } finally {
    client.off('error', lost)
    client.release(broken)
  }
}

function openTx({ sql, send }: Watched): { tx: Tx; after: Array<() => void> } {
  const after: Array<() => void> = []
  const tx = {
    ...sql,
    send: (name: string, text: string, values: readonly unknown[] = []) =>
      send(sql.prepared(name, text, values)),
    afterCommit: (run: () => void) => after.push(run),
  } as unknown as Tx
  return { tx, after }
}

/** The statements of one transaction, of which several may be under way. */
interface Watched {
  sql: Sql
  /** What nobody waits for; `commit` throws when it failed. */
  send(statement: Promise<unknown>): void
  commit(): Promise<void>
  /** What went wrong first: once a statement has failed, all that follow it in the transaction do. */
  causeOf(error: unknown): unknown
}

function watched(client: pg.PoolClient, prepare: boolean): Watched {
  const { query, prepared } = sqlOver(client, prepare)
  const sent: Promise<unknown>[] = []
  let isForValues = !prepare
  let failure: unknown
  const watch = <Answer>(statement: Promise<Answer>): Promise<Answer> => {
    statement.catch((error: unknown) => {
      failure ??= error
    })
    return statement
  }
  const send = (statement: Promise<unknown>) => void sent.push(watch(statement))
  const planForValues = () => {
    isForValues = true
    send(client.query({ name: 'plan-locally', text: 'set local plan_cache_mode = auto' }))
  }
  return {
    sql: {
      query: (text, values = []) => {
        if (!isForValues && values.length > 0) planForValues()
        return watch(query(text, values))
      },
      prepared: (name, text, values) => watch(prepared(name, text, values)),
    },
    send,
    commit: async () => {
      const [{ command }] = await Promise.all([client.query(bracket('commit', prepare)), ...sent])
      // PostgreSQL answers so, and with no error, when a statement before has failed.
      if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
    },
    causeOf: (error) => (codeOf(error) === inFailedTransaction ? (failure ?? error) : error),
  }
}

/** Prepared, it goes out with what it brackets. */
function bracket(text: 'begin' | 'commit', prepare: boolean): pg.QueryConfig {
  return prepare ? { name: text, text } : { text }
}

const inFailedTransaction = '25P02'

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}
