import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { type JobKind, type Jobs, createJobs } from '../../jobs/index.ts'
import { systemClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { Problem, answerProblems } from '../guard/index.ts'
import { jobsApi } from './jobs.ts'

const broken: JobKind<null> = { name: 'broken', lane: 'outbox', maxAttempts: 1, parse: () => null }

let db: TestDatabase
let jobs: Jobs
let app: FastifyInstance
let isAdmin = true
let runs = 0

beforeAll(async () => {
  db = await testDatabase()
  jobs = createJobs({ database: db.database, clock: systemClock, log: silentLog })
  jobs.handle(broken, async () => {
    runs++
    throw new Error('no')
  })
  await jobs.start()
  app = fastify()
  answerProblems(app, { log: silentLog, random: (size) => Buffer.alloc(size), renderPage: () => '' })
  const requireAdmin = async () => {
    if (!isAdmin) throw new Problem('not-allowed')
  }
  await app.register(jobsApi({ jobs, requireAdmin }))
})
afterAll(async () => {
  await app.close()
  await jobs.stop(1000)
  await db[Symbol.asyncDispose]()
})

const post = async (path: string) =>
  (await app.inject({ method: 'POST', url: `/api/admin/jobs/${path}` })).statusCode
const list = async () => (await app.inject('/api/admin/jobs')).json()

test('an administrator sees what failed, retries it and discards it', async () => {
  await jobs.enqueue(undefined, broken, null)
  await jobs.enqueue(undefined, broken, null, { runAt: new Date('2100-01-01') })
  await expect.poll(list).toMatchObject({
    waiting: { interactive: 0, sync: 0, backlog: 0, outbox: 1, maintenance: 0 },
    failed: [{ kind: 'broken', attempts: 1, maxAttempts: 1, lastError: 'Error: no' }],
  })
  const [first] = (await list()).failed
  expect(await post(`${first.id}/retry`)).toBe(204)
  await expect.poll(() => runs).toBe(2)
  await expect.poll(async () => (await list()).failed).toHaveLength(1)
  const [second] = (await list()).failed
  expect(await post(`${second.id}/discard`)).toBe(204)
  expect((await list()).failed).toEqual([])
})

test.each(['1/retry', '0/discard', 'x/retry', '%00/discard', "1'--/retry"])(
  '%s finds nothing',
  async (path) => {
    expect(await post(path)).toBe(404)
  },
)

test('nobody else may look or act', async () => {
  isAdmin = false
  expect((await app.inject('/api/admin/jobs')).statusCode).toBe(403)
  expect(await post('1/retry')).toBe(403)
  expect(await post('1/discard')).toBe(403)
})
