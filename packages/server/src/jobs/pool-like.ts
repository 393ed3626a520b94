import pg from 'pg'
import type { Database } from '../store/index.ts'

/** How `database` connects; the driver hides the password from enumeration. What is said to the session stays out. */
export function connectionOf(database: Database): pg.PoolConfig {
  const { options: _session, ...options } = database.pool.options
  const { password } = database.pool.options
  return password === undefined ? options : { ...options, password }
}

/** A pool of our own to the same database. */
export function poolLike(database: Database, max: number): pg.Pool {
  const pool = new pg.Pool({ ...connectionOf(database), max })
  // An idle connection that is lost arrives here; the pool replaces it, without a listener the process dies.
  pool.on('error', () => {})
  // As above for one that is in use; its next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
