import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWallTime } from '../clocks/wall-time.ts'
import { findMentionedTimes } from './find-times.ts'

/** A Saturday. */
const writtenAt = parseWallTime('2026-11-28T09:00:00') ?? 0
const find = (text: string) => findMentionedTimes(text, writtenAt, { knowsDay: true })
const starts = (text: string) =>
  find(text).map(({ start, end }) => (end === undefined ? start : `${start} ${end}`))

describe('a day and a time in a message', () => {
  test.each([
    ['Shall we meet on Friday, 4 December at 3pm?', '2026-12-04T15:00:00'],
    ['Let us say December 4th, 2026 at 3:30 p.m.', '2026-12-04T15:30:00'],
    ['On the 4th of December, from 3 to 4:30 pm', '2026-12-04T15:00:00 2026-12-04T16:30:00'],
    ['Call: 2026-12-04, 10:00-11:00', '2026-12-04T10:00:00 2026-12-04T11:00:00'],
    ['at 15:00 on Tuesday, 1 December', '2026-12-01T15:00:00'],
    ['See you tomorrow at 10:15.', '2026-11-29T10:15:00'],
    ['How about Thursday at 4 pm?', '2026-12-03T16:00:00'],
    ['The party is on 15 January.', '2027-01-15'],
    ['Am Freitag, den 4. Dezember um 15 Uhr', '2026-12-04T15:00:00'],
    ['Termin: 04.12.2026, 15:30 Uhr', '2026-12-04T15:30:00'],
    [
      'Fr hat es nicht geklappt, also Freitag, 4.12. von 10 bis 12 Uhr',
      '2026-12-04T10:00:00 2026-12-04T12:00:00',
    ],
    ['Wir treffen uns morgen um 8:30 Uhr.', '2026-11-29T08:30:00'],
    ['um 18 Uhr am Donnerstag', '2026-12-03T18:00:00'],
    ['Bis zum 15. Dezember 2026 bitte zurücksenden.', '2026-12-15'],
    ['Der 5.3.27 ist frei.', '2027-03-05'],
  ])('is found in %s', (text, expected) => expect(starts(text)).toEqual([expected]))

  test.each([
    ['an hour of the morning or of the evening', 'Tuesday at 3:30'],
    ['a German hour of either', 'am Dienstag um 3 Uhr'],
    ['another weekday than the date has', 'on Monday, 4 December at 3pm'],
    ['a day that is past', 'your letter of 20 November 2026 at 15:00'],
    ['a day without a year that is some weeks past', 'your letter of 20 October'],
    ['the weekday that it is today', 'on Saturday at 15:00'],
    ['the next of two weekdays', 'next Friday at 15:00'],
    ['a day that comes every week', 'every Friday at 15:00'],
    ['days of every week', 'Fridays at 15:00'],
    ['a weekday without a time', 'See you on Friday'],
    ['a zone that two countries have', '4 December at 15:00 CST'],
    ['a time that is over before it began', '4 December, 15:00-14:00'],
    ['a day that no month has', '31 November at 15:00'],
    ['a date that other countries write the other way round', '04/12/2026 at 15:00'],
    ['a version', 'Version 5.12. ist da, 5.12.1 auch'],
    ['a sum', 'Das kostet 5.12 Euro, oder 1.234,56 Euro'],
    ['a quoted line', '> on 4 December at 3pm'],
    ['an older message', 'Yes.\nOn Friday, 4 December 2026 at 10:00, Bob wrote:\n4 December at 4pm'],
    ['a number', 'Room 4 December 3000 pieces'],
    ['a greeting', 'Guten Morgen, heute nicht. Morgen 12.'],
  ])('is not guessed from %s', (_what, text) => expect(starts(text)).toEqual([]))

  test('says its zone where the text does, and its place where it names one', () => {
    expect(find('4 December at 15:00 CET\nWhere: Room 4, ground floor')).toEqual([
      {
        start: '2026-12-04T15:00:00',
        end: undefined,
        timeZone: 'Europe/Berlin',
        place: 'Room 4, ground floor',
      },
    ])
    expect(find('Freitag, 4.12., 15 Uhr, Lindenstraße 12, 10115 Berlin')[0]?.place).toBe(
      'Lindenstraße 12, 10115 Berlin',
    )
    expect(find('4 December at 3pm, 221 Baker Street, London')[0]?.place).toBe('221 Baker Street, London')
    expect(find('4 December at 3pm\nOrt: Raum 1\nOrt: Raum 2')[0]?.place).toBe('')
    expect(find('4 December at 3pm, Baumweg 3 oder Baumweg 5')[0]?.place).toBe('')
  })

  test('does not follow from a day that nobody knows', () => {
    const times = findMentionedTimes('tomorrow at 10:15, or 4 December at 3pm', writtenAt, {
      knowsDay: false,
    })
    expect(times.map(({ start }) => start)).toEqual(['2026-12-04T15:00:00'])
  })

  test('counts once, with its time, and five are enough', () => {
    expect(starts('15 December 2026 is the day. On 15 December at 3pm! 15 December at 3pm.')).toEqual([
      '2026-12-15T15:00:00',
    ])
    const many = Array.from({ length: 20 }, (_, index) => `2026-12-${String(index + 5).padStart(2, '0')}`)
    expect(starts(many.join('\n'))).toHaveLength(5)
  })
})

describe('a text of a stranger’s', () => {
  const pieces =
    'Friday|Freitag|den |4|12|31|.|:|-|–|/| |,|2026|December|Dez|pm|at |um |Uhr|bis|to|UTC|CST|(|tomorrow|next |Ort: |straße |Street|\n|>|A|ß|\u202e|\u00a0|🎉|9999|00'
  const piece = fc.constantFrom(...pieces.split('|'))
  const text = fc.array(piece, { maxLength: 200 }).map((parts) => parts.join(''))

  test('gives only days that exist and times that end after they start, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 400 })), (hostile) => {
        const events = find(hostile)
        expect(events.length).toBeLessThanOrEqual(5)
        for (const { start, end, place } of events) {
          const wall = parseWallTime(start)
          expect(wall).toBeDefined()
          expect(wall).toBeGreaterThan(writtenAt - 86_400_000)
          expect(parseWallTime(end ?? '9999-12-31')).toBeGreaterThan(wall ?? Infinity)
          expect(place.length).toBeLessThan(200)
          expect(place).not.toContain('\n')
        }
      }),
      { numRuns: 500 },
    )
  })

  const signs =
    'Friday, |4 |4.|4. |12:|12.|- |from |um 3 bis |December |A|Ab| |Ort: |,|Baker |A-|12 Baker |wrote |von |20|Freitag den '

  test.each(signs.split('|'))('of %j without end takes no longer than others', (sign) => {
    const longest = sign.repeat(Math.ceil(20_000 / sign.length))
    const lines = longest.match(/[^]{1,599}/g)?.join('\n') ?? ''
    const before = process.cpuUsage()
    find(longest)
    find(lines)
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})
