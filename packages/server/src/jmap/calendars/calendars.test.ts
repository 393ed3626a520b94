import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventIntent, usualFields } from '../../calendar/index.ts'
import { calendarsFor } from './calendars-for-tests.ts'
import { type JmapForTests, type JmapUser, jmapForTests } from '../jmap-for-tests.ts'

type Json = Record<string, unknown>
let rig: JmapForTests
let ada: JmapUser
const told: EventIntent[] = []
beforeAll(async () => {
  rig = await jmapForTests({ jmap: (room) => ({ calendars: calendarsFor(room, told) }) })
  ada = rig.ada
})
afterAll(() => rig[Symbol.asyncDispose]())

async function ask(name: string, args: Json = {}, who = ada): Promise<Json> {
  const [[answered, answer] = ['']] = await who.call([name, { accountId: who.personalId, ...args }])
  expect([answered, answer]).toEqual([name, expect.anything()])
  return answer as Json
}
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
async function create(event: Json): Promise<string> {
  const { created, notCreated } = await ask('CalendarEvent/set', { create: { e: event } })
  expect(notCreated).toBeNull()
  return (created as { e: { id: string } }).e.id
}
const update = (id: string, patch: Json) => ask('CalendarEvent/set', { update: { [id]: patch } })
const got = async (id: string, more: Json = {}): Promise<Json> =>
  ((await ask('CalendarEvent/get', { ids: [id], ...more }))['list'] as Json[])[0] ?? {}
const newCalendar = async (name: string): Promise<string> => {
  const { created } = await ask('Calendar/set', { create: { c: { name } } })
  return (created as { c: { id: string } }).c.id
}
const weekly = (more: Json = {}): Json => ({
  title: 'Stand-up',
  start: '2026-11-04T09:00:00',
  duration: 'PT30M',
  timeZone: 'Europe/Berlin',
  recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'weekly' },
  ...more,
})

