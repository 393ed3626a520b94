import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type JmapForTests,
  type JmapUser,
  jmapForTests,
} from '../../../../server-testing/src/jmap/test-jmap.ts'

type Json = Record<string, unknown>
let rig: JmapForTests
let ada: JmapUser
let ids: Record<string, string>
beforeAll(async () => {
  rig = await jmapForTests()
  ada = rig.ada
  ids = await create(events)
})
afterAll(() => rig[Symbol.asyncDispose]())

async function answer(name: string, args: Json = {}): Promise<[string, Json]> {
  const [[answered, json] = ['']] = await ada.call([name, { accountId: ada.personalId, ...args }])
  return [answered, json as Json]
}
async function ask(name: string, args: Json = {}): Promise<Json> {
  const [answered, json] = await answer(name, args)
  expect([answered, json]).toEqual([name, expect.anything()])
  return json
}
async function create(all: Record<string, Json>): Promise<Record<string, string>> {
  const { created, notCreated } = await ask('CalendarEvent/set', { create: all })
  expect(notCreated).toBeNull()
  const made = Object.entries(created as Record<string, { id: string }>)
  return Object.fromEntries(made.map(([name, { id }]) => [name, id]))
}
/** The names of what was found. */
async function found(filter: Json | null, more: Json = {}): Promise<string[]> {
  const { ids: all } = (await ask('CalendarEvent/query', { filter, ...more })) as { ids: string[] }
  const getName = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id
  return all.map((id) => id.replace(/^CE\d+/, getName))
}
const expand = { expandRecurrences: true, timeZone: 'Europe/Berlin' }
const person = (name: string, email: string, role: string) => ({
  '@type': 'Participant',
  name,
  calendarAddress: `mailto:${email}`,
  roles: { [role]: true },
})
const berlin = { timeZone: 'Europe/Berlin', duration: 'PT1H' }
const events: Record<string, Json> = {
  // Begun years ago, weekly at nine over the end of summer time.
  standup: {
    ...berlin,
    uid: 'standup',
    title: 'Stand-up',
    start: '2020-01-06T09:00:00',
    duration: 'PT30M',
    recurrenceRule: { frequency: 'weekly' },
    recurrenceOverrides: {
      '2026-10-26T09:00:00': { title: 'Große Planung', start: '2026-10-27T14:00:00' },
      '2026-11-02T09:00:00': { excluded: true },
    },
  },
  daily: {
    ...berlin,
    uid: 'daily',
    title: 'Pills',
    start: '2023-11-01T07:00:00',
    duration: 'PT5M',
    recurrenceRule: { frequency: 'daily' },
  },
  moment: { title: 'Launch', start: '2026-12-24T12:00:00', timeZone: 'Europe/Berlin', duration: 'PT0S' },
  holiday: { title: 'Holiday', start: '2026-12-25T00:00:00', showWithoutTime: true, duration: 'P2D' },
  dinner: {
    ...berlin,
    title: 'Dinner',
    start: '2026-12-30T19:00:00',
    description: 'Bring the Käse',
    locations: { l: { name: 'Kiosk Nord' } },
    participants: { a: person('Zoë', 'zoe@x.example', 'owner'), b: person('Bo', 'bo@y.example', 'attendee') },
  },
}

