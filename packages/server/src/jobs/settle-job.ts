import type { Sql } from '../store/index.ts'

/** A job as a worker holds it. */
export interface LeasedJob {
  id: string
  /** The worker pool that took it. */
  owner: string
  /** The key it had when it was taken; it loses it when the same key is enqueued meanwhile. */
  key: string | null
}

/** When a job that did not succeed runs next. */
export interface Retry {
  /** Attempts used up so far; at the kind's maximum the job stays as failed. */
  attempts: number
  /** As `attempts`, for the job that was enqueued under the same key meanwhile. */
  attemptsOfSuccessor: number
  /** A stated time, or seconds from now that are spread by a quarter either way. */
  when: { at: Date } | { seconds: number }
  error: string | null
  flags: Readonly<Record<string, unknown>> | null
}

/**
 * Jobs are settled here and not by the queue's runtime: it deletes by id even what was taken away from it, frees
 * the queue only after it has looked for the next job, and knows no Retry-After. Every statement holds only while
 * the job is still ours. A retried job gets a new id, so nobody who held the old one can touch it.
 * Both answer the kinds of jobs that the freed queue lets go on.
 */
export async function settleDone(sql: Sql, { id, owner }: LeasedJob): Promise<string[]> {
  const rows = await sql.query<Freed>(
    `with gone as (
       delete from graphile_worker._private_jobs where id = $1 and locked_by = $2 returning job_queue_id
     ), ${freeQueue} ${nextInQueue}`,
    [id, owner],
  )
  return rows.map((row) => row.kind)
}

export async function settleRetry(sql: Sql, { id, owner, key }: LeasedJob, retry: Retry): Promise<string[]> {
  const { when } = retry
  const rows = await sql.query<Freed>(
    `with gone as (
       delete from graphile_worker._private_jobs where id = $1 and locked_by = $2 returning *
     ), ${freeQueue}, due as (
       select coalesce($4::timestamptz, now() + $5::float8 * (0.75 + random() / 2) * interval '1 second') as at
     ), merged as (
       update graphile_worker._private_jobs next set
         attempts = $7, run_at = greatest(next.run_at, due.at), last_error = $8, flags = $9::jsonb
       from gone, due
       where gone.key is distinct from $3 and next.key = $3 and next.locked_at is null
     ), again as (
       insert into graphile_worker._private_jobs
         (job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags)
       select gone.job_queue_id, task_id, payload, priority, due.at, $6, max_attempts, $8, created_at, key, $9::jsonb
       from gone, due where gone.key is not distinct from $3
     ) ${nextInQueue}`,
    [
      id,
      owner,
      key,
      'at' in when ? when.at : null,
      'at' in when ? 0 : when.seconds,
      retry.attempts,
      retry.attemptsOfSuccessor,
      retry.error,
      retry.flags && JSON.stringify(retry.flags),
    ],
  )
  return rows.map((row) => row.kind)
}

interface Freed {
  kind: string
}

const freeQueue = `freed as (
  update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
  from gone where queue.id = gone.job_queue_id and queue.locked_by = $2 returning queue.id)`

const nextInQueue = `
  select distinct task.identifier as kind from freed
  join graphile_worker._private_jobs job on job.job_queue_id = freed.id and job.is_available and job.run_at <= now()
  join graphile_worker._private_tasks task on task.id = job.task_id`
