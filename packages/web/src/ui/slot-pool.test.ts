import { describe, expect, test } from 'vitest'
import { createSlotPool, scrollToShow, visibleRange, type RowSlot } from './slot-pool.ts'

const rows = (keys: string, from = 0) => [...keys].map((key, offset) => ({ key, index: from + offset }))
const byKey = (slots: readonly RowSlot[]) => new Map(slots.map((slot) => [slot.key, slot.id]))

describe('the slot pool', () => {
  test('scrolling by one row binds one slot anew and leaves the others identical', () => {
    const pool = createSlotPool()
    const before = pool.assign(rows('abcd'))
    const after = pool.assign(rows('bcde', 1))
    expect(after).toHaveLength(4)
    expect(after.filter((slot) => !before.includes(slot))).toEqual([{ id: 0, key: 'e', index: 4 }])
  })

  test('an insertion on top moves rows without giving them other elements', () => {
    const pool = createSlotPool()
    const before = byKey(pool.assign(rows('abc')))
    const after = byKey(pool.assign(rows('xabc')))
    for (const key of ['a', 'b', 'c']) expect(after.get(key)).toBe(before.get(key))
  })

  test('a shorter list leaves empty slots that are used again', () => {
    const pool = createSlotPool()
    pool.assign(rows('abc'))
    expect(pool.assign(rows('a')).filter(({ key }) => key === undefined)).toHaveLength(2)
    expect(pool.assign(rows('axy')).map(({ id }) => id)).toEqual([0, 1, 2])
  })

  test('sorting puts elements in reading order, empty ones first', () => {
    const pool = createSlotPool()
    pool.assign(rows('abc'))
    pool.assign(rows('bcd', 1))
    expect(pool.sort().map(({ key }) => key)).toEqual(['b', 'c', 'd'])
    expect(pool.assign(rows('bcd', 1)).map(({ key }) => key)).toEqual(['b', 'c', 'd'])
  })
})

describe('what is visible', () => {
  test('is the rows of the view and a few around, never beyond the list', () => {
    expect(visibleRange(0, 400, 40, 1_000, 3)).toEqual({ first: 0, last: 12 })
    expect(visibleRange(420, 400, 40, 1_000, 3)).toEqual({ first: 7, last: 23 })
    expect(visibleRange(420, 400, 40, 12, 3)).toEqual({ first: 7, last: 11 })
    expect(visibleRange(0, 400, 40, 0, 3)).toEqual({ first: 0, last: -1 })
  })

  test('a row is scrolled to only as far as needed', () => {
    expect(scrollToShow(0, 100, 400, 40)).toBe(0)
    expect(scrollToShow(5, 100, 400, 40)).toBeUndefined()
    expect(scrollToShow(20, 100, 400, 40)).toBe(440)
  })
})
