import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/index.ts'
import { plainIn } from './plain-body.ts'
import { differing, patchBetween, applyPatch } from './json-difference.ts'
import { readEvent } from './read-event.ts'
import { readRule, writeRule } from './rule.ts'
import { writeEvent } from './write-event.ts'
import { getDate, dayMs, instantAt, wallAt, windowsName, writeWall, toIanaZone } from './zone-time.ts'

const berlin = 'W. Europe Standard Time'
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo']
const me = 'ada@contoso.test'
/** What Graph makes of what it is sent. */
const kept = (sent: JsonObject): JsonObject => {
  const { start, end } = sent as Record<string, { timeZone: string }>
  return {
    ...sent,
    originalStartTimeZone: start?.timeZone ?? '',
    originalEndTimeZone: end?.timeZone ?? '',
    iCalUId: 'uid-1',
    isOrganizer: true,
    organizer: { emailAddress: { address: me, name: 'Ada' } },
  }
}
const there = (event: JsonObject, home = 'Europe/Berlin') => kept(writeEvent(event, home) as JsonObject)

const meeting: JsonObject = {
  '@type': 'Event',
  version: '2.0',
  uid: 'uid-1',
  title: 'Lunch',
  start: '2026-11-24T12:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
}

describe('Times', () => {
  test('of every zone there is are told by a name that keeps the same hours', () => {
    const unknown = Intl.supportedValuesOf('timeZone').filter((zone) => {
      let name: string
      try {
        name = windowsName(zone)
      } catch {
        return true
      }
      for (const at of [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)])
        expect([zone, wallAt(at, zone)]).toEqual([zone, wallAt(at, toIanaZone(name))])
      return false
    })
    // A station on the ice that keeps hours of its own, say.
    expect(unknown.length).toBeLessThan(6)
  })

  test('keep the hour on the wall and the length in truth, over every change of clocks', () => {
    const instant = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 })
    const length = fc.integer({ min: 0, max: 5 * 24 * 60 })
    fc.assert(
      fc.property(instant, length, fc.constantFrom(...zones), (at, minutes, zone) => {
        const start = wallAt(at * 60_000, zone)
        const end = instantAt(start, zone) + minutes * 60_000
        // An hour that comes twice has one name only.
        fc.pre(instantAt(wallAt(end, zone), zone) === end)
        const event = { ...meeting, start: writeWall(start), timeZone: zone, duration: `PT${minutes}M` }
        const read = readEvent(there(event), me)
        const [, hours = '0', rest = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?/.exec(String(read?.['duration'])) ?? []
        expect([read?.['start'], Number(hours) * 60 + Number(rest)]).toEqual([event.start, minutes])
        const same = toIanaZone(windowsName(zone))
        expect(read?.['timeZone']).toBe(same)
      }),
    )
  })

  test('that Microsoft has no way to keep are not sent', () => {
    expect(() => writeEvent({ ...meeting, timeZone: null }, 'Europe/Berlin')).toThrow(
      'event-limit/needs-time-zone',
    )
    expect(toIanaZone('Customized Time Zone')).toBe('Etc/UTC')
    expect(toIanaZone('tzone://Microsoft/Utc')).toBe('Etc/UTC')
  })

  test('of whole days are dates, wherever they were made', () => {
    const days = { ...meeting, start: '2026-11-24T00:00:00', duration: 'P2D', showWithoutTime: true }
    const { timeZone: _, ...fair } = days as JsonObject
    for (const zone of zones) {
      const sent = there(fair, zone)
      expect(readEvent(sent, me)).toMatchObject(fair)
      // [F] Exchange tells midnight in UTC; should it tell the midnight of the zone instead, it is the same day.
      const utc = { dateTime: '2026-11-24T00:00:00.0000000', timeZone: 'UTC' }
      const end = { dateTime: '2026-11-26T00:00:00.0000000', timeZone: 'UTC' }
      expect(readEvent({ ...sent, start: utc, end }, me)).toMatchObject(fair)
      expect(readEvent({ ...sent, start: utc, end }, me)).not.toHaveProperty('timeZone')
    }
  })
})

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const interval = fc.integer({ min: 1, max: 20 })
const some = fc.subarray(weekdays, { minLength: 1 })
const index = fc.constantFrom('first', 'second', 'third', 'fourth', 'last')
const month = fc.integer({ min: 1, max: 12 })
const dayOfMonth = fc.integer({ min: 1, max: 31 })
const pattern = fc.oneof(
  fc.record({ type: fc.constant('daily'), interval }),
  fc.record({
    type: fc.constant('weekly'),
    interval,
    daysOfWeek: some,
    firstDayOfWeek: fc.constantFrom(...weekdays),
  }),
  fc.record({ type: fc.constant('absoluteMonthly'), interval, dayOfMonth }),
  fc.record({ type: fc.constant('relativeMonthly'), interval, daysOfWeek: some, index }),
  fc.record({ type: fc.constant('absoluteYearly'), interval, dayOfMonth, month }),
  fc.record({ type: fc.constant('relativeYearly'), interval, daysOfWeek: some, index, month }),
)
const range = fc.oneof(
  fc.record({ type: fc.constant('noEnd') }),
  fc.record({ type: fc.constant('numbered'), numberOfOccurrences: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ type: fc.constant('endDate'), endDate: fc.constant('2031-05-17') }),
)

