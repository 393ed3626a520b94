import { expect, test } from 'vitest'
import { wallOf } from '../records/index.ts'
import type { Shown } from './grid/merge.ts'
import { nextEvent, type WalkDirection } from './arrow-keys.ts'

const event = (start: string): Shown =>
  ({ key: start, start: wallOf(start), end: wallOf(start) + 3_600_000 }) as Shown
const shown = ['2026-11-23T09:00', '2026-11-23T15:00', '2026-11-25T08:00', '2026-11-25T16:00'].map((start) =>
  event(`${start}:00`),
)
const span = { from: wallOf('2026-11-23'), to: wallOf('2026-11-28') }
const walk = (direction: WalkDirection, from?: number) =>
  shown.indexOf(
    nextEvent(shown, from === undefined ? undefined : shown[from], '2026-11-24', direction, span)!,
  )

test('up and down go in the order of time, and stay at the ends', () => {
  expect([walk('down', 0), walk('up', 2), walk('up', 0), walk('down', 3)]).toEqual([1, 1, 0, 3])
})

test('left and right go to the nearest day with any, at about the same time', () => {
  expect([walk('right', 1), walk('right', 0), walk('left', 3), walk('right', 3)]).toEqual([3, 2, 1, 3])
})

test('without a choice the first that is not over on the day comes', () => {
  expect(walk('down')).toBe(2)
})
