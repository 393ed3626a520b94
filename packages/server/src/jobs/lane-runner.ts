import type { TakenJob } from './claim-jobs.ts'

export interface LaneOptions {
  /** Jobs that run side by side. */
  width: number
  /** Takes so many jobs at most. */
  take(max: number): Promise<TakenJob[]>
  /** Runs one and settles it; does not fail. */
  run(job: TakenJob): Promise<void>
  /** The queue could not be looked at; the next wake-up looks again. */
  failed(error: unknown): void
}

/** The workers of one lane in this process. */
export interface LaneRunner {
  /** Has the lane look for jobs. */
  wake(): void
  /** Takes no more jobs; resolves when the running ones have returned. */
  stop(): Promise<void>
}

/** One look at a time takes as many jobs as there is room for; what wakes the lane meanwhile makes it look once more. */
export function startLane({ width, take, run, failed }: LaneOptions): LaneRunner {
  const running = new Set<Promise<void>>()
  let isStopping = false
  let isWoken = false
  let isLooking = false
  let looked = Promise.resolve()

  const begin = (job: TakenJob): void => {
    const ended = run(job).finally(() => {
      running.delete(ended)
      wake()
    })
    running.add(ended)
  }
  const mayTake = () => isWoken && !isStopping && running.size < width
  const takeWaitingJobs = async (): Promise<void> => {
    isLooking = true
    try {
      while (mayTake()) {
        isWoken = false
        const taken = await take(width - running.size)
        taken.forEach(begin)
        isWoken ||= taken.length > 0 // there may be more
      }
    } catch (error) {
      failed(error)
    } finally {
      isLooking = false
    }
  }
  const wake = (): void => {
    isWoken = true
    if (!isLooking) looked = takeWaitingJobs()
  }
  return {
    wake,
    stop: async () => {
      isStopping = true
      await looked
      await Promise.all(running)
    },
  }
}
