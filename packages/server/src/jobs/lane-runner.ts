import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  type ParsedCronItem,
  parseCronItems,
  run,
  type Task,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../kit/log.ts'
import type { Lane, Schedule } from './door.ts'
import type { StoredPayload } from './enqueue.ts'
import { laneWidths } from './lanes.ts'
import type { Presence } from './presence.ts'
import { scheduleQueue } from './recovery.ts'
import type { Handled } from './registry.ts'
import type { TakenJob } from './run-job.ts'

export interface LaneOptions {
  lane: Lane
  kinds: readonly Handled[]
  schedules: readonly Schedule[]
  pool: pg.Pool
  presence: Presence
  log: Log
  run(kind: Handled, job: TakenJob): Promise<void>
}

/** The workers of one lane in this process. */
export interface LaneRunner {
  /** Has an idle worker look for a job. */
  wake(): void
  /** Takes no more jobs; resolves when the running ones have returned. */
  stop(): Promise<void>
}

/** Found when jobs fall due or a wake-up got lost. */
const pollMs = 1000
/** Looking for a job locks every free queue for that moment and hides it from others, so each look is repeated. */
const secondLookMs = 5

/** Runs a lane until stopped; the queue's runtime gives up when the database is away, and is then replaced. */
export function startLane(options: LaneOptions): LaneRunner {
  const stopping = new AbortController()
  let workers: WorkerPool | undefined
  const nudge = () => {
    if (!stopping.signal.aborted && workers?._active) workers.nudge(1)
  }
  let secondLook: NodeJS.Timeout | undefined
  // A burst of wake-ups makes one look at once and one every few milliseconds, the last of them after the last wake-up.
  let isWokenAgain = false
  const wake = () => {
    isWokenAgain = secondLook !== undefined
    if (isWokenAgain) return
    nudge()
    secondLook = setTimeout(lookAgain, secondLookMs)
  }
  const lookAgain = () => {
    secondLook = undefined
    if (isWokenAgain) wake()
    else nudge()
  }
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => (workers = workerPool))
  // One worker found a job: there may be more than the one wake-up told of.
  events.on('job:start', () => wake())
  const running = keepRunning(options, events, stopping.signal)
  return {
    wake,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

async function keepRunning(options: LaneOptions, events: WorkerEvents, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const runner = await run(runnerOptions(options, events))
      const stop = () => void runner.stop().catch(() => {}) // it rejects when the runner has ended by itself
      stopping.addEventListener('abort', stop)
      if (stopping.aborted) stop()
      await runner.promise.finally(() => stopping.removeEventListener('abort', stop))
    } catch (error) {
      if (stopping.aborted) return
      options.log.failure('jobs.lane-restarted', error, { lane: options.lane })
      await pause(pollMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

function runnerOptions(options: LaneOptions, events: WorkerEvents): Parameters<typeof run>[0] {
  return {
    pgPool: options.pool,
    concurrency: laneWidths[options.lane],
    pollInterval: pollMs,
    noHandleSignals: true,
    taskList: Object.fromEntries(options.kinds.map((kind) => [kind.name, task(kind, options.run)])),
    parsedCronItems: cronItems(options.schedules),
    events,
    logger: loggerTo(options.log),
    preset: {
      // Settling is ours (settle.ts); what the runtime does after it finds nothing. Unbatched, a failure of that
      // would be an unhandled rejection, which ends the process.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [showPresence(options.presence)],
    },
  }
}

function task(kind: Handled, runTaken: LaneOptions['run']): Task {
  return async (_payload: unknown, { job }: JobHelpers) => {
    if (job.locked_by === null) throw new Error('the queue handed over a job that is not taken')
    await runTaken(kind, {
      id: String(job.id),
      owner: job.locked_by,
      key: job.key,
      payload: job.payload,
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
    })
  }
}

/** Others must see that a worker pool lives before it takes its first job. */
function showPresence(presence: Presence): GraphileConfig.Plugin {
  return {
    name: 'PresencePlugin',
    worker: {
      hooks: { startWorker: (_context, { worker }) => presence.hold(worker.workerPool.id) },
    },
  }
}

const dayMs = 24 * 3600 * 1000

/**
 * The queue records each time a schedule fired, so of several processes one enqueues. Those of a stated hour that
 * passed while no process ran are made up for once, at start.
 */
function cronItems(schedules: readonly Schedule[]): ParsedCronItem[] {
  return parseCronItems(
    schedules.map(({ cron, kind }) => ({
      task: kind.name,
      match: cron,
      identifier: `${kind.name} ${cron}`,
      payload: { payload: {} } satisfies StoredPayload,
      options: {
        jobKey: scheduleQueue(kind.name),
        jobKeyMode: 'preserve_run_at',
        queueName: scheduleQueue(kind.name),
        maxAttempts: kind.maxAttempts,
        backfillPeriod: cron.split(/\s+/)[1]?.includes('*') ? 0 : dayMs,
      },
    })),
  )
}

function loggerTo(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.event('jobs.queue-trouble', { message })
  })
}
