import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { network } from '../../../../../server-testing/src/egress/test-network.ts'
import {
  newSubscription,
  type PushRig,
  pushRig,
  stateChange,
} from '../../../../../server-testing/src/jmap/core/push-subscription/push-rig.ts'

let rig: PushRig
beforeEach(async () => {
  rig = await pushRig()
})
afterEach(() => rig[Symbol.asyncDispose]())

test('a new subscription is sent a code, and told of changes once it has answered', async () => {
  const { ada } = rig.server
  const id = await rig.create()
  const code = (await rig.receiver.message('/a')) as Record<string, string>
  expect(code).toEqual({
    '@type': 'PushVerification',
    pushSubscriptionId: id,
    verificationCode: expect.stringMatching(/^[\w-]{32}$/) as string,
  })
  // Changes from before it is verified wait until then.
  const state = String(await rig.server.write(ada.account.id, 'Email'))
  expect((await rig.set({ update: { [id]: { verificationCode: 'guess' } } }))['notUpdated']).toMatchObject({
    [id]: { type: 'invalidProperties', properties: ['verificationCode'] },
  })
  expect(rig.receiver.received('/a')).toHaveLength(1)
  await rig.set({ update: { [id]: { verificationCode: code['verificationCode'] } } })
  expect(await rig.receiver.message('/a', 1)).toEqual(stateChange(ada.accountId, { Email: state }))
  const next = String(await rig.server.write(ada.account.id, 'Mailbox'))
  expect(await rig.receiver.message('/a', 2)).toEqual(stateChange(ada.accountId, { Mailbox: next }))
})

test('a subscription can be tried out: what the push service says is answered, and only to its owner', async () => {
  const id = await rig.create()
  const { verificationCode } = (await rig.receiver.message('/a')) as { verificationCode: string }
  const tried = async (authorization?: string) =>
    (await rig.call('PushSubscription/test', { id }, authorization))[1]
  expect(await tried()).toEqual({ id, outcome: 'unconfirmed' })
  expect(await rig.receiver.message('/a', 1)).toMatchObject({ '@type': 'PushVerification', verificationCode })
  await rig.set({ update: { [id]: { verificationCode } } })
  expect(await tried()).toEqual({ id, outcome: 'sent' })
  expect(await rig.receiver.message('/a', 2)).toEqual({ '@type': 'PushTest' })
  for (const [status, outcome] of [
    [410, 'gone'],
    [403, 'refused'],
    [503, 'failed'],
  ] as const) {
    rig.receiver.answer(status, 1)
    expect(await tried()).toEqual({ id, outcome })
  }
  network.switchedOff.add('push')
  expect(await tried()).toEqual({ id, outcome: 'switchedOff' })
  // What a try was answered is told, and does not end the subscription.
  expect((await rig.get())['list']).toMatchObject([{ id }])
  const phone = await rig.appPassword()
  expect(await tried(phone.authorization)).toMatchObject({ type: 'invalidArguments' })
})

test('messages say how long they matter, what they replace and who sends them', async () => {
  await rig.verified()
  await rig.server.write(rig.server.ada.account.id, 'Email')
  await rig.receiver.message('/a', 1)
  const [first, second] = rig.receiver.received('/a').map(({ headers }) => headers)
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
    await fetch(`${rig.server.address}/jmap/session`, {
      headers: { authorization: `Bearer ${rig.server.ada.token}` },
    })
  ).json()) as { capabilities: Record<string, { applicationServerKey?: string }> }
  expect(session.capabilities['urn:ietf:params:jmap:webpush-vapid']).toEqual({ applicationServerKey: key })
})

test('messages are encrypted for clients that give keys', async () => {
  const { ada } = rig.server
  await rig.verified({ keys: rig.receiver.keys })
  const state = String(await rig.server.add(ada.account.id, 'Email'))
  expect(await rig.receiver.message('/a', 1)).toEqual(
    stateChange(ada.accountId, { Email: state, EmailDelivery: state }),
  )
  for (const { headers, body } of rig.receiver.received('/a')) {
    expect(headers['content-encoding']).toBe('aes128gcm')
    expect(body.toString('latin1')).not.toContain('@type')
  }
})

