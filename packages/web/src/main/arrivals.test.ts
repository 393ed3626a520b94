import { expect, test } from 'vitest'
import { createArrivalCount } from './arrivals.ts'

test('what was unread at the beginning has not just arrived', () => {
  expect(createArrivalCount()(7)).toBe(0)
})

test('messages that come are counted together, and only once', () => {
  const countArrivals = createArrivalCount()
  countArrivals(2)
  expect(countArrivals(5)).toBe(3)
  expect(countArrivals(5)).toBe(0)
})

test('reading makes nothing arrive, and the next message is counted from there', () => {
  const countArrivals = createArrivalCount()
  countArrivals(5)
  expect(countArrivals(1)).toBe(0)
  expect(countArrivals(2)).toBe(1)
})