describe('occurrences', () => {
  test('are named one by one, moved ones where they are, excluded ones not at all', async () => {
    const october = { after: '2026-10-19T00:00:00', before: '2026-11-10T00:00:00', uid: 'standup' }
    expect(await found(october, expand)).toEqual([
      'standup_20261019T090000',
      'standup_20261026T090000',
      'standup_20261109T090000',
    ])
    const list = await ask('CalendarEvent/get', {
      ids: [19, 26].map((day) => `${ids['standup']}_202610${day}T090000`),
      properties: ['title', 'utcStart'],
    })
    expect(list['list']).toMatchObject([
      { title: 'Stand-up', utcStart: '2026-10-19T07:00:00Z' },
      { title: 'Große Planung', utcStart: '2026-10-27T13:00:00Z' },
    ])
  })

  test('keep coming, 23, 24 and 36 months ahead', async () => {
    for (const day of ['2028-10-21', '2028-11-21', '2029-11-21']) {
      const filter = { after: `${day}T00:00:00`, before: `${day}T23:59:59`, uid: 'daily' }
      expect(await found(filter, expand)).toEqual([`daily_${day.replaceAll('-', '')}T070000`])
    }
  })

  test('without length are there, in whatever window begins with them', async () => {
    for (const [after, before] of [
      ['2026-12-24T00:00:00', '2026-12-25T00:00:00'],
      ['2026-12-24T12:00:00', '2026-12-24T12:00:01'],
      ['2026-12-21T00:00:00', '2026-12-28T00:00:00'],
    ])
      expect(await found({ after, before, text: 'launch' }, expand)).toEqual(['moment'])
  })

  test('are found by instants, as Bulwark asks for them', async () => {
    for (const timeZone of ['Pacific/Auckland', 'Europe/Berlin']) {
      const at = (seconds: number) => `2026-12-24T11:00:0${seconds}Z`
      const filter = { after: at(0), before: at(1), text: 'launch' }
      expect(await found(filter, { ...expand, timeZone })).toEqual(['moment'])
      expect(await found({ ...filter, after: at(1), before: at(2) }, { ...expand, timeZone })).toEqual([])
    }
  })

  test('of whole days are of the day, wherever it is looked at', async () => {
    for (const timeZone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      const on = (day: number) => ({
        after: `2026-12-${day}T00:00:00`,
        before: `2026-12-${day + 1}T00:00:00`,
      })
      const days = [24, 25, 26, 27].map((day) =>
        found({ ...on(day), title: 'holiday' }, { ...expand, timeZone }),
      )
      expect(await Promise.all(days)).toEqual([[], ['holiday'], ['holiday'], []])
    }
  })

  test('answer texts each for itself', async () => {
    const october = { after: '2026-10-19T00:00:00', before: '2026-11-10T00:00:00' }
    expect(await found({ ...october, text: 'grosse planung' }, expand)).toEqual(['standup_20261026T090000'])
    expect(await found({ ...october, title: 'stand-up' }, expand)).toEqual([
      'standup_20261019T090000',
      'standup_20261109T090000',
    ])
  })

  test.each([
    [{ filter: null }, 'invalidArguments'],
    [{ filter: { after: '2026-01-01T00:00:00' } }, 'invalidArguments'],
    [{ filter: { operator: 'AND', conditions: [] } }, 'invalidArguments'],
    [{ filter: { after: 'today', before: '2026-01-01T00:00:00' } }, 'invalidArguments'],
    [{ filter: { after: '2026-01-01T00:00:00', before: '2028-01-01T00:00:00' } }, 'expandDurationTooLarge'],
  ])('are not expanded for %o', async (args, type) => {
    expect(await answer('CalendarEvent/query', { ...args, ...expand })).toMatchObject(['error', { type }])
  })
})

