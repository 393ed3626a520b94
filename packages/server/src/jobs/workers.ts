import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { type Database, connectionBudget } from '../store/index.ts'
import { type LaneRunner, startLane } from './lane-runner.ts'
import { lanes } from './lanes.ts'
import { connectionOf, poolLike } from './pool-like.ts'
import { openPresence, type Presence } from './presence.ts'
import { abandon, lostJobs, recover } from './recovery.ts'
import type { Registry } from './registry.ts'
import { type RunnerParts, runJob } from './run-job.ts'

/** The running half of the queue in one process. */
export interface Workers {
  stop(graceMilliseconds: number): Promise<void>
}

export interface WorkersOptions {
  database: Database
  clock: Clock
  log: Log
  registry: Registry
  wake(kinds: readonly string[]): Promise<void>
}

const recoverEveryMs = 5000
/** How long aborted handlers get to return before their jobs are handed on without them. */
const abortedWithinMs = 2000
export function startWorkers({ database, clock, log, registry, wake }: WorkersOptions): Workers {
  const pool = poolLike(database, connectionBudget.jobs)
  const running = new Map<string, AbortController>()
  const giveUp = new AbortController()
  const runners = new Map<string, LaneRunner>()
  const presence = openPresence({
    connection: connectionOf(database),
    log,
    wake: (lane) => {
      if (lane === '*') for (const runner of runners.values()) runner.wake()
      else runners.get(lane)?.wake()
    },
    regained: () => void abortLost(database, presence, running, log),
  })
  const parts: RunnerParts = { sql: database, clock, log, running, wake, giveUp: giveUp.signal }
  let schedules = registry.schedules()
  for (const lane of lanes) {
    const kinds = registry.ofLane(lane)
    if (kinds.length === 0) continue
    const run: Parameters<typeof startLane>[0]['run'] = (kind, job) => runJob(parts, kind, job)
    runners.set(lane, startLane({ lane, kinds, schedules, pool, presence, log, run }))
    schedules = [] // any one lane may do the enqueueing for all of them
  }
  const recovering = keepRecovering(database, { presence, running, log, until: giveUp.signal })

  return {
    stop: async (graceMilliseconds) => {
      const stopped = Promise.all([...runners.values()].map((runner) => runner.stop()))
      await within(graceMilliseconds, stopped)
      const reason = new Error('The process is stopping')
      for (const abort of running.values()) abort.abort(reason)
      await within(abortedWithinMs, stopped)
      giveUp.abort()
      await recovering
      await abandon(database, presence.pools())
      await presence.close()
      await within(abortedWithinMs, pool.end())
    },
  }
}

interface RecoveryLoop {
  presence: Presence
  running: ReadonlyMap<string, AbortController>
  log: Log
  until: AbortSignal
}

/** At once, because a predecessor may have been killed a moment ago, and then for those that die beside us. */
async function keepRecovering(
  database: Database,
  { presence, running, log, until }: RecoveryLoop,
): Promise<void> {
  while (!until.aborted) {
    await abortLost(database, presence, running, log)
    try {
      const jobs = await recover(database, presence.pools(), [...running.keys()])
      if (jobs > 0) log.event('jobs.recovered', { jobs })
    } catch (error) {
      log.failure('jobs.queue-trouble', error) // the database is away; the next look comes soon
    }
    await pause(recoverEveryMs, undefined, { signal: until }).catch(() => {})
  }
}

/**
 * While our locks were gone others may have taken over: stop doing what they do. Asked as soon as the locks are held
 * again, and in every round of recovery because the connections that ask may come back later than the one with the locks.
 */
async function abortLost(
  database: Database,
  presence: Presence,
  running: ReadonlyMap<string, AbortController>,
  log: Log,
): Promise<void> {
  if (running.size === 0) return
  try {
    for (const id of await lostJobs(database, presence.pools(), [...running.keys()])) {
      running.get(id)?.abort(new Error('Another process took the job over'))
    }
  } catch (error) {
    log.failure('jobs.queue-trouble', error) // away again; the next round asks again
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, pause(milliseconds, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
