import type { AccountId } from '@plmail/wire'
import { createChanges } from '../../../changes/index.ts'
import { silentLog } from '../../../kit/log.ts'
import { createOutboundPost } from '../../../safety/index.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createListener } from '../../../store/listen.ts'
import type { Jobs } from '../../../jobs/index.ts'
import type { Push } from '../../../people/index.ts'
import {
  pushForTests,
  type PushForTests,
} from '../../../../../server-testing/src/jmap/routes/push/test-push.ts'
import { pushRoomFor } from '../../../../../server-testing/src/jmap/routes/push/push-behind-jmap.ts'
import { network } from '../../../../../server-testing/src/egress/test-network.ts'
import {
  newReceiver,
  type Receiver,
} from '../../../../../server-testing/src/jmap/core/push-subscription/push-receiver.ts'

let receiver: Receiver
let server: PushForTests
let push: Push
let close: () => Promise<void>

beforeEach(async () => {
  receiver = await newReceiver()
  let jobs: Jobs | undefined
  server = await pushForTests(
    {},
    {
      jmap: (room) => {
        const listener = createListener({ connectionString: room.db.connectionString, log: silentLog })
        const { database } = room.db
        const changes = createChanges({ database, listen: listener.listen, clock: room.clock })
        const made = pushRoomFor(room, { changes, post: createOutboundPost(receiver.way) })
        ;({ push, jobs } = made)
        close = async () => {
          await push.stop()
          await made.jobs.stop(1000)
          await listener.close()
        }
        return { push }
      },
    },
  )
  await jobs!.start()
  await push.start()
})
afterEach(async () => {
  network.switchedOff.clear()
  await close()
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

type Answer = Record<string, Record<string, unknown>>

const using = ['urn:ietf:params:jmap:core', 'urn:plmail:params:jmap:push']

/** Calls methods with the token, or with other credentials. */
async function call(name: string, args: object, authorization = `Bearer ${server.ada.token}`) {
  const answer = await fetch(`${server.address}/jmap/api`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ using, methodCalls: [[name, args, 'c']] }),
  })
  const { methodResponses } = (await answer.json()) as { methodResponses: [[string, Answer, string]] }
  return methodResponses[0]
}
const set = async (args: object, authorization?: string) =>
  (await call('PushSubscription/set', args, authorization))[1]
const get = async (args: object = {}, authorization?: string) =>
  (await call('PushSubscription/get', args, authorization))[1]

const wanted = (path = '/a') => ({ deviceClientId: 'phone', url: `https://push.example${path}`, types: null })

async function create(more: object = {}, authorization?: string): Promise<string> {
  const { created, notCreated } = await set({ create: { s: { ...wanted(), ...more } } }, authorization)
  expect(notCreated).toBeNull()
  return (created!['s'] as { id: string }).id
}

/** A subscription that has answered its code; the first message at its path is the code. */
async function verified(more: object = {}, authorization?: string): Promise<string> {
  const id = await create(more, authorization)
  const path = new URL({ ...wanted(), ...more }.url).pathname
  const { verificationCode } = (await receiver.message(path)) as { verificationCode: string }
  const { updated, notUpdated } = await set({ update: { [id]: { verificationCode } } }, authorization)
  expect([updated, notUpdated]).toEqual([{ [id]: null }, null])
  return id
}

async function appPassword(form: { accountId?: AccountId; scope?: 'read' } = {}) {
  const made = await server.http.people.appPasswords.create(server.ada.id, {
    name: 'Phone',
    expiresAt: null,
    scope: null,
    accountId: null,
    ...form,
  })
  if (!made.ok) throw new Error('no app password')
  return { id: made.appPassword.id, authorization: `Bearer ${made.secret}` }
}

const getState = (id: string, types: Record<string, string>) => ({
  '@type': 'StateChange',
  changed: { [id]: types },
})

test('a new subscription is sent a code, and told of changes once it has answered', async () => {
  const { ada } = server
  const id = await create()
  const code = (await receiver.message('/a')) as Record<string, string>
  expect(code).toEqual({
    '@type': 'PushVerification',
    pushSubscriptionId: id,
    verificationCode: expect.stringMatching(/^[\w-]{32}$/) as string,
  })
  // Changes from before it is verified wait until then.
  const state = String(await server.write(ada.account.id, 'Email'))
  expect((await set({ update: { [id]: { verificationCode: 'guess' } } }))['notUpdated']).toMatchObject({
    [id]: { type: 'invalidProperties', properties: ['verificationCode'] },
  })
  expect(receiver.received('/a')).toHaveLength(1)
  await set({ update: { [id]: { verificationCode: code['verificationCode'] } } })
  expect(await receiver.message('/a', 1)).toEqual(getState(ada.accountId, { Email: state }))
  const next = String(await server.write(ada.account.id, 'Mailbox'))
  expect(await receiver.message('/a', 2)).toEqual(getState(ada.accountId, { Mailbox: next }))
})

