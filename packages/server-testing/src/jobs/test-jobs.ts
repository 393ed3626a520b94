import { afterEach, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../store/test-database.ts'
import { systemClock } from '../../../server/src/kit/clock.ts'
import { silentLog } from '../../../server/src/kit/log.ts'
import {
  createJobs,
  type JobKind,
  type Jobs,
  type Lane,
  type RunContext,
} from '../../../server/src/jobs/index.ts'

/** The database of the running test and the processes it started; new for every test. */
export let db: TestDatabase
let processes: Jobs[]

/** To be called once by a test file. */
export function eachWithItsOwnDatabase(): void {
  beforeEach(async () => {
    db = await testDatabase()
    processes = []
  })
  afterEach(async () => {
    await Promise.all(processes.map((jobs) => jobs.stop(1000)))
    await db[Symbol.asyncDispose]()
  })
}

export const look: JobKind<null> = { name: 'look', lane: 'interactive', maxAttempts: 5, parse: () => null }

export function note(lane: Lane = 'sync', maxAttempts = 5): JobKind<string> {
  const parse = (payload: unknown) => {
    if (typeof payload !== 'string') throw new Error('not a text')
    return payload
  }
  return { name: `note-${lane}`, lane, maxAttempts, parse }
}

export function newProcess(): Jobs {
  const jobs = createJobs({ database: db.database, clock: systemClock, log: silentLog })
  processes.push(jobs)
  return jobs
}

/** A process that runs notes and remembers them; its notes have `maxAttempts` attempts. */
export async function started(run?: (text: string, context: RunContext) => Promise<void>, maxAttempts = 5) {
  const jobs = newProcess()
  const ran: string[] = []
  jobs.handle(note(), async (text, context) => {
    ran.push(text)
    await run?.(text, context)
  })
  await jobs.start()
  const enqueue: Jobs['enqueue'] = (tx, kind, payload, options) =>
    jobs.enqueue(tx, { ...kind, maxAttempts: Math.min(kind.maxAttempts, maxAttempts) }, payload, options)
  return { jobs: { ...jobs, enqueue }, ran }
}

export function newGate(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}

export async function concurrently(times: number, work: () => Promise<void>): Promise<void> {
  let left = times
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

export async function dropConnections(): Promise<void> {
  await db.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

/** The test's own connections were dropped too. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 20) throw error
    }
  }
}
