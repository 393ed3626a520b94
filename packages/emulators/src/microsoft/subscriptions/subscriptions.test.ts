import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { realClock } from '../../clock/clock.ts'
import {
  getGraph,
  mail,
  segment,
  startForTest,
  getToken,
  type Graph,
  type Running,
} from '../microsoft-for-tests.ts'

interface Item {
  subscriptionId: string
  clientState?: string
  changeType?: string
  lifecycleEvent?: string
  tenantId: string
  resource?: string
  resourceData?: { id: string }
}

/** A webhook of somebody's. */
interface Hook {
  url: string
  /** Bodies of notifications, as they came. */
  posts: Array<{ value: Item[] }>
  validations: string[]
  /** How it answers a validation. */
  answer: (token: string, reply: ServerResponse) => void | Promise<void>
  /** The status for notifications. */
  status: number
}

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

async function openHook(): Promise<Hook> {
  const hook: Hook = {
    url: '',
    posts: [],
    validations: [],
    answer: (token, reply) => void reply.writeHead(200, { 'content-type': 'text/plain' }).end(token),
    status: 202,
  }
  const server = createServer((request, reply) => void serve(hook, request, reply))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  closing.push(() => server.close().closeAllConnections())
  return Object.assign(hook, { url: `http://127.0.0.1:${address.port}/webhook/provB/notify` })
}

async function serve(hook: Hook, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const token = new URL(request.url ?? '', 'http://hook').searchParams.get('validationToken')
  if (token !== null) {
    hook.validations.push(token)
    return hook.answer(token, reply)
  }
  hook.posts.push(JSON.parse(Buffer.concat(chunks).toString()))
  reply.writeHead(hook.status).end()
}

const items = (hook: Hook): Item[] => hook.posts.flatMap((post) => post.value)

function asked({ world }: Running, hook: Hook, more: object = {}): object {
  const expirationDateTime = new Date(world.clock.now().getTime() + 4_200 * 60_000).toISOString()
  return {
    changeType: 'created,updated,deleted',
    notificationUrl: hook.url,
    lifecycleNotificationUrl: `${hook.url}?life=1`,
    resource: '/me/messages',
    clientState: 'secret',
    expirationDateTime,
    ...more,
  }
}

const subscribe = (graph: Graph, body: object, headers: Record<string, string> = {}) =>
  graph('/subscriptions', { body, headers })

