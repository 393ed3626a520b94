import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../kit/clock.ts'
import type { Log } from '../kit/log.ts'
import { type Database, connectionBudget } from '../store/index.ts'
import type { Lane } from './types.ts'
import { pollDueJobs } from './heartbeat.ts'
import { type LaneRunner, startLane } from './lane-runner.ts'
import { lanes, laneWidths } from './lanes.ts'
import { getPoolConfig, poolLike } from './job-pool.ts'
import { openPresence } from './presence.ts'
import { abandon, type HeldJob, selectLostJobs, recover } from './recovery.ts'
import type { Registry } from './registry.ts'
import { type RunningJob, runJob } from './run-job.ts'
import { claimJobs } from './claim-jobs.ts'

/** The running half of the queue in one process. */
export interface Workers {
  stop(graceMilliseconds: number): Promise<void>
}

export interface WorkersOptions {
  database: Database
  clock: Clock
  log: Log
  registry: Registry
}

const recoverEveryMs = 5000
/** How long aborted handlers get to return before their jobs are handed on without them. */
const abortedWithinMs = 2000

export function startWorkers({ database, clock, log, registry }: WorkersOptions): Workers {
  const schedules = registry.schedules()
  const worker = `worker ${randomUUID()}`
  const jobPool = poolLike(database, connectionBudget.jobs)
  const running = new Map<number, RunningJob>()
  const giveUp = new AbortController()
  const runners = new Map<Lane, LaneRunner>()
  const trouble = (error: unknown) => log.failure('jobs.queue-trouble', error)
  const holding: Holding = { database, worker, running, trouble }
  const presence = openPresence({
    connection: getPoolConfig(database),
    worker,
    log,
    wake: (woken) => {
      for (const [lane, runner] of runners) if (woken === '*' || woken === lane) runner.wake()
    },
    regained: () => void abortLost(holding),
  })
  const parts = { database, clock, log, running, giveUp: giveUp.signal }
  for (const lane of lanes) {
    const kinds = registry.ofLane(lane)
    if (kinds.length === 0) continue
    const names = kinds.map(({ name }) => name)
    const take = async (max: number) => {
      await presence.whenShown() // before it takes its first job others must see that it lives
      if (giveUp.signal.aborted) return []
      return claimJobs(jobPool, { lane, kinds: names, worker, max })
    }
    const runner = startLane({
      width: laneWidths[lane],
      take,
      run: (job) => runJob(parts, registry.getKind(job.kind), job),
      failed: trouble,
    })
    runners.set(lane, runner)
    runner.wake()
  }
  const beating = pollDueJobs({
    database,
    kinds: registry.all(),
    schedules,
    wake: (lane) => runners.get(lane)?.wake(),
    failed: trouble,
    until: giveUp.signal,
  })
  const recovering = keepRecovering(holding, log, giveUp.signal)

  return {
    stop: async (graceMilliseconds) => {
      const stopped = Promise.all([...runners.values()].map((runner) => runner.stop()))
      await within(graceMilliseconds, stopped)
      const reason = new Error('The process is stopping')
      for (const { abort } of running.values()) abort.abort(reason)
      await within(abortedWithinMs, stopped)
      giveUp.abort()
      await Promise.all([beating, recovering])
      await abandon(database, worker)
      await presence.close()
      await within(abortedWithinMs, jobPool.pool.end())
    },
  }
}

/** The jobs that this process runs, and the means to check that they are still its own. */
interface Holding {
  database: Database
  worker: string
  running: ReadonlyMap<number, RunningJob>
  trouble(error: unknown): void
}

const listHeldJobs = (running: Holding['running']): HeldJob[] =>
  [...running].map(([id, { turn }]) => ({ id, turn }))

/** At once, because a predecessor may have been killed a moment ago, and then for those that die beside us. */
async function keepRecovering(holding: Holding, log: Log, until: AbortSignal): Promise<void> {
  const { database, worker, running } = holding
  while (!until.aborted) {
    await abortLost(holding)
    try {
      const jobs = await recover(database, worker, listHeldJobs(running))
      if (jobs > 0) log.event('jobs.recovered', { jobs })
    } catch (error) {
      holding.trouble(error) // the database is away; the next look comes soon
    }
    await pause(recoverEveryMs, undefined, { signal: until }).catch(() => {})
  }
}

/**
 * While our lock was gone others may have taken over: stop doing what they do. Asked as soon as the lock is held
 * again, and in every round of recovery because the connections that ask may come back later than the one with the lock.
 */
async function abortLost({ database, worker, running, trouble }: Holding): Promise<void> {
  if (running.size === 0) return
  try {
    for (const id of await selectLostJobs(database, worker, listHeldJobs(running)))
      running.get(id)?.abort.abort(new Error('Another process took the job over'))
  } catch (error) {
    trouble(error) // away again; the next round asks again
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, pause(milliseconds, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
