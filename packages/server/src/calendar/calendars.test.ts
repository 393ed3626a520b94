import type { AccountId, CalendarId, JournalId, UserId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { type Change, type Changes, createChanges } from '../changes/index.ts'
import { fixedClock } from '../kit/clock.ts'
import type { Database, Tx } from '../store/index.ts'
import {
  type CalendarFields,
  type Calendars,
  createCalendars,
  type EventIntent,
  type EventObject,
  type EventRequest,
} from './index.ts'

let db: TestDatabase
let changes: Changes
let calendars: Calendars
let user: UserId
let account: AccountId
let intents: EventIntent[]

beforeEach(async () => {
  intents = []
  db = await testDatabase()
  const clock = fixedClock(new Date('2026-11-21T10:00:00Z'))
  changes = createChanges({ database: db.database, clock, listen: async () => async () => {} })
  calendars = createCalendars({
    database: db.database,
    changes,
    clock,
    localeOf: async () => 'en',
    outbox: { enqueue: async (_, told) => void intents.push(...told) },
  })
  ;[user, account] = await newUser()
})
afterEach(() => db[Symbol.asyncDispose]())

async function newUser(): Promise<[UserId, AccountId]> {
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at)
     values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
  )
  return [row!.id, await db.database.transaction((tx) => changes.open(tx, row!.id, 'personal'))]
}

const fields = (name: string): CalendarFields => ({
  ...{ name, description: null, color: '#2055ca', sortOrder: 0, isSubscribed: true, isVisible: true },
  ...{
    availability: 'all',
    timeZone: null,
    alertsWithTime: { a: { action: 'display' } },
    alertsWithoutTime: null,
  },
})
const nothing = { create: [], update: new Map(), destroy: [] as never[] }

async function newCalendar(name = 'Work', of: [UserId, AccountId] = [user, account]): Promise<CalendarId> {
  const outcome = await calendars.set(...of, {
    ...nothing,
    create: [fields(name)],
    removeEvents: false,
    makeDefault: undefined,
  })
  const [made] = outcome === 'state-mismatch' ? [] : outcome.created
  return typeof made === 'object' ? made.id : (undefined as never)
}
const setCalendars = async (request: Partial<Parameters<Calendars['set']>[2]>) => {
  const outcome = await calendars.set(user, account, {
    ...nothing,
    removeEvents: false,
    makeDefault: undefined,
    ...request,
  })
  return outcome === 'state-mismatch' ? (undefined as never) : outcome
}
const setEvents = async (request: Partial<EventRequest>, of: [UserId, AccountId] = [user, account]) => {
  const outcome = await calendars.events.set(...of, { ...nothing, ...request })
  return outcome === 'state-mismatch' ? (undefined as never) : outcome
}
const meeting = (more: Record<string, unknown> = {}) =>
  ({
    '@type': 'Event',
    uid: 'u1',
    title: 'Standup',
    start: '2026-11-23T09:00:00',
    duration: 'PT1H',
    timeZone: 'Europe/Berlin',
    ...more,
  }) as EventObject

async function add(calendarId: CalendarId, event: EventObject) {
  const { created } = await setEvents({ create: [{ calendarId, event, source: 'user' }] })
  return created[0]!
}
const idOf = (made: Awaited<ReturnType<typeof add>>) => ('id' in made ? made.id : (undefined as never))
const within = async (calendarIds: CalendarId[], from: string, to: string, of = account) =>
  (
    await calendars.events.within(of, {
      ...{ from: Date.parse(from), to: Date.parse(to), timeZone: 'Europe/Berlin', calendarIds },
    })
  ).takings.map(
    ({ start, event }) => `${String(event['title'])} ${new Date(start).toISOString().slice(0, 16)}`,
  )

