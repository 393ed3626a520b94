import { datePrivacyName } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventObject } from '../events/index.ts'
import { editCalendar } from './edit-calendar.ts'
import { readCalendar, writeCalendar } from './index.ts'
import { eventPatch, oddPiece, withOddPieces } from './odd-lines-for-tests.ts'
import { outlookZone } from './outlook-zone-for-tests.ts'

const at = new Date('2026-11-22T08:00:00Z')
const getEvent = (raw: string): EventObject => readCalendar(raw)!.events[0]!.event
const edited = (raw: string, change: (event: EventObject) => EventObject): string => {
  const before = getEvent(raw)
  return editCalendar({ raw, before, after: change(before), at })
}
const set =
  (patch: EventObject) =>
  (event: EventObject): EventObject => ({ ...event, ...patch })

/** Lines that only one of the texts has. */
function differences(before: string, after: string): { gone: string[]; added: string[] } {
  const [was, is] = [before.split(/\r?\n/), after.split(/\r?\n/)]
  return {
    gone: was.filter((line) => !is.includes(line)),
    added: is.filter((line) => !was.includes(line)),
  }
}

const zone = outlookZone('W. Europe Standard Time')
const rich = [
  'BEGIN:VCALENDAR',
  'PRODID:-//Somebody//Else//DE',
  'VERSION:2.0',
  'X-WR-CALNAME;X-A=b:Mine',
  ...zone,
  'BEGIN:VEVENT',
  'UID:one@example.org',
  'DTSTAMP:20260101T000000Z',
  'LAST-MODIFIED:20260101T000000Z',
  'DTSTART;TZID=W. Europe Standard Time:20261102T090000',
  'DURATION:PT1H',
  'SEQUENCE:4',
  'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;WKST=MO;COUNT=10',
  'SUMMARY;LANGUAGE=de:Besprechung',
  'X-MOZ-GENERATION:3',
  'X-ODD;A="b:c";D=e:keep\\, me',
  'CLASS:PRIVATE',
  'CATEGORIES:Team,Woche',
  'DESCRIPTION:A line that is so long that whoever wrote it had to go on with i',
  ' t on the next\\nand then on another',
  'ATTACH;FMTTYPE=application/pdf:https://example.org/a.pdf',
  'ATTACH;ENCODING=BASE64;VALUE=BINARY;X-FILENAME=a.txt:aGVsbG8=',
  'ATTENDEE;CN="Doe, Ben";PARTSTAT=NEEDS-ACTION;SCHEDULE-STATUS="1.1":mailto:ben@example.org',
  'ATTENDEE;X-NUM-GUESTS=2;PARTSTAT=ACCEPTED:MAILTO:Ann@example.org',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT15M',
  'X-SOUND:bell',
  'DESCRIPTION:Soon',
  'END:VALARM',
  'BEGIN:VALARM',
  'UID:alarm-2',
  'ACTION:AUDIO',
  'TRIGGER;RELATED=END:PT0S',
  'END:VALARM',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

describe('a change of a calendar file', () => {
  test('of the title touches the title and what says that something changed, and nothing else', () => {
    expect(differences(rich, edited(rich, set({ title: 'Planning' })))).toEqual({
      gone: [
        'DTSTAMP:20260101T000000Z',
        'LAST-MODIFIED:20260101T000000Z',
        'SEQUENCE:4',
        'SUMMARY;LANGUAGE=de:Besprechung',
      ],
      added: ['DTSTAMP:20261122T080000Z', 'LAST-MODIFIED:20261122T080000Z', 'SEQUENCE:5', 'SUMMARY:Planning'],
    })
  })

  test('that changes nothing answers the file to the byte, whatever its line ends', () => {
    expect(edited(rich, (event) => event)).toBe(rich)
    const unix = rich.replaceAll('\r\n', '\n')
    expect(edited(unix, (event) => event)).toBe(unix)
    expect(edited(unix, set({ title: 'x'.repeat(200) }))).not.toContain('\r')
  })

  test('keeps one date as private as it is, which its series is not', () => {
    const series = ['BEGIN:VEVENT', 'UID:a', 'DTSTART:20261102T090000Z', 'RRULE:FREQ=DAILY', 'SUMMARY:Walk']
    const date = ['BEGIN:VEVENT', 'UID:a', 'RECURRENCE-ID:20261103T090000Z', 'DTSTART:20261103T090000Z']
    const raw = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...series,
      'END:VEVENT',
      ...date,
      'SUMMARY:Doctor',
      'CLASS:CONFIDENTIAL',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n')
    const occurrence = '2026-11-03T09:00:00'
    const { recurrenceOverrides } = getEvent(raw) as { recurrenceOverrides: Record<string, EventObject> }
    expect(recurrenceOverrides).toEqual({ [occurrence]: { title: 'Doctor', [datePrivacyName]: 'secret' } })
    const change = {
      recurrenceOverrides: { [occurrence]: { ...recurrenceOverrides[occurrence], title: 'Dentist' } },
    }
    const { gone, added } = differences(raw, edited(raw, set(change)))
    expect([gone, added]).toEqual([['SUMMARY:Doctor'], expect.arrayContaining(['SUMMARY:Dentist'])])
    expect(added.join()).not.toContain('CLASS')
    // Written anew it says so as well.
    const anew = writeCalendar({ events: [getEvent(raw)], at: new Date(0) })
    expect(getEvent(anew)['recurrenceOverrides']).toEqual(recurrenceOverrides)
  })

  test('of the time keeps the name that the file has for its zone', () => {
    const { added } = differences(rich, edited(rich, set({ start: '2026-11-03T10:30:00', duration: 'PT2H' })))
    expect(added).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=W. Europe Standard Time:20261103T103000',
        'DTEND;TZID=Europe/Berlin:20261103T123000',
      ]),
    )
    expect(getEvent(edited(rich, set({ start: '2026-11-03T10:30:00' })))).toMatchObject({
      start: '2026-11-03T10:30:00',
      timeZone: 'Europe/Berlin',
      duration: 'PT1H',
    })
  })

  test('to another zone defines that zone', () => {
    const moved = edited(rich, set({ timeZone: 'America/New_York' }))
    expect(moved).toContain('BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n')
    expect(getEvent(moved)).toMatchObject({ timeZone: 'America/New_York', start: '2026-11-02T09:00:00' })
  })

  test('of one answer keeps what else is said of the people', () => {
    const answered = edited(rich, (event) => {
      const people = event['participants'] as Record<string, EventObject>
      const [id] = Object.entries(people).find(
        ([, { calendarAddress }]) => calendarAddress === 'mailto:ben@example.org',
      )!
      return {
        ...event,
        participants: { ...people, [id]: { ...people[id], participationStatus: 'declined' } },
      } as EventObject
    })
    const { gone, added } = differences(rich.replaceAll('\r\n ', ''), answered.replaceAll('\r\n ', ''))
    expect(gone).toContain(
      'ATTENDEE;CN="Doe, Ben";PARTSTAT=NEEDS-ACTION;SCHEDULE-STATUS="1.1":mailto:ben@example.org',
    )
    expect(added).toContain(
      'ATTENDEE;CN="Doe, Ben";PARTSTAT=DECLINED;SCHEDULE-STATUS="1.1":mailto:ben@example.org',
    )
    expect(answered).toContain('ATTENDEE;X-NUM-GUESTS=2;PARTSTAT=ACCEPTED:MAILTO:Ann@example.org')
  })

  test('of one alarm leaves the other, and takes one away', () => {
    const [first, second] = Object.entries(getEvent(rich)['alerts'] as Record<string, EventObject>)
    const later = { ...second![1], acknowledged: '2026-11-22T07:00:00Z' }
    const rung = edited(rich, set({ alerts: { [first![0]]: first![1], [second![0]]: later } }))
    expect(differences(rich, rung).added).toContain('ACKNOWLEDGED:20261122T070000Z')
    expect(rung).toContain('ACTION:AUDIO')
    const silent = edited(rich, set({ alerts: { [second![0]]: second![1] } }))
    expect(silent).not.toContain('X-SOUND:bell')
    expect(silent).toContain('UID:alarm-2')
  })

  test('of one occurrence adds one that has everything that the series has', () => {
    const recurrenceOverrides = {
      '2026-11-03T09:00:00': { title: 'Elsewhere' },
      '2026-11-05T09:00:00': { excluded: true },
    }
    const changed = edited(rich, set({ recurrenceOverrides }))
    expect(getEvent(changed)['recurrenceOverrides']).toEqual(recurrenceOverrides)
    expect(changed).toContain('RECURRENCE-ID;TZID=W. Europe Standard Time:20261103T090000')
    expect(changed.match(/X-MOZ-GENERATION:3/g)).toHaveLength(2)
    expect(changed.match(/^RRULE:FREQ=WEEKLY.*$/gm)).toHaveLength(1)
    const again = edited(changed, set({ recurrenceOverrides: {} }))
    expect(getEvent(again)['recurrenceOverrides']).toBeUndefined()
    expect(again.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  test('of a series goes on to the occurrence that has not said otherwise', () => {
    const withOverride = edited(
      rich,
      set({ recurrenceOverrides: { '2026-11-03T09:00:00': { title: 'Elsewhere' } } }),
    )
    const both = edited(withOverride, set({ description: 'New words' }))
    expect(both.match(/DESCRIPTION:New words/g)).toHaveLength(2)
    expect(getEvent(both)['recurrenceOverrides']).toEqual({ '2026-11-03T09:00:00': { title: 'Elsewhere' } })
  })

  test('never raises the revision of a meeting that somebody else organises', () => {
    const meeting = rich.replace('CLASS:PRIVATE', 'ORGANIZER:mailto:eve@example.org')
    const { added } = differences(meeting, edited(meeting, set({ description: 'Mine' })))
    expect(added.some((line) => line.startsWith('SEQUENCE'))).toBe(false)
  })

  test('is what is read from it afterwards, whatever changed', () => {
    const patch = fc.record(
      {
        title: fc.constantFrom('A', 'B; with, signs\n', 'ä'.repeat(90)),
        description: fc.constantFrom('', 'Words'),
        start: fc.constantFrom('2026-11-02T09:00:00', '2027-03-28T01:30:00'),
        duration: fc.constantFrom('PT30M', 'PT25H'),
        timeZone: fc.constantFrom('Europe/Berlin', 'Asia/Tokyo', 'Etc/UTC'),
        privacy: fc.constantFrom('public', 'secret'),
        freeBusyStatus: fc.constantFrom('free', 'busy'),
        status: fc.constantFrom('tentative', 'cancelled'),
        keywords: fc.constantFrom({ One: true }, {}),
        links: fc.constant({}),
        recurrenceRule: fc.constantFrom({ '@type': 'RecurrenceRule', frequency: 'daily', count: 3 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(patch, { minLength: 1, maxLength: 4 }), (patches) => {
        let raw = rich
        for (const change of patches) {
          const changedEvent = { ...getEvent(raw), ...change } as EventObject
          raw = edited(raw, () => changedEvent)
          const plain = (event: EventObject) => {
            const { updated: _updated, sequence: _sequence, freeBusyStatus, ...rest } = event
            const kept = Object.entries(rest).filter(
              ([, value]) => value !== '' && JSON.stringify(value) !== '{}',
            )
            return { ...Object.fromEntries(kept), free: freeBusyStatus === 'free' }
          }
          expect(plain(getEvent(raw))).toEqual(plain(changedEvent))
          for (const kept of [
            'X-MOZ-GENERATION:3',
            'X-SOUND:bell',
            'ENCODING=BASE64',
            'X-WR-CALNAME;X-A=b:Mine',
          ])
            expect(raw).toContain(kept)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('keeps whatever nobody here understands, to the byte and in its order, wherever it stands', () => {
    const pieces = fc.array(oddPiece(rich), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(pieces, fc.array(eventPatch, { minLength: 1, maxLength: 3 }), (oddPieces, patches) => {
        const { raw, inserted } = withOddPieces(rich, oddPieces)
        const result = patches.reduce((before, patch) => edited(before, set(patch as EventObject)), raw)
        const positions = inserted.map((piece) => result.indexOf(`\r\n${piece}\r\n`))
        expect(positions.every((position) => position > 0)).toBe(true)
        expect(positions).toEqual(positions.toSorted((a, b) => a - b))
      }),
      { numRuns: 80 },
    )
  })

  test('of a file that is cut or broken anywhere ends, and says what was wanted', () => {
    const position = fc.nat(rich.length)
    fc.assert(
      fc.property(position, fc.nat(60), fc.string(), (from, length, instead) => {
        const raw = rich.slice(0, from) + instead + rich.slice(from + length)
        const [item] = readCalendar(raw)?.events ?? []
        if (!item) return
        const after = { ...item.event, title: 'Still here' }
        const read = getEvent(editCalendar({ raw, before: item.event, after, at }))
        expect(read['title']).toBe('Still here')
      }),
      { numRuns: 300 },
    )
  })
})
