import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import cookie from '@fastify/cookie'
import { type AccountId, type StateChange, type UserId, accountWireId, userWireId } from '@plmail/wire'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { type Cause, type Changes, createChanges } from '../../changes/index.ts'
import { fixedClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { type Listener, createListener } from '../../store/listen.ts'
import { answerProblems, createOpenStreams, hubPath } from '../guard/index.ts'
import { liveRoutes } from './index.ts'
import type { HubStreamGrant } from './routes.ts'
import { EventStream } from './stream.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }
const now = new Date('2026-11-21T10:00:00Z')

let db: TestDatabase
let listener: Listener
let changes: Changes
let app: FastifyInstance
let address: string
let clock = fixedClock(now)
let user: UserId
let account: AccountId
let cookies: Map<string, HubStreamGrant>
let readers: Reader[]
let sessionListeners: Set<{ of: UserId; listener: () => void }>

beforeEach(async () => {
  db = await testDatabase()
  listener = createListener({ connectionString: db.connectionString, log: silentLog })
  clock = fixedClock(now)
  changes = createChanges({ database: db.database, listen: listener.listen, clock })
  user = await newUser()
  account = await open(user)
  cookies = new Map([['good', grantFor(user)]])
  readers = []
  sessionListeners = new Set()
  await serve(25_000)
})
afterEach(async () => {
  for (const pending of readers) await pending.cancel()
  await app.close()
  await listener.close()
  await db[Symbol.asyncDispose]()
})

describe('the hub refuses', () => {
  test.each([
    ['no cookie', '', 'U1', 401],
    ['a cookie that is not valid', 'plmail_hub=bad', 'U1', 401],
    ["another user's topic", 'plmail_hub=good', 'U999', 403],
    ['a topic that is none', 'plmail_hub=good', '../U1', 403],
    ['every topic at once', 'plmail_hub=good', '*', 403],
  ])('%s', async (_what, sent, id, status) => {
    const answer = await app.inject({ url: `${hubPath}?topic=/users/${id}`, headers: { cookie: sent } })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  test('a request without one topic', async () => {
    for (const query of ['', '?topic=/users/U1&topic=/users/U2']) {
      const answer = await app.inject({ url: `${hubPath}${query}`, headers: { cookie: 'plmail_hub=good' } })
      expect(answer.statusCode).toBe(400)
    }
  })

  test('a cookie whose time is over', async () => {
    clock.advance(3_600_001)
    expect((await request()).status).toBe(401)
  })

  test('more streams than any browser needs', async () => {
    for (let n = 0; n < 32; n++) await (await stream()).next()
    expect((await request()).status).toBe(429)
    expect((await request('good', userWireId.encode(user))).headers.get('retry-after')).toBe('30')
  })
})

test('a stream is not cached or buffered and begins with where all accounts stand', async () => {
  const second = await open(user)
  await open(await newUser())
  // Heard elsewhere first, or the news of it could come before the states.
  const earlier = await begun()
  await changes.write(second, cause, async (change) => change.created('Email', [1]))
  await earlier.next()
  const answer = await request()
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(await reader(answer).next()).toEqual({
    id: String(now.getTime()),
    event: 'state',
    data: {
      '@type': 'StateChange',
      changed: {
        [accountWireId.encode(account)]: { Email: '0', Thread: '0', Mailbox: '0' },
        [accountWireId.encode(second)]: { Email: '1', Thread: '1', Mailbox: '1' },
      },
    },
  })
})

test('a write of any process is heard, with the types that changed', async () => {
  const events = await begun()
  const elsewhere = createChanges({ database: db.database, listen: listener.listen, clock })
  await elsewhere.write(account, cause, async (change) => {
    change.created('Email', [1])
    change.created('Thread', [1])
  })
  expect(await events.next()).toMatchObject({
    event: 'state',
    data: {
      '@type': 'StateChange',
      changed: { [accountWireId.encode(account)]: { Email: '1', Thread: '1' } },
    },
  })
})

const plainText = (words: string) => ({ problem: 'other/text', text: words }) as const

test('progress and notices are heard', async () => {
  const events = await begun()
  const job = { job: 'import', done: 3, total: 9, text: 'Importing' }
  await changes.announce(user, { kind: 'job', accountId: account, ...job })
  await changes.announce(user, {
    kind: 'notice',
    level: 'warning',
    problem: plainText('two\nlines'),
    reference: 'r1',
  })
  expect(await events.next()).toMatchObject({
    event: 'job',
    data: { ...job, accountId: accountWireId.encode(account) },
  })
  expect(await events.next()).toMatchObject({
    event: 'notice',
    data: { level: 'warning', text: 'two\nlines', problem: plainText('two\nlines'), reference: 'r1' },
  })
})

test('a notice is said in the language of who reads it, with its code and parameters', async () => {
  const events = await stream({ 'accept-language': 'de' })
  await events.next()
  const problem = { problem: 'accounts/connected-again', address: 'ada@example.org' } as const
  await changes.announce(user, { kind: 'notice', level: 'info', problem })
  expect(await events.next()).toMatchObject({
    event: 'notice',
    data: { level: 'info', text: 'ada@example.org ist wieder verbunden.', problem },
  })
})

test('what concerns another user is not heard', async () => {
  const events = await begun()
  const otherUserId = await newUser()
  const theirs = await open(otherUserId)
  await changes.write(theirs, cause, async (change) => change.created('Email', [1]))
  await changes.announce(otherUserId, { kind: 'notice', level: 'info', problem: plainText('theirs') })
  await changes.announce(user, { kind: 'notice', level: 'info', problem: plainText('mine') })
  expect(await events.next()).toMatchObject({ data: { text: 'mine' } })
})

describe('a browser that comes back', () => {
  test('is told the states, and ids go on where they were', async () => {
    const events = await begun()
    await changes.announce(user, { kind: 'notice', level: 'info', problem: plainText('a') })
    await changes.announce(user, { kind: 'notice', level: 'info', problem: plainText('b') })
    const ids = [(await events.next()).id, (await events.next()).id].map(Number)
    await events.cancel()
    await changes.write(account, cause, async (change) => change.created('Email', [1]))

    const resumed = await (await stream({ 'last-event-id': String(ids[1]) })).next()
    expect(resumed).toMatchObject({
      data: { changed: { [accountWireId.encode(account)]: { Email: '1' } } },
    })
    expect(ids[1]).toBeGreaterThan(ids[0]!)
    expect(Number(resumed.id)).toBeGreaterThan(ids[1]!)
  })

  test.each(['', 'x', '-1', '1e9', '999999999999999', '9'.repeat(400)])(
    'with the unusable last id %o is served all the same',
    async (id) => {
      const first = await (await stream({ 'last-event-id': id })).next()
      expect(Number(first.id)).toBe(now.getTime())
    },
  )
})

test('after notifications may have been lost, what changed meanwhile is told, whatever it was', async () => {
  const personal = await db.database.transaction((tx) => changes.open(tx, user, 'personal'))
  const events = await begun()
  await db.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen%'`,
  )
  await changes.write(account, cause, async (change) => {
    change.created('Email', [1])
    change.created('EmailSubmission', [1])
  })
  await changes.write(personal, cause, async (change) => change.created('CalendarEvent', [1]))
  const heard: Record<string, string[]> = {}
  while (Object.keys(heard).length < 2)
    for (const [id, types] of Object.entries(((await events.next()).data as StateChange).changed))
      heard[id] = Object.keys(types)
  expect(heard[accountWireId.encode(account)]).toEqual(expect.arrayContaining(['Email', 'EmailSubmission']))
  expect(heard[accountWireId.encode(personal)]).toEqual(['CalendarEvent'])
})

test('what the states at the start do not speak of is told, though they name its state', () => {
  const written: string[] = []
  const response = { writeHead: () => {}, write: (text: string) => written.push(text), writableLength: 0 }
  const events = new EventStream(response as unknown as ServerResponse, clock, 0)
  events.states([{ accountId: account, state: 6 }])
  written.splice(0)
  events.event({ kind: 'state', accountId: account, state: 5, types: ['Email', 'Mailbox'] }, 'en')
  expect(written).toEqual([])
  events.event({ kind: 'state', accountId: account, state: 6, types: ['CalendarEvent'] }, 'en')
  expect(written.join('')).toContain('"CalendarEvent":"6"')
})

test('a silent stream is kept alive by comments, and ends when the session behind it does', async () => {
  await app.close()
  await serve(20)
  const events = await begun()
  await events.comments(3)
  cookies.clear()
  expect(await events.isOver()).toBe(true)
})

test('a stream ends at once when sessions of its user end and its own is among them', async () => {
  const [leaving, staying] = [await begun(), await begun()]
  const tellEnded = () => [...sessionListeners].filter(({ of }) => of === user).forEach((e) => e.listener())
  tellEnded()
  await db.database.query(`select pg_notify('plmail_live', $1)`, [
    JSON.stringify({
      userId: user,
      event: { kind: 'notice', level: 'info', problem: plainText('still here') },
    }),
  ])
  for (const events of [leaving, staying]) expect((await events.next()).event).toBe('notice')
  cookies.clear()
  tellEnded()
  for (const events of [leaving, staying]) expect(await events.isOver()).toBe(true)
  expect(sessionListeners.size).toBe(0)
})

test('the end of the server ends its streams', async () => {
  const events = await begun()
  await app.close()
  expect(await events.isOver()).toBe(true)
})

test('a browser that does not read is cut off, and nobody else notices', async () => {
  const events = await begun()
  const lazy = await notReading()
  for (let burst = 0; burst < 150; burst++) {
    await db.database.query(
      `select pg_notify('plmail_live', json_build_object('userId', $1::int, 'event',
         json_build_object('kind', 'notice', 'level', 'info', 'problem',
           json_build_object('problem', 'other/text', 'text', n || repeat('x', 6000))))::text)
       from generate_series(1, 20) n`,
      [user],
    )
    for (let n = 1; n <= 20; n++) await events.next()
  }
  // Only reading shows that the other end is gone.
  const closed = new Promise<void>((resolve) => lazy.once('close', () => resolve()))
  lazy.resume()
  await closed
  expect(lazy.bytesRead).toBeLessThan(3000 * 6000)
})

interface Event {
  id: string
  event: string
  data: unknown
}

interface Reader {
  next(): Promise<Event>
  comments(count: number): Promise<void>
  /** Reads to the end; true when that came. */
  isOver(): Promise<boolean>
  cancel(): Promise<void>
}

/** Reads a stream as a browser does (HTML §9.2.6). */
function reader(answer: Response): Reader {
  const chunks = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const block = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await chunks.read()
      if (done) return undefined
      text += value
    }
    const end = text.indexOf('\n\n')
    const taken = text.slice(0, end)
    text = text.slice(end + 2)
    return taken
  }
  const made: Reader = {
    next: async (): Promise<Event> => {
      for (;;) {
        const lines = await block()
        if (lines === undefined) throw new Error('the stream ended')
        const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(lines) ?? []
        if (data !== undefined) return { id: id!, event: event!, data: JSON.parse(data) }
      }
    },
    comments: async (count: number): Promise<void> => {
      for (let seen = 0; seen < count;) if ((await block()) === ':') seen++
    },
    isOver: async () => {
      while ((await block()) !== undefined);
      return true
    },
    cancel: () => chunks.cancel().catch(() => {}),
  }
  readers.push(made)
  return made
}