describe('events', () => {
  test('are found by what is asked', async () => {
    expect(await found({ text: 'kase zoe' })).toEqual(['dinner'])
    expect(await found({ location: 'kiosk' })).toEqual(['dinner'])
    expect(await found({ owner: 'zoe@x' })).toEqual(['dinner'])
    expect(await found({ owner: 'bo@y' })).toEqual([])
    expect(await found({ attendee: 'bo' })).toEqual(['dinner'])
    expect(await found({ description: 'dinner' })).toEqual([])
    expect(await found({ text: "');--" })).toEqual([])
    expect(await found({ inCalendar: 'C987654321' })).toEqual([])
    const both = [{ uid: 'standup' }, { title: 'launch' }]
    expect(await found({ operator: 'OR', conditions: both })).toEqual(['standup', 'moment'])
    expect(await found({ operator: 'AND', conditions: both })).toEqual([])
    const not = { operator: 'NOT', conditions: [{ after: '2026-12-24T00:00:00' }, { uid: 'none' }] }
    expect(await found(not)).toEqual([])
    // No Monday.
    const eve = { after: '2026-12-24T00:00:00', before: '2026-12-24T23:00:00' }
    expect(await found(eve, { timeZone: 'Europe/Berlin' })).toEqual(['daily', 'moment'])
  })

  test('come in the order and the part that is asked for', async () => {
    expect(await found(null)).toEqual(['standup', 'daily', 'moment', 'holiday', 'dinner'])
    const sort = [{ property: 'start', isAscending: false }]
    expect(await found(null, { sort, position: 1, limit: 2 })).toEqual(['holiday', 'moment'])
    expect(await found(null, { sort, anchor: ids['moment'], limit: 1 })).toEqual(['moment'])
    expect(await ask('CalendarEvent/query', { limit: 0, calculateTotal: true })).toMatchObject({
      total: 5,
      ids: [],
      canCalculateChanges: true,
    })
    const wrong = { sort: [{ property: 'title' }] }
    expect(await answer('CalendarEvent/query', wrong)).toMatchObject(['error', { type: 'unsupportedSort' }])
  })

  test('that changed are told by queryChanges, in their new place', async () => {
    const question = { filter: { title: 'mm' } }
    const { a } = await create({ a: { ...berlin, title: 'Mm moves', start: '2030-01-02T10:00:00' } })
    const { queryState } = await ask('CalendarEvent/query', question)
    const { b } = await create({ b: { ...berlin, title: 'Mm before', start: '2030-01-01T10:00:00' } })
    await ask('CalendarEvent/set', { update: { [String(a)]: { title: 'Gone' } } })
    const since = { ...question, sinceQueryState: queryState, calculateTotal: true }
    expect(await ask('CalendarEvent/queryChanges', since)).toMatchObject({
      removed: [a],
      added: [{ id: b, index: 0 }],
      total: 1,
    })
    const window = { after: '2026-10-19T00:00:00', before: '2026-11-10T00:00:00' }
    expect(await answer('CalendarEvent/queryChanges', { ...since, ...expand, filter: window })).toMatchObject(
      ['error', { type: 'cannotCalculateChanges' }],
    )
    await ask('CalendarEvent/set', { destroy: [a, b] })
  })
})

test('this and following is one call, and is taken back as one', async () => {
  const { s } = await create({
    s: {
      ...berlin,
      title: 'Course',
      start: '2027-01-04T18:00:00',
      recurrenceRule: { frequency: 'weekly', count: 5 },
      recurrenceOverrides: { '2027-01-25T18:00:00': { excluded: true } },
    },
  })
  const window = { after: '2027-01-01T00:00:00', before: '2027-02-28T00:00:00', title: 'course' }
  const before = await found(window, expand)
  const split = await ask('CalendarEvent/split', {
    id: `${s}_20270118T180000`,
    patch: { title: 'Course, late', start: '2027-01-18T19:30:00' },
    newUid: 'late@example.org',
  })
  expect(split).toMatchObject({ id: s, notSplit: null, newId: expect.stringMatching(/^CE\d+$/) })
  const newId = String(split['newId'])
  expect(await ask('CalendarEvent/get', { ids: [newId] })).toMatchObject({
    list: [{ uid: 'late@example.org' }],
  })
  expect(await found(window, expand)).toEqual([
    `${s}_20270104T180000`,
    `${s}_20270111T180000`,
    `${newId}_20270118T193000`,
    `${newId}_20270201T193000`,
  ])
  const [[, undone] = ['']] = await ada.call(['Journal/undo', { ids: [split['journalId']] }])
  expect(undone).toMatchObject({ undone: [{ skipped: [] }] })
  expect(await found(window, expand)).toEqual(before)
  const whole = await ask('CalendarEvent/split', { id: `${s}_20270104T180000`, patch: { title: 'All' } })
  expect(whole).toMatchObject({ id: s, newId: null, notSplit: null })
  for (const id of [s, `${s}_20270125T180000`, 'CE987654321_20270104T180000'])
    expect(await ask('CalendarEvent/split', { id, patch: {} })).toMatchObject({
      notSplit: { type: 'notFound' },
    })
  const place = 'recurrenceOverrides/2027-01-11T18:00:00'
  await ask('CalendarEvent/set', { update: { [s!]: { recurrenceOverrides: null } } })
  expect(await ask('CalendarEvent/set', { update: { [s!]: { [place]: { title: 'Here' } } } })).toMatchObject({
    notUpdated: null,
  })
  await ask('CalendarEvent/set', { destroy: [s] })
})

