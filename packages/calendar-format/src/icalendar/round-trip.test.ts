import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventObject, findProblems, toSeries } from '../events/index.ts'
import { expand } from '../recurrence/index.ts'
import { readCalendar, writeCalendar } from './index.ts'
import { createStableId } from './read-people.ts'

const at = new Date('2026-11-21T10:00:00Z')
const text = (event: EventObject) => writeCalendar({ events: [event], at })
const again = (event: EventObject) => readCalendar(text(event))!.events.map((item) => item.event)

const words = fc
  .oneof(
    fc.constantFrom('Runde; lang, \\n', 'a\nb', 'ärger 🦊'.repeat(20), 'X:Y"Z"'),
    fc.string({ minLength: 1 }),
  )
  .map((one) =>
    // What no line can carry is left out on purpose.
    one
      // oxlint-disable-next-line no-control-regex -- what no line of iCalendar can carry
      .replace(/[\u0000-\u001F\u007F\u2028\u2029\u0085]/gu, (character) => (character === '\n' ? '\n' : 'x'))
      .trim(),
  )
const title = words.filter((word) => word !== '')
const local = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString().slice(0, 19))
const address = fc.constantFrom('mailto:ann@example.org', 'mailto:ben@example.org')

const timed: fc.Arbitrary<EventObject> = fc
  .record(
    {
      title,
      description: title,
      start: local,
      duration: fc.constantFrom('PT0S', 'PT30M', 'PT1H15M', 'PT26H'),
      timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Etc/UTC'),
      status: fc.constantFrom('confirmed', 'tentative', 'cancelled'),
      privacy: fc.constantFrom('public', 'private', 'secret'),
      freeBusyStatus: fc.constant('free'),
      sequence: fc.nat(99),
      priority: fc.integer({ min: 1, max: 9 }),
      keywords: fc.constant({ Team: true, 'a, b': true }),
      locations: fc.constant({ [createStableId('Raum; 1')]: { '@type': 'Location', name: 'Raum; 1' } }),
      organizer: address,
      frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
    },
    { requiredKeys: ['title', 'start', 'duration', 'timeZone'] },
  )
  .map(({ organizer, frequency, ...event }) => ({
    '@type': 'Event',
    version: '2.0',
    uid: 'u1@example.org',
    updated: '2026-01-02T03:04:05Z',
    ...event,
    ...(organizer ? meeting(organizer) : {}),
    ...(frequency ? { recurrenceRule: { '@type': 'RecurrenceRule', frequency, count: 4 } } : {}),
  }))

const meeting = (organizer: string) => ({
  organizerCalendarAddress: organizer,
  participants: {
    [createStableId(organizer)]: {
      '@type': 'Participant',
      calendarAddress: organizer,
      name: 'Ann, A.',
      roles: { owner: true },
    },
    [createStableId('mailto:room@example.org')]: {
      '@type': 'Participant',
      calendarAddress: 'mailto:room@example.org',
      kind: 'location',
      roles: { attendee: true, optional: true },
      participationStatus: 'accepted',
      expectReply: true,
    },
  },
})

