import type { AccountId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createChanges, type ObjectType } from '../../../changes/index.ts'
import { newAccount } from '../../../../../server-testing/src/mail/test-mail.ts'
import { declaredMethods, type JmapUser } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import {
  EventReader,
  pushForTests,
  type PushForTests,
} from '../../../../../server-testing/src/jmap/routes/push/test-push.ts'
import { encodePushState } from './push-state.ts'

let server: PushForTests
let readers: EventReader[]
/** Where Ada’s account stands when a test begins. */
let start: number
/** The id of an event when Ada’s account stands there and the personal one where it stood. */
let at: (state: number | string) => string

beforeEach(async () => {
  server = await pushForTests({ pace: { beatMs: 100, minPingSeconds: 1 } })
  readers = []
  const { account, personalId } = server.ada
  const personal = Number(personalId.slice(1)) as AccountId
  start = await server.room.changes.state(account.id)
  const own = await server.room.changes.state(personal)
  at = (state) =>
    encodePushState(
      new Map([
        [account.id, Number(state)],
        [personal, own],
      ]),
    )
})
afterEach(async () => {
  for (const reader of readers) await reader.cancel()
  await server[Symbol.asyncDispose]()
})

const all = { types: '*', closeafter: 'no', ping: '0' }

function request(query: Record<string, string> = all, headers: Record<string, string> = {}) {
  return fetch(`${server.address}/jmap/eventsource?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${server.ada.token}`, ...headers },
  })
}

async function open(query: Record<string, string> = all, headers: Record<string, string> = {}) {
  const answer = await request(query, headers)
  expect(answer.status).toBe(200)
  const reader = new EventReader(answer)
  readers.push(reader)
  return reader
}

const appPassword = async (
  user: JmapUser,
  form: { accountId?: AccountId; scope?: 'calendar'; expiresAt?: Date } = {},
) => {
  const made = await server.http.people.appPasswords.create(user.id, {
    name: 'Phone',
    expiresAt: null,
    scope: null,
    accountId: null,
    ...form,
  })
  if (!made.ok) throw new Error('no app password')
  return { id: made.appPassword.id, authorization: `Bearer ${made.secret}` }
}

const getState = (id: number, types: Record<string, string>) => ({
  '@type': 'StateChange',
  changed: { [`A${id}`]: types },
})

test.each([
  ['no credentials', all, { authorization: '' }, 401],
  ['credentials that are no good', all, { authorization: 'Bearer no' }, 401],
  ['types that are none', { ...all, types: 'Email,,' }, {}, 400],
  ['too many types', { ...all, types: Array(101).fill('Email').join(',') }, {}, 400],
  ['another word for closeafter', { ...all, closeafter: 'yes' }, {}, 400],
  ['a ping that is no number', { ...all, ping: '-1' }, {}, 400],
])('refuses %s', async (_what, query, headers, status) => {
  const answer = await request(query, headers)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
})

test('answers at once, uncached and unbuffered, before anything has happened', async () => {
  const answer = await request()
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  const reader = new EventReader(answer)
  readers.push(reader)
  expect(await reader.block()).toEqual({ id: at(start) })
})

test('an Email/set over JMAP is told with the state it led to', async () => {
  const { ada } = server
  const [id] = await ada.deliver([{ boxes: [ada.account.boxes.inbox] }])
  const events = await open()
  const [answer] = await ada.call([
    'Email/set',
    { accountId: ada.accountId, update: { [`M${id}`]: { 'keywords/$flagged': true } } },
  ])
  const state = (answer![1] as { newState: string }).newState
  const heard = await events.next()
  expect(heard).toMatchObject({ event: 'state', id: at(state) })
  expect(heard?.data).toMatchObject(getState(ada.account.id, { Email: state }))
})

test('types are told as asked for, and a change of others alone is not told at all', async () => {
  const { account } = server.ada
  const events = await open({ ...all, types: 'Mailbox,CalendarEvent' })
  await server.write(account.id, 'Email', 'Thread')
  await server.write(account.id, 'Email', 'Mailbox')
  expect((await events.next())?.data).toEqual(getState(account.id, { Mailbox: String(start + 2) }))
})