describe('calendars', () => {
  test('are there from the first look on: one of one’s own, in one’s own language', async () => {
    const { list } = (await ask('Calendar/get')) as { list: Json[] }
    expect(list).toMatchObject([
      {
        name: 'Kalender',
        isDefault: true,
        timeZone: null,
        includeInAvailability: 'all',
        myRights: { mayWriteAll: true, mayDelete: true, mayShare: false },
      },
    ])
    expect(await ask('Calendar/set', { destroy: [list[0]!['id']] })).toMatchObject({
      notDestroyed: { [String(list[0]!['id'])]: { type: 'forbidden' } },
    })
  })

  test('are made, changed, made the default one, and go with or without their events', async () => {
    const { state, list } = (await ask('Calendar/get')) as { state: string; list: Json[] }
    const work = await newCalendar('Work')
    const alerts = { a: { trigger: { offset: '-PT10M' } } }
    const changed = { color: '#AA00FF', defaultAlertsWithTime: alerts, timeZone: 'Asia/Tokyo' }
    await ask('Calendar/set', { update: { [work]: changed }, onSuccessSetIsDefault: work })
    expect((await ask('Calendar/get', { ids: [work] }))['list']).toMatchObject([
      { ...changed, color: '#aa00ff', isDefault: true },
    ])
    const event = await create(weekly())
    expect(await got(event)).toMatchObject({ calendarIds: { [work]: true } })
    expect(await ask('Calendar/set', { destroy: [work] })).toMatchObject({
      notDestroyed: { [work]: { type: 'calendarHasEvent' } },
    })
    await ask('Calendar/set', { destroy: [work], onDestroyRemoveEvents: true })
    expect(await got(event)).toEqual({})
    expect(await ask('Calendar/changes', { sinceState: state })).toMatchObject({
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
    const { notCreated } = await ask('Calendar/set', { create: { c: json } })
    expect(notCreated).toEqual({ c: { type: 'invalidProperties', properties: [property] } })
  })

  test('are nowhere in an account without them', async () => {
    const [[, answer] = ['']] = await ada.call(['Calendar/get', { accountId: ada.accountId, ids: null }])
    expect(answer).toEqual({ type: 'accountNotSupportedByMethod' })
  })
})

describe('an event', () => {
  test('is kept whole, and its patches touch nothing else', async () => {
    const id = await create(weekly({ 'example.com:x': { y: [1] }, keywords: { blue: true } }))
    await update(id, { title: 'Renamed', 'keywords/red': true })
    expect(await got(id)).toMatchObject({
      ...weekly({ title: 'Renamed', 'example.com:x': { y: [1] }, keywords: { blue: true, red: true } }),
      id,
      baseEventId: null,
      isDraft: false,
      isOrigin: true,
      uid: expect.stringMatching(/^urn:uuid:/),
    })
    expect(await got(id, { properties: ['title'] })).toEqual({ id, title: 'Renamed' })
  })

  test('says when it is to clients that know no zones, and is told so by them', async () => {
    const id = await create({
      title: 'Call',
      utcStart: '2026-07-01T07:00:00Z',
      utcEnd: '2026-07-01T08:00:00Z',
    })
    expect(await got(id)).toMatchObject({
      start: '2026-07-01T07:00:00',
      timeZone: 'Etc/UTC',
      duration: 'PT1H',
    })
    await update(id, { timeZone: 'America/New_York', start: '2026-07-01T09:00:00' })
    const utc = { properties: ['utcStart', 'utcEnd'] }
    expect(await got(id, utc)).toMatchObject({ utcStart: '2026-07-01T13:00:00Z' })
    expect(await update(id, { utcStart: '2026-07-02T00:30:00Z' })).toMatchObject({
      updated: { [id]: { start: '2026-07-01T20:30:00' } },
    })
    expect(await update(id, { utcEnd: '2026-07-01T00:00:00Z' })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['utcEnd'] } },
    })
    const floating = await create({ title: 'Tea', start: '2026-07-01T16:00:00', duration: 'PT1H' })
    expect(await got(floating, { ...utc, timeZone: 'Asia/Tokyo' })).toMatchObject({
      utcStart: '2026-07-01T07:00:00Z',
      utcEnd: '2026-07-01T08:00:00Z',
    })
  })

  test('moves to another calendar, and is there once', async () => {
    const [one, other] = [await newCalendar('One'), await newCalendar('Other')]
    const id = await create({ ...weekly(), uid: 'moves', calendarIds: { [one]: true } })
    await update(id, { [`calendarIds/${one}`]: null, [`calendarIds/${other}`]: true })
    expect(await got(id, { properties: ['calendarIds'] })).toEqual({ id, calendarIds: { [other]: true } })
    expect(told.at(-1)).toMatchObject({ before: { uid: 'moves' }, after: { uid: 'moves' } })
    expect(told.at(-1)?.movedFrom).toBeDefined()
    const again = { ...weekly(), uid: 'moves', calendarIds: { [other]: true } }
    expect(await ask('CalendarEvent/set', { create: { e: again } })).toMatchObject({
      notCreated: { e: { type: 'alreadyExists', existingId: id } },
    })
    expect(await update(id, { calendarIds: { C987654321: true } })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['calendarIds'] } },
    })
    expect(await update(id, { calendarIds: { [one]: true, [other]: true } })).toMatchObject({
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
    const { notCreated } = await ask('CalendarEvent/set', { create: { e: { ...weekly(), ...bad } } })
    expect(notCreated).toMatchObject({ e: { type: 'invalidProperties', properties: [property] } })
  })

  test('repeats by the one rule of a list (RFC 8984), and says that it is its recurrenceRule', async () => {
    const [rule, other] = ['weekly', 'daily'].map((frequency) => ({ '@type': 'RecurrenceRule', frequency }))
    const beat = { title: 'Beat', start: '2026-11-04T09:00:00' }
    const answer = await ask('CalendarEvent/set', {
      create: { e: { ...beat, recurrenceRules: [rule], excludedRecurrenceRules: [] } },
    })
    expect(answer).toMatchObject({ created: { e: { recurrenceRule: rule, recurrenceRules: null } } })
    const id = (answer['created'] as Record<string, { id: string }>)['e']!.id
    expect(await got(id)).toMatchObject({ recurrenceRule: rule })
    expect(await update(id, { recurrenceRules: [other] })).toMatchObject({
      updated: { [id]: { recurrenceRule: other, recurrenceRules: null } },
    })
    expect(await update(id, { recurrenceRules: [rule, other] })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['recurrenceRules'] } },
    })
    expect(await update(id, { 'recurrenceRules/0/frequency': 'daily' })).toMatchObject({
      notUpdated: { [id]: { type: 'invalidProperties', properties: ['recurrenceRules/0/frequency'] } },
    })
    expect(await update(`${id}_20261105T090000`, { recurrenceRules: [rule] })).toMatchObject({
      notUpdated: { [`${id}_20261105T090000`]: { properties: ['recurrenceRules'] } },
    })
    const event = await got(id)
    expect(event).toMatchObject({ recurrenceRule: other })
    expect(event).not.toHaveProperty('recurrenceRules')
    await update(id, { recurrenceRules: null })
    expect(await got(id)).not.toHaveProperty('recurrenceRule')
    await ask('CalendarEvent/set', { destroy: [id] })
  })

  test('whose rule is not understood says so', async () => {
    const rule = { '@type': 'RecurrenceRule', frequency: 'secondly' }
    const id = await create({ title: 'Beat', start: '2026-11-04T09:00:00', recurrenceRule: rule })
    expect(await got(id)).toMatchObject({ recurrenceRule: rule, isRecurrenceUnread: true })
    await update(id, { recurrenceRule: { ...rule, frequency: 'daily' } })
    expect(await got(id)).not.toHaveProperty('isRecurrenceUnread')
    await ask('CalendarEvent/set', { destroy: [id] })
  })

  test('that somebody else organizes is answered and coloured, and not changed', async () => {
    const ownMeeting = await create({ title: 'Mine', start: '2026-11-04T09:00:00' })
    expect(await got(ownMeeting)).toMatchObject({ isOrigin: true, mayUpdateAll: true })
    const choir = await create(invitation())
    expect(await got(choir)).toMatchObject({ isOrigin: false, mayUpdateAll: false })
    expect(await update(choir, { title: 'Ours' })).toMatchObject({
      updated: null,
      notUpdated: {
        [choir]: { type: 'forbidden', problem: 'calendar/organizer-only' },
      },
    })
    const answer = { 'participants/ada/participationStatus': 'accepted', color: 'red' }
    expect(await update(choir, answer)).toMatchObject({ updated: { [choir]: null }, notUpdated: null })
    expect(await update(choir, { mayUpdateAll: true })).toMatchObject({
      notUpdated: { [choir]: { type: 'invalidProperties', properties: ['mayUpdateAll'] } },
    })
    await ask('CalendarEvent/set', { destroy: [choir, ownMeeting] })
  })

  test('of a calendar that can only be read stays as it is', async () => {
    const { room } = rig
    const calendars = calendarsFor(room)
    const personal = Number(ada.personalId.slice(1)) as Parameters<typeof room.changes.state>[0]
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
    expect(await update(event, { title: 'Mine' })).toMatchObject({
      notUpdated: { [event]: { type: 'forbidden' } },
    })
    expect(await ask('CalendarEvent/set', { destroy: [event] })).toMatchObject({
      notDestroyed: { [event]: { type: 'forbidden' } },
    })
    expect(await ask('Calendar/set', { destroy: [calendar], onDestroyRemoveEvents: true })).toMatchObject({
      notDestroyed: { [calendar]: { type: 'forbidden' } },
    })
  })
})