describe('an event written to a calendar file', () => {
  test('is the same event when it is read', () => {
    fc.assert(
      fc.property(timed, (event) => {
        expect(findProblems(event)).toEqual([])
        expect(again(event)).toEqual([event])
      }),
      { numRuns: 300 },
    )
  })

  test('of days, of no zone, with alarms and links is the same too', () => {
    const event: EventObject = {
      '@type': 'Event',
      version: '2.0',
      uid: 'u1',
      start: '2026-12-24T00:00:00',
      duration: 'P3D',
      showWithoutTime: true,
      links: {
        [createStableId('https://example.org/a?b,c;d')]: {
          '@type': 'Link',
          href: 'https://example.org/a?b,c;d',
        },
        [createStableId('https://example.org/page')]: {
          '@type': 'Link',
          href: 'https://example.org/page',
          rel: 'describedby',
        },
      },
      locations: {
        [createStableId('Opera')]: {
          '@type': 'Location',
          name: 'Opera',
          coordinates: 'geo:52.5123,-13.3084',
        },
      },
      virtualLocations: {
        [createStableId('https://zoom.example/1')]: {
          '@type': 'VirtualLocation',
          uri: 'https://zoom.example/1',
          name: 'A: B',
        },
      },
    }
    const [read] = again({
      ...event,
      alerts: {
        x: { '@type': 'Alert', action: 'email', trigger: { '@type': 'OffsetTrigger', offset: '-P1D' } },
      },
    })
    expect(read).toMatchObject(event)
    expect(Object.values(read!['alerts'] as object)).toMatchObject([
      { action: 'email', trigger: { offset: '-P1D' } },
    ])
    const floating = { ...event, start: '2026-12-24T10:00:00', duration: 'PT1H', showWithoutTime: false }
    expect(again(floating)[0]).toMatchObject({ start: '2026-12-24T10:00:00', duration: 'PT1H' })
  })

  test('that ends in the second of an hour that comes twice lasts as long when it is read', () => {
    const night = {
      '@type': 'Event',
      version: '2.0',
      uid: 'u1',
      start: '2026-10-25T01:30:00',
      duration: 'PT2H',
    }
    expect(again({ ...night, timeZone: 'Europe/Berlin' })).toEqual([
      { ...night, timeZone: 'Europe/Berlin', updated: '2026-11-21T10:00:00Z' },
    ])
  })

  test('takes place at the same instants, with its changed, added and left out occurrences', () => {
    const series: EventObject = {
      '@type': 'Event',
      version: '2.0',
      uid: 'u1',
      title: 'Standup',
      start: '2026-10-19T09:00:00',
      duration: 'PT1H',
      timeZone: 'Europe/Berlin',
      recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly', until: '2026-12-01T00:00:00' },
      recurrenceOverrides: {
        '2026-10-26T09:00:00': { excluded: true },
        '2026-11-02T09:00:00': { start: '2026-11-03T10:00:00', timeZone: 'America/New_York', title: 'Later' },
        '2026-11-12T12:00:00': {},
      },
    }
    const instants = (event: EventObject) => expand(toSeries(event), 0, 4e12, 'UTC').occurrences
    const [read] = again(series)
    expect(instants(read!)).toEqual(instants(series))
    expect(read!['recurrenceOverrides']).toEqual(series['recurrenceOverrides'])
    // The end of a rule is an instant, whatever zone the series is in.
    expect(text(series)).toMatch(/^RRULE:FREQ=WEEKLY;UNTIL=\d{8}T\d{6}Z\r$/m)
    expect(read!['recurrenceRule']).toEqual(series['recurrenceRule'])
  })

  test('carries the zones it names, for readers that know no other', () => {
    const written = text({
      uid: 'u',
      start: '2026-07-01T09:00:00',
      duration: 'PT1H',
      timeZone: 'Europe/Berlin',
    })
    expect(written).toContain('TZID:Europe/Berlin')
    expect(written).toMatch(
      /BEGIN:DAYLIGHT\r\nDTSTART:20260329T020000\r\nTZOFFSETFROM:\+0100\r\nTZOFFSETTO:\+0200\r\nRRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU/,
    )
    // The same file with a name that says nothing: its definition is all there is.
    const renamed = readCalendar(written.replaceAll('Europe/Berlin', 'Our Zone'))!.events[0]!.event
    const [only] = expand(toSeries(renamed), 0, 4e12, 'UTC').occurrences
    expect(new Date(only!.start).toISOString()).toBe('2026-07-01T07:00:00.000Z')
  })

  test('has no line longer than 75 octets, and none that a stranger began', () => {
    const hostile = 'x\r\nATTENDEE:mailto:eve@example.org\nEND:VEVENT "; :,'.repeat(3)
    const written = text({
      uid: hostile,
      title: hostile,
      start: '2026-07-01T09:00:00',
      locations: { a: { name: hostile } },
      organizerCalendarAddress: `mailto:${hostile}`,
      status: 'confirmed',
      participants: { a: { calendarAddress: `mailto:${hostile}`, name: hostile, roles: { attendee: true } } },
      virtualLocations: { a: { uri: hostile, name: hostile } },
      keywords: { [hostile]: true },
    })
    for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const names = written
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => /^[A-Z-]*/.exec(line)![0])
    expect(names.filter((name) => name === 'ATTENDEE')).toHaveLength(1)
    expect(names.filter((name) => name === 'END')).toHaveLength(2)
  })
})
