import { datePrivacyName } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../contract/index.ts'
import { createEventMirror } from '../../../../../server-testing/src/providers/contract/event-mirror.ts'
import {
  at,
  berlin,
  daily,
  email,
  openCalendar,
  stored,
  told,
} from '../../../../../server-testing/src/providers/microsoft/calendar/test-microsoft-calendar.ts'
import { createMicrosoftCalendarSession } from './session.ts'

describe('A change', () => {
  test('of the hour sends the hour, and leaves categories, Teams link, HTML and free time alone', async () => {
    const { calendars, calendar, mirror, write, written } = await openCalendar()
    const id = calendars.put({
      subject: 'Review',
      categories: ['Green', 'Blau/Weiß'],
      showAs: 'free',
      sensitivity: 'personal',
      start: at('2026-11-24T10:00:00'),
      end: at('2026-11-24T11:00:00'),
      body: { contentType: 'html', content: '<html><body><b>Bring</b> the <i>plan</i></body></html>' },
      isOnlineMeeting: true,
      onlineMeetingProvider: 'teamsForBusiness',
      onlineMeeting: { joinUrl: 'https://teams.microsoft.com/l/meetup-join/1' },
      locations: [{ displayName: 'Room 4', locationType: 'conferenceRoom', uniqueIdType: 'directory' }],
      isReminderOn: true,
      reminderMinutesBeforeStart: 30,
      importance: 'high',
      hideAttendees: true,
    })
    await mirror.look()
    const pulled = mirror.pulled(id)
    expect(pulled.event).toMatchObject({
      privacy: 'private',
      freeBusyStatus: 'free',
      descriptionContentType: 'text/html',
      priority: 1,
      keywords: { Green: true, 'Blau/Weiß': true },
    })
    expect(Object.values(pulled.event['virtualLocations'] as JsonObject)).toMatchObject([
      { uri: 'https://teams.microsoft.com/l/meetup-join/1' },
    ])
    const before = calendars.truth().events[0]?.facts
    // As a database gives it back: the names in another order.
    const stirred = Object.fromEntries(Object.entries(pulled.event).toReversed())
    stored(await write.update(calendar, pulled, { ...stirred, start: '2026-11-24T11:00:00' }, told))
    const times = { start: at('2026-11-24T11:00:00'), end: at('2026-11-24T12:00:00') }
    expect(written().map(({ method, body }) => [method, body])).toEqual([['PATCH', times]])
    expect(calendars.truth().events[0]?.facts).toEqual({ ...before, ...times })
  })

  test('of anything leaves what other programs keep there as it is', async () => {
    const { calendars, calendar, mirror, write, written } = await openCalendar()
    const words = fc.string({ unit: 'grapheme', maxLength: 20 })
    const kept = fc.record({
      extensions: fc.array(
        fc.record({
          id: fc.constant('Microsoft.OutlookServices.OpenTypeExtension.Com.Example'),
          theme: words,
        }),
        { maxLength: 2 },
      ),
      singleValueExtendedProperties: fc.array(
        fc.record({
          id: fc.constant('String {66f5a359-4659-4830-9070-00040ec6ac6e} Name Fun'),
          value: words,
        }),
        { maxLength: 2 },
      ),
      hideAttendees: fc.boolean(),
      allowNewTimeProposals: fc.boolean(),
      responseRequested: fc.boolean(),
    })
    const change = fc.record(
      {
        title: fc.constantFrom('Choir', 'Ä; b'),
        description: fc.constantFrom('', 'Bring notes'),
        start: fc.constantFrom('2026-11-24T11:00:00', '2027-03-28T04:30:00'),
        duration: fc.constantFrom('PT30M', 'PT25H'),
        privacy: fc.constantFrom('private', 'secret'),
        freeBusyStatus: fc.constant('free'),
        priority: fc.constantFrom(1, 9),
        keywords: fc.constantFrom({ Green: true }, {}),
        alerts: fc.constant({}),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(kept, change, async (facts, wanted) => {
        const times = { start: at('2026-11-24T10:00:00'), end: at('2026-11-24T11:00:00') }
        const id = calendars.put({ subject: 'Review', ...times, ...facts })
        await mirror.look()
        const pulled = mirror.pulled(id)
        const before = written().length
        stored(await write.update(calendar, pulled, { ...pulled.event, ...wanted }, told))
        const sent = written()
          .slice(before)
          .flatMap(({ body }) => Object.keys(body ?? {}))
        expect(sent.filter((name) => name in facts)).toEqual([])
        expect(calendars.truth().events.find((event) => event.id === id)?.facts).toMatchObject(facts)
      }),
      { numRuns: 15 },
    )
  })

  test('of a title leaves the rule as it is, to the byte', async () => {
    const { calendars, calendar, mirror, write } = await openCalendar()
    const recurrence = {
      pattern: { type: 'weekly', interval: 2, daysOfWeek: ['tuesday', 'thursday'], firstDayOfWeek: 'sunday' },
      range: {
        type: 'numbered',
        numberOfOccurrences: 10,
        startDate: '2026-11-24',
        recurrenceTimeZone: berlin,
      },
    }
    const id = calendars.put({
      ...daily,
      start: at('2026-11-24T09:00:00'),
      end: at('2026-11-24T10:00:00'),
      recurrence,
    })
    await mirror.look()
    const pulled = mirror.pulled(id)
    stored(await write.update(calendar, pulled, { ...pulled.event, title: 'Choir' }, told))
    expect(calendars.truth().events[0]?.facts).toMatchObject({ subject: 'Choir', recurrence })
  })

  test('of one date keeps it as private as it is there, which its series is not', async () => {
    const { calendars, calendar, mirror, write } = await openCalendar()
    const id = calendars.put(daily)
    const facts = { subject: 'Doctor', sensitivity: 'private' }
    calendars.act({ kind: 'change-occurrence', id, date: '2026-11-26', facts })
    await mirror.look()
    const pulled = mirror.pulled(id)
    const [day] = Object.keys(pulled.event['recurrenceOverrides'] as JsonObject)
    const overrides = { [day!]: { title: 'Doctor', [datePrivacyName]: 'private' } }
    expect(pulled.event).not.toHaveProperty('privacy')
    expect(pulled.event['recurrenceOverrides']).toEqual(overrides)
    const recurrenceOverrides = { [day!]: { ...overrides[day!], title: 'Dentist' } }
    stored(await write.update(calendar, pulled, { ...pulled.event, recurrenceOverrides }, told))
    await mirror.look()
    expect(mirror.pulled(id).event['recurrenceOverrides']).toEqual(recurrenceOverrides)
  })

  test('of the hour of a series keeps what is special about some dates, which Exchange forgets', async () => {
    const { calendars, calendar, mirror, write } = await openCalendar()
    const id = calendars.put(daily)
    calendars.act({ kind: 'delete-occurrence', id, date: '2026-11-25' })
    calendars.act({ kind: 'change-occurrence', id, date: '2026-11-26', facts: { subject: 'With guests' } })
    await mirror.look()
    const pulled = mirror.pulled(id)
    const event = {
      ...pulled.event,
      start: '2026-11-23T09:30:00',
      recurrenceOverrides: {
        '2026-11-25T09:30:00': { excluded: true },
        '2026-11-26T09:30:00': { title: 'With guests' },
      },
    }
    mirror.apply(stored(await write.update(calendar, pulled, event, told)))
    expect(mirror.pulled(id).event).toMatchObject(event)
    expect(calendars.truth().events[0]?.cancelled).toEqual(['2026-11-25'])
    await mirror.look()
    expect(mirror.pulled(id).event['recurrenceOverrides']).toEqual(event.recurrenceOverrides)
  })

  test.each<[string, JsonObject, string]>([
    ['two reminders', { alerts: { a: reminder('-PT5M'), b: reminder('-P1D') } }, 'one-reminder'],
    [
      'a rule of several days of the month',
      { recurrenceRule: { frequency: 'monthly', byMonthDay: [1, 23] } },
      'one-day-of-month',
    ],
    ['an hourly rule', { recurrenceRule: { frequency: 'hourly' } }, 'once-a-day'],
    [
      'a date beside the rule',
      { recurrenceOverrides: { '2026-12-24T09:00:00': { title: 'Extra' } } },
      'no-extra-dates',
    ],
    ['no zone', { timeZone: null }, 'needs-time-zone'],
  ])('that asks for %s writes nothing', async (_, change, limit) => {
    const { calendars, calendar, mirror, write, written } = await openCalendar()
    const id = calendars.put(daily)
    await mirror.look()
    const pulled = mirror.pulled(id)
    const refused = await write.update(
      calendar,
      pulled,
      { ...pulled.event, ...change, title: 'Not me' },
      told,
    )
    const problem = { problem: `event-limit/${limit}`, provider: 'Microsoft' }
    expect(refused).toEqual({ outcome: 'refused', problem })
    expect(written()).toEqual([])
  })

  test('of the hour of a series names a date that was left out anew, as news', async () => {
    const { calendars, calendar, mirror, write } = await openCalendar()
    const id = calendars.put(daily)
    calendars.act({ kind: 'delete-occurrence', id, date: '2026-11-24' })
    await mirror.look()
    const pulled = mirror.pulled(id)
    const before = pulled.occurrences.get('2026-11-24T09:00:00')
    const later = {
      ...pulled.event,
      start: '2026-11-23T11:00:00',
      recurrenceOverrides: { '2026-11-24T11:00:00': { excluded: true } },
    }
    const after = stored(await write.update(calendar, pulled, later, told)).find(
      (remoteChange) => remoteChange.kind === 'occurrence',
    )
    expect(after).toMatchObject({ id: before?.id, recurrenceId: '2026-11-24T11:00:00' })
    expect(after).not.toMatchObject({ version: before?.version })
  })

  test('that brings back a date is refused, and one of a calendar of somebody else’s too', async () => {
    const { calendars, calendar, mirror, write, session } = await openCalendar()
    const id = calendars.put(daily)
    calendars.act({ kind: 'delete-occurrence', id, date: '2026-11-25' })
    await mirror.look()
    const { recurrenceOverrides: _, ...whole } = mirror.pulled(id).event
    expect(await write.update(calendar, mirror.pulled(id), whole, told)).toMatchObject({ outcome: 'refused' })
    const team = calendars.add({ name: 'Team', canEdit: false })
    const theirs = calendars.put(daily, { calendar: team })
    expect(await session.calendars()).toMatchObject([
      { mayWrite: true, isDefault: true },
      { mayWrite: false },
    ])
    const other = createEventMirror(session, team)
    await other.look()
    const text = expect.stringContaining('Access is denied') as string
    const refused = { outcome: 'refused', problem: { problem: 'other/text', text } }
    expect(await write.destroy(team, other.pulled(theirs), told)).toEqual(refused)
  })
})

function reminder(offset: string): JsonObject {
  return { '@type': 'Alert', trigger: { '@type': 'OffsetTrigger', offset } }
}

describe('A new series', () => {
  test('is made with what is special about some dates, once, whatever is lost on the way', async () => {
    const { world, calendars, calendar, write, mirror } = await openCalendar()
    const event: JsonObject = {
      '@type': 'Event',
      version: '2.0',
      uid: 'one',
      title: 'Course',
      timeZone: 'America/New_York',
      start: '2026-11-24T18:00:00',
      duration: 'PT90M',
      recurrenceRule: { frequency: 'daily', count: 5 },
      recurrenceOverrides: {
        '2026-11-25T18:00:00': { excluded: true },
        '2026-11-26T18:00:00': { start: '2026-11-26T20:00:00' },
      },
    }
    for (const operation of ['graph.events.create', 'graph.events.delete', 'graph.events.update']) {
      world.faults.arm({ operation, times: 1, fault: { kind: 'reset', when: 'after' } })
      await expect(write.create(calendar, event, { key: 'k', notify: false })).rejects.toMatchObject({
        kind: 'unreachable',
      })
    }
    mirror.apply(stored(await write.create(calendar, event, { key: 'k', notify: false })))
    expect(calendars.truth().events).toHaveLength(1)
    const [id = ''] = mirror.ids()
    expect(mirror.pulled(id).event['recurrenceOverrides']).toEqual(event['recurrenceOverrides'])
    const starts = calendars.takings(new Date('2026-11-20'), new Date('2026-12-20')).map(({ start }) => start)
    expect(starts).toEqual([
      '2026-11-24T23:00:00.000Z',
      '2026-11-27T01:00:00.000Z',
      '2026-11-27T23:00:00.000Z',
      '2026-11-28T23:00:00.000Z',
    ])
  })

  test('with a date that its rule does not give is not made', async () => {
    const { calendars, calendar, write } = await openCalendar()
    const event: JsonObject = {
      '@type': 'Event',
      uid: 'one',
      title: 'Course',
      timeZone: 'Europe/Berlin',
      start: '2026-11-24T18:00:00',
      recurrenceRule: { frequency: 'daily', count: 2 },
      recurrenceOverrides: { '2026-12-24T18:00:00': { title: 'Extra' } },
    }
    expect(await write.create(calendar, event, { key: 'k', notify: false })).toMatchObject({
      outcome: 'refused',
    })
    expect(calendars.truth().events).toEqual([])
  })
})

describe('Reading', () => {
  test('tells no occurrence that is like its series, and what is moved beyond the window is not lost', async () => {
    const { calendars, mirror } = await openCalendar()
    const id = calendars.put({
      ...daily,
      recurrence: {
        ...daily.recurrence,
        range: { type: 'noEnd', startDate: '2026-11-23', recurrenceTimeZone: berlin },
      },
    })
    const single = calendars.put({ ...daily, recurrence: undefined })
    const pages = await mirror.look()
    expect(
      pages
        .flatMap((page) => page.changes)
        .map((remoteChange) => remoteChange.kind)
        .sort(),
    ).toEqual(['event', 'event'])
    calendars.act({
      kind: 'change',
      id: single,
      facts: { start: at('2030-01-01T09:00:00'), end: at('2030-01-01T10:00:00') },
    })
    calendars.act({
      kind: 'change-occurrence',
      id,
      date: '2026-12-01',
      facts: { start: at('2030-01-01T09:00:00'), end: at('2030-01-01T10:00:00') },
    })
    await mirror.look()
    expect(mirror.pulled(single).event).toMatchObject({ start: '2030-01-01T09:00:00' })
    expect(mirror.pulled(id).event['recurrenceOverrides']).toEqual({
      '2026-12-01T09:00:00': { start: '2030-01-01T09:00:00', duration: 'PT1H' },
    })
  })

  test('asks for everything anew within a month, so that next year’s meetings are there in two years too', async () => {
    const { world, calendars, calendar, mirror, needs } = await openCalendar()
    const pages = await mirror.look()
    const anew = pages.at(-1)?.readAnewAt?.getTime() ?? 0
    expect(anew - world.clock.now().getTime()).toBeLessThanOrEqual(31 * 86_400_000)
    expect(pages[0]?.tellsFrom).toEqual(new Date('2025-11-21T00:00:00Z'))
    await world.clock.advance(2 * 365 * 86_400_000)
    const id = calendars.put({
      ...daily,
      recurrence: undefined,
      start: at('2029-10-01T09:00:00'),
      end: at('2029-10-01T10:00:00'),
    })
    // Nobody is signed in that long without a word.
    const session = createMicrosoftCalendarSession(await needs(email))
    const later = createEventMirror(session, calendar)
    await later.look()
    expect(later.ids()).toEqual([id])
  })

  test('tells a permission that is missing from a calendar that is not to be read', async () => {
    const { world, session, mirror, calendar } = await openCalendar()
    const denied = {
      kind: 'status',
      status: 403,
      body: { error: { code: 'ErrorAccessDenied', message: 'Access is denied.' } },
    } as const
    world.faults.arm({ operation: 'graph.calendars.*', times: 2, fault: denied })
    await expect(mirror.look()).rejects.toMatchObject({ kind: 'missing-scope' })
    world.faults.arm({ operation: 'graph.calendars.list', times: 2, fault: denied })
    await expect(session.calendars()).rejects.toMatchObject({ kind: 'missing-scope' })
    world.faults.arm({ operation: 'graph.calendarView.delta', times: 1, fault: denied })
    await expect(mirror.look()).rejects.toMatchObject({ kind: 'denied' })
    expect(await createEventMirror(session, calendar).look()).toHaveLength(1)
  })
})
