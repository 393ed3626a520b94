import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { type FixedClock, fixedClock } from '../kit/clock.ts'
import { type Cache, createCache } from './cache.ts'

const minute = 60_000

describe('the shared cache', () => {
  let db: TestDatabase
  let clock: FixedClock
  let cache: Cache
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db[Symbol.asyncDispose]())
  beforeEach(async () => {
    await db.database.query('delete from cache_entry')
    clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
    cache = createCache(db.database, clock)
  })

  test('answers a value until it expires', async () => {
    await cache.put('k', { a: [1, null, 'x'] }, minute)
    expect(await cache.get('k')).toEqual({ a: [1, null, 'x'] })
    clock.advance(minute)
    expect(await cache.get('k')).toBeUndefined()
  })

  test('adds only where nothing unexpired stands', async () => {
    expect(await cache.add('k', 1, minute)).toBe(true)
    expect(await cache.add('k', 2, minute)).toBe(false)
    expect(await cache.get('k')).toBe(1)
    clock.advance(minute)
    expect(await cache.add('k', 3, minute)).toBe(true)
  })

  test('a value is taken by exactly one of many', async () => {
    await cache.put('code', 'secret', minute)
    const taken = await Promise.all(Array.from({ length: 8 }, () => cache.take<string>('code')))
    expect(taken.filter((value) => value === 'secret')).toHaveLength(1)
    expect(taken.filter((value) => value === undefined)).toHaveLength(7)
  })

  test('an expired value cannot be taken', async () => {
    await cache.put('code', 'secret', minute)
    clock.advance(minute)
    expect(await cache.take('code')).toBeUndefined()
  })

  test('a fixed window opens with its first call and does not move', async () => {
    const first = await cache.increment('k', 10 * minute)
    clock.advance(9 * minute)
    expect(await cache.increment('k', 10 * minute)).toEqual({ count: 2, resetsAt: first.resetsAt })
    clock.advance(minute)
    expect((await cache.increment('k', 10 * minute)).count).toBe(1)
  })

  test('increments made side by side are all counted', async () => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => cache.increment('k', minute)))
    expect(counts.map((count) => count.count).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('attempts leave a sliding window one by one', async () => {
    for (let i = 0; i < 3; i++) {
      await cache.attempts.record('k', 15 * minute)
      clock.advance(5 * minute)
    }
    // Recorded at 0, 5 and 10 minutes; it is 15 now, and the first has just left.
    expect(await cache.attempts.within('k', 15 * minute)).toEqual({
      count: 2,
      oldestLeavesAt: new Date('2026-03-01T12:20:00Z'),
    })
    expect((await cache.attempts.record('k', 15 * minute)).count).toBe(3)
    clock.advance(60 * minute)
    expect(await cache.attempts.within('k', 15 * minute)).toEqual({ count: 0, oldestLeavesAt: null })
  })

  test('attempts made side by side each see another count', async () => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => cache.attempts.record('k', minute)))
    expect(counts.map((count) => count.count).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('an attempt can be withdrawn, and all can be cleared', async () => {
    await cache.attempts.record('k', minute)
    clock.advance(1000)
    await cache.attempts.record('k', minute)
    await cache.attempts.withdraw('k')
    expect(await cache.attempts.within('k', minute)).toEqual({
      count: 1,
      oldestLeavesAt: new Date('2026-03-01T12:01:00Z'),
    })
    await cache.attempts.clear('k')
    expect((await cache.attempts.within('k', minute)).count).toBe(0)
    await cache.attempts.withdraw('k')
  })

  test('endless attempts do not grow the row without bound', async () => {
    await db.database.query(
      `insert into cache_entry select 'k', jsonb_agg($1::int8 + n), now() + interval '1 day' from generate_series(1, 5000) n`,
      [clock.now().getTime() - 5000],
    )
    const { count } = await cache.attempts.record('k', minute)
    expect(count).toBeLessThanOrEqual(200)
  })

  test('a sweep removes what has expired and nothing else', async () => {
    await cache.put('old', 1, minute)
    await cache.put('new', 2, 2 * minute)
    clock.advance(minute)
    expect(await cache.sweep()).toBe(1)
    expect(await cache.get('new')).toBe(2)
  })
})