describe('Creating a subscription', () => {
  test('asks both URLs for their token before it is answered', async () => {
    const running = await startForTest()
    const hook = await openHook()
    const reply = await subscribe(running.graph, asked(running, hook))
    expect(reply.status).toBe(201)
    expect(hook.validations).toHaveLength(2)
    expect(hook.validations[0]).toContain('Validation: Testing client application reachability')
    expect(reply.body).toMatchObject({
      resource: '/me/messages',
      clientState: 'secret',
      notificationUrl: hook.url,
    })
    expect((await running.graph('/subscriptions')).body.value).toHaveLength(1)
  })

  test.each<[string, Hook['answer']]>([
    ['another text', (_, reply) => void reply.writeHead(200, { 'content-type': 'text/plain' }).end('x')],
    [
      'an encoded token',
      (token, reply) =>
        void reply.writeHead(200, { 'content-type': 'text/plain' }).end(encodeURIComponent(token)),
    ],
    ['another type', (token, reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end(token)],
    [
      'another status',
      (token, reply) => void reply.writeHead(202, { 'content-type': 'text/plain' }).end(token),
    ],
    ['a redirect', (_, reply) => void reply.writeHead(302, { location: '/' }).end()],
    ['a cut connection', (_, reply) => void reply.destroy()],
  ])('is refused when the validation is answered with %s', async (_, answer) => {
    const running = await startForTest()
    const hook = await openHook()
    hook.answer = answer
    const { status, body } = await subscribe(running.graph, asked(running, hook))
    expect([status, body.error.code]).toEqual([400, 'InvalidRequest'])
    expect(body.error.message).toContain('Subscription validation request failed')
    expect(running.microsoft.subscriptions(running.ada.email)).toEqual([])
  })

  test('is refused beyond the longest time, in a sentence that names it', async () => {
    const running = await startForTest({ limits: { maxMinutes: 4_230 } })
    const hook = await openHook()
    const at = (minutes: number): object => ({
      expirationDateTime: new Date(running.world.clock.now().getTime() + minutes * 60_000).toISOString(),
    })
    const long = await subscribe(running.graph, asked(running, hook, at(4_320)))
    expect(long.body.error.message).toContain('can only be 4230 minutes')
    const short = await subscribe(running.graph, asked(running, hook, at(10)))
    expect(short.body.expirationDateTime).toBe(
      new Date(running.world.clock.now().getTime() + 45 * 60_000).toISOString(),
    )
  })

  test('is refused for a second one of the same kind, a foreign or unknown resource and a long clientState', async () => {
    const running = await startForTest()
    const hook = await openHook()
    const status = async (more: object): Promise<number> =>
      (await subscribe(running.graph, asked(running, hook, more))).status
    expect(await status({})).toBe(201)
    expect(await status({ changeType: 'created' })).toBe(409)
    expect(await status({ resource: '/users/eve@contoso.test/messages' })).toBe(400)
    expect(await status({ resource: '/me/contacts' })).toBe(400)
    expect(await status({ resource: "me/mailFolders('inbox')/messages" })).toBe(201)
    expect(await status({ resource: '/me/mailFolders/drafts/messages', clientState: 'x'.repeat(129) })).toBe(
      400,
    )
    expect(
      await status({ resource: '/me/mailFolders/drafts/messages', notificationUrl: 'http://example.test/' }),
    ).toBe(400)
    expect(await status({ resource: '/me/mailFolders/drafts/messages', changeType: 'read' })).toBe(400)
  })

  test('needs the right to read mail', async () => {
    const running = await startForTest()
    const hook = await openHook()
    running.microsoft.addAccount('bob@contoso.test')
    const weak = getGraph(
      running.microsoft,
      await getToken(running.microsoft, 'bob@contoso.test', 'User.Read'),
    )
    expect((await subscribe(weak, asked(running, hook))).status).toBe(403)
  })
})

describe('A subscription', () => {
  test('tells that something changed, and not what', async () => {
    const running = await startForTest()
    const { ada, world, graph } = running
    const hook = await openHook()
    const { body } = await subscribe(graph, asked(running, hook), { prefer: 'IdType="ImmutableId"' })
    const id = ada.deliver(mail('One'))
    ada.act({ kind: 'mark', ids: [id], keyword: '$seen' })
    ada.act({ kind: 'archive', ids: [id] })
    ada.act({ kind: 'delete', ids: [id] })
    await world.clock.advance(1_000)
    expect(items(hook).map((item) => [item.changeType, item.resourceData?.id])).toEqual([
      ['created', id],
      ['updated', id],
      ['updated', id],
      ['deleted', id],
    ])
    expect(items(hook)[0]).toMatchObject({
      subscriptionId: body.id,
      clientState: 'secret',
      tenantId: expect.any(String),
    })
    expect(JSON.stringify(hook.posts)).not.toContain('One')
  })

  test('is told by itself where time passes by itself', async () => {
    const running = await startForTest({ clock: realClock() })
    const hook = await openHook()
    await subscribe(running.graph, asked(running, hook))
    running.ada.deliver(mail('One'))
    await expect.poll(() => hook.posts.length, { interval: 20 }).toBe(1)
  })

  test('carries rest ids unless immutable ones were asked for at its creation', async () => {
    const running = await startForTest()
    const { ada, world } = running
    const hook = await openHook()
    await subscribe(running.graph, asked(running, hook))
    const id = ada.deliver(mail('One'))
    await world.clock.advance(1_000)
    expect(items(hook)[0]?.resourceData?.id).toBe(ada.idIn('rest', id))
  })

  test('of one folder takes a move for an arrival there and a deletion here', async () => {
    const running = await startForTest()
    const { ada, world, graph } = running
    const [inbox, archive] = [await openHook(), await openHook()]
    await subscribe(
      graph,
      asked(running, inbox, { resource: '/me/mailFolders/inbox/messages', changeType: 'deleted' }),
    )
    await subscribe(graph, asked(running, archive, { resource: '/me/mailFolders/archive/messages' }))
    const id = ada.deliver(mail('One'))
    ada.act({ kind: 'archive', ids: [id] })
    await world.clock.advance(1_000)
    expect(items(inbox).map((item) => item.changeType)).toEqual(['deleted'])
    expect(items(archive).map((item) => item.changeType)).toEqual(['created'])
  })

  test('shares one POST with those of other accounts', async () => {
    const running = await startForTest()
    const { ada, world, microsoft } = running
    const hook = await openHook()
    const bob = microsoft.addAccount('bob@fabrikam.test')
    await subscribe(running.graph, asked(running, hook))
    const asBob = getGraph(microsoft, await getToken(microsoft, bob.email))
    await subscribe(asBob, asked(running, hook, { clientState: 'other' }))
    ada.deliver(mail('One'))
    bob.deliver(mail('Two'))
    await world.clock.advance(1_000)
    expect(hook.posts).toHaveLength(1)
    expect(items(hook).map((item) => item.clientState)).toEqual(['secret', 'other'])
    expect(new Set(items(hook).map((item) => item.tenantId)).size).toBe(2)
  })

  test('is tried again when the webhook fails', async () => {
    const running = await startForTest()
    const hook = await openHook()
    await subscribe(running.graph, asked(running, hook))
    hook.status = 500
    running.ada.deliver(mail('One'))
    await running.world.clock.advance(1_000)
    hook.status = 202
    await running.world.clock.advance(60_000)
    expect(hook.posts).toHaveLength(2)
  })

  test('may come among forged ones, each to be judged by itself', async () => {
    const running = await startForTest()
    const { ada, world, microsoft } = running
    const hook = await openHook()
    const { body } = await subscribe(running.graph, asked(running, hook))
    microsoft.forge(ada.email, 'wrong-client-state')
    microsoft.forge(ada.email, 'no-client-state')
    ada.deliver(mail('One'))
    microsoft.forge(ada.email, 'unknown-subscription')
    await world.clock.advance(1_000)
    expect(hook.posts).toHaveLength(1)
    const provenItems = items(hook).map((item) => [
      item.subscriptionId === body.id,
      item.clientState === 'secret',
    ])
    expect(provenItems).toEqual([
      [true, false],
      [true, false],
      [true, true],
      [false, true],
    ])
  })

  test('is renewed while it lives, and cannot be revived', async () => {
    const running = await startForTest()
    const { world, microsoft, ada } = running
    const hook = await openHook()
    const { body } = await subscribe(running.graph, asked(running, hook))
    await world.clock.advance(4_000 * 60_000)
    const graph = getGraph(microsoft, await getToken(microsoft, ada.email))
    const path = `/subscriptions/${segment(body.id)}`
    const until = (minutes: number): { expirationDateTime: string } => ({
      expirationDateTime: new Date(world.clock.now().getTime() + minutes * 60_000).toISOString(),
    })
    expect((await graph(path, { method: 'PATCH', body: until(20_000) })).status).toBe(400)
    const renewed = await graph(path, { method: 'PATCH', body: until(4_200) })
    expect([renewed.status, renewed.body.expirationDateTime]).toEqual([200, until(4_200).expirationDateTime])
    const life = { lifecycleNotificationUrl: hook.url, ...until(4_200) }
    expect((await graph(path, { method: 'PATCH', body: life })).status).toBe(400)
    await world.clock.advance(4_201 * 60_000)
    const late = getGraph(microsoft, await getToken(microsoft, ada.email))
    const dead = await late(path, { method: 'PATCH', body: until(4_200) })
    expect([dead.status, dead.body.error.code]).toEqual([404, 'ResourceNotFound'])
    const before = items(hook).length
    ada.deliver(mail('Unheard'))
    await world.clock.advance(1_000)
    expect(items(hook)).toHaveLength(before)
  })

  test('warns before its end, and says when it was removed or missed something', async () => {
    const running = await startForTest()
    const { world, microsoft, ada, graph } = running
    const hook = await openHook()
    const { body } = await subscribe(graph, asked(running, hook))
    microsoft.lifecycle(ada.email, 'missed')
    await world.clock.advance(4_190 * 60_000)
    expect(items(hook).map((item) => item.lifecycleEvent)).toEqual(['missed', 'reauthorizationRequired'])
    expect(items(hook)[0]).toMatchObject({ subscriptionId: body.id, clientState: 'secret' })
    microsoft.grants.revoke(ada.email)
    await world.clock.advance(1_000)
    expect(items(hook).at(-1)?.lifecycleEvent).toBe('subscriptionRemoved')
    expect(microsoft.subscriptions(ada.email)).toEqual([])
  })

  test('belongs to whoever made it', async () => {
    const running = await startForTest()
    const { microsoft, graph } = running
    const hook = await openHook()
    const { body } = await subscribe(graph, asked(running, hook))
    microsoft.addAccount('bob@contoso.test')
    const asBob = getGraph(microsoft, await getToken(microsoft, 'bob@contoso.test'))
    const path = `/subscriptions/${segment(body.id)}`
    expect((await asBob(path)).status).toBe(404)
    expect((await asBob(path, { method: 'DELETE' })).status).toBe(404)
    expect((await graph(`${path}/reauthorize`, { method: 'POST' })).status).toBe(204)
    expect((await graph(path, { method: 'DELETE' })).status).toBe(204)
    expect((await graph(path)).status).toBe(404)
  })
})

describe('A subscription to a calendar', () => {
  test('tells of its events and of no other, a whole series by its master', async () => {
    const running = await startForTest()
    const { ada, world, graph } = running
    const hook = await openHook()
    const team = ada.calendars.add({ name: 'Team' })
    const resource = `me/calendars/${segment(team)}/events`
    const headers = { Prefer: 'IdType="ImmutableId"' }
    const made = await subscribe(graph, asked(running, hook, { resource }), headers)
    expect([made.status, hook.validations.length]).toEqual([201, 2])
    expect((await subscribe(graph, asked(running, hook, { resource }))).status).toBe(409)
    const at = (dateTime: string) => ({ dateTime, timeZone: 'UTC' })
    const recurrence = {
      pattern: { type: 'daily', interval: 1 },
      range: { type: 'noEnd', startDate: '2026-11-24' },
    }
    const event = { start: at('2026-11-24T09:00:00'), end: at('2026-11-24T10:00:00') }
    const id = ada.calendars.put({ ...event, recurrence }, { calendar: team })
    ada.calendars.put(event)
    ada.deliver(mail('Not a meeting'))
    ada.calendars.act({ kind: 'delete-occurrence', id, date: '2026-11-25' })
    ada.calendars.act({ kind: 'delete', id })
    await world.clock.advance(1_000)
    expect(items(hook).map((item) => [item.changeType, item.resourceData?.id])).toEqual([
      ['created', id],
      ['updated', id],
      ['deleted', id],
    ])
    running.microsoft.lifecycle(ada.email, 'subscriptionRemoved')
    await world.clock.advance(1_000)
    expect(items(hook).at(-1)?.lifecycleEvent).toBe('subscriptionRemoved')
  })
})
