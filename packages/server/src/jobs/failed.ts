import type { Sql } from '../store/index.ts'
import type { FailedJob } from './door.ts'

const isFailed = 'job.locked_at is null and job.attempts >= job.max_attempts'

/** See `Jobs.failed`. */
export function failedJobs(sql: Sql, limit: number): Promise<FailedJob[]> {
  return sql.query<FailedJob>(
    `select job.id::text, task.identifier as kind, queue.queue_name as queue, job.attempts,
       job.max_attempts as "maxAttempts", job.last_error as "lastError", job.updated_at as "failedAt"
     from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
     where ${isFailed} order by job.updated_at desc, job.id desc limit $1`,
    [limit],
  )
}

/** See `Jobs.retry`; answers the job's kind. */
export async function retryFailed(sql: Sql, id: string): Promise<string | undefined> {
  if (!isJobId(id)) return undefined
  const [row] = await sql.query<{ kind: string }>(
    `update graphile_worker._private_jobs job set attempts = 0, run_at = now(), updated_at = now()
     from graphile_worker._private_tasks task
     where job.id = $1 and task.id = job.task_id and ${isFailed} returning task.identifier as kind`,
    [id],
  )
  return row?.kind
}

/** See `Jobs.discard`. */
export async function discardFailed(sql: Sql, id: string): Promise<boolean> {
  if (!isJobId(id)) return false
  const rows = await sql.query(
    `delete from graphile_worker._private_jobs job where job.id = $1 and ${isFailed} returning 1`,
    [id],
  )
  return rows.length === 1
}

/** Waiting jobs by kind, those that wait for their time included. */
export function waitingByKind(sql: Sql): Promise<Array<{ kind: string; count: number }>> {
  return sql.query(
    `select task.identifier as kind, count(*) as count from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where job.is_available group by task.identifier`,
  )
}

/** Ids come from a URL; PostgreSQL would refuse others with an error. */
function isJobId(id: string): boolean {
  return /^[1-9][0-9]{0,15}$/.test(id)
}
