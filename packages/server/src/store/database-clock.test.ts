import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { fixedClock, systemClock } from '../kit/clock.ts'
import { followDatabaseClock } from './database-clock.ts'

const dayMs = 86_400_000
let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())

const awayFromTrue = (at: Date) => Math.abs(at.getTime() - Date.now())

test('a local clock that is days ahead does not date anything', async () => {
  const local = fixedClock(new Date(Date.now() + 3 * dayMs))
  const clock = await followDatabaseClock({ sql: db.database, local, elapsedMs: () => 0 })
  expect(awayFromTrue(clock.now())).toBeLessThan(60_000)
  clock.stop()
})

test('time goes on at the same pace while the local clock is set back and forth', async () => {
  const local = fixedClock(new Date())
  let elapsed = 0
  const clock = await followDatabaseClock({ sql: db.database, local, elapsedMs: () => elapsed })
  const before = clock.now().getTime()
  local.advance(-3 * dayMs)
  elapsed += 5_000
  // Two clocks that are both right may differ by the way to the database.
  expect(Math.abs(clock.now().getTime() - before - 5_000)).toBeLessThan(1_000)
  await clock.measure()
  expect(awayFromTrue(clock.now())).toBeLessThan(60_000)
  clock.stop()
})

test('goes by the local clock where the database does not answer', async () => {
  const sql = { query: () => Promise.reject(new Error('ECONNREFUSED')) }
  const clock = await followDatabaseClock({ sql, local: systemClock })
  expect(awayFromTrue(clock.now())).toBeLessThan(1_000)
  clock.stop()
})
