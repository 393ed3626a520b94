import type { CalendarEventId } from '@plmail/wire'
import { beforeEach, describe, expect, test } from 'vitest'
import { Killed } from '../../../../server-testing/src/sync/calendars/test-calendars.ts'
import { ProviderForTests } from '../../../../server-testing/src/sync/calendars/test-provider.ts'
import { event, weekly, Workbench } from '../../../../server-testing/src/sync/calendars/workbench.ts'

const at = new Workbench()

describe('what is decided here', () => {
  test('reaches the provider: made, changed, moved and removed', async () => {
    const otherCalendarId = await at.rig.calendarNamed('Other')
    const id = await at.rig.create(at.work, event('Dinner'))
    await at.rig.send()
    expect(at.there('Dinner')).toMatchObject({ start: '2026-11-24T12:00:00' })
    await at.rig.patch(id, { title: 'Supper' }, otherCalendarId)
    await at.rig.send()
    expect([at.there('Dinner'), at.there('Supper'), at.there('Supper', 'Other')?.['title']]).toEqual([
      undefined,
      undefined,
      'Supper',
    ])
    await at.rig.destroy(id)
    await at.rig.send()
    expect(at.there('Supper', 'Other')).toBeUndefined()
    expect(await at.waiting()).toBe(0)
    await at.rig.visitNow()
    expect([await at.titles(), await at.titles(otherCalendarId)]).toEqual([['Lunch'], []])
  })

  test('is sent once for many changes, and touches nothing but what was changed', async () => {
    const rule = {
      '@type': 'RecurrenceRule',
      frequency: 'weekly',
      interval: 2,
      byDay: [{ day: 'tu' }, { day: 'th' }],
      count: 10,
    }
    at.provider.put('Work', event('Course', { recurrenceRule: rule, 'example.test:room': 'kept' }))
    await at.rig.visitNow()
    const { id } = await at.rig.eventNamed('Course')
    for (const title of ['A', 'B', 'Seminar']) await at.rig.patch(id, { title })
    await at.rig.send()
    expect(at.provider.updates).toHaveLength(1)
    expect(JSON.stringify(at.there('Seminar'))).toBe(
      JSON.stringify({
        ...event('Course', { recurrenceRule: rule, 'example.test:room': 'kept' }),
        title: 'Seminar',
      }),
    )
  })

  test('and taken back before it was sent costs the provider nothing', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Brunch' })
    await at.rig.patch(id, { title: 'Lunch' })
    await at.rig.destroy(id)
    await at.rig.create(at.work, event('Lunch'))
    await at.rig.send()
    expect(at.provider.calls).not.toContain('destroy')
    expect(at.provider.calls).not.toContain('create')
    expect(at.provider.updates).toEqual([])
    expect([await at.titles(), await at.waiting()]).toEqual([['Lunch'], 0])
  })

  test('is in one place after one visit, also where the provider has no way to move it', async () => {
    await at.begin({ mayMove: false })
    const otherCalendarId = await at.rig.calendarNamed('Other')
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, {}, otherCalendarId)
    await at.rig.send()
    expect([at.there('Lunch'), at.there('Lunch', 'Other')?.['title']]).toEqual([undefined, 'Lunch'])
    expect(await at.waiting()).toBe(0)
  })

  test('moves between sources by being made before it is removed', async () => {
    const second = new ProviderForTests()
    second.addCalendar('Club')
    const source = await at.rig.addSource('caldav', () => second.session())
    await at.rig.visit(source, 'look')
    const club = await at.rig.calendarNamed('Club')
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, {}, club)
    await at.rig.send()
    expect(at.there('Lunch')).toBeDefined()
    await at.rig.visit(source, 'send')
    await at.rig.send()
    expect(at.there('Lunch')).toBeUndefined()
    expect([...second.calendars.get('Club')!.events.values()].map((item) => item.event['title'])).toEqual([
      'Lunch',
    ])
    expect(await at.titles(club)).toEqual(['Lunch'])
  })

  test('leaves its provider for a calendar of the user’s own, and comes to it from there', async () => {
    const own = await at.rig.ownCalendar('Own')
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, {}, own)
    await at.rig.send()
    expect(at.there('Lunch')).toBeUndefined()
    await at.rig.patch(id, {}, at.work)
    await at.rig.send()
    expect(at.there('Lunch')).toMatchObject({ title: 'Lunch' })
  })

  test.each(['before', 'after'] as const)(
    'is made once when the answer is lost %s it is carried out',
    async (when) => {
      await at.rig.create(at.work, event('Dinner'))
      at.lose('create', when)
      await at.rig.visitNow()
      at.rig.later()
      await at.rig.visitNow()
      await at.rig.visitNow()
      expect(await at.titles()).toEqual(['Dinner', 'Lunch'])
      expect(
        [...at.provider.calendars.get('Work')!.events.values()].filter(
          (item) => item.event['title'] === 'Dinner',
        ),
      ).toHaveLength(1)
      expect([await at.waiting(), await at.conflicts()]).toEqual([0, []])
    },
  )

  test('and removed again while nobody knows whether it had got through leaves nothing behind', async () => {
    const id = await at.rig.create(at.work, event('Dinner'))
    at.lose('create', 'after', new Killed())
    await at.rig.send()
    await at.rig.destroy(id)
    at.rig.later()
    await at.rig.visitNow()
    await at.rig.visitNow()
    expect([at.there('Dinner'), await at.titles(), await at.waiting()]).toEqual([undefined, ['Lunch'], 0])
  })

  test('and moved back while nobody knows whether it had got to where it was going is there once', async () => {
    await at.rig[Symbol.asyncDispose]()
    await at.begin({ mayMove: false })
    const otherCalendarId = await at.rig.calendarNamed('Other')
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, {}, otherCalendarId)
    at.lose('create', 'after')
    await at.rig.send()
    await at.rig.patch(id, {}, at.work)
    for (let look = 0; look < 3; look++) {
      at.rig.later()
      await at.rig.visitNow()
    }
    expect([at.there('Lunch')?.['title'], at.there('Lunch', 'Other')]).toEqual(['Lunch', undefined])
    expect([await at.titles(), await at.titles(otherCalendarId), await at.waiting()]).toEqual([
      ['Lunch'],
      [],
      0,
    ])
  })

  test('and taken into the user’s own calendar while nobody knows whether it had got through is there only', async () => {
    const own = await at.rig.ownCalendar('Own')
    const id = await at.rig.create(at.work, event('Dinner'))
    at.lose('create', 'after')
    await at.rig.send()
    await at.rig.patch(id, {}, own)
    for (let look = 0; look < 3; look++) {
      at.rig.later()
      await at.rig.visitNow()
    }
    expect([at.there('Dinner'), await at.titles(), await at.titles(own)]).toEqual([
      undefined,
      ['Lunch'],
      ['Dinner'],
    ])
    expect(await at.waiting()).toBe(0)
  })

  describe('and told before anybody heard that it had got through', () => {
    beforeEach(async () => {
      // Microsoft names what it is given anew: only the key of the create says whose it is.
      await at.begin({ mayMove: false, givesUids: true })
    })
    /** The provider has it, and the process has ended before it could be written down. */
    async function createUnheard(): Promise<CalendarEventId> {
      const id = await at.rig.create(at.work, event('Dinner', weekly))
      at.lose('create', 'after', new Killed())
      await at.rig.send()
      return id
    }
    const pullAlone = async () => {
      at.lose('create', 'before')
      at.rig.later()
      await at.rig.visitNow()
    }

    test('is known again, with what was changed since', async () => {
      const id = await createUnheard()
      await at.rig.patch(id, { title: 'Supper' })
      await pullAlone()
      expect((await at.rig.events(at.work)).map((item) => [item.id === id, item.event['title']])).toEqual([
        [false, 'Lunch'],
        [true, 'Supper'],
      ])
      at.rig.later()
      await at.rig.visitNow()
      expect([at.there('Dinner'), at.there('Supper')?.['title'], await at.waiting()]).toEqual([
        undefined,
        'Supper',
        0,
      ])
    })

    test('follows to where it was moved since', async () => {
      const id = await createUnheard()
      const otherCalendarId = await at.rig.calendarNamed('Other')
      await at.rig.patch(id, {}, otherCalendarId)
      await pullAlone()
      at.rig.later()
      await at.rig.visitNow()
      await at.rig.visitNow()
      expect([await at.titles(), await at.titles(otherCalendarId)]).toEqual([['Lunch'], ['Dinner']])
      expect([at.there('Dinner'), at.there('Dinner', 'Other')?.['title'], await at.waiting()]).toEqual([
        undefined,
        'Dinner',
        0,
      ])
    })

    test('stays away where it was removed since', async () => {
      await at.rig.destroy(await createUnheard())
      await pullAlone()
      expect(await at.titles()).toEqual(['Lunch'])
      at.rig.later()
      await at.rig.visitNow()
      expect([at.there('Dinner'), await at.titles(), await at.waiting()]).toEqual([undefined, ['Lunch'], 0])
    })
  })

  test('and removed there before anybody heard that it had got through goes here as well', async () => {
    const gone = async (title: string, later?: object) => {
      const id = await at.rig.create(at.work, event(title))
      at.lose('create', 'after', new Killed())
      await at.rig.send()
      at.provider.remove('Work', at.idThere(title))
      if (later) await at.rig.patch(id, { ...later })
      at.rig.later()
      await at.rig.visitNow()
    }
    await gone('Dinner')
    expect([await at.titles(), await at.waiting(), await at.conflicts()]).toEqual([['Lunch'], 0, []])
    await gone('Supper', { title: 'Late supper' })
    expect([await at.titles(), await at.waiting()]).toEqual([['Lunch'], 0])
    expect(await at.conflicts()).toMatchObject([{ kind: 'removed-there', lost: { title: 'Late supper' } }])
  })

  test.each([
    ['moved', ['Lunch'], ['Dinner']],
    ['removed', ['Dinner', 'Lunch'], []],
  ] as const)(
    'and taken for somebody else’s by a look is one with that, also where that is %s',
    async (how, work, elsewhere) => {
      await at.rig[Symbol.asyncDispose]()
      await at.begin({ mayMove: false, givesUids: true, tellsKeys: false })
      const otherCalendarId = await at.rig.calendarNamed('Other')
      const id = await at.rig.create(at.work, event('Dinner'))
      at.lose('create', 'after')
      await at.rig.visitNow()
      const twin = (await at.rig.events(at.work)).find(
        (item) => item.event['title'] === 'Dinner' && item.id !== id,
      )
      if (how === 'moved') await at.rig.patch(twin!.id, {}, otherCalendarId)
      else await at.rig.destroy(twin!.id)
      for (let look = 0; look < 3; look++) {
        at.rig.later()
        await at.rig.visitNow()
      }
      expect([await at.titles(), await at.titles(otherCalendarId), await at.waiting()]).toEqual([
        work,
        elsewhere,
        0,
      ])
      expect([at.there('Dinner') !== undefined, at.there('Dinner', 'Other') !== undefined]).toEqual([
        how === 'removed',
        how === 'moved',
      ])
    },
  )

  test('that was carried out and not heard of is recognised, and a newer decision goes on top', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Sent' })
    at.lose('update', 'after', new Killed())
    await at.rig.send()
    await at.rig.patch(id, { title: 'Newer' })
    at.rig.later()
    await at.rig.visitNow()
    expect([at.there('Newer')?.['title'], await at.waiting(), await at.conflicts()]).toEqual(['Newer', 0, []])
  })
})

