import { datePrivacyName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject, KnownEvent } from '../../contract/index.ts'
import {
  ada,
  type GoogleCalendarForTests,
} from '../../../../../server-testing/src/providers/google/calendar/test-google-calendar.ts'
import {
  plain,
  stored,
  type WritingForTests,
  writingForTests,
} from '../../../../../server-testing/src/providers/google/calendar/event-writing.ts'

let google: GoogleCalendarForTests
let on: WritingForTests
beforeAll(async () => {
  on = await writingForTests()
  google = on.google
})
beforeEach(() => void google.sent.splice(0))
afterAll(() => google[Symbol.asyncDispose]())

const at = (dateTime: string, timeZone = 'Europe/Berlin') => ({ dateTime, timeZone })
const meeting = {
  summary: 'Review',
  start: at('2026-11-24T10:00:00'),
  end: at('2026-11-24T11:00:00'),
}
const standup = {
  summary: 'Standup',
  start: at('2026-10-06T09:00:00'),
  end: at('2026-10-06T09:30:00'),
}
describe('acceptance', () => {
  test('what is private at Google is private here, and stays so when its title is changed', async () => {
    const known = await on.given({ ...meeting, visibility: 'private' })
    expect(known.event).toMatchObject({ privacy: 'private' })
    stored(await on.update(known, { ...known.event, title: 'Renamed' }))
    expect(google.sent.map(({ body }) => body)).toEqual([{ summary: 'Renamed' }])
    expect((await on.read(known.id)).event).toMatchObject({ privacy: 'private', title: 'Renamed' })
    expect((await on.given({ ...meeting, visibility: 'confidential' })).event).toMatchObject({
      privacy: 'private',
    })
    expect((await on.given({ ...meeting, visibility: 'public' })).event).not.toHaveProperty('privacy')
  })

  test('one date of a series that is more private there is so here, and what is written keeps it', async () => {
    const { id } = await on.given({ ...standup, recurrence: ['RRULE:FREQ=WEEKLY'] })
    const original = '2026-10-13T09:00:00'
    const facts = { summary: 'Doctor', visibility: 'private' }
    google.calendars.act({ kind: 'edit-instance', calendar: ada, id, original, patch: facts })
    const known = await on.read(id)
    expect(known.event).not.toHaveProperty('privacy')
    const overrides = { [original]: { title: 'Doctor', [datePrivacyName]: 'private' } }
    expect(known.event['recurrenceOverrides']).toEqual(overrides)
    const later = { [original]: { ...overrides[original], title: 'Dentist' } }
    stored(await on.update(known, { ...known.event, recurrenceOverrides: later }))
    expect(google.sent.map(({ body }) => body)).toEqual([{ summary: 'Dentist' }])
    expect((await on.read(id)).event['recurrenceOverrides']).toEqual(later)
  })

  test('a secret is private at Google and still a secret here', async () => {
    const known = await on.create({ ...plain, privacy: 'secret' })
    expect(on.truth(known.id)).toMatchObject({ visibility: 'private' })
    expect((await on.read(known.id)).event).toMatchObject({ privacy: 'secret' })
    const [told] = stored(await on.update(known, { ...known.event, privacy: 'private' }))
    expect(told).toMatchObject({ event: { privacy: 'private' } })
  })

  test('nine o’clock stays nine o’clock, and the last day of a rule is written in UTC', async () => {
    const until = '2026-11-24T09:00:00'
    const weekly = { frequency: 'weekly', until }
    const known = await on.create({ ...plain, start: '2026-10-06T09:00:00', recurrenceRule: weekly })
    expect(on.truth(known.id)?.['recurrence']).toEqual(['RRULE:FREQ=WEEKLY;UNTIL=20261124T080000Z'])
    expect((await on.read(known.id)).event).toMatchObject({
      start: '2026-10-06T09:00:00',
      timeZone: 'Europe/Berlin',
      recurrenceRule: weekly,
    })
  })

  test('what was left out is still left out when the series moves', async () => {
    const known = await on.given({
      ...standup,
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8', 'EXDATE;TZID=Europe/Berlin:20261020T090000'],
    })
    expect(known.event['recurrenceOverrides']).toEqual({ '2026-10-20T09:00:00': { excluded: true } })
    const later = {
      ...known.event,
      start: '2026-10-06T09:30:00',
      recurrenceOverrides: { '2026-10-20T09:30:00': { excluded: true } },
    }
    stored(await on.update(known, later))
    const overrides = (await on.read(known.id)).event['recurrenceOverrides'] as JsonObject
    expect(overrides['2026-10-20T09:30:00']).toEqual({ excluded: true })
    expect((await on.read(known.id)).event).toMatchObject({ start: '2026-10-06T09:30:00' })
  })

  test('a rule that was not touched goes back to the byte, or not at all', async () => {
    const recurrence = ['RRULE:FREQ=WEEKLY;WKST=MO;COUNT=10;INTERVAL=2;BYDAY=TU,TH']
    const known = await on.given({ ...standup, recurrence })
    stored(await on.update(known, { ...known.event, title: 'Every second Tuesday and Thursday' }))
    expect(google.sent.map(({ body }) => body)).toEqual([{ summary: 'Every second Tuesday and Thursday' }])
    expect(on.truth(known.id)?.['recurrence']).toEqual(recurrence)
  })

  test('a rule that is not understood stays, and dates beside it can be changed', async () => {
    const rule = 'RRULE:FREQ=HOURLY;BYHOUR=9,15;X-WEEKS=ODD'
    const known = await on.given({
      ...standup,
      recurrence: [rule, 'EXDATE;TZID=Europe/Berlin:20261020T090000'],
    })
    expect(known.event).not.toHaveProperty('recurrenceRule')
    const { recurrenceOverrides: _out, ...whole } = known.event
    stored(await on.update(known, whole))
    expect(on.truth(known.id)?.['recurrence']).toEqual([rule])
  })

  test('dragging by an hour sends start and end, and nothing else changes', async () => {
    const known = await on.given({
      ...meeting,
      description: '<p>Agenda</p>',
      colorId: '5',
      transparency: 'transparent',
      hangoutLink: 'https://meet.google.com/abc',
      eventType: 'default',
      conferenceData: {
        entryPoints: [{ entryPointType: 'video', uri: 'https://meet.google.com/abc' }],
        notes: 'x',
      },
      extendedProperties: { private: { theirs: 'kept' } },
      attendees: [{ email: 'bo@elsewhere.test', additionalGuests: 2, id: '17' }],
      attachments: [{ fileUrl: 'https://drive.example/1', title: 'Notes' }],
    })
    expect(known.event).toMatchObject({
      descriptionContentType: 'text/html',
      freeBusyStatus: 'free',
      color: '#fbd75b',
      virtualLocations: { 1: { uri: 'https://meet.google.com/abc' } },
    })
    const before = on.truth(known.id) ?? {}
    stored(await on.update(known, { ...known.event, start: '2026-11-24T11:00:00' }))
    expect(Object.keys(google.sent[0]?.body ?? {})).toEqual(['start', 'end'])
    const { start: _s, end: _e, sequence: _n, updated: _u, ...rest } = on.truth(known.id) ?? {}
    expect(before).toMatchObject(rest)
  })

  test('a move whose answer was lost is moved once, and the stub that it leaves is not moved after it', async () => {
    const [known, { id }] = [
      await on.given(meeting),
      google.calendars.account.addCalendar({ summary: 'Home' }),
    ]
    const move = () => on.write.move!(ada, id, known, { notify: false })
    google.world.faults.arm({
      operation: 'calendar.events.move',
      times: 1,
      fault: { kind: 'reset', when: 'after' },
    })
    await expect(move()).rejects.toMatchObject({ kind: 'unreachable' })
    expect(stored(await move())).toMatchObject([{ kind: 'event', id: known.id, event: { title: 'Review' } }])
    const found = google.calendars.truth().events.filter(({ event }) => event.id === known.id)
    expect(found.map(({ event }) => event['status'])).toEqual(['confirmed'])
    const nowhere = google.calendars.account.addCalendar({ summary: 'Nowhere' }).id
    expect(await on.write.move!(ada, nowhere, known, { notify: false })).toEqual({ outcome: 'gone' })
  })

  test('one that Google refuses hinders none of the others', async () => {
    const [bad, good] = [await on.given(meeting), await on.given(meeting)]
    const body = {
      error: { code: 400, message: 'Bad Request', errors: [{ domain: 'global', reason: 'invalid' }] },
    }
    google.world.faults.arm({
      operation: 'calendar.events.patch',
      times: 1,
      fault: { kind: 'status', status: 400, body },
    })
    const renamed = (known: KnownEvent) => on.update(known, { ...known.event, title: 'New' })
    expect(await renamed(bad)).toEqual({
      outcome: 'refused',
      problem: { problem: 'other/text', text: 'Bad Request' },
    })
    expect(await renamed(good)).toMatchObject({ outcome: 'stored' })
  })
})

