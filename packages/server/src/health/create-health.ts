/**
 * The checks that can be run; null means "not known". A failed check is not known either, which for the database is
 * bad.
 */
export interface HealthChecks {
  database(): Promise<boolean>
  queue(): Promise<boolean | null>
  workers(): Promise<boolean | null>
  /** False: the disk is full. */
  disk(): Promise<boolean>
}

/** `status` follows the database and the disk: a backed-up queue is no reason to do anything to a server. */
interface HealthVerdict {
  status: 'ok' | 'error'
  checks: { database: boolean; queue: boolean | null; workers: boolean | null; disk: boolean | null }
}

export interface Health {
  verdict(): Promise<HealthVerdict>
}

export interface HealthNeeds {
  checks: HealthChecks
  /** A check that takes longer has failed; 2,000 unless a test is in a hurry. */
  limitMs?: number
}

export function createHealth({ checks, limitMs = 2_000 }: HealthNeeds): Health {
  let running: Promise<HealthVerdict> | undefined
  return {
    // Monitors that ask at the same time share one answer, so they cannot queue up on a database that hangs.
    verdict: () => {
      running ??= judge(checks, limitMs).finally(() => {
        running = undefined
      })
      return running
    },
  }
}

async function judge(checks: HealthChecks, limitMs: number): Promise<HealthVerdict> {
  const [database, queue, workers, disk] = await Promise.all([
    within(limitMs, checks.database, false),
    within(limitMs, checks.queue, null),
    within(limitMs, checks.workers, null),
    within(limitMs, checks.disk, null),
  ])
  const status = database && disk !== false ? 'ok' : 'error'
  return { status, checks: { database, queue, workers, disk } }
}

async function within<T>(limitMs: number, check: () => Promise<T>, unknown: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, limitMs, unknown)
  })
  try {
    return await Promise.race([check(), tooLate])
  } catch {
    return unknown // the verdict is all a monitor gets; what is wrong is logged by whoever owns the part
  } finally {
    clearTimeout(timer)
  }
}
