import type { Tx } from '../store/index.ts'
import type { EnqueueOptions, JobKind } from './types.ts'
import { wakeChannel } from './lanes.ts'

/**
 * See `Jobs.enqueue`. One statement whose answer nobody waits for. The row of a waiting job that is joined stays locked
 * until commit, so the job cannot start without seeing what the caller wrote; one that is being taken at that instant is
 * no longer waiting, and another row is made. The lane is woken at commit, when it may have something to do.
 */
export function enqueue<Payload>(
  tx: Tx,
  kind: JobKind<Payload>,
  payload: Payload,
  { queue, key, runAt }: EnqueueOptions,
): void {
  tx.send('jobs-enqueue', enqueueText, [
    JSON.stringify({
      kind: kind.name,
      lane: kind.lane,
      // Two jobs of one key run one after the other only when a queue makes them: a key implies one.
      queue: queue ?? (key === undefined ? null : `key:${key}`),
      key: key ?? null,
      runAt: runAt ?? null,
      maxAttempts: kind.maxAttempts,
    }),
    JSON.stringify(payload ?? null),
    wakeChannel,
  ])
}

/**
 * A waiting job keeps its payload and runs at the earlier of both times, but no sooner than a server asked for
 * (`RetryAt`); one that failed for good gets new attempts.
 */
const enqueueText = `
  with added as (
    insert into job (kind, lane, queue, key, run_at, max_attempts, payload, updated_at)
    select kind, lane, queue, key, coalesce("runAt", now()), "maxAttempts", $2::json, now()
    from jsonb_to_record($1::jsonb) as new
      (kind text, lane text, queue text, key text, "runAt" timestamptz, "maxAttempts" integer)
    on conflict (key) where taken_by is null do update set
      run_at = case when job.is_postponed and job.attempts < job.max_attempts then job.run_at
        else least(job.run_at, excluded.run_at) end,
      attempts = case when job.attempts < job.max_attempts then job.attempts else 0 end,
      updated_at = excluded.updated_at
    returning lane, run_at)
  select pg_notify($3, lane) from added where run_at <= now()`