/** The first day from 2026 on that the pattern gives, found by asking of each whether it would do. */
function getFirst(recurrence: JsonObject): number {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2030, 0, 1); day += dayMs)
    try {
      writeRule(readRule(recurrence), day + 9 * 3_600_000, berlin)
      return day + 9 * 3_600_000
    } catch {
      continue
    }
  throw new Error(`Nothing begins by ${JSON.stringify(recurrence)}`)
}

describe('Rules', () => {
  test('of Graph are those of JSCalendar and the same again', () => {
    fc.assert(
      fc.property(pattern, range, (asked, until) => {
        const recurrence = { pattern: asked, range: until } as JsonObject
        const start = getFirst(recurrence)
        const written = writeRule(readRule(recurrence), start, berlin)
        const maxLengthAllowed = 'month' in asked ? [29, 30].find((n) => isLastOf(n, asked.month)) : 31
        const day =
          'dayOfMonth' in asked ? { dayOfMonth: Math.min(asked.dayOfMonth, maxLengthAllowed ?? 31) } : {}
        expect(written).toEqual({
          pattern: { ...asked, ...day },
          range: { ...until, startDate: getDate(start), recurrenceTimeZone: berlin },
        })
      }),
      { numRuns: 60 },
    )
  })
  const isLastOf = (n: number, of: number): boolean =>
    of === 2 ? n === 29 : [4, 6, 9, 11].includes(of) && n === 30

  test.each<[string, JsonObject, string]>([
    ['every third hour', { frequency: 'hourly', interval: 3 }, 'once-a-day'],
    ['on two days of the month', { frequency: 'monthly', byMonthDay: [1, 15] }, 'one-day-of-month'],
    ['on the 31st and never else', { frequency: 'monthly', byMonthDay: [31] }, 'short-months'],
    ['on the day before the last', { frequency: 'monthly', byMonthDay: [-2] }, 'last-day-only'],
    ['on a fifth Sunday', { frequency: 'monthly', byDay: [{ day: 'su', nthOfPeriod: 5 }] }, 'nth-weekday'],
    [
      'on first and third Sundays',
      { frequency: 'monthly', byDay: [{ day: 'su' }], bySetPosition: [1, 3] },
      'one-nth-weekday',
    ],
    [
      'on Fridays the 13th',
      { frequency: 'monthly', byDay: [{ day: 'fr' }], byMonthDay: [13] },
      'weekdays-on-days',
    ],
    ['in two months', { frequency: 'yearly', byMonth: ['3', '9'] }, 'one-month'],
    ['on a day counted from New Year', { frequency: 'yearly', byYearDay: [100] }, 'days-of-year'],
    ['in week 20', { frequency: 'yearly', byWeekNo: [20] }, 'weeks-of-year'],
    ['twice a day', { frequency: 'daily', byHour: [9, 17] }, 'once-a-day'],
    ['by another calendar', { frequency: 'yearly', rscale: 'hebrew' }, 'cannot-repeat'],
    ['from a Tuesday on Mondays', { frequency: 'weekly', byDay: [{ day: 'mo' }] }, 'first-date'],
  ])('that repeat %s are refused by name', (_, rule, limit) => {
    const start = Date.parse('2026-03-31T09:00:00Z')
    expect(() => writeRule({ '@type': 'RecurrenceRule', ...rule }, start, berlin)).toThrow(
      `event-limit/${limit}`,
    )
  })

  test('that say the same in other words are taken', () => {
    const monday = Date.parse('2026-11-30T09:00:00Z')
    const written = (rule: JsonObject) => writeRule(rule, monday, berlin)['pattern']
    expect(written({ frequency: 'weekly' })).toMatchObject({ type: 'weekly', daysOfWeek: ['monday'] })
    const working = ['mo', 'tu', 'we', 'th', 'fr'].map((day) => ({ day }))
    expect(written({ frequency: 'daily', byDay: working })).toMatchObject({ type: 'weekly' })
    expect(written({ frequency: 'yearly' })).toMatchObject({
      type: 'absoluteYearly',
      month: 11,
      dayOfMonth: 30,
    })
    expect(written({ frequency: 'monthly', byMonthDay: [-1] })).toMatchObject({ dayOfMonth: 31 })
    expect(written({ frequency: 'monthly', byDay: working, bySetPosition: [-1] })).toMatchObject({
      type: 'relativeMonthly',
      index: 'last',
      daysOfWeek: weekdays.slice(1, 6),
    })
  })

  test('end on the day of their last hour', () => {
    const start = Date.parse('2026-11-24T09:00:00Z')
    const end = (until: string) =>
      (writeRule({ frequency: 'daily', until }, start, berlin)['range'] as JsonObject)['endDate']
    expect(end('2026-12-24T09:00:00')).toBe('2026-12-24')
    expect(end('2026-12-24T08:59:59')).toBe('2026-12-23')
  })
})

