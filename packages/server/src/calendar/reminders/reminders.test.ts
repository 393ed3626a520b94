import type { EventObject } from '@plmail/calendar-format'
import type { AccountId, CalendarId, UserId } from '@plmail/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { type Changes, createChanges } from '../../changes/index.ts'
import { type FixedClock, fixedClock } from '../../kit/clock.ts'
import { createCalendars } from '../create-calendars.ts'
import type { Calendars } from '../types.ts'
import { type AlarmContext, alarmsBetween, nextAlarm } from './alarms.ts'
import { createReminders, type Reminders } from './index.ts'

const hour = 3_600_000
const context: AlarmContext = {
  timeZone: 'Europe/Berlin',
  allDayMinute: 17 * 60,
  alertsWithTime: null,
  alertsWithoutTime: null,
}
const alert = (offset: string, more: object = {}) => ({
  trigger: { '@type': 'OffsetTrigger', offset, ...more },
  action: 'display',
})
const meeting = (more: object = {}) =>
  ({
    '@type': 'Event',
    uid: 'u1',
    title: 'Plan',
    start: '2026-03-02T09:00:00',
    duration: 'PT1H',
    timeZone: 'Europe/Berlin',
    alerts: { a: alert('-PT10M') },
    ...more,
  }) as EventObject
const rings = (event: EventObject, from: string, to: string, more: Partial<AlarmContext> = {}) =>
  alarmsBetween(event, { ...context, ...more }, Date.parse(from), Date.parse(to)).map(({ ringsAt }) =>
    new Date(ringsAt).toISOString().slice(0, 16),
  )

