import { expect, test } from 'vitest'
import { leastUsed } from './least-used.ts'

const uses = (...sizes: number[]) =>
  new Map(sizes.map((size, usedAt) => [`body ${String(usedAt)}`, { size, usedAt }]))

test('what was not used for longest goes, and no more than has to', () => {
  expect(leastUsed(uses(10, 10, 10), 30)).toEqual([])
  expect(leastUsed(uses(10, 10, 10), 29)).toEqual(['body 0'])
  expect(leastUsed(uses(1, 10, 10), 12)).toEqual(['body 0', 'body 1'])
  expect(leastUsed(uses(100), 50)).toEqual(['body 0'])
})
