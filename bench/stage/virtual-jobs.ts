import type { VirtualClock } from '../../packages/emulators/src/index.ts'
import {
  type EnqueueOptions,
  type JobKind,
  type Jobs,
  RetryAt,
} from '../../packages/server/src/jobs/index.ts'

/** A queue in memory, whose jobs run when a clock that moves only by hand gets to them. */
export interface VirtualJobs {
  jobs: Jobs
  /** Moves the clock on to this time and runs what falls due on the way, one job after the other. */
  runUntil(end: Date): Promise<void>
}

interface Waiting {
  kind: JobKind<unknown>
  payload: unknown
  key: string | undefined
  runAt: Date
}

type Handler = (payload: unknown) => Promise<void>

/** Of schedules it reads those that come round every so many minutes; any other throws. */
export function createVirtualJobs(clock: VirtualClock): VirtualJobs {
  const handlers = new Map<string, Handler>()
  const schedules: Array<{ kind: JobKind<Record<string, never>>; minutes: number; next: Date }> = []
  let waiting: Waiting[] = []

  function add(kind: JobKind<unknown>, payload: unknown, { key, runAt }: EnqueueOptions): void {
    const at = runAt ?? clock.now()
    const sameKey = waiting.find((job) => key !== undefined && job.key === key)
    if (!sameKey) waiting.push({ kind, payload, key, runAt: at })
    else if (at < sameKey.runAt) sameKey.runAt = at
  }

  async function run(job: Waiting): Promise<void> {
    waiting = waiting.filter((waitingJob) => waitingJob !== job)
    const handle = handlers.get(job.kind.name)
    if (!handle) throw new Error(`Nobody handles ${job.kind.name}`)
    try {
      await handle(job.payload)
    } catch (error) {
      if (!(error instanceof RetryAt)) throw error
      add(job.kind, job.payload, { ...(job.key === undefined ? {} : { key: job.key }), runAt: error.at })
    }
  }

  function enqueueScheduled(): void {
    for (const schedule of schedules) {
      if (schedule.next > clock.now()) continue
      schedule.next = nextTime(clock.now(), schedule.minutes)
      add(schedule.kind, {}, { key: schedule.kind.name })
    }
  }

  const none = async () => {}
  const jobs: Jobs = {
    handle: (kind, handle) => {
      handlers.set(kind.name, (payload) =>
        handle(kind.parse(payload), { signal: new AbortController().signal, attempt: 1 }),
      )
    },
    schedule: ({ cron, kind }) => {
      const minutes = getMinutes(cron)
      schedules.push({ kind, minutes, next: nextTime(clock.now(), minutes) })
    },
    enqueue: async (_tx, kind, payload, options = {}) => add(kind, payload, options),
    start: none,
    stop: none,
    failed: async () => [],
    retry: async () => false,
    discard: async () => false,
    waiting: async () => ({ interactive: 0, sync: 0, backlog: 0, outbox: 0, maintenance: 0 }),
  }
  return {
    jobs,
    runUntil: async (end) => {
      for (;;) {
        const times = [...waiting.map(({ runAt }) => runAt), ...schedules.map(({ next }) => next)]
        const next = Math.min(...times.map((time) => time.getTime()))
        if (next > end.getTime()) break
        await clock.advance(Math.max(0, next - clock.now().getTime()))
        enqueueScheduled()
        const due = waiting.find(({ runAt }) => runAt <= clock.now())
        if (due) await run(due)
      }
      await clock.advance(Math.max(0, end.getTime() - clock.now().getTime()))
    },
  }
}

function getMinutes(cron: string): number {
  const minutes = /^\*\/(\d+) \* \* \* \*$/.exec(cron)?.[1]
  if (minutes === undefined) throw new Error(`A schedule that this queue cannot read: ${cron}`)
  return Number(minutes)
}

function nextTime(now: Date, minutes: number): Date {
  const milliseconds = minutes * 60_000
  return new Date((Math.floor(now.getTime() / milliseconds) + 1) * milliseconds)
}
