import { expect, test } from 'vitest'
import { localOf, minuteMs, wallOf } from '../records/index.ts'
import type { Shown } from './grid/merge.ts'
import { createKeyboardMove } from './keyboard-move.ts'

const quarter = 15 * minuteMs
const lunch = {
  key: 'lunch',
  isAllDay: false,
  start: wallOf('2026-11-24T12:00:00'),
  end: wallOf('2026-11-24T12:30:00'),
} as Shown

/** An event that keys move, with a clock that the test advances. */
function setUp({ isGone = false } = {}) {
  const timers = new Set<() => void>()
  const placed: string[] = []
  let saved = (): void => undefined
  const saving = new Promise<void>((resolve) => (saved = resolve))
  const move = createKeyboardMove({
    after: (_ms, task) => {
      timers.add(task)
      return () => timers.delete(task)
    },
    stored: () => (isGone ? undefined : lunch),
    place: (_event, start) => {
      placed.push(localOf(start).slice(11, 16))
      return saving
    },
  })
  const rest = (): void => {
    const due = [...timers]
    timers.clear()
    for (const task of due) task()
  }
  const finish = async (): Promise<void> => {
    saved()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { move, placed, rest, finish }
}

test('several keys are saved once, when they rest, and shown until that is done', async () => {
  const { move, placed, rest, finish } = setUp()
  const first = move.step(lunch, quarter, 'both')
  move.step({ ...lunch, ...first } as Shown, quarter, 'both')
  expect(placed).toEqual([])
  rest()
  expect(placed).toEqual(['12:30'])
  expect(move.current?.key).toBe('lunch')
  await finish()
  expect(move.current).toBeUndefined()
})

test('an event that is back where it was, or gone, is not saved', () => {
  const unmoved = setUp()
  const later = unmoved.move.step(lunch, quarter, 'both')
  unmoved.move.step({ ...lunch, ...later } as Shown, -quarter, 'both')
  unmoved.rest()
  expect([unmoved.placed, unmoved.move.current]).toEqual([[], undefined])
  const gone = setUp({ isGone: true })
  gone.move.step(lunch, quarter, 'both')
  gone.move.commit()
  expect(gone.move.current).toBeUndefined()
})

test('a move that goes on while the last one is saved stays on screen', async () => {
  const { move, rest, finish } = setUp()
  move.step(lunch, quarter, 'both')
  rest()
  move.step(lunch, 2 * quarter, 'both')
  await finish()
  expect(localOf(move.current?.start ?? 0).slice(11, 16)).toBe('12:30')
})

test('a dropped move is not saved', () => {
  const { move, placed, rest } = setUp()
  move.step(lunch, quarter, 'both')
  move.drop()
  rest()
  expect([placed, move.current]).toEqual([[], undefined])
})