describe('an alarm', () => {
  test.each<[string, EventObject, string[]]>([
    ['before the start', meeting(), ['2026-03-02T07:50']],
    ['after the end', meeting({ alerts: { a: alert('PT5M', { relativeTo: 'end' }) } }), ['2026-03-02T09:05']],
    [
      'weeks ahead',
      meeting({ start: '2026-05-04T09:00:00', alerts: { a: alert('-P63D') } }),
      ['2026-03-02T07:00'],
    ],
    [
      'at a fixed instant',
      meeting({ alerts: { a: { trigger: { when: '2026-03-03T12:00:00Z' } } } }),
      ['2026-03-03T12:00'],
    ],
    [
      'silenced elsewhere',
      meeting({ alerts: { a: { ...alert('-PT10M'), acknowledged: '2026-03-02T07:50:00Z' } } }),
      [],
    ],
    [
      'of a cancelled event',
      meeting({ recurrenceOverrides: { '2026-03-02T09:00:00': { status: 'cancelled' } } }),
      [],
    ],
    ['that makes no sense', meeting({ alerts: { a: { trigger: 'soon' }, b: alert('-P9999D'), c: 7 } }), []],
  ])('%s', (_, event, expected) => {
    expect(rings(event, '2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z')).toEqual(expected)
  })

  test('of a day rings at the hour that the user chose, on their clocks, on both sides of a change', () => {
    const day = (start: string) =>
      meeting({ start, duration: 'P1D', showWithoutTime: true, timeZone: null, alerts: { a: alert('-P1D') } })
    expect(rings(day('2026-03-30T00:00:00'), '2026-03-20T00:00:00Z', '2026-04-01T00:00:00Z')).toEqual([
      '2026-03-29T15:00',
    ])
    expect(rings(day('2026-03-29T00:00:00'), '2026-03-20T00:00:00Z', '2026-04-01T00:00:00Z')).toEqual([
      '2026-03-28T16:00',
    ])
    const auckland = { timeZone: 'Pacific/Auckland', allDayMinute: 9 * 60 }
    expect(
      rings(day('2026-03-03T00:00:00'), '2026-02-20T00:00:00Z', '2026-04-01T00:00:00Z', auckland),
    ).toEqual(['2026-03-01T20:00'])
  })

  test('follows a moved date, and takes the alarms of the calendar where the event does', () => {
    const series = meeting({
      recurrenceRule: { frequency: 'weekly' },
      recurrenceOverrides: {
        '2026-03-09T09:00:00': { start: '2026-03-10T15:00:00' },
        '2026-03-16T09:00:00': { excluded: true },
      },
    })
    expect(rings(series, '2026-03-01T00:00:00Z', '2026-03-24T00:00:00Z')).toEqual([
      '2026-03-02T07:50',
      '2026-03-10T13:50',
      '2026-03-23T07:50',
    ])
    const usual = meeting({ alerts: undefined, useDefaultAlerts: true })
    expect(
      rings(usual, '2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z', { alertsWithTime: { d: alert('-PT1H') } }),
    ).toEqual(['2026-03-02T07:00'])
  })

  test('is found however far ahead, and never twice: what comes next is what a window finds first', () => {
    const rule = fc.constantFrom(
      { frequency: 'daily' },
      { frequency: 'weekly', interval: 3 },
      { frequency: 'yearly' },
      undefined,
    )
    fc.assert(
      fc.property(
        rule,
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 0, max: 60 }),
        (recurrenceRule, days, minutes) => {
          const event = meeting({
            ...(recurrenceRule ? { recurrenceRule } : {}),
            alerts: { a: alert(`-PT${minutes}M`) },
          })
          const from = Date.parse('2026-03-01T00:00:00Z') + days * 24 * hour
          const next = nextAlarm(event, context, from)
          const [first] = alarmsBetween(event, context, from, from + 800 * 24 * hour)
          expect(next).toBe(first?.ringsAt)
          expect(next === undefined ? [] : alarmsBetween(event, context, next, next)).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('reminders', () => {
  let db: TestDatabase
  let changes: Changes
  let clock: FixedClock
  let calendars: Calendars
  let user: UserId
  let account: AccountId
  let calendar: CalendarId
  let mailed: string[]
  const process = (): Reminders =>
    createReminders({
      database: db.database,
      changes,
      clock,
      getHabits: async () => ({
        timeZone: 'Europe/Berlin',
        allDayMinute: 540,
        addresses: new Set(['me@example.test']),
      }),
      mail: async (_, event) => mailed.push(String(event['title'])) > 0,
    })

  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db[Symbol.asyncDispose]())
  beforeEach(async () => {
    mailed = []
    clock = fixedClock(new Date('2026-03-01T00:00:00Z'))
    changes = createChanges({ database: db.database, clock, listen: async () => async () => {} })
    calendars = createCalendars({
      database: db.database,
      changes,
      clock,
      getLocale: async () => 'en',
      ownAddresses: async () => new Set<string>(),
      outbox: { enqueue: async () => {} },
    })
    const [row] = await db.database.query<{ id: UserId }>(
      `insert into app_user (email, name, password_hash, created_at)
       values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
    )
    user = row!.id
    account = await db.database.transaction((tx) => changes.open(tx, user, 'personal'))
    calendar = (await calendars.own(user)).id
  })

  const add = async (event: EventObject, calendarId = calendar) => {
    const done = await calendars.events.set(user, account, {
      create: [{ calendarId, event, source: 'user' as const }],
      update: new Map(),
      destroy: [],
    })
    const [made] = done === 'state-mismatch' ? [] : done.created
    if (!made || !('id' in made)) throw new Error(JSON.stringify(made))
    return made.id
  }
  const at = (time: string) => clock.advance(Date.parse(time) - clock.now().getTime())
  const list = () => process().list(account, null)

  test('ring once when two sweeps come at once, in a change that clients hear of', async () => {
    await add(meeting())
    at('2026-03-02T07:49:00Z')
    expect(await process().sweep()).toBe(0)
    at('2026-03-02T07:50:30Z')
    const before = await changes.state(account)
    const rang = await Promise.all([process().sweep(), process().sweep(), process().sweep()])
    expect(rang.reduce((sum, one) => sum + one)).toBe(1)
    expect(await list()).toMatchObject([
      { title: 'Plan', state: 'ringing', start: new Date('2026-03-02T08:00:00Z') },
    ])
    expect(await changes.since(account, 'Reminder', before, 10)).toMatchObject({
      created: [expect.any(Number)],
    })
    expect(await process().sweep()).toBe(0)
  })

  test('one day ahead ring on the 600th event of a busy calendar', async () => {
    const busy = meeting({ start: '2026-03-20T09:00:00', alerts: { a: alert('-PT5M') } })
    const many = Array.from({ length: 600 }, (_, n) => ({
      calendarId: calendar,
      source: 'user' as const,
      event:
        n === 599
          ? meeting({ uid: 'last', title: 'Last', alerts: { a: alert('-P1D') } })
          : { ...busy, uid: `u${n}` },
    }))
    await changes.write(account, { actor: { kind: 'provider' }, verb: 'sync' }, (change) =>
      calendars.provided.put(
        change,
        many.map((one) => ({ id: undefined, ...one })),
      ),
    )
    at('2026-03-01T08:00:00Z')
    expect(await process().sweep()).toBe(1)
    expect(await list()).toMatchObject([{ title: 'Last' }])
  })

  test('of one meeting in two calendars ring once', async () => {
    const done = await calendars.set(user, account, {
      create: [{ ...(await calendars.own(user)), name: 'Second' }],
      update: new Map(),
      destroy: [],
      removeEvents: false,
      makeDefault: undefined,
    })
    const [second] = done === 'state-mismatch' ? [] : done.created
    await add(meeting())
    await add(meeting(), (second as { id: CalendarId }).id)
    at('2026-03-02T07:50:00Z')
    expect(await process().sweep()).toBe(1)
  })

  test('ring anew when the event moves, and not for what was over when it moved', async () => {
    const id = await add(meeting())
    at('2026-03-02T07:51:00Z')
    expect(await process().sweep()).toBe(1)
    const move = (start: string) =>
      calendars.events.set(user, account, {
        create: [],
        update: new Map([[id, { patch: { start } }]]),
        destroy: [],
      })
    await move('2026-03-03T09:00:00')
    at('2026-03-03T07:51:00Z')
    expect(await process().sweep()).toBe(1)
    await move('2026-03-03T08:55:00')
    expect(await process().sweep()).toBe(0)
  })

  test('put off come back, silenced ones never', async () => {
    await add(meeting())
    at('2026-03-02T07:50:00Z')
    await process().sweep()
    const [reminder] = await list()
    expect(reminder?.timeZone).toBe('Europe/Berlin')
    const until = new Date('2026-03-02T07:55:00Z')
    await process().silence(user, account, new Map([[reminder!.id, until]]))
    expect(await process().sweep()).toBe(0)
    expect(await list()).toMatchObject([{ state: 'snoozed', snoozedUntil: until }])
    at('2026-03-02T07:55:10Z')
    expect(await process().sweep()).toBe(1)
    await process().silence(user, account, new Map([[reminder!.id, undefined]]))
    at('2026-03-02T09:00:00Z')
    expect(await process().sweep()).toBe(0)
    expect(await list()).toEqual([])
    const late = await process().silence(user, account, new Map([[reminder!.id, new Date('2027-01-01')]]))
    expect(late).toMatchObject({ done: [], refused: new Map([[reminder!.id, 'out-of-range']]) })
    expect(await process().silence(user, account, new Map([[reminder!.id, undefined]]), 0)).toBe(
      'state-mismatch',
    )
  })

  test('that could not ring in time are shown as missed; those long over are not', async () => {
    await add(meeting())
    at('2026-03-02T12:00:00Z')
    expect(await process().sweep()).toBe(0)
    expect(await list()).toMatchObject([{ state: 'missed' }])
    await add(meeting({ uid: 'old', start: '2026-03-02T18:00:00' }))
    at('2026-03-05T12:00:00Z')
    await process().sweep()
    expect((await list()).length).toBe(1)
    at('2026-03-20T00:00:00Z')
    expect(await process().purge()).toBeGreaterThan(0)
    expect(await list()).toEqual([])
  })

  test('by mail are written, those of invitations that nobody accepted are silent', async () => {
    await add(meeting({ alerts: { a: { ...alert('-PT10M'), action: 'email' } } }))
    const participants = {
      me: {
        calendarAddress: 'mailto:me@example.test',
        participationStatus: 'needs-action',
        roles: { attendee: true },
      },
    }
    await add(meeting({ uid: 'asked', participants, organizerCalendarAddress: 'mailto:boss@corp.test' }))
    at('2026-03-02T07:50:00Z')
    expect(await process().sweep()).toBe(1)
    expect([mailed, await list()]).toEqual([['Plan'], []])
  })
})
