import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Database } from '../store/index.ts'
import { RetryAt } from './types.ts'
import type { Handled } from './registry.ts'
import { type Retry, settleDone, settleRetry } from './settle-job.ts'
import type { TakenJob } from './claim-jobs.ts'

/** A job that runs here, with the way to abort it. */
export interface RunningJob {
  turn: number
  abort: AbortController
}

export interface RunnerParts {
  database: Database
  clock: Clock
  log: Log
  /** Jobs that run in this process, by id. */
  running: Map<number, RunningJob>
  /** Aborted when settling is to be given up because the process stops. */
  giveUp: AbortSignal
}

/**
 * Runs one job and settles it. Resolves in any case: an error of the handler decides what becomes of the job,
 * and while the database is away the outcome is kept and written later.
 */
export async function runJob(parts: RunnerParts, kind: Handled, job: TakenJob): Promise<void> {
  const abort = new AbortController()
  const run = { turn: job.turn, abort }
  parts.running.set(job.id, run)
  try {
    const retry = await attempt(parts, kind, job, abort.signal)
    await settle(parts, job, retry)
  } finally {
    // It may have been given back and taken again by this very process.
    if (parts.running.get(job.id) === run) parts.running.delete(job.id)
  }
}

async function attempt(
  { clock, log }: RunnerParts,
  kind: Handled,
  job: TakenJob,
  signal: AbortSignal,
): Promise<Retry | undefined> {
  try {
    await kind.run(job.payload, { signal, attempt: job.attempt })
    return undefined
  } catch (error) {
    if (signal.aborted) return interrupted(job)
    if (error instanceof RetryAt) return postponed(job, error, clock)
    const isLast = job.attempt >= job.maxAttempts
    log.failure(isLast ? 'jobs.failed' : 'jobs.attempt-failed', error, {
      kind: kind.name,
      attempt: job.attempt,
    })
    return failed(job, error)
  }
}

/** Stopped by us, not by its own fault: the attempt is given back. */
function interrupted(job: TakenJob): Retry {
  const attempts = job.attempt - 1
  return { attempts, attemptsOfSuccessor: attempts, when: { seconds: 0 }, error: null, isPostponed: false }
}

const maxPostponementMs = 24 * 3600 * 1000

/** A day at most: a nonsensical Retry-After must not put an account to sleep for ever. */
function postponed(job: TakenJob, error: RetryAt, clock: Clock): Retry {
  const latest = clock.now().getTime() + maxPostponementMs
  const at = new Date(Math.min(error.at.getTime(), latest))
  const attempts = job.attempt - 1
  return {
    attempts,
    attemptsOfSuccessor: attempts,
    when: { at },
    error: described(error),
    isPostponed: true,
  }
}

function failed(job: TakenJob, error: unknown): Retry {
  return {
    attempts: job.attempt,
    // What was enqueued since is news: it does not inherit a failure for good.
    attemptsOfSuccessor: job.attempt >= job.maxAttempts ? 0 : job.attempt,
    when: { seconds: backOffSeconds(job.attempt) },
    error: described(error),
    isPostponed: false,
  }
}

/** For the administrator's list; without NUL, which PostgreSQL refuses in text. */
function described(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.replaceAll('\0', '').slice(0, 2000)
}

async function settle(parts: RunnerParts, job: TakenJob, retry: Retry | undefined): Promise<void> {
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 5000)) {
    try {
      if (retry) await settleRetry(parts.database, job, retry)
      else await settleDone(parts.database, job)
      return
    } catch (error) {
      // Given up, the job is still taken by this process, and whoever outlives it runs the job again.
      if (parts.giveUp.aborted) return
      parts.log.failure('jobs.queue-trouble', error)
      await pause(waitMs, undefined, { signal: parts.giveUp }).catch(() => {})
    }
  }
}

const maxSeconds = 3600

/** Seconds until the next attempt after so many failed ones: 1, 3, 9, 27 … up to an hour. */
function backOffSeconds(failedAttempts: number): number {
  return Math.min(maxSeconds, 3 ** (failedAttempts - 1))
}
