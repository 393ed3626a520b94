import type { CalendarEventView } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayMs, minuteMs, occurrenceOf, wallOf, weekdayOf } from '../../records/index.ts'
import { weekStartOf } from '../../words/index.ts'
import { daysOf, monthWeeks, stepped, weekNumber, weekOf } from './days.ts'
import { barsOf, minMinutes, piecesOf, snapped } from './lanes.ts'
import { fitted } from './lines.ts'
import { merged } from './merge.ts'

const day = '2026-11-22'
const at = (from: number, to: number, isAllDay = false) => ({
  start: wallOf(day) + from * minuteMs,
  end: wallOf(day) + to * minuteMs,
  isAllDay,
})

describe('days of a view', () => {
  test('weeks begin as chosen, else as the locale has it', () => {
    expect(weekOf('2026-11-22', 1)[0]).toBe('2026-11-16')
    expect(weekOf('2026-11-22', 0)[0]).toBe('2026-11-22')
    expect(weekOf('2026-11-22', 6)[0]).toBe('2026-11-21')
    expect(weekStartOf('sunday', 'de-DE')).toBe(0)
    expect([
      weekStartOf('locale', 'de-DE'),
      weekStartOf('locale', 'en-US'),
      weekStartOf('locale', 'ar-EG'),
    ]).toEqual([1, 0, 6])
    expect(weekStartOf('locale', 'no such locale!')).toBe(1)
  })

  test('a month has the weeks that it touches and no other', () => {
    expect(monthWeeks('2027-02-10', 1)).toHaveLength(4)
    expect(monthWeeks('2026-11-22', 1)).toHaveLength(6)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom(0 as const, 1 as const, 6 as const),
        (n, start) => {
          const anyDay = addDays('1999-12-31', n)
          const weeks = monthWeeks(anyDay, start)
          expect(
            weeks.every((week) => week.some((weekDay) => weekDay.slice(0, 7) === anyDay.slice(0, 7))),
          ).toBe(true)
          expect(weeks.every(([first]) => first !== undefined && weekdayOf(first) === start)).toBe(true)
          expect(weeks.flat()).toContain(anyDay)
        },
      ),
    )
  })

  test('a work week has five days, and days follow each other also where clocks change', () => {
    expect(daysOf('workweek', '2026-03-29', 0)).toEqual([
      '2026-03-23',
      '2026-03-24',
      '2026-03-25',
      '2026-03-26',
      '2026-03-27',
    ])
    expect(daysOf('week', '2026-03-29', 1).at(-1)).toBe('2026-03-29')
  })

  test('on a phone a week is three days from the one in front of the user', () => {
    expect(daysOf('week', '2026-03-28', 1, true)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
    expect(stepped('week', '2026-03-28', -1, true)).toBe('2026-03-25')
    expect(daysOf('workweek', '2026-03-28', 1, true)).toHaveLength(5)
  })

  test('steps go by what the view shows', () => {
    expect(stepped('month', '2026-01-31', 1)).toBe('2026-02-28')
    expect(stepped('workweek', '2026-11-22', -1)).toBe('2026-11-15')
    expect(stepped('day', '2026-12-31', 1)).toBe('2027-01-01')
  })

  test('weeks are counted as ISO 8601 has it', () => {
    expect(['2026-01-01', '2027-01-01', '2026-11-22', '2024-12-30', '2021-01-03'].map(weekNumber)).toEqual([
      1, 53, 47, 1, 53,
    ])
  })
})

