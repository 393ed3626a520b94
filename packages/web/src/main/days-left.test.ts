import { expect, test } from 'vitest'
import { daysLeft } from './days-left.ts'

const until = '2026-03-15T12:00:00Z'

test.each([
  ['2026-03-01T12:00:00Z', 14],
  ['2026-03-13T13:00:00Z', 1],
  ['2026-03-15T11:59:59Z', 0],
  ['2026-03-20T00:00:00Z', 0],
])('from %s there are %i days left', (now, days) => {
  expect(daysLeft(until, Date.parse(now))).toBe(days)
})
