import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventIntent, usualFields } from '../../calendar/index.ts'
import {
  type CalendarCalls,
  createCalendarCalls,
  weeklyEvent,
} from '../../../../server-testing/src/jmap/calendars/calendar-calls.ts'
import { calendarsFor } from '../../../../server-testing/src/jmap/calendars/calendars-behind-jmap.ts'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

type Json = Record<string, unknown>
let rig: JmapForTests
let calls: CalendarCalls
const intents: EventIntent[] = []
beforeAll(async () => {
  rig = await jmapForTests({ jmap: (room) => ({ calendars: calendarsFor(room, intents) }) })
  calls = createCalendarCalls(rig.ada)
})
afterAll(() => rig[Symbol.asyncDispose]())

/** Somebody else's meeting, to which Ada is invited. */
const invitation = (): Json => ({
  title: 'Choir',
  start: '2026-11-04T19:00:00',
  duration: 'PT2H',
  timeZone: 'Europe/Berlin',
  organizerCalendarAddress: 'mailto:choir@example.test',
  participants: {
    choir: { '@type': 'Participant', calendarAddress: 'mailto:choir@example.test', roles: { owner: true } },
    ada: { '@type': 'Participant', calendarAddress: 'mailto:a@example.test', roles: { attendee: true } },
  },
})
describe('calendars', () => {
  test('are there from the first look on: one of one’s own, in one’s own language', async () => {
    const { list } = (await calls.ask('Calendar/get')) as { list: Json[] }
    expect(list).toMatchObject([
      {
        name: 'Kalender',
        isDefault: true,
        timeZone: null,
        includeInAvailability: 'all',
        myRights: { mayWriteAll: true, mayDelete: true, mayShare: false },
      },
    ])
    expect(await calls.ask('Calendar/set', { destroy: [list[0]!['id']] })).toMatchObject({
      notDestroyed: { [String(list[0]!['id'])]: { type: 'forbidden' } },
    })
  })

  test('are made, changed, made the default one, and go with or without their events', async () => {
    const { state, list } = (await calls.ask('Calendar/get')) as { state: string; list: Json[] }
    const work = await calls.newCalendar('Work')
    const alerts = { a: { trigger: { offset: '-PT10M' } } }
    const changed = { color: '#AA00FF', defaultAlertsWithTime: alerts, timeZone: 'Asia/Tokyo' }
    await calls.ask('Calendar/set', { update: { [work]: changed }, onSuccessSetIsDefault: work })
    expect((await calls.ask('Calendar/get', { ids: [work] }))['list']).toMatchObject([
      { ...changed, color: '#aa00ff', isDefault: true },
    ])
    const event = await calls.create(weeklyEvent())
    expect(await calls.get(event)).toMatchObject({ calendarIds: { [work]: true } })
    expect(await calls.ask('Calendar/set', { destroy: [work] })).toMatchObject({
      notDestroyed: { [work]: { type: 'calendarHasEvent' } },
    })
    await calls.ask('Calendar/set', { destroy: [work], onDestroyRemoveEvents: true })
    expect(await calls.get(event)).toEqual({})
    expect(await calls.ask('Calendar/changes', { sinceState: state })).toMatchObject({
      created: [],
      updated: [list[0]!['id']],
      destroyed: [],
    })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x', color: 'url(javascript:1)' }, 'color'],
    [{ name: 'x', timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ name: 'x', includeInAvailability: 'some' }, 'includeInAvailability'],
    [{ name: 'x', defaultAlertsWithTime: { a: {} } }, 'defaultAlertsWithTime'],
    [{ name: 'x', isDefault: true }, 'isDefault'],
    [{ name: 'x', constructor: 1 }, 'constructor'],
  ])('that cannot be are refused: %o', async (json, property) => {
    const { notCreated } = await calls.ask('Calendar/set', { create: { c: json } })
    expect(notCreated).toEqual({ c: { type: 'invalidProperties', properties: [property] } })
  })

  test('are nowhere in an account without them', async () => {
    const [[, answer] = ['']] = await rig.ada.call([
      'Calendar/get',
      { accountId: rig.ada.accountId, ids: null },
    ])
    expect(answer).toEqual({ type: 'accountNotSupportedByMethod' })
  })
})

