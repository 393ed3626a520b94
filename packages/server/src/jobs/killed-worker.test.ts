import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { workspaceAliases } from '../../../../tools/workspaces.mjs'
import { systemClock } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import { createJobs, type JobKind, type Jobs } from './index.ts'

const effect: JobKind<number> = { name: 'effect', lane: 'sync', maxAttempts: 3, parse: Number }

let folder: string
let program: string
let db: TestDatabase
let jobs: Jobs
let children: Set<ChildProcess>

beforeAll(async () => {
  // Beside this file, so that the bundle finds the packages it leaves out.
  folder = await mkdtemp(fileURLToPath(new URL('.killed-worker-', import.meta.url)))
  program = join(folder, 'worker.mjs')
  await build({
    entryPoints: [
      fileURLToPath(new URL('../../../server-testing/src/jobs/killed-worker.ts', import.meta.url)),
    ],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // The workspace's own package is no built one.
    alias: workspaceAliases(),
  })
})
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  db = await testDatabase()
  await db.database.query('create table effect (n int)')
  jobs = createJobs({ database: db.database, clock: systemClock, log: silentLog })
  children = new Set()
})
afterEach(async () => {
  await Promise.all([...children].map(kill))
  await jobs.stop(0)
  await db[Symbol.asyncDispose]()
})

test('workers killed at random moments lose no job and have none take effect twice', async () => {
  const total = 600
  jobs.handle(effect, async () => {})
  for (let n = 1; n <= total; n++) {
    const options = n % 3 === 0 ? { key: `key ${n}` } : { queue: `queue ${n % 7}` }
    await jobs.enqueue(undefined, effect, n, options)
  }
  let begun = 0
  const working = async (): Promise<ChildProcess> => {
    const worker = await spawned(50)
    worker.stdout!.on('data', (lines: Buffer) => (begun += lines.toString().trimEnd().split('\n').length))
    await Promise.race([once(worker.stdout!, 'data'), pause(3000)])
    return worker
  }
  const workers = [await working(), await working()]
  for (let kills = 0; kills < 12; kills++) {
    const turn = kills % 2
    await pause(Math.random() * 150)
    await kill(workers[turn]!)
    workers[turn] = await working()
  }
  await expect.poll(effects, { timeout: 120_000, interval: 200 }).toEqual({ all: total, different: total })
  await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
  expect(await jobs.failed(10)).toEqual([])
  expect(begun).toBeGreaterThan(total) // kills did interrupt running jobs
}, 300_000)

test('a job of a killed process runs elsewhere within seconds, and its attempt is given back', async () => {
  await jobs.enqueue(undefined, effect, 1, { key: 'k' })
  const worker = await spawned(60_000)
  await once(worker.stdout!, 'data')
  const attempts: number[] = []
  jobs.handle(effect, async (_n, { attempt }) => void attempts.push(attempt))
  await jobs.start()
  await kill(worker)
  await expect.poll(() => attempts).toEqual([1])
})

test('what was enqueued under the key of a killed job replaces it', async () => {
  await jobs.enqueue(undefined, effect, 1, { key: 'k' })
  const worker = await spawned(60_000)
  await once(worker.stdout!, 'data')
  await jobs.enqueue(undefined, effect, 2, { key: 'k' })
  await kill(worker)
  const ran: number[] = []
  jobs.handle(effect, async (n) => void ran.push(n))
  await jobs.start()
  await expect.poll(() => ran).toEqual([2])
  await expect.poll(() => jobs.waiting()).toMatchObject({ sync: 0 })
  expect(await jobs.failed(10)).toEqual([])
})

/** Starts a worker whose jobs take `durationMs`. */
async function spawned(durationMs: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, db.connectionString, String(durationMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  await once(child, 'spawn')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function effects(): Promise<{ all: number; different: number }> {
  const [row] = await db.database.query<{ all: number; different: number }>(
    'select count(*) as all, count(distinct n) as different from effect',
  )
  return row!
}
