import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rawAnswer } from '../../../../../server-testing/src/http/test-http.ts'
import {
  pushForTests,
  type PushForTests,
} from '../../../../../server-testing/src/jmap/routes/push/test-push.ts'

type Message = Record<string, unknown>

let server: PushForTests
let clients: Client[]

beforeEach(async () => {
  server = await pushForTests({ pace: { beatMs: 100 } })
  clients = []
})
afterEach(async () => {
  for (const { socket } of clients) socket.terminate()
  await server[Symbol.asyncDispose]()
})

interface Client {
  socket: WebSocket
  say(message: object | string): void
  /** The next message of the server. */
  next(): Promise<Message>
  closed: Promise<number>
}

const bearer = () => `Bearer ${server.ada.token}`

async function open(authorization = bearer(), options = {}): Promise<Client> {
  const address = `${server.address.replace('http', 'ws')}/jmap/ws`
  const socket = new WebSocket(address, 'jmap', { headers: { authorization }, ...options })
  const heard: Message[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as Message))
  const closed = once(socket, 'close').then(([code]) => code as number)
  const client: Client = {
    socket,
    closed,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: async () => {
      await expect.poll(() => heard.length).toBeGreaterThan(0)
      return heard.shift()!
    },
  }
  clients.push(client)
  await once(socket, 'open')
  return client
}

/** What a handshake that is refused answers. */
async function refusal(headers: Record<string, string>): Promise<{ status: number; type: string }> {
  const handshake = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'jmap',
  }
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${server.address}/jmap/ws`, { headers: { ...handshake, ...headers } })
    sent.on('response', (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode!, type: String(answer.headers['content-type']) })
    })
    sent.on('upgrade', (_answer, socket) => {
      socket.destroy()
      resolve({ status: 101, type: '' })
    })
    sent.on('error', reject)
    sent.end()
  })
}

const request = (id: string, ...methodCalls: unknown[]) => ({
  '@type': 'Request',
  id,
  methodCalls,
  using: ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail'],
})

const writeTo = (...types: Array<'Email' | 'Mailbox'>) => server.write(server.ada.account.id, ...types)

test('the session tells where, and that changes are pushed there', async () => {
  const answer = await fetch(`${server.address}/jmap/session`, { headers: { authorization: bearer() } })
  const { capabilities } = (await answer.json()) as { capabilities: Message }
  expect(capabilities['urn:ietf:params:jmap:websocket']).toEqual({
    url: 'wss://mail.example/jmap/ws',
    supportsPush: true,
  })
})

test('a request is answered under its id, as the API answers it', async () => {
  const client = await open()
  expect(client.socket.protocol).toBe('jmap')
  client.say(request('R1', ['Core/echo', { hello: true }, 'a'], ['No/such', {}, 'b']))
  expect(await client.next()).toEqual({
    '@type': 'Response',
    requestId: 'R1',
    sessionState: expect.any(String) as string,
    methodResponses: [
      ['Core/echo', { hello: true }, 'a'],
      ['error', { type: 'unknownMethod' }, 'b'],
    ],
  })
})

test('many requests at a time are all answered', async () => {
  const client = await open()
  const ids = Array.from({ length: 60 }, (_, at) => `R${at}`)
  for (const id of ids) client.say(request(id, ['Core/echo', { id }, 'a']))
  const answers = []
  for (const _ of ids) answers.push(await client.next())
  expect(answers.map(({ requestId }) => requestId).toSorted()).toEqual(ids.toSorted())
  for (const { requestId, methodResponses } of answers)
    expect(methodResponses).toEqual([['Core/echo', { id: requestId }, 'a']])
})

test.each([
  ['what is no JSON', '{', 'notJSON', null],
  ['what is no object', '[]', 'notRequest', null],
  ['a type there is not', '{"@type":"Response","id":"R"}', 'notRequest', 'R'],
  ['an id that is no text', '{"@type":"Request","id":1}', 'notRequest', null],
  ['a request without calls', '{"@type":"Request","id":"R","using":[]}', 'notRequest', 'R'],
  [
    'a capability there is not',
    '{"@type":"Request","id":"R","using":["x"],"methodCalls":[]}',
    'unknownCapability',
    'R',
  ],
  ['types that are no list', '{"@type":"WebSocketPushEnable","dataTypes":"Email"}', 'notRequest', null],
  [
    'what is nested too deep',
    `{"@type":"Request","id":"R","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    'notRequest',
    'R',
  ],
])(
  '%s is answered with the error of the request, and the talk goes on',
  async (_what, text, type, requestId) => {
    const client = await open()
    client.say(text)
    expect(await client.next()).toMatchObject({
      '@type': 'RequestError',
      requestId,
      status: 400,
      type: `urn:ietf:params:jmap:error:${type}`,
    })
    client.say(request('after', ['Core/echo', {}, 'a']))
    expect(await client.next()).toMatchObject({ requestId: 'after' })
  },
)

