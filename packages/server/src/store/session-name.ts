import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/** The name of every session of this process: it tells our own apart from those of other processes. */
export const newSessionName = (): string => `plmail-${process.pid}-${randomBytes(4).toString('hex')}`

/** The address with that name in it, unless whoever wrote the address has chosen another. */
export function withSessionName(connectionString: string): string {
  if (/[?&]application_name=/.test(connectionString)) return connectionString
  return `${connectionString}${connectionString.includes('?') ? '&' : '?'}application_name=${newSessionName()}`
}

const askAgainMs = 100

/**
 * Whether another process of plMail works with the database. One that has just ended is listed a little longer:
 * `patienceMs` is how long to wait for that.
 */
export async function isUsedByOthers(sql: Pick<Sql, 'query'>, patienceMs: number): Promise<boolean> {
  for (let waited = 0; ; waited += askAgainMs) {
    const rows = await sql.query(
      `select from pg_stat_activity where datname = current_database() and application_name like 'plmail-%'
         and application_name <> current_setting('application_name') limit 1`,
    )
    if (rows.length === 0 || waited >= patienceMs) return rows.length > 0
    await sleep(askAgainMs)
  }
}
