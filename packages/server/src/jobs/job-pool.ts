import pg from 'pg'
import type { Database } from '../store/index.ts'

/** How `database` connects; the driver hides the password from enumeration. What is said to the session stays out. */
export function getPoolConfig(database: Database): pg.PoolConfig {
  const { options: _session, ...options } = database.pool.options
  const { password } = database.pool.options
  return password === undefined ? options : { ...options, password }
}

/** A pool of our own to the same database. */
export interface JobPool {
  pool: pg.Pool
  /** Prepared statements break behind a transaction-mode pooler. */
  isPrepared: boolean
}

export function poolLike(database: Database, max: number): JobPool {
  const pool = new pg.Pool({ ...getPoolConfig(database), max })
  // An idle connection that is lost arrives here; the pool replaces it, without a listener the process dies.
  pool.on('error', () => {})
  // As above for one that is in use; its next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, isPrepared: database.pool.options.options !== undefined }
}
