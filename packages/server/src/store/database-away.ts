import pg from 'pg'
import { DatabaseUnreachable } from './check-server.ts'

/**
 * Codes of Node.js: nobody listens there, or the connection ended in the middle. A socket file that is gone is ENOENT.
 */
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])
/** Classes 08 and 57P of PostgreSQL: a connection fails; the server is shutting down, has crashed, or is starting up. */
const sqlStates = /^(08...|57P0[1-3])$/

/** Whether a statement failed because the database is not there right now, and may succeed when it is back. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnreachable) return isDatabaseAway(error.cause)
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '')
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return syscall === 'connect'
  if (code !== undefined && socketCodes.has(code)) return true
  // The driver has no code for these.
  return /^(Connection terminated|Client has encountered a connection error|timeout expired)/.test(
    error.message,
  )
}
