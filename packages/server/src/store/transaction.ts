import pg from 'pg'
import type { Log } from '../kit/log.ts'
import type { Sql, Tx } from './sql.ts'
import { type StatementAnswer, gatherStatements } from './statements.ts'

/** One statement at a time, nothing prepared. */
export function sqlOver(on: pg.Pool | pg.PoolClient): Sql {
  const query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const result = await on.query(text, [...values])
    return result.rows as Row[]
  }
  return { query, prepared: (_name, text, values) => query(text, values) }
}

const retried = new Set(['40001', '40P01'])

/** See `Database.transaction`. */
export async function transaction<T>(
  pool: pg.Pool,
  prepare: boolean,
  log: Log,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(pool, prepare, work)
    } catch (error) {
      const code = getCode(error)
      if (attempt === 5 || !retried.has(code)) throw error
      log.event('database.retried', { code, attempt })
    }
  }
}

async function once<T>(pool: pg.Pool, prepare: boolean, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const statements = watched(prepare ? gathered(client) : oneByOne(client))
  let broken = false
  const lost = () => {
    broken = true
  }
  client.on('error', lost)
  try {
    const { after, tx } = openTx(statements)
    const result = await work(tx)
    await statements.commit()
    for (const run of after) run()
    return result
  } catch (error) {
    statements.flush()
    await client.query('rollback').catch(lost)
    throw statements.getCause(error)
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

/** How the statements of a transaction reach their connection, in the order they come. */
interface Connected extends Sql {
  bracket(text: 'begin' | 'commit'): Promise<StatementAnswer>
  /** Sends now what was kept back to be sent together. */
  flush(): void
}

function oneByOne(client: pg.PoolClient): Connected {
  return { ...sqlOver(client), bracket: (text) => client.query(text), flush: () => {} }
}

function gathered(client: pg.PoolClient): Connected {
  const { run, flush } = gatherStatements(client)
  const rows = async <Row>(answer: Promise<StatementAnswer>) => (await answer).rows as Row[]
  let isForValues = false
  return {
    prepared: (name, text, values = []) => rows(run(name, text, values)),
    query: async <Row>(text: string, values: readonly unknown[] = []) => {
      if (values.length === 0) {
        // may be several statements in one text, which only goes as it is
        flush()
        return (await client.query(text)).rows as Row[]
      }
      const planned = isForValues ? undefined : run('plan-locally', 'set local plan_cache_mode = auto', [])
      isForValues = true
      const [resultRows] = await Promise.all([rows<Row>(run('', text, values)), planned])
      return resultRows
    },
    bracket: (text) => run(text, text, []),
    flush,
  }
}

/** The statements of one transaction, of which several may be under way. */
interface Watched {
  sql: Sql
  /** Sends a statement without waiting for it; `commit` throws when it failed. */
  send(statement: Promise<unknown>): void
  commit(): Promise<void>
  flush(): void
  /** Returns the first error: once a statement has failed, all that follow it in the transaction fail too. */
  getCause(error: unknown): unknown
}

function watched({ query, prepared, bracket, flush }: Connected): Watched {
  const sent: Promise<unknown>[] = []
  let failure: unknown
  const watch = <Answer>(statement: Promise<Answer>): Promise<Answer> => {
    statement.catch((error: unknown) => {
      failure ??= error
    })
    return statement
  }
  const send = (statement: Promise<unknown>) => void sent.push(watch(statement))
  send(bracket('begin'))
  return {
    sql: {
      query: (text, values) => watch(query(text, values)),
      prepared: (name, text, values) => watch(prepared(name, text, values)),
    },
    send,
    commit: async () => {
      const [{ command }] = await Promise.all([bracket('commit'), ...sent])
      // PostgreSQL answers so, and with no error, when a statement before has failed.
      if (command !== 'COMMIT') throw failure ?? new Error('The transaction was rolled back')
    },
    flush,
    getCause: (error) => (getCode(error) === inFailedTransaction ? (failure ?? error) : error),
  }
}

const inFailedTransaction = '25P02'

function getCode(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : ''
}
