import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findProblems, toSeries } from '../events/index.ts'
import { writeWallTime } from '../clocks/index.ts'
import { expand } from '../recurrence/index.ts'
import { readCalendar } from './index.ts'
import { outlookZone } from './outlook-zone-for-tests.ts'
import { componentsIn, readRaw, writeRaw } from './raw-component.ts'

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const vevent = (...lines: string[]) => calendar('BEGIN:VEVENT', 'UID:u1', ...lines, 'END:VEVENT')
const getEvent = (text: string) => readCalendar(text)!.events[0]!.event
const berlin = 'DTSTART;TZID=Europe/Berlin:20261102T090000'

describe('the people of an event', () => {
  const getStatuses = (...lines: string[]) => {
    const { participants } = getEvent(vevent(berlin, ...lines)) as {
      participants: Record<string, { calendarAddress: string; scheduleStatus?: string[] }>
    }
    return Object.fromEntries(
      Object.values(participants).map((person) => [person.calendarAddress.slice(7), person.scheduleStatus]),
    )
  }

  test('have what the server says of the messages it sent them (RFC 6638 §7.3)', () => {
    expect(
      getStatuses(
        'ORGANIZER:mailto:ann@example.org',
        'ATTENDEE:mailto:ann@example.org',
        'ATTENDEE;SCHEDULE-STATUS=1.2:mailto:ben@example.org',
        'ATTENDEE;SCHEDULE-STATUS="2.0,5.1":mailto:cem@example.org',
        'ATTENDEE;SCHEDULE-STATUS="3.7;Invalid calendar user":mailto:dee@example.org',
        'ATTENDEE;SCHEDULE-STATUS=soon:mailto:eve@example.org',
      ),
    ).toEqual({
      'ann@example.org': undefined,
      'ben@example.org': ['1.2'],
      'cem@example.org': ['2.0', '5.1'],
      'dee@example.org': ['3.7'],
      'eve@example.org': undefined,
    })
  })

  test('have of the organizer what became of an answer', () => {
    expect(
      getStatuses(
        'ORGANIZER;SCHEDULE-STATUS="5.1":mailto:boss@example.org',
        'ATTENDEE:mailto:ann@example.org',
      ),
    ).toEqual({ 'boss@example.org': ['5.1'], 'ann@example.org': undefined })
  })
})

