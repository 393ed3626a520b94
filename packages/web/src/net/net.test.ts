import { describe, expect, test, vi } from 'vitest'
import { createBatch, createHttp, createJmap, createTokens, resultOf } from './index.ts'
import { scriptedServer, type Received, type Scripted } from './scripted-server.fixture.ts'

const start = Date.parse('2026-11-21T10:00:00Z')

function client(script: (request: Received, count: number) => Scripted, clock = { now: start }) {
  let count = 0
  const server = scriptedServer((request) => script(request, count++))
  const onSignedOut = vi.fn()
  const http = createHttp(server.fetch, onSignedOut)
  const tokens = createTokens(http, () => clock.now)
  return { ...server, http, tokens, jmap: createJmap(server.fetch, tokens), onSignedOut, clock }
}

function tokenAnswer(token: string, now: number): Scripted {
  return { status: 200, body: { token, expiresAt: new Date(now + 15 * 60_000).toISOString() } }
}

describe('plain calls', () => {
  test('a problem with field errors comes back as a value', async () => {
    const { http } = client(() => ({
      status: 422,
      body: {
        title: 'Not saved',
        status: 422,
        errors: [{ pointer: '/password', detail: 'Wrong password.' }],
      },
    }))
    const answer = await http.call('POST', '/api/accounts', {})
    expect(answer).toMatchObject({ ok: false, problem: { errors: [{ pointer: '/password' }] } })
  })

  test('a problem is said from its code, and one of a newer server as that put it', async () => {
    const portRefused = {
      problem: 'mail-server/port-refused',
      parameters: { protocol: 'imap', host: 'imap.example.org', port: 12 },
    }
    const errors = [
      { pointer: '/port', detail: 'Port zu.', ...portRefused },
      { pointer: '/host', detail: 'Gibt es bald.', problem: 'mail-server/of-tomorrow', parameters: {} },
    ]
    const { http } = client(() => ({ status: 422, body: { detail: 'Port zu.', ...portRefused, errors } }))
    const answer = await http.call('POST', '/api/accounts', {})
    const inOwnWords = expect.stringContaining('imap.example.org accepts no connection on port 12')
    expect(answer).toMatchObject({
      problem: {
        detail: inOwnWords,
        errors: [{ detail: inOwnWords }, { detail: 'Gibt es bald.' }],
      },
    })
  })

  test('a lost connection is a problem with status 0', async () => {
    const { http, onSignedOut } = client(() => 'lost')
    expect(await http.call('GET', '/api/session')).toMatchObject({ ok: false, problem: { status: 0 } })
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('an answer that is not plMail’s is a server that cannot be reached', async () => {
    const page = new Response('<html>Welcome to our hotel</html>', {
      headers: { 'content-type': 'text/html' },
    })
    const http = createHttp(async () => page, vi.fn())
    expect(await http.call('POST', '/api/session/hub')).toMatchObject({ ok: false, problem: { status: 0 } })
  })

  test('an ended session is reported', async () => {
    const { http, onSignedOut } = client(() => ({ status: 401, body: {} }))
    await http.call('GET', '/api/session')
    expect(onSignedOut).toHaveBeenCalledOnce()
  })

  test('an empty answer is no JSON and no failure', async () => {
    const { http } = client(() => ({ status: 204 }))
    expect(await http.call('DELETE', '/api/accounts/A1')).toEqual({ ok: true, value: undefined })
  })
})

describe('tokens', () => {
  test('one token serves until a minute before its end', async () => {
    const world = client((_, count) => tokenAnswer(`t${String(count)}`, world.clock.now))
    expect(await world.tokens.current()).toBe('t0')
    world.clock.now += 13 * 60_000
    expect(await world.tokens.current()).toBe('t0')
    world.clock.now += 61_000
    expect(await world.tokens.current()).toBe('t1')
  })

  test('callers at the same moment share one request', async () => {
    const world = client(() => tokenAnswer('t', start))
    await Promise.all([world.tokens.current(), world.tokens.current(), world.tokens.current()])
    expect(world.received).toHaveLength(1)
  })

  test('forgetting a token that was renewed meanwhile keeps the new one', async () => {
    const world = client((_, count) => tokenAnswer(`t${String(count)}`, start))
    await world.tokens.current()
    world.tokens.forget('older')
    await world.tokens.current()
    expect(world.received).toHaveLength(1)
  })
})

describe('JMAP', () => {
  const emptyAnswer = { status: 200, body: { methodResponses: [], sessionState: '0' } }

  test('a request that is refused whole is refused for each of its calls, unless only versions differ', async () => {
    const answerTo = async (status: number, type: string) => {
      const { jmap } = client((request) =>
        request.path === '/api/session/token' ? tokenAnswer('t', start) : { status, body: { type } },
      )
      const batch = createBatch()
      const call = batch.add('Email/set', { accountId: 'A1' })
      return (await jmap.send(batch))?.of(call)
    }
    const refused = { ok: false, error: { type: 'requestRefused' } }
    expect(await answerTo(400, 'urn:ietf:params:jmap:error:notRequest')).toEqual(refused)
    expect(await answerTo(413, 'urn:ietf:params:jmap:error:limit')).toEqual(refused)
    expect(await answerTo(400, 'urn:ietf:params:jmap:error:unknownCapability')).toBeUndefined()
    expect(await answerTo(503, 'about:blank')).toBeUndefined()
  })

  test('what was not done is said from its code, and what has none as the server put it', async () => {
    const notCreated = {
      refused: {
        type: 'overQuota',
        description: 'Zu viele.',
        problem: 'receipts/too-many',
        parameters: { most: 1_200 },
      },
      refusedByProtocol: { type: 'invalidProperties', description: 'Not a Mailbox.' },
    }
    const { jmap } = client((request) =>
      request.path === '/api/session/token'
        ? tokenAnswer('t', start)
        : { status: 200, body: { methodResponses: [['Email/set', { notCreated }, '0']], sessionState: '0' } },
    )
    const batch = createBatch()
    const call = batch.add('Email/set', { accountId: 'A1' })
    expect((await jmap.send(batch))?.of(call)).toMatchObject({
      value: {
        notCreated: {
          refused: { description: expect.stringContaining('1,200') },
          refusedByProtocol: { description: 'Not a Mailbox.' },
        },
      },
    })
  })

  test('a refused token is renewed once and the request repeated', async () => {
    let refused = false
    const world = client((request, count) => {
      if (request.path === '/api/session/token') return tokenAnswer(`t${String(count)}`, start)
      if (!refused) {
        refused = true
        return { status: 401, body: {} }
      }
      return emptyAnswer
    })
    expect(await world.jmap.send(createBatch())).toBeDefined()
    expect(world.received.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/api/session/token', null],
      ['/jmap/api', 'Bearer t0'],
      ['/api/session/token', null],
      ['/jmap/api', 'Bearer t2'],
    ])
  })

  test('a token refused twice is not tried for ever', async () => {
    const world = client((request) =>
      request.path === '/api/session/token' ? tokenAnswer('t', start) : { status: 401, body: {} },
    )
    expect(await world.jmap.send(createBatch())).toBeUndefined()
    expect(world.received.filter(({ path }) => path === '/jmap/api')).toHaveLength(2)
  })

  test('answers are found by call, with method errors as values', async () => {
    const world = client((request) =>
      request.path === '/api/session/token'
        ? tokenAnswer('t', start)
        : {
            status: 200,
            body: {
              sessionState: '0',
              methodResponses: [
                ['Thread/get', { accountId: 'A1', state: '1', list: [], notFound: [] }, '0'],
                ['error', { type: 'cannotCalculateChanges' }, '1'],
              ],
            },
          },
    )
    const batch = createBatch()
    const threads = batch.add('Thread/get', { accountId: 'A1', ids: [] })
    const changes = batch.add('Email/changes', { accountId: 'A1', sinceState: '1' })
    const unanswered = batch.add('Mailbox/get', { accountId: 'A1', '#ids': resultOf(changes, '/updated') })
    const answers = await world.jmap.send(batch)
    expect(answers?.of(threads)).toMatchObject({ ok: true, value: { state: '1' } })
    expect(answers?.of(changes)).toEqual({ ok: false, error: { type: 'cannotCalculateChanges' } })
    expect(answers?.of(unanswered)).toEqual({ ok: false, error: { type: 'serverPartialFail' } })
    expect(world.received[1]?.body).toMatchObject({
      methodCalls: [
        ['Thread/get', { ids: [] }, '0'],
        ['Email/changes', {}, '1'],
        ['Mailbox/get', { '#ids': { resultOf: '1', name: 'Email/changes', path: '/updated' } }, '2'],
      ],
    })
  })

  test('a lost connection is no answer', async () => {
    const world = client((request) =>
      request.path === '/api/session/token' ? tokenAnswer('t', start) : 'lost',
    )
    expect(await world.jmap.send(createBatch())).toBeUndefined()
  })
})
