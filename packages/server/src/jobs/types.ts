import type { Tx } from '../store/index.ts'

/** Lanes run side by side, so backlog never delays interactive work. */
export type Lane = 'interactive' | 'sync' | 'backlog' | 'outbox' | 'maintenance'

/** A kind of job: name, lane, how it is retried, and its payload's parser (payloads come back from the database). */
export interface JobKind<Payload> {
  readonly name: string
  readonly lane: Lane
  readonly maxAttempts: number
  parse(payload: unknown): Payload
}

export interface EnqueueOptions {
  /** One at a time per queue: an account or calendar. */
  queue?: string
  /**
   * Equal keys coalesce: a waiting job is kept with its payload, a running one is followed by exactly one more run,
   * one that failed for good gets new attempts. A key implies a queue of its own when none is given.
   */
  key?: string
  /** Not before this time; of several for one key the earliest counts, so a job looks for itself what is due. */
  runAt?: Date
}

export interface RunContext {
  /**
   * Aborted when the process stops, or when another one had to take the job over. A handler that ends early for it
   * throws `signal.reason` (any error does): the job runs again and the attempt is given back.
   */
  readonly signal: AbortSignal
  readonly attempt: number
}

export interface FailedJob {
  id: string
  kind: string
  queue: string | null
  attempts: number
  maxAttempts: number
  lastError: string | null
  failedAt: Date
}

export interface Schedule {
  /** Five-field cron, UTC. */
  cron: string
  kind: JobKind<Record<string, never>>
}

/**
 * Asks for another attempt at a stated time, a day ahead at most, instead of the usual back-off. Does not count as a
 * failure; until then the job is not started by enqueueing its key again either.
 */
export class RetryAt extends Error {
  readonly at: Date
  constructor(at: Date, reason: string) {
    super(reason)
    this.at = at
  }
}

export interface Jobs {
  /** Declares who runs a kind; before `start`. */
  handle<Payload>(kind: JobKind<Payload>, run: (payload: Payload, context: RunContext) => Promise<void>): void
  schedule(schedule: Schedule): void
  /**
   * With `tx`: becomes visible when that transaction commits. A job is run at least once, so handlers must be safe
   * to run twice; two of one queue never run at the same time while their processes can reach the database.
   */
  enqueue<Payload>(
    tx: Tx | undefined,
    kind: JobKind<Payload>,
    payload: Payload,
    options?: EnqueueOptions,
  ): Promise<void>
  start(): Promise<void>
  /** Stops taking jobs, waits for running ones up to the grace time, then aborts them; they run again later. */
  stop(graceMilliseconds: number): Promise<void>
  /** Jobs that used up their attempts, newest first; they stay until retried or discarded. */
  failed(limit: number): Promise<FailedJob[]>
  retry(id: string): Promise<boolean>
  discard(id: string): Promise<boolean>
  /** Waiting jobs per lane, for health. */
  waiting(): Promise<Record<Lane, number>>
}