test('bytes are no message, and one that is too large ends the talk', async () => {
  const [binary, large] = [await open(), await open()]
  binary.socket.send(Buffer.from('{}'))
  expect(await binary.closed).toBe(1003)
  large.socket.on('error', () => {})
  large.say(`"${'x'.repeat(11 * 1024 * 1024)}"`)
  expect(await large.closed).toBe(1009)
})

describe('changes', () => {
  test('are told from when they are asked for, of the types asked for, until they are no more', async () => {
    const client = await open()
    await writeTo('Email')
    client.say({ '@type': 'WebSocketPushEnable', dataTypes: ['Mailbox'] })
    client.say(request('R1', ['Core/echo', {}, 'a']))
    expect(await client.next()).toMatchObject({ requestId: 'R1' })
    await writeTo('Email')
    const state = String(await writeTo('Email', 'Mailbox'))
    expect(await client.next()).toEqual({
      '@type': 'StateChange',
      changed: { [server.ada.accountId]: { Mailbox: state } },
      pushState: expect.stringMatching(new RegExp(`\\b${server.ada.accountId}:${state}\\b`)) as string,
    })
    client.say({ '@type': 'WebSocketPushDisable' })
    client.say(request('R2', ['Core/echo', {}, 'a']))
    expect(await client.next()).toMatchObject({ requestId: 'R2' })
    const otherClient = await open()
    otherClient.say({ '@type': 'WebSocketPushEnable', dataTypes: null })
    otherClient.say(request('R3', ['Core/echo', {}, 'a']))
    await otherClient.next()
    await writeTo('Mailbox')
    expect(await otherClient.next()).toMatchObject({ '@type': 'StateChange' })
    client.say(request('R4', ['Core/echo', {}, 'a']))
    expect(await client.next()).toMatchObject({ requestId: 'R4' })
  })

  test('made by the client itself right after asking are told', async () => {
    const { ada } = server
    const [id] = await ada.deliver([{ boxes: [ada.account.boxes.inbox] }])
    const client = await open()
    client.say({ '@type': 'WebSocketPushEnable' })
    const update = { [`M${id}`]: { 'keywords/$flagged': true } }
    client.say(request('R1', ['Email/set', { accountId: ada.accountId, update }, 'a']))
    const messages = [await client.next(), await client.next()]
    expect(messages.map((message) => message['@type']).toSorted()).toEqual(['Response', 'StateChange'])
  })

  test('of the time it was away are told to a client that comes back with its pushState', async () => {
    const before = await server.room.changes.state(server.ada.account.id)
    const state = String(await writeTo('Email'))
    const client = await open()
    client.say({ '@type': 'WebSocketPushEnable', pushState: `${server.ada.accountId}:${before}` })
    expect(await client.next()).toMatchObject({ changed: { [server.ada.accountId]: { Email: state } } })
  })
})

