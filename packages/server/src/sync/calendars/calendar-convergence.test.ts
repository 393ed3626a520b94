import { afterAll, beforeAll, describe, test } from 'vitest'
import { testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { createLocks } from '../../store/locks.ts'
import { buildKilledSync } from '../../../../server-testing/src/sync/killed-sync-worker.ts'
import { runSeed, seedsToRun } from '../../../../server-testing/src/sync/seed-report.ts'
import {
  type Ground,
  runCalendarConvergence,
} from '../../../../server-testing/src/sync/calendars/convergence.ts'
import {
  openServer,
  type ProviderServer,
  type SideName,
} from '../../../../server-testing/src/sync/calendars/other-sides.ts'

/**
 * Random changes here and at each kind of provider, lost and torn answers, cursors that are gone, visits that end at any
 * statement with their transaction open, and with every twentieth seed a process of their own that is killed by SIGKILL.
 * Once both sides are quiet, what is here and what is there must be the same, with nothing lost, doubled or come back.
 * `CONVERGENCE_SEEDS=100-300` runs other seeds, e.g. to hunt or to repeat one.
 */
const usual: ReadonlyArray<readonly [SideName, number]> = [
  ['memory, whole', 6],
  ['memory, apart', 6],
  ['Google', 20],
  ['Microsoft', 20],
  ['Radicale', 20],
]
const everyKilled = 20

let ground: Required<Ground>
let remove: () => Promise<void>
beforeAll(async () => {
  const db = await testDatabase()
  const worker = await buildKilledSync('calendars/killed-calendars.ts')
  ground = { db, locks: createLocks(db.connectionString), program: worker.program }
  remove = worker.remove
})
afterAll(async () => {
  await remove()
  await ground.locks.close()
  await ground.db[Symbol.asyncDispose]()
})

describe.each(usual)('random changes here and there (%s) end in the same calendars', (side, seeds) => {
  let place: ProviderServer
  beforeAll(async () => {
    place = await openServer[side]()
  })
  afterAll(() => place[Symbol.asyncDispose]())

  test.each(seedsToRun(seeds))('seed %i', { timeout: 300_000, retry: 0 }, (seed) =>
    runSeed({ suite: 'calendars', side, seed, test: import.meta.url }, () => runOnGround(place, side, seed)),
  )
})

async function runOnGround(place: ProviderServer, side: SideName, seed: number) {
  const { db, locks, program } = ground
  const isKilled = seed % everyKilled === 0
  const run = await runCalendarConvergence(place, seed, { db, locks, ...(isKilled ? { program } : {}) })
  const isInMemory = side === 'memory, whole' || side === 'memory, apart'
  const isSpared = isKilled && !isInMemory && run.killed === 0
  return { ...run, complaints: [...run.complaints, ...(isSpared ? ['no process was killed'] : [])] }
}
