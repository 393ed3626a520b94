import { type CalendarEventView, isUniversalTime } from '@plmail/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localOf, minuteMs, occurrenceOf, wallIn, wallOf } from '../records/index.ts'
import { ownZoneText } from './own-zone.ts'
import { createDateText } from './date-text.ts'

const dateText = createDateText('en-GB', 'locale')
const plain = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ')

const eventAt = (start: string, timeZone: string | null, duration = 'PT2H'): CalendarEventView =>
  ({ id: 'E1', uid: 'u', calendarIds: { C1: true }, start, duration, timeZone }) as never

function shown(start: string, timeZone: string | null, reader: string, duration?: string): string {
  const occurrence = occurrenceOf('A1', eventAt(start, timeZone, duration), reader)
  return plain(`${dateText.when(occurrence)} ${ownZoneText(dateText, occurrence, reader) ?? ''}`).trim()
}

test('an event of another zone is shown on the clocks of the reader, with its own beside them', () => {
  expect(shown('2026-11-25T18:30:00', 'Europe/Berlin', 'UTC')).toMatch(
    /^Wednesday,? 25 November 2026, 17:30–19:30 \(18:30–20:30 in Europe\/Berlin\)$/,
  )
})

test('where the day is another one there, the day is said', () => {
  expect(shown('2026-11-25T18:30:00', 'America/New_York', 'Asia/Kathmandu')).toMatch(
    /^Thursday,? 26 November 2026, 05:15–07:15 \(Wed,? 25 Nov, 18:30–20:30 in America\/New York\)$/,
  )
})

test('nothing stands beside times on the same clocks, days, and times that are the same everywhere', () => {
  expect(shown('2026-11-25T18:30:00', 'Europe/Vienna', 'Europe/Berlin')).toMatch(/18:30–20:30$/)
  expect(shown('2026-11-25T18:30:00', null, 'Asia/Kathmandu')).toMatch(/18:30–20:30$/)
  // Coordinated universal time is the clock of no place: feeds and confirmations store instants in it.
  expect(shown('2026-11-25T18:30:00', 'Etc/UTC', 'Europe/Berlin')).toMatch(/19:30–21:30$/)
  const day = { ...eventAt('2026-11-25T00:00:00', null, 'P1D'), showWithoutTime: true }
  expect(ownZoneText(dateText, occurrenceOf('A1', day, 'Asia/Kathmandu'), 'Asia/Kathmandu')).toBeUndefined()
})

/** What the clocks of a zone show, asked of the platform and not of the code under test. */
const clock = (zone: string, at: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at)

test('in every pair of zones, and where clocks are changed, both times are those of the one moment', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const quarters = (wallOf('2028-01-01') - wallOf('2026-01-01')) / (15 * minuteMs)
  const anyTime = fc.nat({ max: quarters }).map((quarter) => wallOf('2026-01-01') + quarter * 15 * minuteMs)
  // America, Europe and Australia change their clocks then.
  const changes = ['2026-03-08T08:00:00', '2026-03-29T01:00:00', '2026-10-25T01:00:00', '2026-11-01T06:00:00']
  const nearChange = fc
    .tuple(fc.constantFrom(...changes, '2026-04-04T16:00:00'), fc.integer({ min: -24, max: 24 }))
    .map(([change, quarter]) => wallOf(change) + quarter * 15 * minuteMs)
  const instant = fc.oneof(anyTime, nearChange)
  fc.assert(
    fc.property(zone, zone, instant, (own, reader, at) => {
      const start = localOf(wallIn(at, own))
      const occurrence = occurrenceOf('A1', eventAt(start, own, 'PT30M'), reader)
      const text = ownZoneText(dateText, occurrence, reader)
      // Of a time that comes twice the first is meant: clocks are put back by half an hour on Lord Howe, by two at Troll.
      const putBack = [30, 60, 120].some(
        (minutes) => wallIn(at - minutes * minuteMs, own) === wallIn(at, own),
      )
      fc.pre(!putBack && !isUniversalTime(own))
      expect(dateText.time(occurrence.start)).toBe(clock(reader, at))
      const isSame = text === undefined && clock(own, at) === clock(reader, at)
      expect(isSame || text?.includes(clock(own, at))).toBe(true)
      expect(isSame || text?.includes(`in ${own.replaceAll('_', ' ')})`)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