test('every type that has a state is told, whether all are asked for or that one', async () => {
  const { account } = server.ada
  const table = [...declaredMethods.keys()]
  const types = table.flatMap((name) => (/^(\w+)\/changes$/.exec(name)?.[1] ?? []) as ObjectType[])
  expect(types).toContain('Quota')
  const everything = await open()
  for (const type of types) {
    const alone = await open({ ...all, types: type })
    const unwatchedType = types.find((objectType) => objectType !== type)!
    const writeAndGetState = async (written: ObjectType) =>
      getState(account.id, { [written]: String(await server.write(account.id, written)) })
    const stateOfOther = await writeAndGetState(unwatchedType)
    expect((await everything.next())?.data).toEqual(stateOfOther)
    const stateOfType = await writeAndGetState(type)
    expect((await everything.next())?.data).toEqual(stateOfType)
    expect((await alone.next())?.data).toEqual(stateOfType)
  }
})

test('EmailDelivery is told when a message was added and not when one was changed', async () => {
  const { account } = server.ada
  const events = await open({ ...all, types: 'EmailDelivery' })
  await server.write(account.id, 'Email')
  await server.add(account.id, 'Email')
  expect((await events.next())?.data).toEqual(getState(account.id, { EmailDelivery: String(start + 2) }))
})

test('a burst of writes is told once, with the last state and every type', async () => {
  const { account } = server.ada
  const events = await open()
  for (let n = 0; n < 5; n++) await server.write(account.id, n === 0 ? 'Mailbox' : 'Email')
  const heard: Array<{ id?: string; data?: unknown }> = []
  do heard.push((await events.next())!)
  while (heard.at(-1)!.id !== at(start + 5))
  expect(heard.length).toBeLessThan(5)
  const types = heard.flatMap(({ data }) =>
    Object.keys((data as ReturnType<typeof getState>).changed[`A${account.id}`]!),
  )
  expect(new Set(types)).toEqual(new Set(['Mailbox', 'Email']))
})

test('all accounts of the caller are heard, and nobody else’s', async () => {
  const { ada, bob, room } = server
  const second = await newAccount({ ...room, user: ada.id })
  const events = await open()
  await server.write(bob.account.id, 'Email')
  await server.write(ada.account.id, 'Email')
  expect((await events.next())?.data).toEqual(getState(ada.account.id, { Email: String(start + 1) }))
  const state = String(await server.write(second.id, 'Thread'))
  expect((await events.next())?.data).toEqual(getState(second.id, { Thread: state }))
})

test('an app password for one account hears that one, one for calendars no mail', async () => {
  const { ada, room } = server
  const second = await newAccount({ ...room, user: ada.id })
  const { authorization } = await appPassword(ada, { accountId: second.id })
  const calendar = await appPassword(ada, { scope: 'calendar' })
  const events = await open(all, { authorization })
  const nothing = await open({ ...all, ping: '1' }, { authorization: calendar.authorization })
  await server.write(ada.account.id, 'Email')
  const state = String(await server.write(second.id, 'Email'))
  expect((await events.next())?.data).toEqual(getState(second.id, { Email: state }))
  expect(await nothing.next()).toMatchObject({ event: 'ping' })
})

test('closeafter=state ends the answer after the first state', async () => {
  const { account } = server.ada
  const events = await open({ ...all, closeafter: 'state' })
  await server.write(account.id, 'Email')
  expect((await events.next())?.event).toBe('state')
  expect(await events.next()).toBeUndefined()
})

test('pings tell their interval, carry no id, and go on', async () => {
  const events = await open({ ...all, ping: '1' })
  for (let n = 0; n < 2; n++) expect(await events.next()).toEqual({ event: 'ping', data: { interval: 1 } })
})

test('an interval out of bounds is brought within them', async () => {
  await server[Symbol.asyncDispose]()
  server = await pushForTests({ pace: { minPingSeconds: 2 } })
  const events = await open({ ...all, ping: '1' })
  expect(await events.next()).toEqual({ event: 'ping', data: { interval: 2 } })
})

test('with ping=0 there is none', async () => {
  const events = await open()
  const pinged = await open({ ...all, ping: '1' })
  await pinged.next()
  await pinged.next()
  await server.write(server.ada.account.id, 'Email')
  expect((await events.next())?.event).toBe('state')
})

