import { describe, expect, test } from 'vitest'
import { occurrenceOf, movedTo, timesAt } from './occurrence.ts'
import type { CalendarEventView } from '@plmail/wire'
import {
  addMonths,
  dayMs,
  durationOf,
  hourMs,
  instantIn,
  localOf,
  spanOf,
  wallIn,
  wallOf,
} from './wall-time.ts'
import { isDay } from './day.ts'

const berlin = 'Europe/Berlin'

/** What the clocks of a zone show, asked of the platform and not of the code under test. */
function shownIn(zone: string): (instant: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (instant) => format.format(instant).replace(' ', 'T')
}

/** Days of 2026 and 2027, in UTC, within which the clocks of a zone are changed. */
function changesIn(zone: string): number[] {
  const shown = shownIn(zone)
  const offset = (at: number) => wallOf(shown(at)) - at
  const from = wallOf('2026-01-01')
  return Array.from({ length: 730 }, (_, day) => from + day * dayMs).filter(
    (at) => offset(at) !== offset(at + dayMs),
  )
}

describe('wall times', () => {
  test('go to instants and back in every zone this browser knows, around every change of its clocks', () => {
    let changes = 0
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const change of changesIn(zone)) {
        changes += 1
        for (let hour = -6; hour < 30; hour += 2.5) {
          const instant = change + hour * hourMs
          const wall = wallIn(instant, zone)
          expect(localOf(wall), zone).toBe(shownIn(zone)(instant))
          // Of an hour that comes twice the first is meant; in Troll, Antarctica, two hours do.
          const back = instantIn(wall, zone)
          expect(wallIn(back, zone), `${zone} ${localOf(wall)}`).toBe(wall)
          expect(instant - back, `${zone} ${localOf(wall)}`).toBeOneOf([0, hourMs / 2, hourMs, 2 * hourMs])
        }
      }
    }
    expect(changes).toBeGreaterThan(100)
  })

  test('a time that clocks skip is as long after the change as it would have been', () => {
    const skipped = instantIn(wallOf('2026-03-29T02:30:00'), berlin)
    expect(localOf(wallIn(skipped, berlin))).toBe('2026-03-29T03:30:00')
  })

  test('months end where they end', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })

  test('only dates that exist are days', () => {
    expect(['2026-02-29', '2026-13-01', '26-1-1', '2028-02-29'].map(isDay)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  test('durations are read and written', () => {
    for (const text of ['P1D', 'PT1H30M', 'P1DT2H', 'PT0S', 'PT45S'])
      expect(durationOf(spanOf(text))).toBe(text)
    expect(durationOf(spanOf('P2W'))).toBe('P14D')
    expect(spanOf('nonsense')).toEqual({ days: 0, ms: 0 })
  })
})

const event = (more: Partial<CalendarEventView>): CalendarEventView => ({
  id: 'E1',
  baseEventId: null,
  calendarIds: { K1: true },
  isDraft: false,
  isOrigin: true,
  '@type': 'Event',
  uid: 'u1',
  start: '2026-11-22T09:00:00',
  duration: 'PT1H',
  timeZone: berlin,
  ...more,
})

describe('occurrences', () => {
  test('stand where the reader’s wall has them, whatever zone they are in', () => {
    const occurrence = occurrenceOf('A1', event({ timeZone: 'America/New_York' }), berlin)
    expect([localOf(occurrence.start), localOf(occurrence.end)]).toEqual([
      '2026-11-22T15:00:00',
      '2026-11-22T16:00:00',
    ])
  })

  test('whole days are the same days everywhere, and never less than one', () => {
    const occurrence = occurrenceOf(
      'A1',
      event({ showWithoutTime: true, start: '2026-11-22T00:00:00', duration: 'P2D' }),
      'Asia/Tokyo',
    )
    expect([localOf(occurrence.start), localOf(occurrence.end)]).toEqual([
      '2026-11-22T00:00:00',
      '2026-11-24T00:00:00',
    ])
    const none = occurrenceOf(
      'A1',
      event({ showWithoutTime: true, start: '2026-11-22T00:00:00', duration: 'PT0S' }),
      berlin,
    )
    expect(none.end - none.start).toBe(dayMs)
  })

  test('through the night in which clocks are put back, 8 hours end 7 hours later on the wall', () => {
    const occurrence = occurrenceOf('A1', event({ start: '2026-10-24T23:00:00', duration: 'PT8H' }), berlin)
    expect(localOf(occurrence.end)).toBe('2026-10-25T06:00:00')
    const day = occurrenceOf('A1', event({ start: '2026-10-24T23:00:00', duration: 'P1D' }), berlin)
    expect(localOf(day.end)).toBe('2026-10-25T23:00:00')
  })

  test('none ends before it begins, not even in the hour that comes twice', () => {
    const occurrence = occurrenceOf('A1', event({ start: '2026-10-25T02:50:00', duration: 'PT20M' }), berlin)
    expect(occurrence.end).toBeGreaterThanOrEqual(occurrence.start)
  })

  test('a move keeps the zone and the length as it is written, a resize tells the exact length', () => {
    const far = event({ timeZone: 'America/New_York' })
    expect(movedTo(far, wallOf('2026-11-23T15:15:00'), berlin)).toEqual({ start: '2026-11-23T09:15:00' })
    expect(timesAt(far, wallOf('2026-11-23T15:00:00'), wallOf('2026-11-23T16:45:00'), berlin)).toEqual({
      start: '2026-11-23T09:00:00',
      duration: 'PT1H45M',
    })
  })
})
