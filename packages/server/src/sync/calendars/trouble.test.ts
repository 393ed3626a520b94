import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../providers/contract/index.ts'
import { event, Workbench } from '../../../../server-testing/src/sync/calendars/workbench.ts'

const at = new Workbench()

describe('trouble', () => {
  test('with one event is told with the provider’s words, and stops neither the others nor the pull', async () => {
    const ids = []
    for (let index = 0; index < 21; index++) ids.push(await at.rig.create(at.work, event(`Made ${index}`)))
    at.provider.refuses = (jsonObject) =>
      jsonObject['title'] === 'Made 7' ? 'Bad Request: no such room' : undefined
    at.provider.put('Work', event('From there'))
    await at.rig.visitNow()
    expect([...at.provider.calendars.get('Work')!.events.values()]).toHaveLength(22)
    expect(await at.titles()).toContain('From there')
    expect(await at.titles()).not.toContain('Made 7')
    expect(await at.conflicts()).toMatchObject([
      { kind: 'refused', lost: { title: 'Made 7' }, said: 'Bad Request: no such room' },
    ])
    expect(await at.waiting()).toBe(0)
  })

  test('a refused change is taken back, a refused removal is back', async () => {
    at.provider.refuses = () => 'No'
    const { id } = await at.rig.eventNamed('Lunch')
    await at.rig.patch(id, { title: 'Mine' })
    await at.rig.send()
    expect(await at.titles()).toEqual(['Lunch'])
    expect(await at.conflicts()).toMatchObject([{ kind: 'refused', fields: ['title'], said: 'No' }])
    expect(at.rig.announced).toContainEqual(
      expect.objectContaining({
        level: 'error',
        problem: { code: 'refused', parameters: { title: 'Mine', provider: 'server', more: 0 } },
      }),
    )
  })

  test('with signing in keeps everything, and it leaves once that is mended', async () => {
    at.provider.disturb = () => {
      throw new ProviderError('expired-grant', 'Sign in again')
    }
    for (let index = 0; index < 5; index++) await at.rig.create(at.work, event(`Made ${index}`))
    for (let tries = 0; tries < 3; tries++) {
      await at.rig.send()
      await at.rig.visitNow()
      at.rig.later()
    }
    expect(at.rig.conditions.at(-1)).toBe('expired-grant')
    expect(await at.waiting()).toBe(5)
    at.provider.disturb = () => {}
    await at.rig.visitNow()
    expect([...at.provider.calendars.get('Work')!.events.values()]).toHaveLength(6)
    expect([await at.waiting(), at.rig.conditions.at(-1)]).toEqual([0, 'ok'])
  })

  test('with writing alone stops no reading', async () => {
    at.provider.disturb = (call) => {
      if (call === 'create') throw new ProviderError('missing-scope', 'Calendars may be read only')
    }
    await at.rig.create(at.work, event('Dinner'))
    at.provider.put('Work', event('From there'))
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Dinner', 'From there', 'Lunch'])
    expect([await at.waiting(), at.rig.conditions.at(-1)]).toEqual([1, 'missing-scope'])
  })

  test('with one calendar is told of it, and keeps no other from being read', async () => {
    const session = () => {
      const real = at.provider.session()
      return {
        ...real,
        pull: (id: string, cursor: string | undefined) => {
          if (id === 'Other') throw new ProviderError('denied', 'Not yours')
          return real.pull(id, cursor)
        },
      }
    }
    const source = await at.rig.addSource('caldav', session)
    await at.rig.visit(source, 'look')
    const followedCalendars = (await at.rig.sync.selectSyncedCalendars([at.rig.account])).filter(
      (keptCalendar) => keptCalendar.sourceId === source,
    )
    expect(followedCalendars.map((keptCalendar) => keptCalendar.trouble).toSorted()).toEqual([
      'Not yours.',
      null,
    ])
    expect(at.rig.conditions.at(-1)).toBe('ok')
  })

  test('that lasts is looked at ever more rarely, until somebody asks', async () => {
    at.provider.disturb = () => {
      throw new ProviderError('wrong-credentials', 'No')
    }
    const put = async () => {
      const [row] = await at.rig.db.database.query<{ minutes: number }>(
        `select extract(epoch from due_at - $1)::int / 60 as minutes from calendar_look where source_id = $2`,
        [at.rig.clock.now(), at.rig.sourceId],
      )
      return row?.minutes
    }
    const ladder = []
    for (let tries = 0; tries < 8; tries++) {
      await at.rig.visitNow()
      ladder.push(await put())
    }
    expect(ladder).toEqual([15, 30, 60, 120, 240, 480, 1440, 1440])
    expect(await at.rig.sync.refreshAll('stale')).toEqual([])
    expect(await at.rig.sync.refreshAll('all')).toEqual([at.rig.sourceId])
    at.rig.later()
    expect(await at.rig.sync.refreshAll('stale')).toEqual([at.rig.sourceId])
  })

  test('an event that cannot be kept is a note with its raw text, and stops nothing', async () => {
    const broken = at.provider.put('Work', { title: 'No start', uid: 'x' })
    at.provider.put('Work', event('Nul\u0000 \ud800', { uid: 'nul' }))
    at.provider.put('Work', event('After'))
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['After', 'Lunch', 'Nul \ufffd'])
    expect(await at.rig.sync.unreadable(at.rig.account)).toMatchObject([
      { calendarId: at.work, title: 'No start' },
    ])
    const [row] = await at.rig.db.database.query<{ raw: string }>(
      `select raw from remote_event where problem is not null and calendar_id = $1`,
      [at.work],
    )
    expect(row?.raw).toContain('No start')
    at.provider.put('Work', event('Has a start', { uid: 'x' }), broken)
    await at.rig.visitNow()
    expect(await at.rig.sync.unreadable(at.rig.account)).toEqual([])
    expect(await at.titles()).toContain('Has a start')
  })

  test('two events with one uid: the second is a note until the first has gone', async () => {
    const first = at.provider.put('Work', event('First', { uid: 'same' }))
    at.provider.put('Work', event('Second', { uid: 'same' }))
    await at.rig.visitNow()
    expect([await at.titles(), await at.rig.sync.unreadable(at.rig.account)]).toMatchObject([
      ['First', 'Lunch'],
      [{ title: 'Second' }],
    ])
    at.provider.remove('Work', first)
    await at.rig.visitNow()
    expect([await at.titles(), await at.rig.sync.unreadable(at.rig.account)]).toEqual([
      ['Lunch', 'Second'],
      [],
    ])
  })

  test('a list that has shrunken beyond belief removes nothing until the next one says the same', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => at.provider.put('Work', event(`Made ${index}`)))
    await at.rig.visitNow()
    for (const id of ids) at.provider.remove('Work', id)
    at.provider.loseCursors()
    await at.rig.visitNow()
    expect(await at.titles()).toHaveLength(31)
    await at.rig.visitNow()
    expect(await at.titles()).toEqual(['Lunch'])
  })

  test('busy times are asked of who keeps the calendars; who does not say is not waited for', async () => {
    const hour = [new Date('2026-11-24T11:00:00Z'), new Date('2026-11-24T12:00:00Z')] as const
    const own = await at.rig.ownCalendar('Own')
    expect(await at.rig.sync.busy([at.work, own], ...hour)).toEqual([{ from: hour[0], to: hour[1] }])
    expect(await at.rig.sync.busy([own], ...hour)).toBeUndefined()
    at.lose('freeBusy', 'before')
    expect(await at.rig.sync.busy([at.work], ...hour)).toBeUndefined()
  })
})