describe('Facts', () => {
  const text = fc.string({ minLength: 1, maxLength: 30 }).filter((one) => one.trim() === one)
  const event = fc.record(
    {
      title: text,
      description: text.filter((one) => !one.includes('\r')),
      privacy: fc.constantFrom('private', 'secret'),
      freeBusyStatus: fc.constant('free'),
      priority: fc.constantFrom(1, 9),
      keywords: fc.dictionary(text, fc.constant(true), { minKeys: 1, maxKeys: 3 }),
      alerts: fc.integer({ min: 0, max: 10_000 }).map((minutes) => ({
        reminder: {
          '@type': 'Alert',
          action: 'display',
          trigger: { '@type': 'OffsetTrigger', offset: `-PT${minutes}M` },
        },
      })),
    },
    { requiredKeys: [] },
  )

  test('that both can say travel there and back', () => {
    fc.assert(
      fc.property(event, (facts) => {
        const { title: _, ...untitled } = meeting
        const whole = { ...untitled, ...facts } as JsonObject
        expect(readEvent(there(whole), me)).toEqual(whole)
      }),
    )
  })

  test('of Graph keep their own word until somebody says the contrary', () => {
    const sent = { ...there(meeting), showAs: 'oof', sensitivity: 'personal' }
    const read = readEvent(sent, me) ?? {}
    expect(read).toMatchObject({ privacy: 'private', 'microsoft.com:showAs': 'oof' })
    expect(writeEvent(read, 'Europe/Berlin')).toMatchObject({ showAs: 'oof', sensitivity: 'personal' })
    const open = { ...read, freeBusyStatus: 'free', privacy: 'secret' }
    expect(writeEvent(open, 'Europe/Berlin')).toMatchObject({ showAs: 'free', sensitivity: 'confidential' })
    expect(readEvent({ ...sent, showAs: 'workingElsewhere' }, me)).toMatchObject({ freeBusyStatus: 'free' })
    // What nobody knows hides.
    expect(readEvent({ ...sent, sensitivity: 'topSecret' }, me)).toMatchObject({ privacy: 'private' })
  })

  test('of places come back with all that belongs to them, as long as they are called the same', () => {
    const room = {
      displayName: 'Room 4',
      locationType: 'conferenceRoom',
      locationEmailAddress: 'room4@contoso.test',
      coordinates: { latitude: 52.5, longitude: 13.4 },
    }
    const link = { displayName: 'Town hall', locationUri: 'https://meet.example/town' }
    const read =
      readEvent(
        { ...there(meeting), locations: [room, { displayName: 'Lobby', locationType: 'default' }, link] },
        me,
      ) ?? {}
    expect(Object.values(read['locations'] as JsonObject)).toMatchObject([
      { name: 'Room 4', coordinates: 'geo:52.5,13.4' },
      { '@type': 'Location', name: 'Lobby' },
    ])
    expect(writeEvent(read, 'Europe/Berlin')['locations']).toEqual([room, { displayName: 'Lobby' }, link])
    const [key = ''] = Object.keys(read['locations'] as JsonObject)
    const renamed = applyPatch(read, { [`locations/${key}/name`]: 'Room 5' })
    expect(writeEvent(renamed, 'Europe/Berlin')['locations']).toMatchObject([
      { displayName: 'Room 5' },
      {},
      {},
    ])
    expect(JSON.stringify(writeEvent(renamed, 'Europe/Berlin'))).not.toContain('room4@')
  })

  test('of people: who asks, who is asked, who has answered', () => {
    const person = (address: string) => ({ emailAddress: { address, name: address } })
    const invited = {
      ...there(meeting),
      isOrganizer: false,
      organizer: person('grace@example.test'),
      responseStatus: { response: 'tentativelyAccepted' },
      attendees: [
        { ...person(me), type: 'required', status: { response: 'none' } },
        { ...person('bob@example.test'), type: 'optional', status: { response: 'declined' } },
        { ...person('beamer@example.test'), type: 'resource', status: { response: 'accepted' } },
      ],
    }
    const read = readEvent(invited, me) ?? {}
    expect(read['organizerCalendarAddress']).toBe('mailto:grace@example.test')
    expect(Object.values(read['participants'] as JsonObject)).toMatchObject([
      { calendarAddress: `mailto:${me}`, participationStatus: 'tentative' },
      { roles: { optional: true }, participationStatus: 'declined' },
      { kind: 'resource', participationStatus: 'accepted' },
      { calendarAddress: 'mailto:grace@example.test', roles: { owner: true } },
    ])
    const asked = writeEvent(read, 'Europe/Berlin')['attendees']
    expect(asked).toEqual(invited.attendees.map(({ emailAddress, type }) => ({ emailAddress, type })))
    // Nobody meets with oneself.
    expect(readEvent(there(meeting), me)).not.toHaveProperty('participants')
  })

  test('that Graph cannot keep are refused by name', () => {
    const alert = (offset: string) => ({ '@type': 'Alert', trigger: { '@type': 'OffsetTrigger', offset } })
    const write = (more: JsonObject) => () => writeEvent({ ...meeting, ...more }, 'Europe/Berlin')
    expect(write({ alerts: { a: alert('-PT5M'), b: alert('-PT1H') } })).toThrow('event-limit/one-reminder')
    expect(write({ alerts: { a: alert('PT5M') } })).toThrow('event-limit/one-reminder')
    expect(write({ participants: { a: { calendarAddress: 'sip:x@y', roles: { attendee: true } } } })).toThrow(
      'event-limit/guests-by-address',
    )
  })

  test('that are plain text are plain text again, and what is HTML stays HTML', () => {
    const exchange = (inside: string) =>
      `<html><head>\r\n<meta></head><body><div class="PlainText">${inside}</div></body></html>`
    expect(plainIn(exchange('1 &lt; 2<br>\r\n&amp;'))).toBe('1 < 2\n&')
    expect(plainIn(exchange('<b>bold</b>'))).toBeUndefined()
    expect(plainIn(exchange('&hearts;'))).toBeUndefined()
    expect(plainIn('')).toBe('')
  })

  test('of any shape whatever are read without harm', () => {
    const names = Object.keys(there(meeting))
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        const read = readEvent(
          { ...there({ ...meeting, recurrenceRule: { frequency: 'daily' } }), [name]: value },
          me,
        )
        expect(read === undefined || typeof read['start'] === 'string').toBe(true)
      }),
    )
  })
})

describe('Differences', () => {
  test('are what makes the one into the other', () => {
    const object = fc.dictionary(
      fc.string(),
      fc.jsonValue().filter((value) => value !== null),
      { maxKeys: 5 },
    )
    fc.assert(
      fc.property(object, object, (was, is) => {
        const [one, other] = [was, is] as JsonObject[]
        expect({ ...applyPatch(one ?? {}, patchBetween(one ?? {}, other ?? {})) }).toEqual({ ...other })
      }),
    )
    expect(differing({ start: 1, end: 2, subject: 'a' }, { start: 3, end: 2, subject: 'a' })).toEqual({
      start: 3,
      end: 2,
    })
  })
})
