import type { Lane } from './types.ts'
import type { JobPool } from './job-pool.ts'

/** A job that this process holds. */
export interface TakenJob {
  id: number
  /** Counts how often it was taken: what happens to it in a later turn is not its former holder's to write. */
  turn: number
  /** The worker that took it: one process. */
  takenBy: string
  kind: string
  lane: Lane
  key: string | null
  payload: unknown
  /** Counts this one. */
  attempt: number
  maxAttempts: number
}

export interface ClaimRequest {
  lane: Lane
  kinds: readonly string[]
  worker: string
  max: number
}

/**
 * Takes jobs that are due, the longest due first, of each queue one and only while none of it runs. Two lanes may take
 * the first of one queue in the same instant: the unique index on the queue lets one of them, and the other, which waits
 * for it to commit, takes nothing.
 */
export async function claimJobs(
  { pool, isPrepared }: JobPool,
  { lane, kinds, worker, max }: ClaimRequest,
): Promise<TakenJob[]> {
  try {
    const { rows } = await pool.query<TakenJob>({
      ...(isPrepared ? { name: 'jobs-take' } : {}),
      text: takeText,
      values: [lane, [...kinds], worker, max],
    })
    return rows
  } catch (error) {
    if (isTwin(error)) return []
    throw error
  }
}

/** SQL: a job that may run now, as far as itself is concerned. */
export const isDue = (job: string): string =>
  `${job}.taken_by is null and ${job}.attempts < ${job}.max_attempts and ${job}.run_at <= now()`

/** Another job of that queue was taken, or another of that key came to wait, in the same instant (unique_violation). */
export const isTwin = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

const takeText = `
  with picked as (
    select id from job j
    where lane = $1 and kind = any ($2::text[]) and ${isDue('j')}
      and not exists (select from job busy where busy.queue = j.queue and busy.taken_by is not null)
      and not exists (
        select from job earlier
        where earlier.queue = j.queue and earlier.lane = $1 and earlier.kind = any ($2::text[])
          and ${isDue('earlier')} and (earlier.run_at, earlier.id) < (j.run_at, j.id))
    order by run_at, id limit $4 for update skip locked)
  update job set taken_by = $3, taken_at = now(), attempts = attempts + 1, turn = turn + 1
  from picked where job.id = picked.id
  returning job.id, turn, $3::text as "takenBy", kind, lane, key, payload, attempts as attempt,
    max_attempts as "maxAttempts"`