describe('one occurrence', () => {
  test('is told, changed and taken out by its own id', async () => {
    const id = await create(weekly({ participants: { p: { roles: { attendee: true } } } }))
    const third = `${id}_20261118T090000`
    expect(await got(third)).toMatchObject({
      id: third,
      baseEventId: id,
      start: '2026-11-18T09:00:00',
      recurrenceId: '2026-11-18T09:00:00',
    })
    const answer = 'participants/p/participationStatus'
    expect(await update(third, { title: 'Review', [answer]: 'accepted' })).toMatchObject({
      updated: { [third]: null },
    })
    expect(await got(third)).toMatchObject({ title: 'Review', duration: 'PT30M' })
    expect((await got(id))['recurrenceOverrides']).toEqual({
      '2026-11-18T09:00:00': { title: 'Review', [answer]: 'accepted' },
    })
    await update(third, { title: 'Stand-up', [answer]: null })
    expect(await got(id)).not.toHaveProperty('recurrenceOverrides')

    const fourth = `${id}_20261125T090000`
    expect(await ask('CalendarEvent/set', { destroy: [fourth] })).toMatchObject({ destroyed: [fourth] })
    expect((await got(id))['recurrenceOverrides']).toEqual({ '2026-11-25T09:00:00': { excluded: true } })
    expect(await ask('CalendarEvent/get', { ids: [fourth] })).toMatchObject({ notFound: [fourth] })
    expect(await ask('CalendarEvent/set', { destroy: [fourth] })).toMatchObject({
      notDestroyed: { [fourth]: { type: 'notFound' } },
    })
  })

  test.each(['20261119T090000', '20261118T093000', '20251105T090000'])('is not there at %s', async (at) => {
    const id = await create(weekly())
    expect(await ask('CalendarEvent/get', { ids: [`${id}_${at}`] })).toMatchObject({
      list: [],
      notFound: [`${id}_${at}`],
    })
    expect(await update(`${id}_${at}`, { title: 'x' })).toMatchObject({
      notUpdated: { [`${id}_${at}`]: { type: 'notFound' } },
    })
  })

  test.each([
    [{ recurrenceRule: { frequency: 'daily' } }, 'recurrenceRule'],
    [{ uid: 'other' }, 'uid'],
    [{ calendarIds: { C1: true } }, 'calendarIds'],
    [{ duration: 'long' }, 'duration'],
  ])('cannot become %o', async (patch, property) => {
    const id = `${await create(weekly())}_20261118T090000`
    const { notUpdated } = await update(id, patch)
    const error = (notUpdated as Record<string, Json>)[id]
    expect(error).toMatchObject({ type: 'invalidProperties' })
    expect(String((error!['properties'] as string[])[0])).toContain(property)
  })

  test('is changed beside others of its series in one call', async () => {
    const id = await create(weekly())
    const { updated } = await ask('CalendarEvent/set', {
      update: {
        [id]: { title: 'All' },
        [`${id}_20261111T090000`]: { title: 'Second' },
        [`${id}_20261118T090000`]: { start: '2026-11-18T14:00:00' },
      },
      destroy: [`${id}_20261125T090000`],
    })
    expect(Object.keys(updated as Json)).toHaveLength(3)
    expect(await got(id)).toMatchObject({
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
    const { recurrenceOverrides } = await got(id, only)
    expect(Object.keys(recurrenceOverrides as Json)).toEqual(['2026-11-18T09:00:00'])
  })
})

describe('taking back', () => {
  const last = async (args: Json, name = 'CalendarEvent/set') =>
    String((await ask(name, { ...args }))['journalId'])
  const undo = async (id: string) => {
    const [[, answer] = ['']] = await ada.call(['Journal/undo', { ids: [id] }])
    return answer as Json
  }

  test('brings back what was destroyed, under its id, and tells those who keep it', async () => {
    const id = await create(weekly({ title: 'Kept' }))
    const entry = await last({ destroy: [id] })
    expect(await got(id)).toEqual({})
    expect(await undo(entry)).toMatchObject({ undone: [{ id: entry, restored: [id], skipped: [] }] })
    expect(await got(id)).toMatchObject({ id, title: 'Kept' })
    expect(told.at(-1)).toMatchObject({ before: undefined, after: { title: 'Kept' } })
    expect(await undo(entry)).toMatchObject({ notUndone: { [entry]: { type: 'alreadyUndone' } } })
  })

  test('sets back what was changed, and leaves what was changed again', async () => {
    const id = await create(weekly({ title: 'First', location: 'x' }))
    const entry = await last({ update: { [id]: { title: 'Second', start: '2026-11-04T10:00:00' } } })
    await update(id, { title: 'Third' })
    expect(await undo(entry)).toMatchObject({ undone: [{ restored: [id], skipped: [id] }] })
    expect(await got(id)).toMatchObject({ title: 'Third', start: '2026-11-04T09:00:00' })
  })

  test('removes what was made, while it is what it was', async () => {
    const made = await ask('CalendarEvent/set', { create: { e: weekly() } })
    const { id } = (made['created'] as { e: { id: string } }).e
    expect(await undo(String(made['journalId']))).toMatchObject({ undone: [{ restored: [id] }] })
    expect(await got(id)).toEqual({})
  })

  test('brings a calendar back with its events', async () => {
    const work = await newCalendar('Back')
    const id = await create(weekly({ calendarIds: { [work]: true } }))
    const entry = await last({ destroy: [work], onDestroyRemoveEvents: true }, 'Calendar/set')
    expect(await undo(entry)).toMatchObject({ undone: [{ restored: [id] }] })
    expect((await ask('Calendar/get', { ids: [work] }))['list']).toMatchObject([{ name: 'Back' }])
    expect(await got(id)).toMatchObject({ calendarIds: { [work]: true } })
    const renamed = await last({ update: { [work]: { name: 'Renamed', color: '#111111' } } }, 'Calendar/set')
    await ask('Calendar/set', { update: { [work]: { color: '#222222' } } })
    await undo(renamed)
    expect((await ask('Calendar/get', { ids: [work] }))['list']).toMatchObject([
      { name: 'Back', color: '#222222' },
    ])
  })

  test('is for whoever did it', async () => {
    const entry = await last({ create: { e: weekly() } })
    const [[, answer] = ['']] = await rig.bob.call(['Journal/undo', { ids: [entry] }])
    expect(answer).toMatchObject({ notUndone: { [entry]: { type: 'notFound' } } })
  })
})
