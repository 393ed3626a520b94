import { describe, expect, test } from 'vitest'
import { methodServer } from '../../net/method-server.fixture.ts'
import type { Scripted } from '../../net/scripted-server.fixture.ts'
import type { CalendarContext } from './calendar-context.ts'
import { createCalendarSources } from './calendar-sources.ts'

/** A server with one calendar source, and how it answers what is done with it. */
function setting(answer: Scripted = { status: 204 }, set: Record<string, unknown> | string = {}) {
  const names = ['Work']
  const client = methodServer(
    { 'Calendar/set': () => set },
    {
      'GET /api/calendar-sources': () => ({
        status: 200,
        body: { sources: names.map((name) => ({ id: name, name })) },
      }),
      'POST /api/calendar-sources/feeds': () => {
        names.push('Holidays')
        return answer
      },
      'POST /api/calendar-sources/CS1/sync': () => answer,
      'DELETE /api/calendar-sources/CS1': () => answer,
      'DELETE /api/calendar-sources/CS1?unsent=discard': () => answer,
      'POST /api/calendars/ics?account=A0&calendar=C1': () => answer,
    },
  )
  const sources = createCalendarSources(client as unknown as CalendarContext)
  const requests = () =>
    client.received.map(({ method, path }) => `${method} ${path}`).filter((line) => !line.includes('token'))
  return { ...client, sources, requests, listed: () => sources.all()?.map(({ name }) => name) }
}
const problem: Scripted = {
  status: 409,
  body: { type: 'about:blank', title: 'Something is not sent yet', status: 409 },
}

describe('calendar sources', () => {
  test('are unknown until they were answered, and stay as they were when there is no answer', async () => {
    const { sources, listed, server } = setting()
    expect(listed()).toBeUndefined()
    await sources.load()
    server.isDown = true
    await sources.load()
    expect(listed()).toEqual(['Work'])
  })

  test('are listed anew after one was added, not after it was refused', async () => {
    const added = setting()
    expect(await added.sources.subscribe({ address: 'https://x.example/a.ics' } as never)).toMatchObject({
      ok: true,
    })
    expect(added.listed()).toEqual(['Work', 'Holidays'])
    const refused = setting(problem)
    expect(await refused.sources.subscribe({ address: 'x' } as never)).toMatchObject({ ok: false })
    expect(refused.listed()).toBeUndefined()
  })

  test('are removed only with what waits to be sent where that is said', async () => {
    const { sources, requests } = setting(problem)
    expect(await sources.remove('CS1', 'keep')).toMatchObject({ ok: false, problem: { status: 409 } })
    await sources.remove('CS1', 'discard')
    expect(requests()).toEqual([
      'DELETE /api/calendar-sources/CS1',
      'DELETE /api/calendar-sources/CS1?unsent=discard',
    ])
  })

  test('are synced without being listed again: news of it come by themselves', async () => {
    const { sources, requests } = setting()
    await sources.syncNow('CS1')
    expect(requests()).toEqual(['POST /api/calendar-sources/CS1/sync'])
  })
})

describe('calendars of one’s own', () => {
  test('are made in the personal account, and removed with their events', async () => {
    const { sources, argumentsOf } = setting()
    expect(await sources.create({ name: 'Choir' })).toEqual({ ok: true })
    expect(await sources.destroy('A0', 'C1')).toEqual({ ok: true })
    expect(await sources.makeDefault('A0', 'C2')).toEqual({ ok: true })
    expect(argumentsOf('Calendar/set')).toEqual([
      { accountId: 'A0', create: { c: { name: 'Choir' } } },
      { accountId: 'A0', destroy: ['C1'], onDestroyRemoveEvents: true },
      { accountId: 'A0', update: {}, onSuccessSetIsDefault: 'C2' },
    ])
  })

  test.each([['notCreated'], ['notUpdated'], ['notDestroyed']])(
    'say why they were refused: %s',
    async (property) => {
      const why = { type: 'calendarHasEvent' }
      const { sources } = setting(undefined, { [property]: { C1: why } })
      expect(await sources.destroy('A0', 'C1')).toEqual({ ok: false, why })
    },
  )

  test('have no reason where the method failed', async () => {
    expect(await setting(undefined, 'serverFail').sources.destroy('A0', 'C1')).toEqual({
      ok: false,
      why: undefined,
    })
  })

  test('take the events of a file', async () => {
    const { sources } = setting({ status: 200, body: { created: 2 } })
    const answer = await sources.importFile('A0', 'C1', new Blob(['BEGIN:VCALENDAR']))
    expect(answer).toEqual({ ok: true, value: { created: 2 } })
  })
})
