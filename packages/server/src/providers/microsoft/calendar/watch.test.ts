import { createServer } from 'node:http'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import {
  closing,
  email,
  openCalendar,
} from '../../../../../server-testing/src/providers/microsoft/calendar/test-microsoft-calendar.ts'

describe('Watching', () => {
  async function hook() {
    const server = createServer((request, reply) => {
      const token = new URL(request.url ?? '', 'http://hook').searchParams.get('validationToken')
      reply.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '')
    }).listen(0, '127.0.0.1')
    closing.push(async () => server.close().closeAllConnections())
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    const url = `http://127.0.0.1:${address.port}/webhook/provB/calendar`
    return {
      address: url,
      lifecycleAddress: `${url}/lifecycle`,
      secret: 'hush',
      id: 'ours',
      known: undefined,
    }
  }

  test('is one subscription a calendar, renewed and not doubled, made anew once it is gone', async () => {
    const { world, microsoft, session, calendars, calendar } = await openCalendar({ maxMinutes: 4_230 })
    const { push } = session
    if (!push) throw new Error('It cannot watch')
    const options = await hook()
    const team = calendars.add({ name: 'Team' })
    const [first, second] = [await push.watch(calendar, options), await push.watch(team, options)]
    if (first === 'unsupported' || second === 'unsupported') throw new Error('Not watched')
    expect(first.expiresAt.getTime() - world.clock.now().getTime()).toBe(4_200 * 60_000)
    expect(
      microsoft.subscriptions(email).map(({ clientState, watched }) => [clientState, watched.what]),
    ).toEqual([
      ['hush', 'events'],
      ['hush', 'events'],
    ])
    await world.clock.advance(60_000)
    const renewed = await push.watch(calendar, { ...options, known: first })
    expect(renewed).toMatchObject({ id: first.id, expiresAt: new Date(first.expiresAt.getTime() + 60_000) })
    // One whose creation was answered to nobody stands in the way of the next, and of no other calendar's.
    const anew = await push.watch(calendar, options)
    expect(anew).not.toMatchObject({ id: first.id })
    expect(microsoft.subscriptions(email).map(({ id }) => id)).toContain(second.id)
    microsoft.lifecycle(email, 'subscriptionRemoved')
    expect(await push.watch(team, { ...options, known: second })).not.toMatchObject({ id: second.id })
    await push.unwatch(second)
  })

  test('keeps below a limit that Graph names', async () => {
    const { world, session, calendar } = await openCalendar({ maxMinutes: 1_440 })
    const watch = await session.push?.watch(calendar, await hook())
    if (watch === undefined || watch === 'unsupported') throw new Error('Not watched')
    expect(watch.expiresAt.getTime() - world.clock.now().getTime()).toBe(1_435 * 60_000)
  })

  test('that is refused today is tried again, and granted once the quota has room', async () => {
    const { world, session, calendar } = await openCalendar()
    const denied = {
      kind: 'status',
      status: 403,
      body: { error: { code: 'ErrorAccessDenied', message: 'No.' } },
    } as const
    world.faults.arm({ operation: 'graph.subscriptions.create', times: 1, fault: denied })
    const options = await hook()
    await expect(session.push?.watch(calendar, options)).rejects.toMatchObject({ kind: 'denied' })
    expect(await session.push?.watch(calendar, options)).toMatchObject({ id: expect.any(String) })
  })
})