describe('a client that comes back with the id it heard last', () => {
  test('is told at once what changed since, and what comes after', async () => {
    const { account } = server.ada
    const first = await open()
    const { id } = (await first.block())!
    await first.cancel()
    await server.write(account.id, 'Email')
    await server.write(account.id, 'Mailbox')
    const again = await open(all, { 'last-event-id': id! })
    expect(await again.next()).toMatchObject({
      id: at(start + 2),
      data: getState(account.id, { Email: String(start + 2), Mailbox: String(start + 2) }),
    })
    await server.write(account.id, 'Thread')
    expect((await again.next())?.data).toEqual(getState(account.id, { Thread: String(start + 3) }))
  })

  test('is told nothing when nothing it asked for has changed', async () => {
    const { account } = server.ada
    await server.write(account.id, 'Email')
    const again = await open(
      { ...all, types: 'Mailbox', ping: '1' },
      { 'last-event-id': `A${account.id}:${start}` },
    )
    expect((await again.next())?.event).toBe('ping')
  })

  test('is told everything of an account it does not name, and of a state from before the log', async () => {
    const { ada, room } = server
    const state = String(await server.write(ada.account.id, 'Email'))
    await room.db.database.query('update jmap_account set oldest_state = state where id = $1', [
      ada.account.id,
    ])
    for (const id of ['-', `A${ada.account.id}:0`]) {
      const again = await open({ ...all, types: 'Email,Identity' }, { 'last-event-id': id })
      expect((await again.next())?.data).toEqual(getState(ada.account.id, { Email: state, Identity: state }))
    }
  })

  test('begins anew with an id that is none of ours', async () => {
    const ids = ['A1:1,', 'A0:1', 'x', '9'.repeat(4000), 'A1:99999999999999999999']
    const streams = await Promise.all(ids.map((id) => open(all, { 'last-event-id': id })))
    await server.write(server.ada.account.id, 'Email')
    for (const events of streams)
      expect((await events.next())?.data).toEqual(
        getState(server.ada.account.id, { Email: String(start + 1) }),
      )
  })

  test('learns nothing of an account that is not theirs', async () => {
    const { bob } = server
    await server.write(bob.account.id, 'Email')
    const again = await open(
      { ...all, ping: '1' },
      { 'last-event-id': `${server.ada.accountId}:${start},${bob.accountId}:0` },
    )
    expect((await again.next())?.event).toBe('ping')
  })
})

test('after news may have been lost, what changed meanwhile is told, of the personal account too', async () => {
  await server[Symbol.asyncDispose]()
  let miss = () => {}
  server = await pushForTests(
    {},
    {
      jmap: ({ db: { database }, clock }) => {
        // Hears nothing of what is written, and when told so that it may have missed something.
        const listen = async (_channel: string, { missed }: { missed(): void }) => {
          miss = missed
          return async () => {}
        }
        return { changes: createChanges({ database, listen, clock }) }
      },
    },
  )
  const { ada } = server
  const personal = Number(ada.personalId.slice(1))
  const events = await open()
  const resumed = await open(all, { 'last-event-id': `${ada.accountId}:0` })
  await resumed.next()
  const email = String(await server.write(ada.account.id, 'Email'))
  const event = String(await server.write(personal, 'CalendarEvent'))
  miss()
  for (const eventReader of [events, resumed])
    expect((await eventReader.next())?.data).toEqual({
      '@type': 'StateChange',
      changed: { [ada.accountId]: { Email: email }, [ada.personalId]: { CalendarEvent: event } },
    })
})

test('the stream ends at the next beat when the token’s time is over', async () => {
  const events = await open()
  server.room.clock.advance(16 * 60_000)
  expect(await events.next()).toBeUndefined()
})

describe('the stream ends at once, long before the next beat', () => {
  beforeEach(async () => {
    await server[Symbol.asyncDispose]()
    server = await pushForTests({ pace: { beatMs: 3_600_000, minPingSeconds: 1 } })
  })

  test('when the app password is revoked', async () => {
    const { ada } = server
    const { id, authorization } = await appPassword(ada)
    const events = await open(all, { authorization })
    const sessionEvents = await open()
    await server.http.people.appPasswords.revoke(ada.id, id)
    expect(await events.next()).toBeUndefined()
    const state = String(await server.write(ada.account.id, 'Email'))
    expect((await sessionEvents.next())?.data).toEqual(getState(ada.account.id, { Email: state }))
  })

  test('when the user signs out everywhere', async () => {
    const events = await open()
    await server.http.people.sessions.closeAll(server.ada.id)
    expect(await events.next()).toBeUndefined()
  })

  test('when the app password’s time is over', async () => {
    const expiresAt = new Date(server.room.clock.now().getTime() + 300)
    const { authorization } = await appPassword(server.ada, { expiresAt })
    const events = await open(all, { authorization })
    expect(await events.next()).toBeUndefined()
  })
})

test('a user’s streams are bounded', async () => {
  const streams = await Promise.all(Array.from({ length: 256 }, () => open()))
  expect((await request()).status).toBe(429)
  await Promise.all(streams.map((stream) => stream.cancel()))
}, 60_000)

test('a server that closes ends its streams', async () => {
  const events = await open()
  await server.http.app.close()
  expect(await events.next()).toBeUndefined()
})
