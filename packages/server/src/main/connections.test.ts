import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { loadConfig } from '../config/index.ts'
import { type JobKind, createJobs } from '../jobs/index.ts'
import { systemClock } from '../kit/clock.ts'
import { silentLog } from '../kit/log.ts'
import { systemRandom } from '../kit/random.ts'
import { connectionBudget, openStore, serverConnections } from '../store/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const parts = { clock: systemClock, random: systemRandom, log: silentLog }
const lanes = ['interactive', 'sync', 'backlog', 'outbox', 'maintenance'] as const

test('a busy process stays within its share of connections, and uses what it was given', async () => {
  await using db = await testDatabase()
  const home = await mkdtemp(join(tmpdir(), 'plmail-connections-'))
  const config = await loadConfig({ variables: { DATABASE_URL: db.connectionString }, home, ...parts })
  const store = await openStore({ config, ...parts })
  const jobs = createJobs({ database: store.database, ...parts })
  let ran = 0
  for (const lane of lanes) jobs.handle(getKind(lane), async () => void ran++)
  try {
    await store.listen('busy', { notify: () => {}, missed: () => {} })
    const lock = await store.locks.tryLock('busy')
    await jobs.start()
    const observer = new pg.Client({ connectionString: db.connectionString })
    await observer.connect()
    const limit = await maxWhile(observer, async () => {
      await Promise.all([
        ...Array.from({ length: 60 }, () => store.database.query('select pg_sleep(0.2)')),
        ...lanes.flatMap((lane) =>
          Array.from({ length: 40 }, () => jobs.enqueue(undefined, getKind(lane), {})),
        ),
      ])
      await vi.waitFor(() => expect(ran).toBe(40 * lanes.length), { timeout: 60_000 })
    })
    // Of the three sessions one is for an embedded server only.
    expect(limit).toBeLessThan(serverConnections)
    expect(limit).toBeGreaterThanOrEqual(connectionBudget.statements + connectionBudget.presence + 2)
    await lock?.release()
    await observer.end()
  } finally {
    await jobs.stop(5000)
    await store.close()
    await rm(home, { recursive: true })
  }
})

const getKind = (lane: (typeof lanes)[number]): JobKind<Record<string, never>> => ({
  name: `busy.${lane}`,
  lane,
  maxAttempts: 1,
  parse: () => ({}),
})

/** The most connections seen while `work` runs, the observer's and those of the test's own pool not counted. */
async function maxWhile(observer: pg.Client, work: () => Promise<void>): Promise<number> {
  const over = new AbortController()
  let limit = 0
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { rows } = await observer.query<{ n: number }>(
        `select count(*)::int n from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      limit = Math.max(limit, rows[0]?.n ?? 0)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await watching
  }
  return limit
}
