import type { Database, Sql } from '../store/index.ts'
import { wakeChannel } from './lanes.ts'
import { presenceSeed } from './presence.ts'

/** Queues of schedules are called this, then the kind. */
export const scheduleQueue = (kind: string): string => `schedule:${kind}`

/** After this many ends of its process a job is taken for their cause and left as failed. */
const mostCrashes = 50

/**
 * Gives back what nobody works on any more; returns how many jobs. Four ways to get there: a process ended, an
 * answer with a job was lost on the way to us, a queue stayed locked, a queue is empty.
 * `own` are this process's worker pools, `running` the ids of the jobs it really runs.
 */
export async function recover(
  database: Database,
  own: readonly string[],
  running: readonly string[],
): Promise<number> {
  let recovered = 0
  for (const pool of await foreignPools(database, own)) recovered += await recoverDead(database, pool)
  recovered += await giveBack(
    database,
    `job.locked_by = any($1) and job.locked_at < now() - interval '30 seconds' and job.id <> all($2::bigint[])`,
    [own, running],
  )
  await freshenLocks(database, own)
  const freed = await freeStuckQueues(database)
  await dropEmptyQueues(database)
  if (recovered + freed > 0) await database.query('select pg_notify($1, $2)', [wakeChannel, '*'])
  return recovered
}

/** Hands the jobs of pools that are stopping to others, without waiting for their handlers to return. */
export function abandon(sql: Sql, pools: readonly string[]): Promise<number> {
  return giveBack(sql, 'job.locked_by = any($1)', [pools])
}

/** Returns those of the running jobs that were taken away from this process. */
export async function lostJobs(
  sql: Sql,
  own: readonly string[],
  running: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select held.id::text from unnest($2::bigint[]) as held (id) where not exists (
       select 1 from graphile_worker._private_jobs job where job.id = held.id and job.locked_by = any($1))`,
    [own, running],
  )
  return rows.map((row) => row.id)
}

async function foreignPools(sql: Sql, own: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ pool: string }>(
    `select distinct locked_by as pool from graphile_worker._private_jobs
     where locked_by is not null and locked_by <> all($1)`,
    [own],
  )
  return rows.map((row) => row.pool)
}

function recoverDead(database: Database, pool: string): Promise<number> {
  return database.transaction(async (tx) => {
    // Free means that the session that held it has ended, and its process with it.
    const [row] = await tx.query<{ isDead: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as "isDead"',
      [pool, presenceSeed],
    )
    return row?.isDead ? giveBack(tx, 'job.locked_by = $1', [pool]) : 0
  })
}

/**
 * Puts taken jobs back under new ids, so that a holder who is not dead after all can no longer finish them.
 * The attempt is given back: the job did not fail. One that lost its key while it ran is dropped, because the
 * job enqueued under that key does the same work; the queue's own scheduler marks those by clearing the key only.
 */
async function giveBack(sql: Sql, which: string, values: readonly unknown[]): Promise<number> {
  const rows = await sql.query(
    `with gone as (
       delete from graphile_worker._private_jobs job where ${which} returning *
     ), freed as (
       update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
       from gone where queue.id = gone.job_queue_id and queue.locked_by = gone.locked_by
     ), counted as (
       select gone.*, coalesce((flags ->> 'crashes')::int, 0) + 1 as crashes,
         coalesce(flags ? 'superseded', false) or (key is null and exists (
           select 1 from graphile_worker._private_job_queues queue
           where queue.id = gone.job_queue_id and queue.queue_name like 'schedule:%')) as is_superseded
       from gone
     ), again as (
       insert into graphile_worker._private_jobs
         (job_queue_id, task_id, payload, priority, run_at, attempts, max_attempts, last_error, created_at, key, flags)
       select job_queue_id, task_id, payload, priority,
         now() + greatest(crashes - 5, 0) * interval '10 seconds',
         case when crashes < ${mostCrashes} then greatest(attempts - 1, 0) else max_attempts end,
         max_attempts, 'The process ended while this job ran', created_at, key,
         jsonb_build_object('crashes', crashes)
       from counted where not is_superseded
     ) select id from gone`,
    values,
  )
  return rows.length
}

/** The queue's runtime takes locks older than four hours for dead; an import may run longer. */
async function freshenLocks(sql: Sql, own: readonly string[]): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues']) {
    await sql.query(
      `update graphile_worker.${table} set locked_at = now()
       where locked_by = any($1) and locked_at < now() - interval '1 hour'`,
      [own],
    )
  }
}

/** Job and queue are locked and freed in one statement; a queue locked without a job was left by a lost holder. */
async function freeStuckQueues(sql: Sql): Promise<number> {
  const rows = await sql.query(
    // The age keeps off queues that are being locked just now, whose job this statement cannot see yet.
    `update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
     where locked_at < now() - interval '5 seconds' and not exists (
       select 1 from graphile_worker._private_jobs job
       where job.job_queue_id = queue.id and job.locked_by = queue.locked_by)
     returning 1`,
  )
  return rows.length
}

const manyQueues = 500
const dropRounds = 10

/** Every look for a job locks every free queue, so the rows of past queues must not pile up. */
async function dropEmptyQueues(database: Database): Promise<void> {
  const [row] = await database.query<{ count: number }>(
    'select count(*) from graphile_worker._private_job_queues',
  )
  if (!row || row.count < manyQueues) return
  // Rows that a look for jobs holds for a moment are left to the next round.
  for (let round = 0; round < dropRounds && (await dropFreeQueues(database)) > 0; round++);
}

function dropFreeQueues(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const free = await tx.query<{ id: number }>(
      'select id from graphile_worker._private_job_queues where locked_at is null for update skip locked',
    )
    // A statement of its own: it sees every job enqueued before the rows were locked.
    const dropped = await tx.query(
      `delete from graphile_worker._private_job_queues queue where id = any($1) and not exists (
         select 1 from graphile_worker._private_jobs job where job.job_queue_id = queue.id)
       returning 1`,
      [free.map((queue) => queue.id)],
    )
    return dropped.length
  })
}