describe('an event', () => {
  test('is kept whole, and its patches touch nothing else', async () => {
    const id = await calls.create(weeklyEvent({ 'example.com:x': { y: [1] }, keywords: { blue: true } }))
    await calls.update(id, { title: 'Renamed', 'keywords/red': true })
    expect(await calls.get(id)).toMatchObject({
      ...weeklyEvent({ title: 'Renamed', 'example.com:x': { y: [1] }, keywords: { blue: true, red: true } }),
      id,
      baseEventId: null,
      isDraft: false,
      isOrigin: true,
      uid: expect.stringMatching(/^urn:uuid:/),
    })
    expect(await calls.get(id, { properties: ['title'] })).toEqual({ id, title: 'Renamed' })
  })

  test('says when it is to clients that know no zones, and is told so by them', async () => {
    const id = await calls.create({
      title: 'Call',
      utcStart: '2026-07-01T07:00:00Z',
      utcEnd: '2026-07-01T08:00:00Z',
    })
    expect(await calls.get(id)).toMatchObject({
      start: '2026-07-01T07:00:00',
      timeZone: 'Etc/UTC',
      duration: 'PT1H',
    })
    await calls.update(id, { timeZone: 'America/New_York', start: '2026-07-01T09:00:00' })
    const utc = { properties: ['utcStart', 'utcEnd'] }
    expect(await calls.get(id, utc)).toMatchObject({ utcStart: '2026-07-01T13:00:00Z' })
    expect(await calls.update(id, { utcStart: '2026-07-02T00:30:00Z' })).toMatchObject({
      updated: { [id]: { start: '2026-07-01T20:30:00' } },
    })
    expect(await calls.update(id, { utcEnd: '2026-07-01T00:00:00Z' })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['utcEnd'] } },
    })
    const floating = await calls.create({ title: 'Tea', start: '2026-07-01T16:00:00', duration: 'PT1H' })
    expect(await calls.get(floating, { ...utc, timeZone: 'Asia/Tokyo' })).toMatchObject({
      utcStart: '2026-07-01T07:00:00Z',
      utcEnd: '2026-07-01T08:00:00Z',
    })
  })

  test('moves to another calendar, and is there once', async () => {
    const [one, other] = [await calls.newCalendar('One'), await calls.newCalendar('Other')]
    const id = await calls.create({ ...weeklyEvent(), uid: 'moves', calendarIds: { [one]: true } })
    await calls.update(id, { [`calendarIds/${one}`]: null, [`calendarIds/${other}`]: true })
    expect(await calls.get(id, { properties: ['calendarIds'] })).toEqual({
      id,
      calendarIds: { [other]: true },
    })
    expect(intents.at(-1)).toMatchObject({ before: { uid: 'moves' }, after: { uid: 'moves' } })
    expect(intents.at(-1)?.movedFrom).toBeDefined()
    const again = { ...weeklyEvent(), uid: 'moves', calendarIds: { [other]: true } }
    expect(await calls.ask('CalendarEvent/set', { create: { e: again } })).toMatchObject({
      notCreated: { e: { type: 'alreadyExists', existingId: id } },
    })
    expect(await calls.update(id, { calendarIds: { C987654321: true } })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['calendarIds'] } },
    })
    expect(await calls.update(id, { calendarIds: { [one]: true, [other]: true } })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['calendarIds'] } },
    })
  })

  test.each([
    [{ start: undefined }, 'start'],
    [{ start: '2026-02-30T10:00:00' }, 'start'],
    [{ duration: '1 hour' }, 'duration'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ isDraft: true }, 'isDraft'],
    [{ baseEventId: 'CE1' }, 'baseEventId'],
    [{ calendarIds: {} }, 'calendarIds'],
    [{ privacy: 'hidden' }, 'privacy'],
    [{ recurrenceRules: [{ frequency: 'daily' }, { frequency: 'weekly' }] }, 'recurrenceRules'],
    [{ recurrenceRules: [{ frequency: 'daily' }] }, 'recurrenceRules'],
    [{ recurrenceRules: 'daily' }, 'recurrenceRules'],
    [{ excludedRecurrenceRules: [{ frequency: 'daily' }] }, 'excludedRecurrenceRules'],
  ])('that cannot be is refused: %o', async (bad, property) => {
    const { notCreated } = await calls.ask('CalendarEvent/set', {
      create: { e: { ...weeklyEvent(), ...bad } },
    })
    expect(notCreated).toMatchObject({ e: { type: 'invalidProperties', properties: [property] } })
  })

  test('repeats by the one rule of a list (RFC 8984), and says that it is its recurrenceRule', async () => {
    const [rule, other] = ['weekly', 'daily'].map((frequency) => ({ '@type': 'RecurrenceRule', frequency }))
    const beat = { title: 'Beat', start: '2026-11-04T09:00:00' }
    const answer = await calls.ask('CalendarEvent/set', {
      create: { e: { ...beat, recurrenceRules: [rule], excludedRecurrenceRules: [] } },
    })
    expect(answer).toMatchObject({ created: { e: { recurrenceRule: rule, recurrenceRules: null } } })
    const id = (answer['created'] as Record<string, { id: string }>)['e']!.id
    expect(await calls.get(id)).toMatchObject({ recurrenceRule: rule })
    expect(await calls.update(id, { recurrenceRules: [other] })).toMatchObject({
      updated: { [id]: { recurrenceRule: other, recurrenceRules: null } },
    })
    expect(await calls.update(id, { recurrenceRules: [rule, other] })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['recurrenceRules'] } },
    })
    expect(await calls.update(id, { 'recurrenceRules/0/frequency': 'daily' })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['recurrenceRules/0/frequency'] } },
    })
    expect(await calls.update(`${id}_20261105T090000`, { recurrenceRules: [rule] })).toMatchObject({
      notUpdated: { [`${id}_20261105T090000`]: { properties: ['recurrenceRules'] } },
    })
    const event = await calls.get(id)
    expect(event).toMatchObject({ recurrenceRule: other })
    expect(event).not.toHaveProperty('recurrenceRules')
    await calls.update(id, { recurrenceRules: null })
    expect(await calls.get(id)).not.toHaveProperty('recurrenceRule')
    await calls.ask('CalendarEvent/set', { destroy: [id] })
  })

  test('whose rule is not understood says so', async () => {
    const rule = { '@type': 'RecurrenceRule', frequency: 'secondly' }
    const id = await calls.create({ title: 'Beat', start: '2026-11-04T09:00:00', recurrenceRule: rule })
    expect(await calls.get(id)).toMatchObject({ recurrenceRule: rule, isRecurrenceUnread: true })
    await calls.update(id, { recurrenceRule: { ...rule, frequency: 'daily' } })
    expect(await calls.get(id)).not.toHaveProperty('isRecurrenceUnread')
    await calls.ask('CalendarEvent/set', { destroy: [id] })
  })

  test('that somebody else organizes is answered and coloured, and not changed', async () => {
    const ownMeeting = await calls.create({ title: 'Mine', start: '2026-11-04T09:00:00' })
    expect(await calls.get(ownMeeting)).toMatchObject({ isOrigin: true, mayUpdateAll: true })
    const choir = await calls.create(invitation())
    expect(await calls.get(choir)).toMatchObject({ isOrigin: false, mayUpdateAll: false })
    expect(await calls.update(choir, { title: 'Ours' })).toMatchObject({
      updated: null,
      notUpdated: {
        [choir]: { type: 'forbidden', problem: 'calendar/organizer-only' },
      },
    })
    const answer = { 'participants/ada/participationStatus': 'accepted', color: 'red' }
    expect(await calls.update(choir, answer)).toMatchObject({ updated: { [choir]: null }, notUpdated: null })
    expect(await calls.update(choir, { mayUpdateAll: true })).toMatchObject({
      notUpdated: { [choir]: { type: 'invalidProperties', properties: ['mayUpdateAll'] } },
    })
    await calls.ask('CalendarEvent/set', { destroy: [choir, ownMeeting] })
  })

  test('of a calendar that can only be read stays as it is', async () => {
    const { room } = rig
    const calendars = calendarsFor(room)
    const personal = Number(rig.ada.personalId.slice(1)) as Parameters<typeof room.changes.state>[0]
    const fields = {
      name: 'Feed',
      ...usualFields,
    }
    const cause = { actor: { kind: 'provider' as const }, verb: 'sync' }
    const { result } = await room.changes.write(personal, cause, async (change) => {
      const calendarId = await calendars.provided.putCalendar(change, {
        id: undefined,
        fields,
        isReadOnly: true,
        isDefault: false,
      })
      const event = { '@type': 'Event', uid: 'fed', start: '2026-11-04T09:00:00' }
      const [put] = await calendars.provided.put(change, [
        { id: undefined, calendarId, event, source: 'feed' },
      ])
      return { calendar: `C${calendarId}`, event: put && 'id' in put ? `CE${put.id}` : '' }
    })
    const { event, calendar } = result
    expect(await calls.update(event, { title: 'Mine' })).toMatchObject({
      notUpdated: { [event]: { type: 'forbidden' } },
    })
    expect(await calls.ask('CalendarEvent/set', { destroy: [event] })).toMatchObject({
      notDestroyed: { [event]: { type: 'forbidden' } },
    })
    expect(
      await calls.ask('Calendar/set', { destroy: [calendar], onDestroyRemoveEvents: true }),
    ).toMatchObject({
      notDestroyed: { [calendar]: { type: 'forbidden' } },
    })
  })
})

