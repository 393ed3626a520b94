import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { eventsIn } from './events.ts'

const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')

describe('events of a calendar file', () => {
  test('are told with time, place and people', () => {
    const text = file(
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Europe/Berlin:20261124T100000',
      'DTEND;TZID=Europe/Berlin:20261124T113000',
      'SUMMARY:Budget\\, second',
      '  round',
      'LOCATION:Room 4',
      'ORGANIZER;CN="Noor: Haddad":mailto:noor@studio.example',
      'ATTENDEE;PARTSTAT=ACCEPTED;CN=Ada:mailto:ada@example.test',
      'DESCRIPTION:One\\nTwo',
      'RRULE:FREQ=WEEKLY',
      'BEGIN:VALARM',
      'DESCRIPTION:Not this',
      'END:VALARM',
      'END:VEVENT',
    )
    expect(eventsIn(text)).toEqual([
      {
        method: 'REQUEST',
        title: 'Budget, second round',
        location: 'Room 4',
        description: 'One\nTwo',
        start: '2026-11-24T10:00:00',
        end: '2026-11-24T11:30:00',
        timeZone: 'Europe/Berlin',
        organizer: 'Noor: Haddad <noor@studio.example>',
        attendees: ['Ada <ada@example.test>'],
        isRepeating: true,
        isCancelled: false,
      },
    ])
  })

  test('may be whole days, in UTC, or cancelled', () => {
    const day = file('BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20261224', 'STATUS:CANCELLED', 'END:VEVENT')
    expect(eventsIn(day)[0]).toMatchObject({
      start: '2026-12-24',
      timeZone: null,
      isCancelled: true,
      title: null,
    })
    expect(eventsIn(file('BEGIN:VEVENT', 'DTSTART:20261224T080000Z', 'END:VEVENT'))[0]?.start).toBe(
      '2026-12-24T08:00:00Z',
    )
  })

  test('nothing that a stranger writes makes it throw or take long', () => {
    const piece = fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      'SUMMARY;X="',
      ':',
      '"',
      ';',
      'DTSTART:2026',
      '\r\n ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (parts) => {
        expect(Array.isArray(eventsIn(parts.join('\r\n')))).toBe(true)
      }),
    )
    const began = process.cpuUsage()
    eventsIn(`ATTENDEE${';A="b"'.repeat(40_000)}`)
    eventsIn(`ATTENDEE${';A=b'.repeat(40_000)}"`)
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})