describe('an event of a calendar file', () => {
  test('is read with everything that says something', () => {
    const event = getEvent(
      vevent(
        berlin,
        'DTEND;TZID=Europe/Berlin:20261102T101500',
        'SUMMARY:Jour fixe\\, lang',
        'LOCATION:Raum 1',
        'DESCRIPTION:Erste Zeile\\nzwei',
        ' te Zeile',
        'CLASS:CONFIDENTIAL',
        'TRANSP:TRANSPARENT',
        'STATUS:TENTATIVE',
        'SEQUENCE:3',
        'PRIORITY:1',
        'CATEGORIES:Team,Woche',
        'CREATED:20260101T000000Z',
        'DTSTAMP:20260202T000000Z',
        'URL:https://example.org/a',
        'CONFERENCE;LABEL=Zoom;VALUE=URI:https://zoom.example/j/1',
        'COLOR:tomato',
        'ORGANIZER;CN=Ann:MAILTO:ann@example.org',
        'ATTENDEE;CN="Doe, Ben";PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:ben@example.org',
        'ATTENDEE;CUTYPE=ROOM;ROLE=OPT-PARTICIPANT:mailto:room@example.org',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'TRIGGER:-PT15M',
        'END:VALARM',
        'BEGIN:VALARM',
        'ACTION:EMAIL',
        'TRIGGER;RELATED=END:PT0S',
        'END:VALARM',
        'X-OWN:kept',
      ),
    )
    expect(findProblems(event)).toEqual([])
    expect(event).toMatchObject({
      uid: 'u1',
      title: 'Jour fixe, lang',
      description: 'Erste Zeile\nzweite Zeile',
      color: 'tomato',
      start: '2026-11-02T09:00:00',
      duration: 'PT1H15M',
      timeZone: 'Europe/Berlin',
      privacy: 'secret',
      freeBusyStatus: 'free',
      status: 'tentative',
      sequence: 3,
      priority: 1,
      created: '2026-01-01T00:00:00Z',
      updated: '2026-02-02T00:00:00Z',
      keywords: { Team: true, Woche: true },
      organizerCalendarAddress: 'mailto:ann@example.org',
    })
    const all = (name: string) => Object.values(event[name] as object)
    expect(all('locations')).toEqual([{ '@type': 'Location', name: 'Raum 1' }])
    expect(all('virtualLocations')).toMatchObject([{ uri: 'https://zoom.example/j/1', name: 'Zoom' }])
    expect(all('links')).toMatchObject([{ href: 'https://example.org/a' }])
    expect(all('participants')).toMatchObject([
      { name: 'Doe, Ben', participationStatus: 'accepted', roles: { attendee: true }, expectReply: true },
      { kind: 'location', roles: { attendee: true, optional: true } },
      { name: 'Ann', calendarAddress: 'mailto:ann@example.org', roles: { owner: true } },
    ])
    expect(all('alerts')).toMatchObject([
      { action: 'display', trigger: { offset: '-PT15M' } },
      { action: 'email', trigger: { offset: 'PT0S', relativeTo: 'end' } },
    ])
  })

  test.each([
    [
      'of a day',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
      { start: '2026-12-24T00:00:00', duration: 'P3D', showWithoutTime: true },
    ],
    ['of a day without an end', ['DTSTART;VALUE=DATE:20261224'], { duration: 'P1D', showWithoutTime: true }],
    ['in UTC', ['DTSTART:20261102T090000Z', 'DURATION:PT30M'], { timeZone: 'Etc/UTC', duration: 'PT30M' }],
    ['that is a moment', ['DTSTART:20261102T090000'], { start: '2026-11-02T09:00:00', duration: 'PT0S' }],
    [
      'that ends before it begins',
      [berlin, 'DTEND;TZID=Europe/Berlin:20261102T080000'],
      { duration: 'PT0S' },
    ],
    [
      'across a change of clocks',
      ['DTSTART;TZID=Europe/Berlin:20261024T120000', 'DTEND;TZID=Europe/Berlin:20261025T120000'],
      { duration: 'PT25H' },
    ],
    [
      'that lands elsewhere',
      ['DTSTART;TZID=Europe/Berlin:20261102T090000', 'DTEND;TZID=America/New_York:20261102T120000'],
      { duration: 'PT9H', endTimeZone: 'America/New_York' },
    ],
  ])('%s', (_what, lines, expected) => {
    expect(getEvent(vevent(...lines))).toMatchObject(expected)
  })

  test.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['"Europe/Berlin"', 'Europe/Berlin'],
    ['/freeassociation.sourceforge.net/America/Argentina/Salta', 'America/Argentina/Salta'],
    ['/citadel.org/20250101_1/Europe/Berlin', 'Europe/Berlin'],
    ['tzone://Microsoft/Tokyo Standard Time', 'Asia/Tokyo'],
    ['GMT+0100', 'Etc/GMT-1'],
    ['Nowhere Time', undefined],
  ])('in the zone %s', (tzid, zone) => {
    const quoted = tzid.startsWith('"') || !/[:;,]/.test(tzid) ? tzid : `"${tzid}"`
    expect(getEvent(vevent(`DTSTART;TZID=${quoted}:20261102T090000`))['timeZone']).toBe(zone)
  })

  test('in a zone that only the file knows is in the zone that keeps the same time', () => {
    const zone = outlookZone('Customized Time Zone')
    const text = calendar(
      ...zone,
      'BEGIN:VEVENT',
      'UID:u1',
      'DTSTART;TZID=Customized Time Zone:20260702T090000',
      'END:VEVENT',
    )
    const readZone = getEvent(text)['timeZone']
    const instants = expand(toSeries(getEvent(text)), 0, 4e12, 'UTC').occurrences
    expect(typeof readZone).toBe('string')
    expect(instants.map(({ start }) => new Date(start).toISOString())).toEqual(['2026-07-02T07:00:00.000Z'])
  })
})

describe('a series of a calendar file', () => {
  const occurrences = (text: string) =>
    expand(
      toSeries(getEvent(text)),
      Date.parse('2026-11-01'),
      Date.parse('2026-12-10'),
      'UTC',
    ).occurrences.map(
      ({ recurrenceId, start }) =>
        `${writeWallTime(recurrenceId).slice(5, 16)} ${new Date(start).toISOString().slice(5, 16)}`,
    )
  const weekly = [
    berlin,
    'DTEND;TZID=Europe/Berlin:20261102T100000',
    'RRULE:FREQ=WEEKLY;UNTIL=20261130T080000Z',
  ]

  test('has its rule, and what was left out and added, in any way of writing a time', () => {
    const text = vevent(
      ...weekly,
      'EXDATE:20261109T080000Z',
      'EXDATE;VALUE=DATE:20261116',
      'RDATE;TZID=America/New_York:20261118T060000',
    )
    expect(occurrences(text)).toEqual([
      '11-02T09:00 11-02T08:00',
      '11-18T12:00 11-18T11:00',
      '11-23T09:00 11-23T08:00',
      '11-30T09:00 11-30T08:00',
    ])
  })

  test('has its changed occurrences, whatever their order in the file', () => {
    const changed = [
      'BEGIN:VEVENT',
      'UID:u1',
      'RECURRENCE-ID:20261109T080000Z',
      'DTSTART;TZID=Europe/Berlin:20261110T110000',
      'DTEND;TZID=Europe/Berlin:20261110T120000',
      'SUMMARY:Verlegt',
      'END:VEVENT',
    ]
    const series = ['BEGIN:VEVENT', 'UID:u1', ...weekly, 'SUMMARY:Runde', 'CLASS:PRIVATE', 'END:VEVENT']
    for (const text of [calendar(...changed, ...series), calendar(...series, ...changed)]) {
      expect(occurrences(text)[1]).toBe('11-09T09:00 11-10T10:00')
      const { recurrenceOverrides, title } = getEvent(text)
      expect(title).toBe('Runde')
      expect(recurrenceOverrides).toEqual({
        '2026-11-09T09:00:00': { start: '2026-11-10T11:00:00', title: 'Verlegt' },
      })
    }
  })

  test('keeps the text of a rule that is not understood, and is drawn once', () => {
    const [item] = readCalendar(vevent(berlin, 'RRULE:FREQ=MONTHLY;RSCALE=HEBREW'))!.events
    expect(item).toMatchObject({ unreadRule: 'FREQ=MONTHLY;RSCALE=HEBREW' })
    expect(occurrences(vevent(berlin, 'RRULE:FREQ=MONTHLY;RSCALE=HEBREW'))).toHaveLength(1)
  })

  test('that one was invited to for one day stands alone under its own recurrence id', () => {
    const text = vevent(
      'RECURRENCE-ID;TZID=Europe/Berlin:20261109T090000',
      'DTSTART;TZID=Europe/Berlin:20261109T100000',
    )
    expect(getEvent(text)).toMatchObject({
      recurrenceId: '2026-11-09T09:00:00',
      recurrenceIdTimeZone: 'Europe/Berlin',
    })
  })
})

