import type { Tx } from '../store/index.ts'
import type { EnqueueOptions, JobKind } from './door.ts'
import { wakeChannel } from './lanes.ts'

/** How a payload is stored: the queue adds fields of its own to what a schedule enqueues, so ours is wrapped. */
export interface StoredPayload {
  payload: unknown
}

/**
 * See `Jobs.enqueue`. Joins the job that holds the key, or adds one (migration 0027-enqueue.sql). The queue's own
 * `add_job` is not used because it can drop a keyed job whose namesake is taken by a worker at that instant, forgets
 * back-off and Retry-After, and wakes every lane.
 */
export function enqueue<Payload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: Payload,
  { queue, key, runAt }: EnqueueOptions,
): void {
  const stored: StoredPayload = { payload }
  tx.send('jobs-enqueue', 'select enqueue_job($1, $2, $3, $4, $5, $6, $7, $8)', [
    kind.name,
    JSON.stringify(stored),
    kind.maxAttempts,
    // Two jobs of one key run one after the other only when a queue makes them: a key implies one.
    queue ?? (key === undefined ? null : `key:${key}`),
    key ?? null,
    runAt ?? null,
    wakeChannel,
    kind.lane,
  ])
}