test('a subscription can be tried out: what the push service says is answered, and only to its owner', async () => {
  const id = await create()
  const { verificationCode } = (await receiver.message('/a')) as { verificationCode: string }
  const tried = async (authorization?: string) =>
    (await call('PushSubscription/test', { id }, authorization))[1]
  expect(await tried()).toEqual({ id, outcome: 'unconfirmed' })
  expect(await receiver.message('/a', 1)).toMatchObject({ '@type': 'PushVerification', verificationCode })
  await set({ update: { [id]: { verificationCode } } })
  expect(await tried()).toEqual({ id, outcome: 'sent' })
  expect(await receiver.message('/a', 2)).toEqual({ '@type': 'PushTest' })
  for (const [status, outcome] of [
    [410, 'gone'],
    [403, 'refused'],
    [503, 'failed'],
  ] as const) {
    receiver.answer(status, 1)
    expect(await tried()).toEqual({ id, outcome })
  }
  network.switchedOff.add('push')
  expect(await tried()).toEqual({ id, outcome: 'switchedOff' })
  // What a try was answered is told, and does not end the subscription.
  expect((await get())['list']).toMatchObject([{ id }])
  const phone = await appPassword()
  expect(await tried(phone.authorization)).toMatchObject({ type: 'invalidArguments' })
})

test('messages say how long they matter, what they replace and who sends them', async () => {
  await verified()
  await server.write(server.ada.account.id, 'Email')
  await receiver.message('/a', 1)
  const [first, second] = receiver.received('/a').map(({ headers }) => headers)
  expect(first).toMatchObject({ ttl: '3600', urgency: 'high', 'content-type': 'application/json' })
  expect(first).not.toHaveProperty('topic')
  expect(second).toMatchObject({ ttl: '86400', urgency: 'normal' })
  expect(second!['topic']).toMatch(/^[\w-]{1,32}$/)
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(second!.authorization!)!
  expect(JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString())).toMatchObject({
    aud: 'https://push.example',
    sub: 'https://mail.example',
  })
  const session = (await (
    await fetch(`${server.address}/jmap/session`, {
      headers: { authorization: `Bearer ${server.ada.token}` },
    })
  ).json()) as { capabilities: Record<string, { applicationServerKey?: string }> }
  expect(session.capabilities['urn:ietf:params:jmap:webpush-vapid']).toEqual({ applicationServerKey: key })
})

test('messages are encrypted for clients that give keys', async () => {
  const { ada } = server
  await verified({ keys: receiver.keys })
  const state = String(await server.add(ada.account.id, 'Email'))
  expect(await receiver.message('/a', 1)).toEqual(
    getState(ada.accountId, { Email: state, EmailDelivery: state }),
  )
  for (const { headers, body } of receiver.received('/a')) {
    expect(headers['content-encoding']).toBe('aes128gcm')
    expect(body.toString('latin1')).not.toContain('@type')
  }
})

test('only the types asked for are told, and they can be changed', async () => {
  const { ada } = server
  const id = await verified({ types: ['Mailbox'] })
  await server.write(ada.account.id, 'Email')
  const state = String(await server.write(ada.account.id, 'Mailbox'))
  expect(await receiver.message('/a', 1)).toEqual(getState(ada.accountId, { Mailbox: state }))
  await set({ update: { [id]: { types: ['Thread'] } } })
  expect((await get())['list']).toMatchObject([{ types: ['Thread'] }])
  const next = String(await server.write(ada.account.id, 'Mailbox', 'Thread'))
  expect(await receiver.message('/a', 2)).toEqual(getState(ada.accountId, { Thread: next }))
})

test('get shows what is no secret, and refuses the rest', async () => {
  const id = await create({ keys: receiver.keys, types: ['Email'], expires: '2026-03-04T00:00:00Z' })
  const shown = {
    id,
    deviceClientId: 'phone',
    verificationCode: null,
    types: ['Email'],
    expires: '2026-03-04T00:00:00Z',
  }
  expect(await get()).toEqual({ list: [shown], notFound: [] })
  expect(await get({ ids: [id, 'P999', 'x'], properties: ['expires'] })).toEqual({
    list: [{ id, expires: shown.expires }],
    notFound: ['P999', 'x'],
  })
  expect(await get({ ids: [] })).toEqual({ list: [], notFound: [] })
  for (const properties of [['url'], ['id', 'keys']])
    expect(await call('PushSubscription/get', { properties })).toMatchObject([
      'error',
      { type: 'forbidden' },
      'c',
    ])
  for (const args of [{ accountId: server.ada.accountId }, { properties: ['nothing'] }, { ids: 'all' }])
    expect((await call('PushSubscription/get', args))[1]).toMatchObject({ type: 'invalidArguments' })
  const { verificationCode } = (await receiver.message('/a')) as { verificationCode: string }
  await set({ update: { [id]: { verificationCode } } })
  expect((await get())['list']).toMatchObject([{ verificationCode }])
})

