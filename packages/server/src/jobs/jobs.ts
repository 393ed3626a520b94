import { Logger, runMigrations } from 'graphile-worker'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import type { Database, Sql } from '../store/index.ts'
import type { Jobs, Lane } from './door.ts'
import { enqueue } from './enqueue.ts'
import { discardFailed, failedJobs, retryFailed, waitingByKind } from './failed.ts'
import { wakeChannel } from './lanes.ts'
import { poolLike } from './pool-like.ts'
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
  const schema = once(() => createSchema(database))
  let workers: Workers | undefined

  /** Has jobs of these kinds looked for, in every process. */
  const wake = async (kinds: readonly string[]): Promise<void> => {
    const due = new Set(kinds.map((kind) => registry.laneOf(kind) ?? '*'))
    await database.query('select pg_notify($1, lane) from unnest($2::text[]) lane', [wakeChannel, [...due]])
  }

  return {
    handle: (kind, run) => registry.handle(kind, run),
    schedule: (schedule) => registry.schedule(schedule),
    enqueue: async (tx, kind, payload, options = {}) => {
      await schema()
      if (tx) enqueue(tx, kind, payload, options)
      else await database.transaction(async (own) => enqueue(own, kind, payload, options))
    },
    start: async () => {
      await schema()
      workers ??= startWorkers({ database, clock, log, registry, wake })
    },
    stop: async (graceMilliseconds) => {
      await workers?.stop(graceMilliseconds)
      workers = undefined
    },
    failed: async (limit) => {
      await schema()
      return failedJobs(database, limit)
    },
    retry: async (id) => {
      await schema()
      const kind = await retryFailed(database, id)
      if (kind !== undefined) await wake([kind])
      return kind !== undefined
    },
    discard: async (id) => {
      await schema()
      return discardFailed(database, id)
    },
    waiting: async () => {
      await schema()
      return waiting(database, registry)
    },
  }
}

async function waiting(sql: Sql, registry: Registry): Promise<Record<Lane, number>> {
  const counts: Record<Lane, number> = { interactive: 0, sync: 0, backlog: 0, outbox: 0, maintenance: 0 }
  for (const { kind, count } of await waitingByKind(sql)) {
    const lane = registry.laneOf(kind)
    if (lane) counts[lane] += count
  }
  return counts
}

/** The queue's own tables, in a schema of their own and migrated by itself; processes may do so together. */
async function createSchema(database: Database): Promise<void> {
  const pool = poolLike(database, 1)
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await pool.end()
  }
}

/** Runs `work` on first use; a failure is not remembered. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    }))
}