describe('calendars of an account', () => {
  test('are made, changed and listed in order, the first being the default one', async () => {
    const [work, home] = [await newCalendar('Work'), await newCalendar('Home')]
    await setCalendars({ update: new Map([[work, { name: 'Office', sortOrder: 5, color: null }]]) })
    expect(await calendars.list(account)).toMatchObject([
      { id: home, name: 'Home', isDefault: false, alertsWithTime: { a: { action: 'display' } } },
      { id: work, name: 'Office', isDefault: true, color: null, sortOrder: 5 },
    ])
    await setCalendars({ makeDefault: home })
    expect((await calendars.list(account)).filter((one) => one.isDefault)).toMatchObject([{ id: home }])
  })

  test('go only with their events, and never the last one', async () => {
    const [work, home] = [await newCalendar('Work'), await newCalendar('Home')]
    await add(work, meeting())
    expect([...(await setCalendars({ destroy: [work] })).refusedDestroys]).toEqual([[work, 'has-events']])
    const before = await changes.state(account)
    expect(
      (await setCalendars({ destroy: [work, home], removeEvents: true })).refusedDestroys.get(home),
    ).toBe('last')
    expect(await calendars.list(account)).toMatchObject([{ id: home, isDefault: true }])
    const changed = await changes.since(account, 'CalendarEvent', before, 10)
    expect(changed).toMatchObject({ destroyed: [expect.any(Number)] })
  })

  test('of somebody else are not there', async () => {
    const other = await newUser()
    const theirs = await newCalendar('Theirs', other)
    const update = new Map([[theirs, { name: 'Mine' }]])
    const outcome = await setCalendars({ update, destroy: [theirs], removeEvents: true, makeDefault: theirs })
    expect([outcome.refusedUpdates.get(theirs), outcome.refusedDestroys.get(theirs)]).toEqual([
      'not-found',
      'not-found',
    ])
    expect(await calendars.list(other[1])).toMatchObject([{ name: 'Theirs', isDefault: true }])
    expect(await add(theirs, meeting())).toEqual({ why: 'unknown-calendar' })
  })

  test('stay as they are when the account has moved on', async () => {
    const work = await newCalendar()
    const update = new Map([[work, { name: 'Late' }]])
    const request = { ...nothing, update, removeEvents: false, makeDefault: undefined }
    expect(await calendars.set(user, account, request, 0)).toBe('state-mismatch')
    expect(await calendars.list(account)).toMatchObject([{ name: 'Work' }])
  })
})

describe('an event', () => {
  test('is kept whole, and its patches touch nothing else', async () => {
    const work = await newCalendar()
    const kept = meeting({ 'example.com:x': { deep: [1, null, 'ä'] }, locations: { l1: { name: 'Room' } } })
    const id = idOf(await add(work, kept))
    await setEvents({ update: new Map([[id, { patch: { title: 'Daily', 'locations/l1/name': 'Hall' } }]]) })
    expect(await calendars.events.get(account, [id])).toEqual([
      {
        id,
        calendarId: work,
        source: 'user',
        event: { ...kept, title: 'Daily', locations: { l1: { name: 'Hall' } } },
      },
    ])
    expect(await within([work], '2026-11-23', '2026-11-24')).toEqual(['Daily 2026-11-23T08:00'])
  })

  test('is refused with what is wrong in it, and nothing is written', async () => {
    const work = await newCalendar()
    const wrong = await add(work, meeting({ start: 'soon' }))
    expect(wrong).toMatchObject({ why: 'invalid', problems: [{ property: 'start' }] })
    const id = idOf(await add(work, meeting()))
    const patches = [{ duration: 'long' }, { uid: 'other' }, { 'locations/l1/name': 'x' }]
    for (const patch of patches) {
      const { updated } = await setEvents({ update: new Map([[id, { patch }]]) })
      expect(updated.get(id)).toMatchObject({
        why: 'invalid',
        problems: [{ property: Object.keys(patch)[0] }],
      })
    }
    expect(await calendars.events.get(account, [id])).toMatchObject([{ event: meeting() }])
  })

  test('is in a calendar once, and moves to another with its history', async () => {
    const [work, home] = [await newCalendar('Work'), await newCalendar('Home')]
    const id = idOf(await add(work, meeting()))
    expect(await add(work, meeting())).toEqual({ why: 'uid-taken', existing: id })
    const move = new Map([[id, { calendarId: home, patch: {} }]])
    expect((await setEvents({ update: move })).updated.get(id)).toMatchObject({ calendarId: home })
    expect(await within([work], '2026-11-23', '2026-11-24')).toEqual([])
    expect(await within([home], '2026-11-23', '2026-11-24')).toHaveLength(1)
    const [entry] = await changes.journal.list(account, 1)
    expect(entry?.items).toMatchObject([
      { type: 'CalendarEvent', before: { calendarId: work }, after: { calendarId: home } },
    ])
  })

  test('of somebody else is not there', async () => {
    const work = await newCalendar()
    const id = idOf(await add(work, meeting()))
    const [other, theirs] = await newUser()
    await newCalendar('Theirs', [other, theirs])
    const outcome = await setEvents({ update: new Map([[id, { patch: { title: 'x' } }]]), destroy: [id] }, [
      other,
      theirs,
    ])
    expect([outcome.updated.get(id), outcome.destroyed.size]).toEqual([{ why: 'not-found' }, 0])
    expect(await calendars.events.get(theirs, [id])).toEqual([])
    expect(await within([work], '2026-11-23', '2026-11-24', theirs)).toEqual([])
  })
})

