import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Database, Sql } from '../store/index.ts'
import type { Jobs, Lane } from './types.ts'
import { enqueue } from './enqueue.ts'
import { discardFailed, failedJobs, retryFailed, waitingByLane } from './failed-jobs.ts'
import { Registry } from './registry.ts'
import { type Workers, startWorkers } from './workers.ts'

export interface JobsOptions {
  database: Database
  clock: Clock
  log: Log
}

/**
 * The queue over one database. Processes that only enqueue never call `start`; of those that do, any number
 * share the work. Connections to run jobs are its own, so a full pool elsewhere cannot stop it.
 */
export function createJobs({ database, clock, log }: JobsOptions): Jobs {
  const registry = new Registry()
  let workers: Workers | undefined
  return {
    handle: (kind, run) => registry.handle(kind, run),
    schedule: (schedule) => registry.schedule(schedule),
    enqueue: async (tx, kind, payload, options = {}) => {
      if (tx) enqueue(tx, kind, payload, options)
      else await database.transaction(async (own) => enqueue(own, kind, payload, options))
    },
    start: async () => {
      workers ??= startWorkers({ database, clock, log, registry })
    },
    stop: async (graceMilliseconds) => {
      await workers?.stop(graceMilliseconds)
      workers = undefined
    },
    failed: (limit) => failedJobs(database, limit),
    retry: (id) => retryFailed(database, id),
    discard: (id) => discardFailed(database, id),
    waiting: () => waiting(database),
  }
}

async function waiting(sql: Sql): Promise<Record<Lane, number>> {
  const counts: Record<Lane, number> = { interactive: 0, sync: 0, backlog: 0, outbox: 0, maintenance: 0 }
  for (const { lane, count } of await waitingByLane(sql)) counts[lane] = count
  return counts
}