describe('a handshake is refused', () => {
  test.each([
    ['without credentials', {}, 401],
    ['with credentials that are no good', { authorization: 'Bearer no' }, 401],
    ['with a cookie alone', { cookie: 'plmail_session=x' }, 401],
    ['when it offers another protocol', { authorization: '', 'sec-websocket-protocol': 'chat' }, 400],
    ['when a page of another site makes it', { authorization: '', origin: 'https://evil.example' }, 403],
  ])('%s', async (_what, headers, status) => {
    const given =
      'authorization' in headers && headers.authorization === '' ? { authorization: bearer() } : {}
    expect(await refusal({ ...headers, ...given })).toEqual({ status, type: 'application/problem+json' })
  })

  test('when it is none', async () => {
    const answer = await fetch(`${server.address}/jmap/ws`, { headers: { authorization: bearer() } })
    expect(answer.status).toBe(400)
  })

  test('at any other address, which answers as it always does', async () => {
    const sent = httpRequest(`${server.address}/healthz`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' },
    })
    sent.end()
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }]
    answer.resume()
    expect(answer.statusCode).toBe(200)
  })
})

test('an offer to speak something else is passed over, and the request answered with its body', async () => {
  const body = JSON.stringify({
    using: ['urn:ietf:params:jmap:core'],
    methodCalls: [['Core/echo', { a: 1 }, 'c']],
  })
  const port = Number(new URL(server.address).port)
  const lines = [
    'POST /jmap/api HTTP/1.1',
    'Host: localhost',
    `Authorization: ${bearer()}`,
    'Connection: Upgrade, HTTP2-Settings, close',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  // Ends once the server has answered and nothing more is said.
  const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const answer = await rawAnswer(port, `${lines.join('\r\n')}\r\n\r\n${body}${last}`)
  expect(answer).toContain('HTTP/1.1 200 OK')
  expect(answer).toContain('["Core/echo",{"a":1},"c"]')
})

describe('the server ends the talk', () => {
  test('when the app password is revoked', async () => {
    const made = await server.http.people.appPasswords.create(server.ada.id, {
      name: 'Phone',
      expiresAt: null,
      scope: null,
      accountId: null,
    })
    if (!made.ok) throw new Error('no app password')
    const client = await open(`Bearer ${made.secret}`)
    await server.http.people.appPasswords.revoke(server.ada.id, made.appPassword.id)
    client.say(request('late', ['Core/echo', {}, 'a']))
    expect(await client.closed).toBe(1008)
  })

  test('when the user signs out everywhere, though the client says nothing', async () => {
    const client = await open()
    await server.http.people.sessions.closeAll(server.ada.id)
    expect(await client.closed).toBe(1008)
  })

  test('at once, long before the next beat, when the app password is revoked and when its time is over', async () => {
    await server[Symbol.asyncDispose]()
    server = await pushForTests({ pace: { beatMs: 3_600_000 } })
    const soon = new Date(server.room.clock.now().getTime() + 300)
    const creations = [null, soon].map((expiresAt) =>
      server.http.people.appPasswords.create(server.ada.id, {
        name: 'Phone',
        expiresAt,
        scope: null,
        accountId: null,
      }),
    )
    const [lasting, ending] = await Promise.all(creations)
    if (!lasting?.ok || !ending?.ok) throw new Error('no app password')
    const late = await open(`Bearer ${ending.secret}`)
    const revoked = await open(`Bearer ${lasting.secret}`)
    await server.http.people.appPasswords.revoke(server.ada.id, lasting.appPassword.id)
    expect(await Promise.all([revoked.closed, late.closed])).toEqual([1008, 1008])
  })

  test('when the client is no longer there', async () => {
    const client = await open(bearer(), { autoPong: false })
    expect(await client.closed).toBe(1006)
  })

  test('when it stops', async () => {
    const client = await open()
    await server.http.app.close()
    expect(await client.closed).toBe(1001)
  })
})