describe('one occurrence', () => {
  test('is told, changed and taken out by its own id', async () => {
    const id = await calls.create(weeklyEvent({ participants: { p: { roles: { attendee: true } } } }))
    const third = `${id}_20261118T090000`
    expect(await calls.get(third)).toMatchObject({
      id: third,
      baseEventId: id,
      start: '2026-11-18T09:00:00',
      recurrenceId: '2026-11-18T09:00:00',
    })
    const answer = 'participants/p/participationStatus'
    expect(await calls.update(third, { title: 'Review', [answer]: 'accepted' })).toMatchObject({
      updated: { [third]: null },
    })
    expect(await calls.get(third)).toMatchObject({ title: 'Review', duration: 'PT30M' })
    expect((await calls.get(id))['recurrenceOverrides']).toEqual({
      '2026-11-18T09:00:00': { title: 'Review', [answer]: 'accepted' },
    })
    await calls.update(third, { title: 'Stand-up', [answer]: null })
    expect(await calls.get(id)).not.toHaveProperty('recurrenceOverrides')

    const fourth = `${id}_20261125T090000`
    expect(await calls.ask('CalendarEvent/set', { destroy: [fourth] })).toMatchObject({ destroyed: [fourth] })
    expect((await calls.get(id))['recurrenceOverrides']).toEqual({
      '2026-11-25T09:00:00': { excluded: true },
    })
    expect(await calls.ask('CalendarEvent/get', { ids: [fourth] })).toMatchObject({ notFound: [fourth] })
    expect(await calls.ask('CalendarEvent/set', { destroy: [fourth] })).toMatchObject({
      notDestroyed: { [fourth]: { type: 'notFound' } },
    })
  })

  test.each(['20261119T090000', '20261118T093000', '20251105T090000'])('is not there at %s', async (at) => {
    const id = await calls.create(weeklyEvent())
    expect(await calls.ask('CalendarEvent/get', { ids: [`${id}_${at}`] })).toMatchObject({
      list: [],
      notFound: [`${id}_${at}`],
    })
    expect(await calls.update(`${id}_${at}`, { title: 'x' })).toMatchObject({
      notUpdated: { [`${id}_${at}`]: { type: 'notFound' } },
    })
  })

  test.each([
    [{ recurrenceRule: { frequency: 'daily' } }, 'recurrenceRule'],
    [{ uid: 'other' }, 'uid'],
    [{ calendarIds: { C1: true } }, 'calendarIds'],
    [{ duration: 'long' }, 'duration'],
  ])('cannot become %o', async (patch, property) => {
    const id = `${await calls.create(weeklyEvent())}_20261118T090000`
    const { notUpdated } = await calls.update(id, patch)
    const error = (notUpdated as Record<string, Json>)[id]
    expect(error).toMatchObject({ type: 'invalidProperties' })
    expect(String((error!['properties'] as string[])[0])).toContain(property)
  })

  test('is changed beside others of its series in one call', async () => {
    const id = await calls.create(weeklyEvent())
    const { updated } = await calls.ask('CalendarEvent/set', {
      update: {
        [id]: { title: 'All' },
        [`${id}_20261111T090000`]: { title: 'Second' },
        [`${id}_20261118T090000`]: { start: '2026-11-18T14:00:00' },
      },
      destroy: [`${id}_20261125T090000`],
    })
    expect(Object.keys(updated as Json)).toHaveLength(3)
    expect(await calls.get(id)).toMatchObject({
      title: 'All',
      recurrenceOverrides: {
        '2026-11-11T09:00:00': { title: 'Second' },
        '2026-11-18T09:00:00': { start: '2026-11-18T14:00:00' },
        '2026-11-25T09:00:00': { excluded: true },
      },
    })
    const only = {
      recurrenceOverridesAfter: '2026-11-18T08:00:00Z',
      recurrenceOverridesBefore: '2026-11-25T08:00:00Z',
    }
    const { recurrenceOverrides } = await calls.get(id, only)
    expect(Object.keys(recurrenceOverrides as Json)).toEqual(['2026-11-18T09:00:00'])
  })
})
