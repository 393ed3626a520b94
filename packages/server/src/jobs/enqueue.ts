import type { Sql } from '../store/index.ts'
import type { EnqueueOptions, JobKind, Lane } from './door.ts'
import { wakeChannel } from './lanes.ts'

/** How a payload is stored: the queue adds fields of its own to what a schedule enqueues, so ours is wrapped. */
export interface StoredPayload {
  payload: unknown
}

/**
 * See `Jobs.enqueue`; call it in a transaction. The queue's own `add_job` is not used because it can drop a keyed
 * job whose namesake is taken by a worker at that instant, forgets back-off and Retry-After, and wakes every lane.
 */
export async function enqueue<Payload>(
  sql: Sql,
  kind: JobKind<Payload>,
  payload: Payload,
  { queue, key, runAt }: EnqueueOptions,
): Promise<void> {
  const job: Job = {
    kind: kind.name,
    payload: JSON.stringify({ payload } satisfies StoredPayload),
    maxAttempts: kind.maxAttempts,
    // Two jobs of one key run one after the other only when a queue makes them: a key implies one.
    queue: queue ?? (key === undefined ? null : `key:${key}`),
    key: key ?? null,
    runAt: runAt ?? null,
    lane: kind.lane,
  }
  await place(sql, job)
}

interface Job {
  kind: string
  payload: string
  maxAttempts: number
  queue: string | null
  key: string | null
  runAt: Date | null
  /** Woken once this commits, when it may have something to do. */
  lane: Lane
}

async function place(sql: Sql, job: Job): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    if (await coalesce(sql, job)) return
    if (await insert(sql, job)) return
    // Its kind or queue is new, or somebody inserted the same key just now.
    await declare(sql, job)
  }
  throw new Error(`Could not enqueue a job of kind ${job.kind}`)
}

/**
 * Joins the job that holds the key. Waiting: it is kept, at the earlier of both times, but no sooner than a server
 * asked for (RetryAt); its row stays locked until commit, so it cannot start without seeing what the caller wrote.
 * Failed for good: it gets new attempts. Running: it loses the key, and a new job must be made. True when it was joined.
 */
async function coalesce(sql: Sql, { key, runAt, lane }: Job): Promise<boolean> {
  if (key === null) return false
  const [row] = await sql.prepared<{ isWaiting: boolean }>(
    'jobs-coalesce',
    `with joined as (
     update graphile_worker._private_jobs set
       key = case when locked_at is null then key end,
       flags = case when locked_at is null then flags else coalesce(flags, '{}') || '{"superseded": true}' end,
       run_at = case
         when locked_at is not null or (flags ? 'retryAt' and attempts < max_attempts) then run_at
         else least(run_at, coalesce($2, now())) end,
       attempts = case when locked_at is null and attempts >= max_attempts then 0 else attempts end,
       revision = revision + 1, updated_at = now()
     where key = $1 returning locked_at is null as is_waiting, run_at <= now() as is_due)
     select is_waiting as "isWaiting", (select pg_notify($3, $4) where is_waiting and is_due)::text from joined`,
    [key, runAt, wakeChannel, lane],
  )
  return row?.isWaiting ?? false
}

async function insert(sql: Sql, job: Job): Promise<boolean> {
  const rows = await sql.prepared(
    'jobs-insert',
    // "key share" keeps the queue's row from being tidied away until this commits.
    `with queue as (select id from graphile_worker._private_job_queues where queue_name = $2 for key share),
     placed as (
     insert into graphile_worker._private_jobs (job_queue_id, task_id, payload, run_at, max_attempts, key)
     select queue.id, task.id, $3::json, coalesce($4::timestamptz, now()), $5, $6
     from graphile_worker._private_tasks task left join queue on true
     where task.identifier = $1 and (queue.id is not null or $2::text is null)
     on conflict (key) do nothing returning id)
     select (select pg_notify($7, $8) where $4::timestamptz is null)::text from placed`,
    [job.kind, job.queue, job.payload, job.runAt, job.maxAttempts, job.key, wakeChannel, job.lane],
  )
  return rows.length === 1
}

async function declare(sql: Sql, { kind, queue }: Job): Promise<void> {
  await sql.query(
    'insert into graphile_worker._private_tasks (identifier) values ($1) on conflict do nothing',
    [kind],
  )
  if (queue === null) return
  await sql.query(
    'insert into graphile_worker._private_job_queues (queue_name) values ($1) on conflict do nothing',
    [queue],
  )
}
