import type { AccountId } from '@plmail/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { createChanges } from '../../changes/index.ts'
import { fixedClock, type FixedClock } from '../../kit/clock.ts'
import { createBudget } from './provider-budget.ts'

const allowance = { perSecond: 95, depth: 300, reserve: 0 }

let db: TestDatabase
let account: AccountId
let clock: FixedClock

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  clock = fixedClock(new Date('2026-11-21T12:00:00Z'))
  const [user] = await db.database.query<{ id: number }>(
    `insert into app_user (email, name, password_hash)
     values ('u' || (select count(*) from app_user) || '@example.test', 'U', 'x') returning id`,
  )
  const listen = async () => async () => {}
  const changes = createChanges({ database: db.database, clock, listen })
  account = await db.database.transaction((tx) => changes.open(tx, user!.id as never, 'mail'))
})

const budget = (of = allowance) =>
  createBudget(
    { database: db.database, clock, sleep: async (milliseconds) => clock.advance(milliseconds) },
    account,
    of,
  )
const secondsFor = async (work: () => Promise<void>) => {
  const began = clock.now().getTime()
  await work()
  return (clock.now().getTime() - began) / 1000
}

test('what fits into the bucket is granted at once, and more when it has filled again', async () => {
  expect(await secondsFor(() => budget().take(300))).toBe(0)
  expect(await secondsFor(() => budget().take(95))).toBeCloseTo(1, 1)
})

test('never more than the minute allows, however it is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 60 }), async (costs) => {
      clock.advance(3_600_000)
      const taken: Array<{ at: number; cost: number }> = []
      for (const cost of costs) {
        await budget().take(cost)
        taken.push({ at: clock.now().getTime(), cost })
      }
      for (const { at } of taken) {
        const minute = taken.filter((one) => one.at >= at && one.at < at + 60_000)
        const last = minute.at(-1)?.cost ?? 0
        expect(minute.reduce((sum, one) => sum + one.cost, 0)).toBeLessThanOrEqual(6_000 + last)
      }
    }),
    { numRuns: 15 },
  )
})

test('who has to leave a reserve waits while others still get theirs', async () => {
  await budget().take(150)
  const importing = budget({ ...allowance, reserve: 100 })
  expect(await secondsFor(() => budget().take(50))).toBe(0)
  expect(await secondsFor(() => importing.take(100))).toBeGreaterThan(0.9)
})

test('what is larger than the bucket is granted when the bucket is full', async () => {
  await budget().take(300)
  expect(await secondsFor(() => budget().take(1_000))).toBeCloseTo(300 / 95, 0)
})