describe('the outbox', () => {
  test('is told of every change that somebody made here, with what was and what is', async () => {
    const [work, home] = [await newCalendar('Work'), await newCalendar('Home')]
    const id = idOf(await add(work, meeting()))
    await setEvents({
      update: new Map([[id, { calendarId: home, patch: { title: 'Daily' } }]]),
      notify: true,
    })
    await setEvents({ destroy: [id] })
    expect(intents).toMatchObject([
      { eventId: id, calendarId: work, before: undefined, after: { title: 'Standup' }, notify: false },
      {
        calendarId: home,
        movedFrom: work,
        before: { title: 'Standup' },
        after: { title: 'Daily' },
        notify: true,
      },
      { calendarId: home, before: { title: 'Daily' }, after: undefined },
    ])
  })
})

describe('a calendar file', () => {
  const entry = (number: number, title = `Match ${number}`) =>
    `BEGIN:VEVENT\nUID:m${number}\nSUMMARY:${title}\nDTSTART:20261124T120000Z\nDURATION:PT1H\nEND:VEVENT\n`
  const fileOf = (...entries: string[]) => `BEGIN:VCALENDAR\n${entries.join('')}END:VCALENDAR\n`

  test('of many events is written in a few statements, and once more changes what differs', async () => {
    const work = await newCalendar()
    const elsewhere = await newCalendar('Elsewhere')
    await add(elsewhere, meeting({ uid: 'm1200' }))
    let statements = 0
    const counting = (tx: Tx): Tx => ({
      ...tx,
      query: (text, values) => {
        statements++
        return tx.query(text, values)
      },
    })
    const database: Database = {
      ...db.database,
      transaction: (todo) => db.database.transaction((tx) => todo(counting(tx))),
    }
    const clock = fixedClock(new Date('2026-11-21T10:00:00Z'))
    const over = createChanges({ database, clock, listen: async () => async () => {} })
    const { importFile } = createCalendars({
      ...{ database, changes: over, clock, localeOf: async () => 'en' },
      outbox: { enqueue: async (_, told) => void intents.push(...told) },
    })
    const file = fileOf(
      ...Array.from({ length: 1_200 }, (_, index) => entry(index + 1)),
      'BEGIN:VEVENT\nUID:x\nEND:VEVENT\n',
    )
    intents = []
    expect(await importFile(user, account, work, file)).toEqual({
      ...{ added: 1_199, updated: 0, skipped: 1, unreadable: 1 },
    })
    expect(statements).toBeLessThan(20)
    expect(intents).toHaveLength(1_199)
    expect(
      await importFile(user, account, work, fileOf(entry(1), entry(2, 'Final'), entry(1_201))),
    ).toMatchObject({
      ...{ added: 1, skipped: 0 },
    })
    expect(await within([work], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toContain(
      'Final 2026-11-24T12:00',
    )
    const [last] = await db.database.query<{ id: JournalId }>(
      `select max(id) as id from journal where account_id = $1 and verb = 'import-calendar'`,
      [account],
    )
    await calendars.undo(user, last!.id)
    const titles = await within([work], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')
    expect([titles.length, titles.includes('Final 2026-11-24T12:00')]).toEqual([1_199, false])
    const renamed = fileOf(...Array.from({ length: 1_199 }, (_, index) => entry(index + 1, `Again ${index}`)))
    statements = 0
    intents = []
    expect(await importFile(user, account, work, renamed)).toMatchObject({
      added: 0,
      updated: 1_199,
      skipped: 0,
    })
    expect([statements < 20, intents.length]).toEqual([true, 1_199])
    expect(await within([work], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toContain(
      'Again 1198 2026-11-24T12:00',
    )
  })
})

describe('what a provider tells', () => {
  const write = <T>(work: (change: Change) => Promise<T>) =>
    changes.write(account, { actor: { kind: 'provider' }, verb: 'sync' }, work).then(({ result }) => result)

  test('is written into calendars that nobody here may change, and goes to no outbox', async () => {
    const holidays = await write((change) =>
      calendars.provided.putCalendar(change, {
        ...{ id: undefined, fields: fields('Holidays'), isReadOnly: true, isDefault: false },
      }),
    )
    const [made] = await write((change) =>
      calendars.provided.put(change, [
        { id: undefined, calendarId: holidays, event: meeting(), source: 'feed' },
      ]),
    )
    const id = idOf(made!)
    expect(await add(holidays, meeting({ uid: 'mine' }))).toEqual({ why: 'read-only' })
    const refused = await setEvents({ update: new Map([[id, { patch: { title: 'x' } }]]), destroy: [] })
    expect(refused.updated.get(id)).toEqual({ why: 'read-only' })
    expect((await setEvents({ destroy: [id] })).refusedDestroys.get(id)).toEqual({ why: 'read-only' })
    await write((change) =>
      calendars.provided.put(change, [
        { id, calendarId: holidays, event: meeting({ title: 'New Year' }), source: 'feed' },
      ]),
    )
    expect(await calendars.events.get(account, [id])).toMatchObject([{ event: { title: 'New Year' } }])
    expect(intents).toEqual([])
    expect(await calendars.list(account)).toMatchObject([{ isReadOnly: true, isDefault: false }])
  })

  test('takes a calendar away with its events, and another becomes the default one', async () => {
    const [work, home] = [await newCalendar('Work'), await newCalendar('Home')]
    const id = idOf(await add(work, meeting()))
    const before = await changes.state(account)
    await write((change) => calendars.provided.removeCalendar(change, work))
    expect(await calendars.list(account)).toMatchObject([{ id: home, isDefault: true }])
    expect(await changes.since(account, 'CalendarEvent', before, 10)).toMatchObject({ destroyed: [id] })
  })
})

describe('what touches a window', () => {
  test('is every occurrence in it, of series begun long ago and of moments without length', async () => {
    const [work, home] = [await newCalendar('Work'), await newCalendar('Home')]
    const weekly = { '@type': 'RecurrenceRule', frequency: 'weekly' }
    await add(
      work,
      meeting({ uid: 'old', title: 'Old', start: '2012-01-02T09:00:00', recurrenceRule: weekly }),
    )
    await add(
      work,
      meeting({
        uid: 'over',
        title: 'Over',
        start: '2012-01-02T09:00:00',
        recurrenceRule: { ...weekly, count: 3 },
      }),
    )
    await add(home, meeting({ uid: 'now', title: 'Moment', start: '2026-11-24T00:00:00', duration: 'PT0S' }))
    await add(
      home,
      meeting({
        uid: 'day',
        title: 'Day',
        start: '2026-11-24T00:00:00',
        duration: 'P1D',
        timeZone: null,
        showWithoutTime: true,
      }),
    )
    await add(home, meeting({ uid: 'later', title: 'Later', start: '2026-12-24T09:00:00' }))
    expect(await within([work, home], '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z')).toEqual([
      'Old 2026-11-23T08:00',
      'Moment 2026-11-23T23:00',
      'Day 2026-11-23T23:00',
    ])
    expect(await within([work], '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z')).toEqual([
      'Old 2026-11-23T08:00',
    ])
  })

  test('is found by its time in the index, whatever else there is', async () => {
    const work = await newCalendar()
    await db.database.query(
      `insert into calendar_event (account_id, calendar_id, uid, event, source, title, first_at, last_at, is_all_day,
         is_recurring, status, privacy, free_busy, sequence, created_at, updated_at)
       select $1, $2, 'u' || n, '{}', 'user', '', at, at + interval '1 hour', false, false, 'confirmed', 'public', 'busy', 0, at, at
       from generate_series(1, 20000) n, lateral (select timestamptz '2000-01-01' + n * interval '12 hours' as at) when_`,
      [account, work],
    )
    await db.database.query('analyze calendar_event')
    const plan = await db.database.query<{ 'QUERY PLAN': string }>(
      `explain select e.id from unnest(array[$2::bigint]) asked (id)
         join calendar_event e on e.calendar_id = asked.id and e.account_id = $1
         and tstzrange(e.first_at, e.last_at, '[]') && tstzrange('2026-11-01', '2026-12-13', '[]')`,
      [account, work],
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('calendar_event_during')
    expect(text).not.toContain('Seq Scan')
  })
})
