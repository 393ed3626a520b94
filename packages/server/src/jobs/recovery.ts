import type { Database, Sql, Tx } from '../store/index.ts'
import { wakeChannel } from './lanes.ts'
import { presenceSeed } from './presence.ts'
import { isTwin } from './claim-jobs.ts'

/** After this many ends of its process a job is taken for their cause and left as failed. */
const maxCrashes = 50
/** A job that was handed to us so long ago and does not run was lost on the way. */
const lostAfter = `interval '30 seconds'`

/** A job as this process holds it. */
export interface HeldJob {
  id: number
  turn: number
}

/**
 * Gives back what nobody works on any more; returns how many jobs. Two ways to get there: a process ended, or an answer
 * with jobs was lost on the way to us. `running` are the jobs that this process really runs.
 */
export async function recover(
  database: Database,
  worker: string,
  running: readonly HeldJob[],
): Promise<number> {
  let recovered = await giveBack(database, worker, running)
  for (const otherWorker of await otherWorkers(database, worker))
    if (await isDead(database, otherWorker)) recovered += await giveBack(database, otherWorker, undefined)
  if (recovered > 0) await database.query('select pg_notify($1, $2)', [wakeChannel, '*'])
  return recovered
}

/** Hands the jobs of a worker that is stopping to others, without waiting for their handlers to return. */
export function abandon(database: Database, worker: string): Promise<number> {
  return giveBack(database, worker, undefined)
}

/** Returns those of the running jobs that were taken away from this process. */
export async function selectLostJobs(
  sql: Sql,
  worker: string,
  running: readonly HeldJob[],
): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `select held.id from jsonb_to_recordset($2::jsonb) as held (id bigint, turn integer)
     where held.id is not null and not exists (
       select from job where job.id = held.id and job.turn = held.turn and job.taken_by = $1)`,
    [worker, JSON.stringify(running)],
  )
  return rows.map((row) => row.id)
}

async function otherWorkers(sql: Sql, worker: string): Promise<string[]> {
  const rows = await sql.query<{ worker: string }>(
    'select distinct taken_by as worker from job where taken_by is not null and taken_by <> $1',
    [worker],
  )
  return rows.map((row) => row.worker)
}

/** Free means that the session that held the lock has ended, and its process with it. */
async function isDead(database: Database, worker: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ isDead: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, $2)) as "isDead"',
      [worker, presenceSeed],
    )
    return row?.isDead ?? false
  })
}

const maxTries = 5

/**
 * Lets a worker's jobs wait again: all of them, or those lost on the way, which are not among `running`. One whose key
 * waits already is dropped, because the job enqueued under that key does the same work.
 */
async function giveBack(
  database: Database,
  worker: string,
  running: readonly HeldJob[] | undefined,
): Promise<number> {
  const which = running ? [worker, JSON.stringify(running), true] : [worker, '[]', false]
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(async (tx) => {
        const dropped = await dropSuperseded(tx, which)
        return dropped + (await letWait(tx, which))
      })
    } catch (error) {
      if (!isTwin(error) || attempt === maxTries) throw error
    }
  }
}

/** SQL: `$1` took it, and where `$3` holds it is none of the jobs in `$2` and was taken a while ago. */
const isGivenBack = `job.taken_by = $1 and (not $3::boolean or (job.taken_at < now() - ${lostAfter} and not exists (
  select from jsonb_to_recordset($2::jsonb) as held (id bigint, turn integer)
  where held.id = job.id and held.turn = job.turn)))`

async function dropSuperseded(tx: Tx, which: readonly unknown[]): Promise<number> {
  const rows = await tx.query(
    `delete from job where ${isGivenBack}
       and exists (select from job successor where successor.key = job.key and successor.taken_by is null)
     returning 1`,
    which,
  )
  return rows.length
}

/** The attempt is given back: the job did not fail. */
async function letWait(tx: Tx, which: readonly unknown[]): Promise<number> {
  const rows = await tx.query(
    `update job set taken_by = null, taken_at = null, updated_at = now(), crashes = crashes + 1,
       run_at = now() + greatest(crashes - 4, 0) * interval '10 seconds',
       attempts = case when crashes + 1 < ${maxCrashes} then greatest(attempts - 1, 0) else max_attempts end,
       last_error = 'The process ended while this job ran'
     where ${isGivenBack} returning 1`,
    which,
  )
  return rows.length
}