describe('a calendar file', () => {
  test('says what it is for, and what it is called', () => {
    const text = calendar(
      'METHOD:Request',
      'X-WR-CALNAME:Ferien',
      'BEGIN:VEVENT',
      'UID:u1',
      berlin,
      'END:VEVENT',
    )
    expect(readCalendar(text)).toMatchObject({ method: 'REQUEST', name: 'Ferien', unreadable: 0 })
  })

  test('of a thousand events is not lost for a few bad lines', () => {
    const bad = ['BEGIN:VEVENT', 'UID:bad', 'DTSTART:tomorrow', 'no colon at all', 'END:VEVENT']
    const odd = [
      'BEGIN:VEVENT',
      'UID:u1',
      berlin,
      'ATTENDEE;CN="open:mailto:x@y',
      'SUMMARY:Still here',
      'END:VEVENT',
    ]
    const read = readCalendar(calendar(...bad, ...odd))!
    expect(read.unreadable).toBe(1)
    expect(read.events.map(({ event }) => event['title'])).toEqual(['Still here'])
  })

  test.each([
    ['nothing', ''],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['an address book', 'BEGIN:VCARD\r\nEND:VCARD'],
  ])('is not what is %s', (_what, text) => {
    expect(readCalendar(text)).toBeUndefined()
  })

  test('cut and broken anywhere gives events that can be kept, or none', () => {
    const whole = vevent(
      berlin,
      'DTEND;TZID=Europe/Berlin:20261102T101500',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'SUMMARY:A',
      'CATEGORIES:__proto__',
      'EXDATE;TZID=Europe/Berlin:20261109T090000',
      'ATTENDEE:mailto:a@b',
      'BEGIN:VALARM',
      'TRIGGER:-PT5M',
      'END:VALARM',
    )
    const position = fc.nat(whole.length)
    fc.assert(
      fc.property(position, position, fc.string(), (from, length, instead) => {
        const broken = whole.slice(0, from) + instead + whole.slice(from + (length % 40))
        for (const { event } of readCalendar(broken)?.events ?? []) {
          expect(findProblems(event)).toEqual([])
          expand(toSeries(event), Date.parse('2026-01-01'), Date.parse('2027-01-01'), 'UTC')
        }
      }),
      { numRuns: 500 },
    )
  })

  test('many components that never end, and as many ends of others, cost what their lines do', () => {
    const text = calendar('BEGIN:A\r\n'.repeat(100_000) + 'END:B\r\n'.repeat(100_000))
    expect(readCalendar(text)?.events).toEqual([])
    expect(componentsIn(readRaw(text), 'VCALENDAR')).toHaveLength(1)
  })

  test('nested deeper than a program can write by recursion is written as it came', () => {
    const nested = 'BEGIN:A\r\n'.repeat(50_000) + 'END:A\r\n'.repeat(49_999) + 'END:A'
    const text = calendar(nested, 'BEGIN:VEVENT', 'UID:u1', berlin, 'END:VEVENT')
    expect(writeRaw(readRaw(text))).toBe(text)
    expect(componentsIn(componentsIn(readRaw(text), 'VCALENDAR')[0]!, 'VEVENT')).toHaveLength(1)
  })

  test('nested without end, or closing what was never opened, is read to its end', () => {
    const deep = calendar(...Array.from({ length: 50_000 }, () => 'BEGIN:VEVENT'))
    expect(readCalendar(deep)?.events).toEqual([])
    expect(
      readCalendar(calendar('END:VEVENT', 'END:VCALENDAR', 'BEGIN:VEVENT', 'UID:u1', berlin, 'END:VEVENT')),
    ).toBeDefined()
  })
})