test('who is busy is told by what their calendars count', async () => {
  await create({
    a: { ...berlin, title: 'A', start: '2028-03-01T10:00:00' },
    b: { ...berlin, title: 'B', start: '2028-03-01T10:30:00', status: 'tentative', privacy: 'secret' },
    c: { ...berlin, title: 'C', start: '2028-03-01T11:00:00' },
    free: { ...berlin, title: 'F', start: '2028-03-01T13:00:00', freeBusyStatus: 'free' },
    off: { ...berlin, title: 'O', start: '2028-03-01T15:00:00', status: 'cancelled' },
  })
  const window = { utcStart: '2028-03-01T08:30:00Z', utcEnd: '2028-03-01T18:00:00Z' }
  const busy = async (more: Json = {}) => {
    const [[, json] = ['']] = await ada.call(['Calendar/getAvailability', { ...window, ...more }])
    return (json as { list: Json[] }).list
  }
  const period = (from: string, to: string, busyStatus = 'confirmed') => ({
    utcStart: `2028-03-01T${from}:00Z`,
    utcEnd: `2028-03-01T${to}:00Z`,
    busyStatus,
  })
  expect(await busy()).toEqual([period('09:00', '11:00'), period('09:30', '10:30', 'tentative')])
  expect(await busy({ showDetails: true })).toHaveLength(3)
  const { list: stored } = (await ask('CalendarEvent/get')) as { list: Array<{ title: string; uid: string }> }
  const exceptUid = stored.find(({ title }) => title === 'A')!.uid
  // What a new time is looked for keeps nobody from coming to it.
  expect(await busy({ exceptUid })).toEqual([period('09:30', '10:30', 'tentative'), period('10:00', '11:00')])
  const { list } = (await ask('Calendar/get')) as { list: Array<{ id: string }> }
  const count = (includeInAvailability: string) =>
    ask('Calendar/set', { update: { [list[0]!.id]: { includeInAvailability } } })
  await count('attending')
  expect(await busy()).toEqual([])
  await count('all')
  const [[answered, json] = ['']] = await ada.call([
    'Calendar/getAvailability',
    { ...window, utcEnd: '2038-03-01T18:00:00Z' },
  ])
  expect([answered, json]).toMatchObject(['error', { type: 'invalidArguments', arguments: ['utcEnd'] }])
})

test('other people are busy by the word of who keeps their calendars; of the rest nobody can say', async () => {
  const window = { utcStart: '2028-04-03T00:00:00Z', utcEnd: '2028-04-04T00:00:00Z' }
  const [[, json] = ['']] = await ada.call([
    'Calendar/getAvailability',
    { ...window, people: ['cy@known.test', 'di@unknown.test'] },
  ])
  expect((json as { people: Json[] }).people).toEqual([
    {
      email: 'cy@known.test',
      // What touches is one period.
      list: [{ utcStart: '2028-04-03T09:00:00Z', utcEnd: '2028-04-03T11:00:00Z', busyStatus: 'confirmed' }],
    },
    { email: 'di@unknown.test', list: null },
  ])
  for (const wrong of [
    { people: ['nobody'] },
    { people: Array(21).fill('a@b.test') },
    { people: 'a@b.test' },
  ]) {
    const [[answered, error] = ['']] = await ada.call(['Calendar/getAvailability', { ...window, ...wrong }])
    expect([answered, error]).toMatchObject(['error', { type: 'invalidArguments', arguments: ['people'] }])
  }
})
