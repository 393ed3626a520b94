import { describe, expect, test } from 'vitest'
import type { Change } from '../changes/index.ts'
import {
  fields,
  getId,
  meeting,
  unchanged,
  Workbench,
} from '../../../server-testing/src/calendar/workbench.ts'

const at = new Workbench()

describe('calendars of an account', () => {
  test('are made, changed and listed in order, the first being the default one', async () => {
    const [work, home] = [await at.newCalendar('Work'), await at.newCalendar('Home')]
    await at.setCalendars({ update: new Map([[work, { name: 'Office', sortOrder: 5, color: null }]]) })
    expect(await at.calendars.list(at.account)).toMatchObject([
      { id: home, name: 'Home', isDefault: false, alertsWithTime: { a: { action: 'display' } } },
      { id: work, name: 'Office', isDefault: true, color: null, sortOrder: 5 },
    ])
    await at.setCalendars({ makeDefault: home })
    expect((await at.calendars.list(at.account)).filter((calendar) => calendar.isDefault)).toMatchObject([
      { id: home },
    ])
  })

  test('go only with their events, and never the last one', async () => {
    const [work, home] = [await at.newCalendar('Work'), await at.newCalendar('Home')]
    await at.add(work, meeting())
    expect([...(await at.setCalendars({ destroy: [work] })).refusedDestroys]).toEqual([[work, 'has-events']])
    const before = await at.changes.state(at.account)
    expect(
      (await at.setCalendars({ destroy: [work, home], removeEvents: true })).refusedDestroys.get(home),
    ).toBe('last')
    expect(await at.calendars.list(at.account)).toMatchObject([{ id: home, isDefault: true }])
    const changed = await at.changes.since(at.account, 'CalendarEvent', before, 10)
    expect(changed).toMatchObject({ destroyed: [expect.any(Number)] })
  })

  test('of somebody else are not there', async () => {
    const other = await at.newUser()
    const theirs = await at.newCalendar('Theirs', other)
    const update = new Map([[theirs, { name: 'Mine' }]])
    const outcome = await at.setCalendars({
      update,
      destroy: [theirs],
      removeEvents: true,
      makeDefault: theirs,
    })
    expect([outcome.refusedUpdates.get(theirs), outcome.refusedDestroys.get(theirs)]).toEqual([
      'not-found',
      'not-found',
    ])
    expect(await at.calendars.list(other[1])).toMatchObject([{ name: 'Theirs', isDefault: true }])
    expect(await at.add(theirs, meeting())).toEqual({ why: 'unknown-calendar' })
  })

  test('stay as they are when the account has moved on', async () => {
    const work = await at.newCalendar()
    const update = new Map([[work, { name: 'Late' }]])
    const request = { ...unchanged, update }
    expect(await at.calendars.set(at.user, at.account, request, 0)).toBe('state-mismatch')
    expect(await at.calendars.list(at.account)).toMatchObject([{ name: 'Work' }])
  })
})

describe('an event', () => {
  test('is kept whole, and its patches touch nothing else', async () => {
    const work = await at.newCalendar()
    const kept = meeting({ 'example.com:x': { deep: [1, null, 'ä'] }, locations: { l1: { name: 'Room' } } })
    const id = getId(await at.add(work, kept))
    await at.setEvents({
      update: new Map([[id, { patch: { title: 'Daily', 'locations/l1/name': 'Hall' } }]]),
    })
    expect(await at.calendars.events.get(at.account, [id])).toEqual([
      {
        id,
        calendarId: work,
        source: 'user',
        event: { ...kept, title: 'Daily', locations: { l1: { name: 'Hall' } } },
      },
    ])
    expect(await at.within([work], '2026-11-23', '2026-11-24')).toEqual(['Daily 2026-11-23T08:00'])
  })

  test('is refused with what is wrong in it, and nothing is written', async () => {
    const work = await at.newCalendar()
    const wrong = await at.add(work, meeting({ start: 'soon' }))
    expect(wrong).toMatchObject({ why: 'invalid', problems: [{ property: 'start' }] })
    const id = getId(await at.add(work, meeting()))
    const patches = [{ duration: 'long' }, { uid: 'other' }, { 'locations/l1/name': 'x' }]
    for (const patch of patches) {
      const { updated } = await at.setEvents({ update: new Map([[id, { patch }]]) })
      expect(updated.get(id)).toMatchObject({
        why: 'invalid',
        problems: [{ property: Object.keys(patch)[0] }],
      })
    }
    expect(await at.calendars.events.get(at.account, [id])).toMatchObject([{ event: meeting() }])
  })

  test('is in a calendar once, and moves to another with its history', async () => {
    const [work, home] = [await at.newCalendar('Work'), await at.newCalendar('Home')]
    const id = getId(await at.add(work, meeting()))
    expect(await at.add(work, meeting())).toEqual({ why: 'uid-taken', existing: id })
    const move = new Map([[id, { calendarId: home, patch: {} }]])
    expect((await at.setEvents({ update: move })).updated.get(id)).toMatchObject({ calendarId: home })
    expect(await at.within([work], '2026-11-23', '2026-11-24')).toEqual([])
    expect(await at.within([home], '2026-11-23', '2026-11-24')).toHaveLength(1)
    const [entry] = await at.changes.journal.list(at.account, 1)
    expect(entry?.items).toMatchObject([
      { type: 'CalendarEvent', before: { calendarId: work }, after: { calendarId: home } },
    ])
  })

  test('of somebody else is not there', async () => {
    const work = await at.newCalendar()
    const id = getId(await at.add(work, meeting()))
    const [otherUserId, theirs] = await at.newUser()
    await at.newCalendar('Theirs', [otherUserId, theirs])
    const outcome = await at.setEvents(
      { update: new Map([[id, { patch: { title: 'x' } }]]), destroy: [id] },
      [otherUserId, theirs],
    )
    expect([outcome.updated.get(id), outcome.destroyed.size]).toEqual([{ why: 'not-found' }, 0])
    expect(await at.calendars.events.get(theirs, [id])).toEqual([])
    expect(await at.within([work], '2026-11-23', '2026-11-24', theirs)).toEqual([])
  })
})