test('only the types asked for are told, and they can be changed', async () => {
  const { ada } = rig.server
  const id = await rig.verified({ types: ['Mailbox'] })
  await rig.server.write(ada.account.id, 'Email')
  const state = String(await rig.server.write(ada.account.id, 'Mailbox'))
  expect(await rig.receiver.message('/a', 1)).toEqual(stateChange(ada.accountId, { Mailbox: state }))
  await rig.set({ update: { [id]: { types: ['Thread'] } } })
  expect((await rig.get())['list']).toMatchObject([{ types: ['Thread'] }])
  const next = String(await rig.server.write(ada.account.id, 'Mailbox', 'Thread'))
  expect(await rig.receiver.message('/a', 2)).toEqual(stateChange(ada.accountId, { Thread: next }))
})

test('get shows what is no secret, and refuses the rest', async () => {
  const id = await rig.create({ keys: rig.receiver.keys, types: ['Email'], expires: '2026-03-04T00:00:00Z' })
  const shown = {
    id,
    deviceClientId: 'phone',
    verificationCode: null,
    types: ['Email'],
    expires: '2026-03-04T00:00:00Z',
  }
  expect(await rig.get()).toEqual({ list: [shown], notFound: [] })
  expect(await rig.get({ ids: [id, 'P999', 'x'], properties: ['expires'] })).toEqual({
    list: [{ id, expires: shown.expires }],
    notFound: ['P999', 'x'],
  })
  expect(await rig.get({ ids: [] })).toEqual({ list: [], notFound: [] })
  for (const properties of [['url'], ['id', 'keys']])
    expect(await rig.call('PushSubscription/get', { properties })).toMatchObject([
      'error',
      { type: 'forbidden' },
      'c',
    ])
  for (const args of [{ accountId: rig.server.ada.accountId }, { properties: ['nothing'] }, { ids: 'all' }])
    expect((await rig.call('PushSubscription/get', args))[1]).toMatchObject({ type: 'invalidArguments' })
  const { verificationCode } = (await rig.receiver.message('/a')) as { verificationCode: string }
  await rig.set({ update: { [id]: { verificationCode } } })
  expect((await rig.get())['list']).toMatchObject([{ verificationCode }])
})

