import { hueOfColor, ProviderName } from '@plmail/wire'
import { beforeEach, describe, expect, test } from 'vitest'
import { ProviderForTests } from '../../../../server-testing/src/sync/calendars/test-provider.ts'
import { event, weekly, Workbench } from '../../../../server-testing/src/sync/calendars/workbench.ts'

const at = new Workbench()

describe('calendars', () => {
  test('are found, renamed and recoloured as the source says, and keep what their user chose', async () => {
    expect(
      (await at.rig.calendars.list(at.rig.account)).map(({ name, isReadOnly }) => [name, isReadOnly]),
    ).toEqual([
      ['Work', false],
      ['Other', false],
    ])
    const fields = { color: '#aa0000', isVisible: false }
    await at.rig.calendars.set(at.rig.user, at.rig.account, {
      create: [],
      update: new Map([[at.work, fields]]),
      destroy: [],
      removeEvents: false,
      makeDefault: undefined,
    })
    const { remote } = at.provider.calendars.get('Work')!
    Object.assign(remote, { name: 'Office', color: '#00aa00', mayWrite: false })
    await at.rig.visitNow()
    const followedCalendar = (await at.rig.calendars.list(at.rig.account)).find(
      (calendar) => calendar.id === at.work,
    )
    expect(followedCalendar).toMatchObject({
      name: 'Office',
      color: '#aa0000',
      isVisible: false,
      isReadOnly: true,
    })
  })

  test('have hues of their own, whichever source they are of, until somebody chooses otherwise', async () => {
    const colorsByName = async () =>
      new Map((await at.rig.calendars.list(at.rig.account)).map(({ name, color }) => [name, color]))
    const second = new ProviderForTests()
    for (const [name, color] of [
      ['Mail', '#336699'],
      ['Choir', null],
      ['Holidays', '#388e3c'],
    ] as const)
      second.addCalendar(name, { color })
    await at.rig.visit(await at.rig.addSource(ProviderName.microsoft, () => second.session()), 'look')
    const colors = await colorsByName()
    expect([colors.get('Work'), colors.get('Holidays')]).toEqual(['#336699', '#388e3c'])
    expect(new Set([...colors.values()].map((color) => hueOfColor(color ?? undefined))).size).toBe(5)

    const own = await at.rig.calendars.own(at.rig.user)
    expect([...colors.values()].map((color) => hueOfColor(color ?? undefined))).not.toContain(
      hueOfColor(own.color ?? undefined),
    )
    colors.set(own.name, own.color)

    // Nothing more is told: nothing changes. A colour that is chosen there is followed, also where another has it.
    await at.rig.visitNow()
    expect(await colorsByName()).toEqual(colors)
    at.provider.calendars.get('Other')!.remote.color = '#388e3c'
    await at.rig.visitNow()
    expect(await colorsByName()).toEqual(new Map([...colors, ['Other', '#388e3c']]))
  })

  test('are asked to be announced as soon as they are known, once', async () => {
    const queued = async () => {
      const [row] = await at.rig.db.database.query<{ count: number }>(
        `select count(*)::int as count from job where key = $1`,
        [`calendars.watch-source:${at.rig.sourceId}`],
      )
      return row?.count
    }
    expect(await queued()).toBe(1)
    await at.rig.db.database.query('delete from job')
    await at.rig.visitNow()
    expect(await queued()).toBe(0)
    at.provider.addCalendar('Choir')
    await at.rig.visitNow()
    expect(await queued()).toBe(1)
  })

  test('go when the source says that they are gone, not when a list leaves them out once', async () => {
    const otherCalendarId = await at.rig.calendarNamed('Other')
    const { remote } = at.provider.calendars.get('Other')!
    const list = at.provider.lists
    at.provider.lists = () => list().filter((remoteCalendar) => remoteCalendar.id !== remote.id)
    await at.rig.visitNow()
    expect((await at.rig.calendars.list(at.rig.account)).map(({ id }) => id)).toContain(otherCalendarId)
    at.provider.lists = list
    await at.rig.visitNow()
    at.provider.lists = () => list().filter((remoteCalendar) => remoteCalendar.id !== remote.id)
    at.rig.later()
    await at.rig.visitNow()
    expect((await at.rig.calendars.list(at.rig.account)).map(({ id }) => id)).toContain(otherCalendarId)
    at.provider.lists = list
    at.provider.calendars.delete('Other')
    await at.rig.visitNow()
    expect((await at.rig.calendars.list(at.rig.account)).map(({ id }) => id)).not.toContain(otherCalendarId)
  })

  test('that are not subscribed are not pulled, and catch up later', async () => {
    const turn = (isSubscribed: boolean) =>
      at.rig.calendars.set(at.rig.user, at.rig.account, {
        create: [],
        update: new Map([[at.work, { isSubscribed }]]),
        destroy: [],
        removeEvents: false,
        makeDefault: undefined,
      })
    await turn(false)
    at.provider.put('Work', event('Dinner'))
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Lunch'])
    await turn(true)
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Dinner', 'Lunch'])
  })

  test('of a removed source go with it', async () => {
    await at.rig.sync.forget(at.rig.sourceId)
    expect(await at.rig.calendars.list(at.rig.account)).toEqual([])
  })
})