describe('the outbox', () => {
  test('is told of every change that somebody made here, with what was and what is', async () => {
    const [work, home] = [await at.newCalendar('Work'), await at.newCalendar('Home')]
    const id = getId(await at.add(work, meeting()))
    await at.setEvents({
      update: new Map([[id, { calendarId: home, patch: { title: 'Daily' } }]]),
      notify: true,
    })
    await at.setEvents({ destroy: [id] })
    expect(at.intents).toMatchObject([
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

describe('what a provider tells', () => {
  const write = <T>(work: (change: Change) => Promise<T>) =>
    at.changes
      .write(at.account, { actor: { kind: 'provider' }, verb: 'sync' }, work)
      .then(({ result }) => result)

  test('is written into calendars that nobody here may change, and goes to no outbox', async () => {
    const holidays = await write((change) =>
      at.calendars.provided.putCalendar(change, {
        id: undefined,
        fields: fields('Holidays'),
        isReadOnly: true,
        isDefault: false,
      }),
    )
    const [made] = await write((change) =>
      at.calendars.provided.put(change, [
        { id: undefined, calendarId: holidays, event: meeting(), source: 'feed' },
      ]),
    )
    const id = getId(made!)
    expect(await at.add(holidays, meeting({ uid: 'mine' }))).toEqual({ why: 'read-only' })
    const refused = await at.setEvents({ update: new Map([[id, { patch: { title: 'x' } }]]), destroy: [] })
    expect(refused.updated.get(id)).toEqual({ why: 'read-only' })
    expect((await at.setEvents({ destroy: [id] })).refusedDestroys.get(id)).toEqual({ why: 'read-only' })
    await write((change) =>
      at.calendars.provided.put(change, [
        { id, calendarId: holidays, event: meeting({ title: 'New Year' }), source: 'feed' },
      ]),
    )
    expect(await at.calendars.events.get(at.account, [id])).toMatchObject([{ event: { title: 'New Year' } }])
    expect(at.intents).toEqual([])
    expect(await at.calendars.list(at.account)).toMatchObject([{ isReadOnly: true, isDefault: false }])
  })

  test('takes a calendar away with its events, and another becomes the default one', async () => {
    const [work, home] = [await at.newCalendar('Work'), await at.newCalendar('Home')]
    const id = getId(await at.add(work, meeting()))
    const before = await at.changes.state(at.account)
    await write((change) => at.calendars.provided.removeCalendar(change, work))
    expect(await at.calendars.list(at.account)).toMatchObject([{ id: home, isDefault: true }])
    expect(await at.changes.since(at.account, 'CalendarEvent', before, 10)).toMatchObject({ destroyed: [id] })
  })
})

describe('what touches a window', () => {
  test('is every occurrence in it, of series begun long ago and of moments without length', async () => {
    const [work, home] = [await at.newCalendar('Work'), await at.newCalendar('Home')]
    const weekly = { '@type': 'RecurrenceRule', frequency: 'weekly' }
    await at.add(
      work,
      meeting({ uid: 'old', title: 'Old', start: '2012-01-02T09:00:00', recurrenceRule: weekly }),
    )
    await at.add(
      work,
      meeting({
        uid: 'over',
        title: 'Over',
        start: '2012-01-02T09:00:00',
        recurrenceRule: { ...weekly, count: 3 },
      }),
    )
    await at.add(
      home,
      meeting({ uid: 'now', title: 'Moment', start: '2026-11-24T00:00:00', duration: 'PT0S' }),
    )
    await at.add(
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
    await at.add(home, meeting({ uid: 'later', title: 'Later', start: '2026-12-24T09:00:00' }))
    expect(await at.within([work, home], '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z')).toEqual([
      'Old 2026-11-23T08:00',
      'Moment 2026-11-23T23:00',
      'Day 2026-11-23T23:00',
    ])
    expect(await at.within([work], '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z')).toEqual([
      'Old 2026-11-23T08:00',
    ])
  })

  test('is found by its time in the index, whatever else there is', async () => {
    const work = await at.newCalendar()
    await at.db.database.query(
      `insert into calendar_event (account_id, calendar_id, uid, event, source, title, first_at, last_at, is_all_day,
         is_recurring, status, privacy, free_busy, sequence, created_at, updated_at)
       select $1, $2, 'u' || n, '{}', 'user', '', at, at + interval '1 hour', false, false, 'confirmed', 'public', 'busy', 0, at, at
       from generate_series(1, 20000) n, lateral (select timestamptz '2000-01-01' + n * interval '12 hours' as at) when_`,
      [at.account, work],
    )
    await at.db.database.query('analyze calendar_event')
    const plan = await at.db.database.query<{ 'QUERY PLAN': string }>(
      `explain select e.id from unnest(array[$2::bigint]) asked (id)
         join calendar_event e on e.calendar_id = asked.id and e.account_id = $1
         and tstzrange(e.first_at, e.last_at, '[]') && tstzrange('2026-11-01', '2026-12-13', '[]')`,
      [at.account, work],
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('calendar_event_during')
    expect(text).not.toContain('Seq Scan')
  })
})