describe('pieces of a day', () => {
  test('stand side by side where they overlap, and take what is free', () => {
    const all = [at(540, 720), at(540, 600), at(600, 660), at(800, 860)]
    const pieces = piecesOf(all, day)
    expect(pieces.map(({ lane, lanes, span }) => [lane, lanes, span])).toEqual([
      [0, 2, 1],
      [1, 2, 1],
      [1, 2, 1],
      [0, 1, 1],
    ])
  })

  test('never cover each other, however many there are', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: -600, max: 1_500 }), fc.integer({ min: 0, max: 700 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(some, (all) => {
        const pieces = piecesOf(
          all.map(([from, length]) => at(from, from + length)),
          day,
        )
        for (const [index, piece] of pieces.entries()) {
          expect(piece.from).toBeGreaterThanOrEqual(0)
          expect(piece.to).toBeLessThanOrEqual(1_440)
          expect(piece.lane + piece.span).toBeLessThanOrEqual(piece.lanes)
          for (const later of pieces.slice(index + 1)) {
            const isAtOnce = piece.from < later.to && later.from < piece.to
            const isBeside = piece.lane + piece.span <= later.lane || later.lane + later.span <= piece.lane
            expect(!isAtOnce || isBeside).toBe(true)
          }
        }
      }),
    )
  })

  test('are cut at midnight and say so', () => {
    const [night] = piecesOf([at(-60, 120)], day)
    expect(night).toMatchObject({ from: 0, to: 120, isCutBefore: true, isCutAfter: false })
    expect(piecesOf([at(-60, 0)], day)).toEqual([])
  })

  test('what has no length is drawn, also a minute before midnight', () => {
    expect(piecesOf([at(600, 600)], day)[0]).toMatchObject({ from: 600, to: 600 + minMinutes })
    expect(piecesOf([at(1_439, 1_439)], day)[0]).toMatchObject({ to: 1_440 })
    expect(piecesOf([at(0, 0)], day)).toHaveLength(1)
    expect(piecesOf([at(1_440, 1_440)], day)).toHaveLength(0)
  })

  test('whole days and what lasts as long stand above the grid', () => {
    expect(piecesOf([at(0, 1_440, true), at(600, 600 + 1_440)], day)).toEqual([])
  })

  test('a drag snaps to quarters of an hour', () => {
    expect([snapped(7), snapped(8), snapped(-8), snapped(50)]).toEqual([0, 15, -15, 45])
  })
})

describe('bars of a row', () => {
  const week = weekOf('2026-11-22', 1)
  const bar = (from: number, days: number) => ({
    start: wallOf(week[0] ?? '') + from * dayMs,
    end: wallOf(week[0] ?? '') + (from + days) * dayMs,
    isAllDay: true,
  })

  test('run over days, share no place, and are cut at the edges of the row', () => {
    const bars = barsOf([bar(-2, 4), bar(1, 1), bar(3, 9), bar(2, 1)], week)
    expect(bars.map(({ at: from, days, lane }) => [from, days, lane])).toEqual([
      [0, 2, 0],
      [1, 1, 1],
      [2, 1, 0],
      [3, 4, 0],
    ])
    expect(bars.map(({ isCutBefore, isCutAfter }) => [isCutBefore, isCutAfter])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ])
  })

  test('what ends at midnight is no part of the next day, and what has no length is of its own', () => {
    expect(barsOf([at(600, 1_440)], week)[0]).toMatchObject({ at: 6, days: 1 })
    expect(barsOf([at(0, 0)], week)[0]).toMatchObject({ at: 6, days: 1 })
  })
})

describe('lines of a week', () => {
  const bar = (column: number, days: number, lane: number) => ({
    occurrence: `${String(column)}/${String(lane)}`,
    at: column,
    days,
    lane,
    isCutBefore: false,
    isCutAfter: false,
  })
  const names = (bars: readonly { occurrence: string }[]) => bars.map(({ occurrence }) => occurrence)

  test('all are drawn where a day has a line for each', () => {
    const { drawn, more } = fitted([bar(0, 1, 0), bar(0, 1, 1)], 2, 2)
    expect([names(drawn), more]).toEqual([
      ['0/0', '0/1'],
      [0, 0],
    ])
  })

  test('one too many leaves its line to the number of those that are not drawn', () => {
    const { drawn, more } = fitted([bar(0, 1, 0), bar(0, 1, 1), bar(0, 1, 2)], 1, 2)
    expect([names(drawn), more]).toEqual([['0/0'], [2]])
  })

  test('a bar over days is drawn on all of them or on none', () => {
    const { drawn, more } = fitted([bar(1, 1, 0), bar(0, 2, 1), bar(1, 1, 2)], 3, 2)
    expect([names(drawn), more]).toEqual([['1/0'], [1, 2, 0]])
  })
})

describe('the same event on several calendars', () => {
  const event = (calendar: string, more: Partial<CalendarEventView> = {}): CalendarEventView => ({
    id: `E${calendar}`,
    baseEventId: null,
    calendarIds: { [calendar]: true },
    isDraft: false,
    isOrigin: true,
    '@type': 'Event',
    uid: 'same',
    title: 'Lunch',
    start: `${day}T12:00:00`,
    duration: 'PT1H',
    ...more,
  })
  const zone = 'Europe/Berlin'

  test('is one entry that knows its copies', () => {
    const all = [occurrenceOf('A1', event('K1'), zone), occurrenceOf('A2', event('K2'), zone)]
    expect(merged(all).map(({ calendarId, copies }) => [calendarId, copies.length])).toEqual([['K1', 1]])
  })

  test('a copy that was changed stands for itself', () => {
    const all = [
      occurrenceOf('A1', event('K1'), zone),
      occurrenceOf('A2', event('K2', { title: 'Dinner' }), zone),
    ]
    expect(merged(all)).toHaveLength(2)
  })
})