describe('what Google has a word for', () => {
  test('guests keep what is not understood of them, and their answers', async () => {
    const attendees = [
      { email: 'bo@elsewhere.test', displayName: 'Bo', additionalGuests: 2, responseStatus: 'accepted' },
      { email: 'cy@elsewhere.test', optional: true },
      { email: 'room@elsewhere.test', resource: true },
    ]
    const known = await on.given({ ...meeting, attendees })
    const participants = known.event['participants'] as Record<string, JsonObject>
    const [bo, cy, room] = ['bo', 'cy', 'room'].map((name) =>
      Object.entries(participants).find(
        ([, one]) => one['calendarAddress'] === `mailto:${name}@elsewhere.test`,
      ),
    )
    expect(bo?.[1]).toMatchObject({ name: 'Bo', participationStatus: 'accepted', roles: { attendee: true } })
    expect(cy?.[1]).toMatchObject({
      roles: { attendee: true, optional: true },
      participationStatus: 'needs-action',
    })
    expect(room?.[1]).toMatchObject({ kind: 'resource' })
    const { [cy?.[0] ?? '']: _gone, ...others } = participants
    const added = {
      '@type': 'Participant',
      calendarAddress: 'mailto:di@elsewhere.test',
      roles: { attendee: true },
    }
    stored(await on.update(known, { ...known.event, participants: { ...others, new: added } }))
    expect(google.sent[0]?.body['attendees']).toEqual([
      attendees[0],
      { ...attendees[2], responseStatus: 'needsAction' },
      { email: 'di@elsewhere.test', responseStatus: 'needsAction' },
    ])
  })

  test('an answer changes one line of the list and is told to the organizer', async () => {
    const event = { ...meeting, attendees: [{ email: 'cy@elsewhere.test', additionalGuests: 1 }] }
    const id =
      google.calendars.act({ kind: 'invite', calendar: ada, organizer: 'bo@elsewhere.test', event }) ?? ''
    const known = await on.read(id)
    const answer = { status: 'accepted', comment: 'Gladly', recurrenceId: undefined } as const
    const [told] = stored((await on.write.answer?.(ada, known, answer)) ?? { outcome: 'gone' })
    expect(JSON.stringify(told)).toContain('Gladly')
    expect(on.truth(id)?.['attendees']).toMatchObject([
      { email: 'bo@elsewhere.test', responseStatus: 'accepted' },
      { email: ada, responseStatus: 'accepted', comment: 'Gladly' },
      { email: 'cy@elsewhere.test', additionalGuests: 1, responseStatus: 'needsAction' },
    ])
    expect(google.calendars.truth().notices.at(-1)).toMatchObject({ event: id, sendUpdates: 'all' })
    const refused = await on.write.update(
      ada,
      await on.read(id),
      { ...known.event, title: 'Mine' },
      { notify: false },
    )
    expect(refused).toMatchObject({
      outcome: 'refused',
      problem: { text: expect.stringMatching(/organizer/) },
    })
  })

  test('one date of a series is answered by itself', async () => {
    const event = { ...standup, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=8'] }
    const id =
      google.calendars.act({ kind: 'invite', calendar: ada, organizer: 'bo@elsewhere.test', event }) ?? ''
    const answer = { status: 'declined', comment: '', recurrenceId: '2026-11-03T09:00:00' } as const
    const [told] = stored((await on.write.answer?.(ada, await on.read(id), answer)) ?? { outcome: 'gone' })
    expect(told).toMatchObject({ kind: 'occurrence', seriesId: id, recurrenceId: '2026-11-03T09:00:00' })
    expect(on.truth(id)?.['attendees']).toMatchObject([{}, { responseStatus: 'needsAction' }])
  })

  test('a conference of one’s own comes with a link, and goes', async () => {
    const uri = 'https://meet.larkfield.example/42'
    const known = await on.create({
      ...plain,
      virtualLocations: { a: { '@type': 'VirtualLocation', uri, name: 'Larkfield' } },
    })
    expect(known.event['virtualLocations']).toMatchObject({ 1: { uri, name: 'Larkfield' } })
    const { virtualLocations: _link, ...without } = known.event
    stored(await on.update(known, without))
    expect((await on.read(known.id)).event).not.toHaveProperty('virtualLocations')
  })

  test('reminders are the calendar’s own, or up to five of the event’s', async () => {
    const known = await on.given(meeting)
    expect(known.event).toMatchObject({ useDefaultAlerts: true })
    expect(on.truth((await on.create(plain)).id)?.['reminders']).toEqual({ useDefault: false, overrides: [] })
    const alert = { '@type': 'Alert', action: 'email', trigger: { '@type': 'OffsetTrigger', offset: '-P1D' } }
    stored(await on.update(known, { ...known.event, useDefaultAlerts: false, alerts: { a: alert } }))
    expect(on.truth(known.id)?.['reminders']).toEqual({
      useDefault: false,
      overrides: [{ method: 'email', minutes: 1440 }],
    })
  })

  test('a time becomes a day and a day a time', async () => {
    const known = await on.create(plain)
    const { timeZone: _zone, ...rest } = known.event
    stored(
      await on.update(known, {
        ...rest,
        start: '2026-11-24T00:00:00',
        duration: 'P2D',
        showWithoutTime: true,
      }),
    )
    const day = await on.read(known.id)
    expect(on.truth(known.id)).toMatchObject({ start: { date: '2026-11-24' }, end: { date: '2026-11-26' } })
    expect(day.event).toMatchObject({ showWithoutTime: true, duration: 'P2D' })
    const { showWithoutTime: _day, ...timed } = day.event
    stored(
      await on.update(day, {
        ...timed,
        start: plain['start'] ?? '',
        duration: 'PT1H',
        timeZone: 'Asia/Tokyo',
      }),
    )
    expect((await on.read(known.id)).event).toMatchObject({ start: plain['start'], timeZone: 'Asia/Tokyo' })
  })

  test('nobody is told unless it is asked for', async () => {
    const participants = {
      a: { '@type': 'Participant', calendarAddress: 'mailto:x@elsewhere.test', roles: { attendee: true } },
    }
    stored(await on.write.create(ada, { ...plain, participants }, { key: 'silent', notify: false }))
    stored(await on.write.create(ada, { ...plain, participants }, { key: 'loud', notify: true }))
    const recipients = google.calendars
      .truth()
      .notices.slice(-2)
      .map((notice) => notice.recipients)
    expect(recipients).toEqual([[], ['x@elsewhere.test']])
  })
})

test.each<[string, JsonObject, string]>([
  ['a floating time', { timeZone: null }, 'needs-time-zone'],
  ['two places', { locations: { a: { name: 'Here' }, b: { name: 'There' } } }, 'one-place'],
  ['categories', { keywords: { work: true } }, 'cannot-save'],
  [
    'a guest without mail address',
    { participants: { a: { calendarAddress: 'tel:123', roles: { attendee: true } } } },
    'guests-by-address',
  ],
  [
    'a reminder at the end',
    { alerts: { a: { trigger: { offset: '-PT5M', relativeTo: 'end' } } } },
    'reminder-times',
  ],
  ['a rule every second', { recurrenceRule: { frequency: 'secondly' } }, 'cannot-repeat'],
  ['what is cancelled', { status: 'cancelled' }, 'cancelled'],
])('%s is refused with a reason, and nothing is sent', async (_name, part, limit) => {
  const written = await on.write.create(ada, { ...plain, ...part }, { key: 'refused', notify: false })
  expect(written).toMatchObject({
    outcome: 'refused',
    problem: { problem: `event-limit/${limit}`, provider: 'Google Calendar' },
  })
  expect(google.sent).toEqual([])
})

test('nothing on the wire was other than the documents say', () => {
  expect(google.world.requests.problems()).toEqual([])
})