describe('changes on both sides', () => {
  test('of different fields are merged, without a word', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Brunch' })
    at.provider.put('Work', { ...event('Lunch'), duration: 'PT2H' }, at.idThere('Lunch'))
    await at.rig.send()
    expect(at.there('Brunch')).toMatchObject({ duration: 'PT2H' })
    expect((await at.rig.eventNamed('Brunch')).event['duration']).toBe('PT2H')
    expect([await at.conflicts(), await at.waiting()]).toEqual([[], 0])
  })

  test('of one field keep theirs, and ours can be had back', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Mine', description: 'By me' })
    at.provider.put('Work', { ...event('Lunch'), title: 'Theirs' }, at.idThere('Lunch'))
    await at.rig.visitNow()
    expect(at.there('Theirs')).toMatchObject({ description: 'By me' })
    const [card] = await at.conflicts()
    expect(card).toMatchObject({
      kind: 'changed-both',
      fields: ['title'],
      eventId: id,
      lost: { title: 'Mine' },
      now: { title: 'Theirs' },
    })
    expect(at.rig.announced).toContainEqual(expect.objectContaining({ kind: 'notice', level: 'warning' }))
    expect(await at.rig.sync.conflicts.settle(at.rig.user, at.rig.account, card!.id, 'mine')).toBe('settled')
    await at.rig.send()
    expect(at.there('Mine')).toMatchObject({ description: 'By me' })
    expect(await at.conflicts()).toEqual([])
  })

  test('removed there while it was changed here: it is gone, and can be had back', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Mine' })
    at.provider.remove('Work', at.idThere('Lunch'))
    await at.rig.visitNow()
    expect(await at.titles()).toEqual([])
    const [card] = await at.conflicts()
    expect(card).toMatchObject({ kind: 'removed-there', lost: { title: 'Mine' }, now: null })
    await at.rig.sync.conflicts.settle(at.rig.user, at.rig.account, card!.id, 'mine')
    await at.rig.send()
    expect([at.there('Mine')?.['title'], await at.titles()]).toEqual(['Mine', ['Mine']])
  })

  test('changed there while it was removed here: it is back, and can be removed again', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.destroy(id)
    at.provider.put('Work', { ...event('Lunch'), title: 'Theirs' }, at.idThere('Lunch'))
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Theirs'])
    const [card] = await at.conflicts()
    expect(card).toMatchObject({ kind: 'changed-there', lost: null })
    await at.rig.sync.conflicts.settle(at.rig.user, at.rig.account, card!.id, 'mine')
    await at.rig.send()
    expect([at.there('Theirs'), await at.titles()]).toEqual([undefined, []])
  })

  test('somebody else’s card does not exist', async () => {
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Mine' })
    at.provider.remove('Work', at.idThere('Lunch'))
    await at.rig.visitNow()
    const [card] = await at.conflicts()
    const stranger = await at.rig.db.database.transaction((tx) =>
      at.rig.changes.open(tx, at.rig.user, 'mail'),
    )
    expect(await at.rig.sync.conflicts.list(stranger)).toEqual([])
    expect(await at.rig.sync.conflicts.settle(at.rig.user, stranger, card!.id, 'theirs')).toBe('not-found')
    expect(await at.conflicts()).toHaveLength(1)
  })
})
