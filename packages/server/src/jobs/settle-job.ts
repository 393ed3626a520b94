import type { Database, Sql, Tx } from '../store/index.ts'
import { wakeChannel } from './lanes.ts'
import { isDue, isTwin, type TakenJob } from './claim-jobs.ts'

/** When a job that did not succeed runs next. */
export interface Retry {
  /** Attempts used up so far; at the kind's maximum the job stays as failed. */
  attempts: number
  /** As `attempts`, for the job that was enqueued under the same key meanwhile. */
  attemptsOfSuccessor: number
  /** A stated time, or seconds from now that are spread by a quarter either way. */
  when: { at: Date } | { seconds: number }
  error: string | null
  /** The time was asked for: enqueueing the key again does not bring it forward. */
  isPostponed: boolean
}

/** Every statement holds only while the job is still ours. The freed queue's next job of another lane is woken. */
export async function settleDone(sql: Sql, { id, takenBy, turn, lane }: TakenJob): Promise<void> {
  await sql.prepared(
    'jobs-settle-done',
    `with gone as (
       delete from job where id = $1 and taken_by = $2 and turn = $3 returning queue),
     next as (
       select distinct j.lane from gone join job j on j.queue = gone.queue
       where ${isDue('j')} and j.lane <> $4)
     select pg_notify($5, lane) from next`,
    [id, takenBy, turn, lane, wakeChannel],
  )
}

const maxTries = 5

/** Lets the job wait again; when its key waits already, that job takes over what is known of this one. */
export async function settleRetry(database: Database, job: TakenJob, retry: Retry): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.transaction(async (tx) => {
        if (!(await waitAgain(tx, job, retry))) await mergeIntoWaitingJob(tx, job, retry)
      })
      return
    } catch (error) {
      // The key was enqueued between the look for it and the write.
      if (!isTwin(error) || attempt === maxTries) throw error
    }
  }
}

/** SQL: the time of a `Retry`; a stated one, or so many seconds from now. */
const dueInSql = (at: string, seconds: string): string =>
  `coalesce(${at}::timestamptz, now() + ${seconds}::float8 * (0.75 + random() / 2) * interval '1 second')`

const getTimes = ({ when }: Retry): [Date | null, number] =>
  'at' in when ? [when.at, 0] : [null, when.seconds]

async function waitAgain(tx: Tx, { id, takenBy, turn, lane }: TakenJob, retry: Retry): Promise<boolean> {
  const [row] = await tx.query<{ queue: string | null }>(
    `update job set taken_by = null, taken_at = null, run_at = ${dueInSql('$4', '$5')}, attempts = $6,
       last_error = $7, is_postponed = $8, updated_at = now()
     where id = $1 and taken_by = $2 and turn = $3
       and not exists (select from job successor where successor.key = job.key and successor.taken_by is null)
     returning queue`,
    [id, takenBy, turn, ...getTimes(retry), retry.attempts, retry.error, retry.isPostponed],
  )
  if (row) await wakeQueue(tx, row.queue, lane)
  return row !== undefined
}

async function mergeIntoWaitingJob(
  tx: Tx,
  { id, takenBy, turn, key, lane }: TakenJob,
  retry: Retry,
): Promise<void> {
  const [row] = await tx.query<{ queue: string | null }>(
    'delete from job where id = $1 and taken_by = $2 and turn = $3 returning queue',
    [id, takenBy, turn],
  )
  if (!row) return
  await tx.query(
    `update job set run_at = greatest(run_at, ${dueInSql('$2', '$3')}), attempts = $4, last_error = $5,
       is_postponed = $6, updated_at = now()
     where key = $1 and taken_by is null`,
    [key, ...getTimes(retry), retry.attemptsOfSuccessor, retry.error, retry.isPostponed],
  )
  await wakeQueue(tx, row.queue, lane)
}

async function wakeQueue(tx: Tx, queue: string | null, but: string): Promise<void> {
  if (queue === null) return
  await tx.query(
    `select pg_notify($1, lane) from (
       select distinct j.lane from job j where j.queue = $2 and ${isDue('j')} and j.lane <> $3) as next`,
    [wakeChannel, queue, but],
  )
}
