import { describe, expect, test } from 'vitest'
import { localOf, wallOf } from '../records/index.ts'
import { morningOf, nextHour, nudged, nudges, withMove } from './event-times.ts'
import { hourHeightAt, zoomed } from './grid/hour-height.ts'
import type { Shown } from './grid/merge.ts'

const event = (start: string, end: string, isAllDay = false) =>
  ({ key: start, isAllDay, start: wallOf(start), end: wallOf(end) }) as Shown
const lunch = event('2026-11-24T12:00:00', '2026-11-24T12:30:00')
const said = (times: { start: number; end: number } | undefined) =>
  times && `${localOf(times.start).slice(8, 16)} ${localOf(times.end).slice(8, 16)}`

describe('an event that keys move', () => {
  test('goes by quarters of an hour, or by days', () => {
    expect(said(nudged(lunch, nudges.later, 'both'))).toBe('24T12:15 24T12:45')
    expect(said(nudged(lunch, nudges['day-before'], 'both'))).toBe('23T12:00 23T12:30')
  })

  test('gets longer and shorter at its end, and keeps a quarter of an hour', () => {
    expect(said(nudged(lunch, nudges.longer, 'end'))).toBe('24T12:00 24T12:45')
    expect(said(nudged(lunch, nudges.shorter, 'end'))).toBe('24T12:00 24T12:15')
    const short = event('2026-11-24T12:00:00', '2026-11-24T12:15:00')
    expect(said(nudged(short, nudges.shorter, 'end'))).toBe('24T12:00 24T12:15')
  })

  test('of whole days has no quarters, and stays a day at least', () => {
    const fair = event('2026-11-24T00:00:00', '2026-11-25T00:00:00', true)
    expect(nudged(fair, nudges.later, 'both')).toBeUndefined()
    expect(said(nudged(fair, nudges['day-after'], 'both'))).toBe('25T00:00 26T00:00')
    expect(said(nudged(fair, nudges['day-before'], 'end'))).toBe('24T00:00 25T00:00')
  })

  test('is drawn where it is going, and the others where they are', () => {
    const later = event('2026-11-24T15:00:00', '2026-11-24T16:00:00')
    const move = { key: lunch.key, start: wallOf('2026-11-24T13:00:00'), end: wallOf('2026-11-24T13:30:00') }
    expect(withMove([lunch, later], move).map(said)).toEqual(['24T13:00 24T13:30', '24T15:00 24T16:00'])
    expect(withMove([lunch, later], undefined)).toEqual([lunch, later])
  })
})

describe('a new event', () => {
  test('of today begins with the next hour, also on the hour and before midnight', () => {
    expect(said(nextHour(wallOf('2026-11-24T09:10:00')))).toBe('24T10:00 24T11:00')
    expect(said(nextHour(wallOf('2026-11-24T09:00:00')))).toBe('24T10:00 24T11:00')
    expect(said(nextHour(wallOf('2026-11-24T23:30:00')))).toBe('25T00:00 25T01:00')
  })

  test('of another day begins in the morning', () => {
    expect(said(morningOf('2026-12-01'))).toBe('01T09:00 01T10:00')
  })
})

test('hours get wider and narrower as far as there is a step', () => {
  const steps = [-1, -1, -1, 1, 1, 1, 1, 1, 1] as const
  let zoom = 2
  const heights = steps.map((by) => hourHeightAt((zoom = zoomed(zoom, by))))
  expect(heights).toEqual([36, 28, 28, 36, 44, 56, 72, 96, 96])
})
