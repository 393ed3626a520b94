import type { Sql } from '../store/index.ts'
import type { FailedJob, Lane } from './types.ts'
import { wakeChannel } from './lanes.ts'

const isFailed = 'taken_by is null and attempts >= max_attempts'

/** See `Jobs.failed`. */
export function failedJobs(sql: Sql, limit: number): Promise<FailedJob[]> {
  return sql.query<FailedJob>(
    `select id::text, kind, queue, attempts, max_attempts as "maxAttempts", last_error as "lastError",
       updated_at as "failedAt"
     from job where ${isFailed} order by updated_at desc, id desc limit $1`,
    [limit],
  )
}

/** See `Jobs.retry`. */
export async function retryFailed(sql: Sql, id: string): Promise<boolean> {
  if (!isJobId(id)) return false
  const rows = await sql.query(
    `with again as (
       update job set attempts = 0, run_at = now(), updated_at = now()
       where id = $1 and ${isFailed} returning lane)
     select pg_notify($2, lane) from again`,
    [id, wakeChannel],
  )
  return rows.length === 1
}

/** See `Jobs.discard`. */
export async function discardFailed(sql: Sql, id: string): Promise<boolean> {
  if (!isJobId(id)) return false
  const rows = await sql.query(`delete from job where id = $1 and ${isFailed} returning 1`, [id])
  return rows.length === 1
}

/** Waiting jobs by lane, those that wait for their time included. */
export function waitingByLane(sql: Sql): Promise<Array<{ lane: Lane; count: number }>> {
  return sql.query<{ lane: Lane; count: number }>(
    `select lane, count(*) as count from job
     where taken_by is null and attempts < max_attempts group by lane`,
  )
}

/** Ids come from a URL; PostgreSQL would refuse others with an error. */
function isJobId(id: string): boolean {
  return /^[1-9][0-9]{0,15}$/.test(id)
}