test('what the client left out is answered, and an expiry is at most thirty days away', async () => {
  const { created } = await set({
    create: {
      plain: { deviceClientId: 'a', url: 'https://push.example/plain' },
      long: { ...wanted('/long'), keys: null, expires: '2030-01-01T00:00:00Z' },
      exact: { ...wanted('/exact'), keys: null, expires: '2026-03-05T10:00:00Z' },
    },
  })
  expect(created).toEqual({
    plain: { id: expect.any(String) as string, keys: null, types: null, expires: '2026-03-08T10:00:00Z' },
    long: { id: expect.any(String) as string, expires: '2026-03-31T10:00:00Z' },
    exact: { id: expect.any(String) as string },
  })
  const { id } = created!['exact'] as { id: string }
  expect((await set({ update: { [id]: { expires: '2026-03-06T10:00:00Z' } } }))['updated']).toEqual({
    [id]: null,
  })
  expect((await set({ update: { [id]: { expires: null } } }))['updated']).toEqual({
    [id]: { expires: '2026-03-08T10:00:00Z' },
  })
})

const refusals: Array<[what: string, more: object, property: string]> = [
  ['an address without https', { url: 'http://push.example/a' }, 'url'],
  ['an address of this machine', { url: 'https://127.0.0.1/a' }, 'url'],
  ['an address inside a network', { url: 'https://[fd00::1]/a' }, 'url'],
  ['a name inside a network', { url: 'https://router.local/a' }, 'url'],
  ['another port', { url: 'https://push.example:22/a' }, 'url'],
  ['credentials in the address', { url: 'https://a:b@push.example/a' }, 'url'],
  ['no address', { url: null }, 'url'],
  ['no device', { deviceClientId: '' }, 'deviceClientId'],
  ['keys that are no point', { keys: { p256dh: 'AAAA', auth: 'AAAA' } }, 'keys'],
  ['half of the keys', { keys: { auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }, 'keys'],
  ['a code of its own', { verificationCode: 'mine' }, 'verificationCode'],
  ['a time that is over', { expires: '2020-01-01T00:00:00Z' }, 'expires'],
  ['a time with an offset', { expires: '2026-03-05T00:00:00+01:00' }, 'expires'],
  ['types that are no list', { types: 'Email' }, 'types'],
  ['a property there is not', { id: 'P1' }, 'id'],
]

test('a subscription that cannot be had is refused with the property at fault', async () => {
  const creations = Object.fromEntries(refusals.map(([what, more]) => [what, { ...wanted(), ...more }]))
  const { created, notCreated } = await set({ create: creations })
  expect(created).toBeNull()
  expect(notCreated).toMatchObject(
    Object.fromEntries(
      refusals.map(([what, , property]) => [what, { type: 'invalidProperties', properties: [property] }]),
    ),
  )
})

test('what is set when a subscription is made cannot be changed', async () => {
  const id = await create()
  for (const property of ['url', 'keys', 'deviceClientId', 'id'])
    expect((await set({ update: { [id]: { [property]: 'x' } } }))['notUpdated']).toMatchObject({
      [id]: { type: 'invalidProperties', properties: [property] },
    })
  expect((await set({ update: { [id]: { 'types/0': 'x' } } }))['notUpdated']).toEqual({
    [id]: { type: 'invalidPatch' },
  })
  expect(await set({ update: { P999: {} }, destroy: ['P999'] })).toMatchObject({
    notUpdated: { P999: { type: 'notFound' } },
    notDestroyed: { P999: { type: 'notFound' } },
  })
})

test('a destroyed subscription is gone and hears nothing more', async () => {
  const id = await verified()
  const other = await verified({ url: 'https://push.example/other' })
  expect(await set({ destroy: [id] })).toMatchObject({ destroyed: [id], notDestroyed: null })
  expect(await get({ ids: [id, other] })).toMatchObject({ list: [{ id: other }], notFound: [id] })
  await server.write(server.ada.account.id, 'Email')
  await receiver.message('/other', 1)
  expect(receiver.received('/a')).toHaveLength(1)
})

describe('subscriptions belong to the credentials that made them', () => {
  test('others of the user see none of them, and cannot touch them', async () => {
    const { authorization } = await appPassword()
    const id = await create({}, authorization)
    for (const other of [undefined, (await appPassword()).authorization, `Bearer ${server.bob.token}`]) {
      expect(await get({ ids: [id] }, other)).toEqual({ list: [], notFound: [id] })
      expect(await set({ update: { [id]: {} }, destroy: [id] }, other)).toMatchObject({
        notUpdated: { [id]: { type: 'notFound' } },
        notDestroyed: { [id]: { type: 'notFound' } },
      })
    }
    expect((await get({}, authorization))['list']).toHaveLength(1)
  })

  test('and go with them', async () => {
    const { id, authorization } = await appPassword()
    await verified({}, authorization)
    await verified({ url: 'https://push.example/session' })
    await server.http.people.appPasswords.revoke(server.ada.id, id)
    await server.write(server.ada.account.id, 'Email')
    await receiver.message('/session', 1)
    expect(receiver.received('/a')).toHaveLength(1)
    await server.http.people.sessions.closeAll(server.ada.id)
    expect(await server.room.db.database.query('select 1 from push_subscription')).toEqual([])
  })

  test('an app password for one account hears of no other, and may only read', async () => {
    const { ada, bob } = server
    const { authorization } = await appPassword({ accountId: ada.account.id, scope: 'read' })
    await verified({}, authorization)
    await server.write(bob.account.id, 'Email')
    const state = String(await server.write(ada.account.id, 'Email'))
    expect(await receiver.message('/a', 1)).toEqual(getState(ada.accountId, { Email: state }))
  })
})

describe('a push service', () => {
  test('that is busy is asked again until it takes the message', async () => {
    await verified()
    receiver.answer(503, 1)
    const state = String(await server.write(server.ada.account.id, 'Email'))
    for (const at of [1, 2])
      expect(await receiver.message('/a', at)).toEqual(getState(server.ada.accountId, { Email: state }))
    receiver.answer(429, 1, { 'retry-after': '1' })
    const next = String(await server.write(server.ada.account.id, 'Email'))
    for (const at of [3, 4])
      expect(await receiver.message('/a', at)).toEqual(getState(server.ada.accountId, { Email: next }))
  })

  test.each([404, 410])('that answers %i has forgotten the subscription, and so do we', async (status) => {
    await verified()
    receiver.answer(status, 1)
    await server.write(server.ada.account.id, 'Email')
    await expect.poll(async () => (await get())['list'], { timeout: 30_000 }).toEqual([])
  })

  test('that takes nothing for a day is given up', async () => {
    await verified()
    receiver.answer(500, 1_000)
    const aDayAgo = new Date(server.room.clock.now().getTime() - 25 * 3_600_000)
    // What was on its way when the service began to fail still arrives, and ends the failing that this writes.
    const failForADay = async () => {
      await server.room.db.database.query('update push_subscription set failing_since = $1', [aDayAgo])
      await server.write(server.ada.account.id, 'Email')
      return (await get())['list']
    }
    await expect.poll(failForADay, { interval: 500 }).toEqual([])
  })

  test('that nobody may connect to is not given up for it', async () => {
    const id = await verified()
    network.switchedOff.add('push')
    const { database } = server.room.db
    const aWeekAgo = new Date(server.room.clock.now().getTime() - 7 * 86_400_000)
    await database.query('update push_subscription set failing_since = $1', [aWeekAgo])
    await server.write(server.ada.account.id, 'Email')
    const postponed = () => database.query('select 1 from job where is_postponed')
    await expect.poll(postponed, { timeout: 30_000 }).toHaveLength(1)
    expect((await get())['list']).toMatchObject([{ id }])
  })
})

test('a subscription that is over hears nothing and is swept away', async () => {
  const id = await verified({ expires: '2026-03-01T10:10:00Z' })
  await verified({ url: 'https://push.example/other' })
  server.room.clock.advance(11 * 60_000)
  await server.write(server.ada.account.id, 'Email')
  await receiver.message('/other', 1)
  expect(receiver.received('/a')).toHaveLength(1)
  expect((await get({ ids: [id] }))['notFound']).toEqual([id])
  expect(await push.sweep()).toBe(1)
})

test('a process that starts tells what happened while none was listening', async () => {
  await verified()
  await push.stop()
  const state = String(await server.write(server.ada.account.id, 'Email'))
  await push.start()
  expect(await receiver.message('/a', 1)).toEqual(getState(server.ada.accountId, { Email: state }))
})

test('subscriptions of a user are bounded, and so is how often one is made', async () => {
  const creations = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, wanted(`/${at}`)]))
  const first = await set({ create: creations(51) })
  expect(Object.keys(first['created']!)).toHaveLength(50)
  expect(first['notCreated']).toMatchObject({ s50: { type: 'overQuota' } })
  const second = await set({ create: creations(10) })
  expect(Object.values(second['notCreated']!).at(-1)).toMatchObject({ type: 'rateLimit' })
})