describe.each(['whole', 'apart'] as const)('a provider that tells series %s', (tells) => {
  beforeEach(async () => {
    await at.rig[Symbol.asyncDispose]()
    await at.begin({ tells, knowsSecret: false })
  })

  test('is followed through changes, occurrences and removals', async () => {
    const id = at.provider.put('Work', event('Standup', weekly))
    await at.rig.visitNow()
    const overrides = { '2026-12-01T12:00:00': { title: 'Retro' }, '2026-12-08T12:00:00': { excluded: true } }
    at.provider.put('Work', { ...event('Standup', weekly), recurrenceOverrides: overrides }, id)
    await at.rig.visitNow()
    expect((await at.rig.eventNamed('Standup')).event['recurrenceOverrides']).toEqual(overrides)
    at.provider.put('Work', event('Standup', weekly), id)
    at.provider.remove('Work', at.idThere('Lunch'))
    await at.rig.visitNow()
    expect((await at.rig.eventNamed('Standup')).event['recurrenceOverrides']).toBeUndefined()
    expect(await at.titles()).toEqual(['Standup'])
  })

  test('that lost its cursors is read anew, and what it lacks has gone', async () => {
    const id = at.provider.put(
      'Work',
      event('Standup', { ...weekly, recurrenceOverrides: { '2026-12-01T12:00:00': { title: 'Retro' } } }),
    )
    await at.rig.visitNow()
    at.provider.put('Work', event('Standup', weekly), id)
    at.provider.remove('Work', at.idThere('Lunch'))
    at.provider.loseCursors()
    await at.rig.visitNow()
    expect((await at.rig.events(at.work)).map((calendarEvent) => calendarEvent.event)).toEqual([
      event('Standup', weekly),
    ])
  })

  test('gets a series that was changed here with everything in it, and tells nothing new of it', async () => {
    at.provider.put('Work', event('Standup', weekly))
    await at.rig.visitNow()
    const { id } = await at.rig.eventNamed('Standup')
    const recurrenceOverrides = { '2026-12-01T12:00:00': { excluded: true } }
    await at.rig.patch(id, { recurrenceOverrides })
    await at.rig.send()
    expect(at.there('Standup')).toEqual({ ...event('Standup', weekly), recurrenceOverrides })
    const state = await at.rig.changes.state(at.rig.account)
    await at.rig.visitNow()
    expect(await at.rig.changes.state(at.rig.account)).toBe(state)
  })

  test('and knows no secrets: what is secret here stays so, and private there', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { privacy: 'secret' })
    await at.rig.send()
    expect(at.there('Lunch')?.['privacy']).toBe('private')
    at.provider.put('Work', { ...at.there('Lunch'), duration: 'PT2H' }, at.idThere('Lunch'))
    await at.rig.visitNow()
    expect((await at.rig.eventNamed('Lunch')).event).toMatchObject({ privacy: 'secret', duration: 'PT2H' })
    await at.rig.patch(id, { title: 'Late lunch' })
    await at.rig.send()
    expect(at.provider.updates.at(-1)?.event['privacy']).toBe(
      at.provider.updates.at(-1)?.known.event['privacy'],
    )
    // Somebody decided there: it is public for everybody now.
    at.provider.put('Work', { ...at.there('Late lunch'), privacy: 'public' }, at.idThere('Late lunch'))
    await at.rig.visitNow()
    expect((await at.rig.eventNamed('Late lunch')).event['privacy']).toBe('public')
  })
})