function request(
  sent = 'good',
  id: string = userWireId.encode(user),
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${address}${hubPath}?topic=${encodeURIComponent(`/users/${id}`)}`
  return fetch(url, { headers: { cookie: `plmail_hub=${sent}`, ...headers } })
}

async function stream(headers: Record<string, string> = {}): Promise<Reader> {
  return reader(await request('good', userWireId.encode(user), headers))
}

/** A stream whose first event, the states, has been read. */
async function begun(): Promise<Reader> {
  const events = await stream()
  await events.next()
  return events
}

async function notReading(): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const path = `${hubPath}?topic=/users/${userWireId.encode(user)}`
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: plmail_hub=good\r\n\r\n`)
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

async function serve(pingEveryMs: number): Promise<void> {
  app = fastify()
  const streams = createOpenStreams()
  app.addHook('preClose', async () => streams.endAll())
  answerProblems(app, { log: silentLog, random: (size) => Buffer.alloc(size), renderPage: () => '' })
  await app.register(cookie)
  const onSessionsEnded = (of: UserId, end: () => void) => {
    const entry = { of, listener: end }
    sessionListeners.add(entry)
    return () => void sessionListeners.delete(entry)
  }
  const verifyHub = async (sent: string) => cookies.get(sent)
  await app.register(
    liveRoutes({ changes, verifyHub, onSessionsEnded, streams, clock, log: silentLog, pingEveryMs }),
  )
  address = await app.listen({ host: '127.0.0.1', port: 0 })
}

function grantFor(userId: UserId): HubStreamGrant {
  return { topics: [`/users/${userWireId.encode(userId)}`], expiresAt: new Date(now.getTime() + 3_600_000) }
}

async function newUser(): Promise<UserId> {
  const [row] = await db.database.query<{ id: UserId }>(
    `insert into app_user (email, name, password_hash, created_at)
     values (gen_random_uuid() || '@example.test', 'A', '', now()) returning id`,
  )
  return row!.id
}

function open(userId: UserId): Promise<AccountId> {
  return db.database.transaction((tx) => changes.open(tx, userId, 'mail'))
}