test('what the client left out is answered, and an expiry is at most thirty days away', async () => {
  const { created } = await rig.set({
    create: {
      plain: { deviceClientId: 'a', url: 'https://push.example/plain' },
      long: { ...newSubscription('/long'), keys: null, expires: '2030-01-01T00:00:00Z' },
      exact: { ...newSubscription('/exact'), keys: null, expires: '2026-03-05T10:00:00Z' },
    },
  })
  expect(created).toEqual({
    plain: { id: expect.any(String) as string, keys: null, types: null, expires: '2026-03-08T10:00:00Z' },
    long: { id: expect.any(String) as string, expires: '2026-03-31T10:00:00Z' },
    exact: { id: expect.any(String) as string },
  })
  const { id } = created!['exact'] as { id: string }
  expect((await rig.set({ update: { [id]: { expires: '2026-03-06T10:00:00Z' } } }))['updated']).toEqual({
    [id]: null,
  })
  expect((await rig.set({ update: { [id]: { expires: null } } }))['updated']).toEqual({
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
  const creations = Object.fromEntries(
    refusals.map(([what, more]) => [what, { ...newSubscription(), ...more }]),
  )
  const { created, notCreated } = await rig.set({ create: creations })
  expect(created).toBeNull()
  expect(notCreated).toMatchObject(
    Object.fromEntries(
      refusals.map(([what, , property]) => [what, { type: 'invalidProperties', properties: [property] }]),
    ),
  )
})

test('what is set when a subscription is made cannot be changed', async () => {
  const id = await rig.create()
  for (const property of ['url', 'keys', 'deviceClientId', 'id'])
    expect((await rig.set({ update: { [id]: { [property]: 'x' } } }))['notUpdated']).toMatchObject({
      [id]: { type: 'invalidProperties', properties: [property] },
    })
  expect((await rig.set({ update: { [id]: { 'types/0': 'x' } } }))['notUpdated']).toEqual({
    [id]: { type: 'invalidPatch' },
  })
  expect(await rig.set({ update: { P999: {} }, destroy: ['P999'] })).toMatchObject({
    notUpdated: { P999: { type: 'notFound' } },
    notDestroyed: { P999: { type: 'notFound' } },
  })
})

test('a destroyed subscription is gone and hears nothing more', async () => {
  const id = await rig.verified()
  const other = await rig.verified({ url: 'https://push.example/other' })
  expect(await rig.set({ destroy: [id] })).toMatchObject({ destroyed: [id], notDestroyed: null })
  expect(await rig.get({ ids: [id, other] })).toMatchObject({ list: [{ id: other }], notFound: [id] })
  await rig.server.write(rig.server.ada.account.id, 'Email')
  await rig.receiver.message('/other', 1)
  expect(rig.receiver.received('/a')).toHaveLength(1)
})

describe('subscriptions belong to the credentials that made them', () => {
  test('others of the user see none of them, and cannot touch them', async () => {
    const { authorization } = await rig.appPassword()
    const id = await rig.create({}, authorization)
    for (const other of [
      undefined,
      (await rig.appPassword()).authorization,
      `Bearer ${rig.server.bob.token}`,
    ]) {
      expect(await rig.get({ ids: [id] }, other)).toEqual({ list: [], notFound: [id] })
      expect(await rig.set({ update: { [id]: {} }, destroy: [id] }, other)).toMatchObject({
        notUpdated: { [id]: { type: 'notFound' } },
        notDestroyed: { [id]: { type: 'notFound' } },
      })
    }
    expect((await rig.get({}, authorization))['list']).toHaveLength(1)
  })

  test('and go with them', async () => {
    const { id, authorization } = await rig.appPassword()
    await rig.verified({}, authorization)
    await rig.verified({ url: 'https://push.example/session' })
    await rig.server.http.people.appPasswords.revoke(rig.server.ada.id, id)
    await rig.server.write(rig.server.ada.account.id, 'Email')
    await rig.receiver.message('/session', 1)
    expect(rig.receiver.received('/a')).toHaveLength(1)
    await rig.server.http.people.sessions.closeAll(rig.server.ada.id)
    expect(await rig.server.room.db.database.query('select 1 from push_subscription')).toEqual([])
  })

  test('an app password for one account hears of no other, and may only read', async () => {
    const { ada, bob } = rig.server
    const { authorization } = await rig.appPassword({ accountId: ada.account.id, scope: 'read' })
    await rig.verified({}, authorization)
    await rig.server.write(bob.account.id, 'Email')
    const state = String(await rig.server.write(ada.account.id, 'Email'))
    expect(await rig.receiver.message('/a', 1)).toEqual(stateChange(ada.accountId, { Email: state }))
  })
})

test('a subscription that is over hears nothing and is swept away', async () => {
  const id = await rig.verified({ expires: '2026-03-01T10:10:00Z' })
  await rig.verified({ url: 'https://push.example/other' })
  rig.server.room.clock.advance(11 * 60_000)
  await rig.server.write(rig.server.ada.account.id, 'Email')
  await rig.receiver.message('/other', 1)
  expect(rig.receiver.received('/a')).toHaveLength(1)
  expect((await rig.get({ ids: [id] }))['notFound']).toEqual([id])
  expect(await rig.push.sweep()).toBe(1)
})

test('a process that starts tells what happened while none was listening', async () => {
  await rig.verified()
  await rig.push.stop()
  const state = String(await rig.server.write(rig.server.ada.account.id, 'Email'))
  await rig.push.start()
  expect(await rig.receiver.message('/a', 1)).toEqual(stateChange(rig.server.ada.accountId, { Email: state }))
})

test('subscriptions of a user are bounded, and so is how often one is made', async () => {
  const creations = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, newSubscription(`/${at}`)]))
  const first = await rig.set({ create: creations(51) })
  expect(Object.keys(first['created']!)).toHaveLength(50)
  expect(first['notCreated']).toMatchObject({ s50: { type: 'overQuota' } })
  const second = await rig.set({ create: creations(10) })
  expect(Object.values(second['notCreated']!).at(-1)).toMatchObject({ type: 'rateLimit' })
})