describe('what somebody changes there', () => {
  const told = () => at.rig.calendars.notifications.list(at.rig.account, null)

  test('is told, each change by itself, and can be taken back; the first reading and our own are no news', async () => {
    expect(await told()).toEqual([])
    await at.rig.patch((await at.rig.eventNamed('Lunch')).id, { title: 'Late lunch' })
    await at.rig.send()
    await at.rig.visitNow()
    expect(await told()).toEqual([])
    const lunch = at.idThere('Late lunch')
    at.provider.put('Work', event('Dinner'))
    at.provider.put('Work', { ...at.there('Late lunch'), start: '2026-11-25T13:00:00', color: 'red' }, lunch)
    await at.rig.visitNow()
    at.provider.remove('Work', lunch)
    await at.rig.visitNow()
    const [removed, ...before] = await told()
    expect(before.map(({ type, event: { title } }) => [type, title]).sort()).toEqual([
      ['created', 'Dinner'],
      ['updated', 'Late lunch'],
    ])
    const moved = before.find(({ type }) => type === 'updated')
    expect(moved).toMatchObject({
      via: 'provider',
      name: '',
      email: null,
      patch: { start: '2026-11-25T13:00:00' },
      event: { start: '2026-11-24T12:00:00' },
    })
    expect(moved?.patch).not.toHaveProperty('color')
    expect(removed).toMatchObject({ type: 'destroyed', event: { start: '2026-11-25T13:00:00' } })
    expect(await at.rig.calendars.undo(at.rig.user, removed!.journalId!)).toMatchObject({ ok: true })
    await at.rig.send()
    expect(at.there('Late lunch')).toMatchObject({ start: '2026-11-25T13:00:00' })
    expect(await at.rig.calendars.undo(at.rig.user, moved!.journalId!)).toMatchObject({ ok: true })
    await at.rig.send()
    expect(at.there('Late lunch')).toMatchObject({ start: '2026-11-24T12:00:00' })
    expect((await told()).length).toBe(3)
  })

  test('is kept to a number, forgotten in time, and no news where the window moves', async () => {
    await at.rig.db.database.query(
      `insert into event_notification (account_id, event_id, at, type, via, name, event)
       select $1, 1, $2, 'created', 'provider', '', '{"title": "Old"}' from generate_series(1, 199)`,
      [at.rig.account, at.rig.clock.now()],
    )
    for (const title of ['Dinner', 'Supper', 'Brunch']) at.provider.put('Work', event(title))
    await at.rig.visitNow()
    expect(
      (await told())
        .map((eventNotification) => eventNotification.event['title'])
        .slice(0, 4)
        .sort(),
    ).toEqual(['Brunch', 'Dinner', 'Old', 'Supper'])
    const before = await at.rig.changes.state(at.rig.account)
    expect((await told()).length).toBe(200)
    at.provider.tellsFrom = new Date('2025-11-22T00:00:00Z')
    at.provider.tellsUntil = new Date('2028-11-22T00:00:00Z')
    at.provider.put('Work', event('Next year', { start: '2027-11-24T12:00:00' }))
    at.provider.loseCursors()
    await at.rig.visitNow()
    expect(await at.titles()).toContain('Next year')
    expect((await told())[0]?.event['title']).not.toBe('Next year')
    for (let day = 0; day < 31; day += 1) at.rig.later()
    expect(await at.rig.calendars.notifications.purge()).toBeGreaterThanOrEqual(200)
    expect(await told()).toEqual([])
    const since = await at.rig.changes.since(at.rig.account, 'CalendarEventNotification', before, 500)
    expect(since).toMatchObject({ created: [], destroyed: { length: 200 } })
  })
})

describe('a window that the provider fixes', () => {
  test('is read anew in time, and what lies before and after it stays', async () => {
    at.provider.put('Work', event('Long ago', { start: '2025-01-10T09:00:00' }))
    at.provider.put('Work', event('In years', { start: '2031-01-10T09:00:00' }))
    at.provider.readAnewAt = new Date('2026-11-23T00:00:00Z')
    at.provider.loseCursors()
    await at.rig.visitNow()
    const reads = () => at.provider.calls.filter((call) => call === 'read').length
    const before = reads()
    await at.rig.visitNow()
    expect(reads()).toBe(before)
    at.provider.calendars.get('Work')!.events.delete(at.idThere('Long ago'))
    at.provider.calendars.get('Work')!.events.delete(at.idThere('In years'))
    at.provider.tellsFrom = new Date('2025-11-22T00:00:00Z')
    at.provider.tellsUntil = new Date('2028-11-22T00:00:00Z')
    at.provider.readAnewAt = undefined
    at.rig.later()
    await at.rig.visitNow()
    expect(reads()).toBeGreaterThan(before)
    expect(await at.titles()).toEqual(['In years', 'Long ago', 'Lunch'])
  })

  test('lets nothing stay that was made here and removed there before it was ever told', async () => {
    await at.rig.create(await at.rig.calendarNamed('Work'), event('Brief'))
    await at.rig.send()
    const stored = at.provider.calendars.get('Work')!
    const id = at.idThere('Brief')
    stored.events.delete(id)
    stored.log = stored.log.filter((one) => one.id !== id)
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Brief', 'Lunch'])
    at.rig.later()
    await at.rig.visitNow()
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Lunch'])
  })
})
