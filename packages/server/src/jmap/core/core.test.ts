import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import { cookieHeader, form } from '../../../../server-testing/src/http/test-http.ts'
import { all, type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

type Json = Record<string, unknown>
const args = (more: Json = {}) => ({ accountId: rig.ada.accountId, ...more })

describe('Core/echo (RFC 8620 §4)', () => {
  test('gives back whatever it was given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[^#]{0,9}$/), fc.jsonValue()), async (random) => {
        // JSON knows no -0
        const sent = JSON.parse(JSON.stringify(random)) as Json
        const [answer] = await rig.ada.call(['Core/echo', sent])
        expect(answer).toEqual(['Core/echo', sent, 'c0'])
      }),
      { numRuns: 50 },
    )
  })
})

test('what belongs to the core needs its capability, whatever else is used (RFC 8620 §3.3)', async () => {
  const methodCalls = ['Core/echo', 'Blob/copy', 'PushSubscription/get'].map((name) => [name, {}, name])
  const { json } = await rig.ada.post(JSON.stringify({ using: all.slice(1), methodCalls }))
  expect(json['methodResponses']).toEqual(
    methodCalls.map(([, , id]) => ['error', { type: 'unknownMethod' }, id]),
  )
})

describe('references (RFC 8620 §3.7)', () => {
  const echoed = {
    list: [{ deep: [{ ids: ['a', 'b'] }, { ids: [] }] }, { deep: [{ ids: ['c'] }] }],
    'a/b': { 'm~n': 1, '~1': 2 },
    '': 3,
    nothing: null,
    text: 'x',
  }
  const at = (path: string, more: Json = {}) => ({ resultOf: 'c0', name: 'Core/echo', path, ...more })
  const follow = async (reference: unknown): Promise<Json> => {
    const [, answer] = await rig.ada.call(['Core/echo', echoed], ['Core/echo', { '#found': reference }])
    return answer![1]
  }

  test.each([
    ['/list/*/deep/*/ids', ['a', 'b', 'c']],
    ['/list/*/deep/0/ids', ['a', 'b', 'c']],
    ['/list/0/deep/*/ids/0', undefined],
    ['/list/1/deep/0/ids/0', 'c'],
    ['/a~1b/m~0n', 1],
    ['/a~1b/~01', 2],
    ['/', 3],
    ['/nothing', null],
    ['', echoed],
    ['/list/2', undefined],
    ['/list/01', undefined],
    ['/list/-', undefined],
    ['/list/-1', undefined],
    ['/text/0', undefined],
    ['/text/*', undefined],
    ['/nothing/x', undefined],
    ['/list/length', undefined],
    ['/__proto__', undefined],
    ['/constructor', undefined],
    ['list', undefined],
  ])('%s leads to %j', async (path, found) => {
    const answer = await follow(at(path))
    expect(answer).toMatchObject(found === undefined ? { type: 'invalidResultReference' } : { found })
  })

  test.each([
    at('/text', { resultOf: 'c9' }),
    at('/text', { name: 'Core/other' }),
    at('/text', { resultOf: 'c1' }),
    { resultOf: 'c0', name: 'Core/echo' },
    at('/text', { path: 7 }),
    null,
    'c0',
  ])('%j refers to nothing', async (reference) => {
    expect(await follow(reference)).toMatchObject({ type: 'invalidResultReference' })
  })

  test('may not lead to the answer of a call that failed', async () => {
    const reference = { resultOf: 'c0', name: 'Mailbox/get', path: '/type' }
    const [, answer] = await rig.ada.call(
      ['Mailbox/get', args({ ids: 7 })],
      ['Core/echo', { '#x': reference }],
    )
    expect(answer![1]).toMatchObject({ type: 'invalidResultReference' })
  })

  test('carry a state from one call into another', async () => {
    const state = { resultOf: 'c0', name: 'Mailbox/get', path: '/state' }
    const [, changes] = await rig.ada.call(
      ['Mailbox/get', args({ ids: [] })],
      ['Mailbox/changes', args({ '#sinceState': state })],
    )
    expect(changes![1]).toMatchObject({ created: [], updated: [], destroyed: [] })
  })
})

describe('creation ids (RFC 8620 §3.3, §5.3)', () => {
  const request = async (methodCalls: unknown[], createdIds?: unknown) =>
    (await rig.ada.post(JSON.stringify({ using: all, methodCalls, createdIds }))).json

  test('that come with the request are known in it, and those made are added', async () => {
    const work = `L${rig.ada.account.boxes.work}`
    const answer = await request(
      [['Mailbox/set', args({ create: { inner: { name: 'inner', parentId: '#outer' } } }), 'a']],
      { outer: work },
    )
    const [call] = answer['methodResponses'] as Array<[string, Json]>
    const { inner } = call![1]['created'] as Record<string, Json>
    expect(answer['createdIds']).toEqual({ outer: work, inner: inner!['id'] })
  })

  test('are not answered unless some were sent', async () => {
    const create = { create: { other: { name: 'other' } } }
    expect(await request([['Mailbox/set', args(create), 'a']])).not.toHaveProperty('createdIds')
    expect(await request([], {})).toMatchObject({ createdIds: {} })
  })

  test('of a failed creation name nothing', async () => {
    const answer = await request([
      ['Mailbox/set', args({ create: { bad: { name: '' } } }), 'a'],
      ['Mailbox/set', args({ create: { child: { name: 'child', parentId: '#bad' } } }), 'b'],
    ])
    const [, second] = answer['methodResponses'] as Array<[string, Json]>
    expect(second![1]['notCreated']).toMatchObject({ child: { properties: ['parentId'] } })
  })

  test.each([[7], [['x']], [{ a: 1 }], ['x']])('%j is no map of ids', async (createdIds) => {
    expect(await request([], createdIds)).toMatchObject({
      type: 'urn:ietf:params:jmap:error:notRequest',
    })
  })
})

describe('limits (RFC 8620 §2)', () => {
  const many = (count: number, letter: string) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

  test.each([
    ['Mailbox/get', 'L'],
    ['Thread/get', 'T'],
    ['Email/get', 'M'],
  ])('%s takes as many ids as announced, and not one more', async (name, letter) => {
    const properties = ['id']
    const [max, tooMany] = await rig.ada.call(
      [name, args({ ids: many(1000, letter), properties })],
      [name, args({ ids: many(1001, letter), properties })],
    )
    expect(max![0]).toBe(name)
    expect(tooMany![1]).toMatchObject({ type: 'requestTooLarge' })
  })

  test.each([
    ['Mailbox/set', 'L'],
    ['Email/set', 'M'],
  ])('%s takes as many objects as announced, and not one more', async (name, letter) => {
    const destroy = many(1001, letter).map((id) => `${id}999999`)
    const update = { [`${letter}888888`]: {} }
    const [max, tooMany, together] = await rig.ada.call(
      [name, args({ destroy: destroy.slice(1) })],
      [name, args({ destroy })],
      [name, args({ destroy: destroy.slice(1), update })],
    )
    expect(Object.keys(max![1]['notDestroyed'] as Json)).toHaveLength(1000)
    for (const answer of [tooMany, together]) expect(answer![1]).toMatchObject({ type: 'requestTooLarge' })
  })

  test('a request has as many calls as announced, and every answer its own call’s id, in order', async () => {
    const calls = Array.from({ length: 64 }, (_, index): [string, Json] => ['Core/echo', { index }])
    const answers = await rig.ada.call(...calls)
    expect(answers.map(([, { index }, id]) => [index, id])).toEqual(calls.map((_, at) => [at, `c${at}`]))
  })
})

describe('the session (RFC 8620 §2)', () => {
  const get = async (url: string, headers: Record<string, string> = {}) =>
    rig.http.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${rig.ada.token}`, ...headers },
    })

  test('has every member, with absolute addresses and the variables of their templates', async () => {
    const answer = await get('/jmap/session')
    const session = answer.json<Record<string, string> & { accounts: Json; capabilities: Json }>()
    for (const name of ['apiUrl', 'downloadUrl', 'uploadUrl', 'eventSourceUrl'])
      expect(session[name]).toMatch(/^https:\/\/mail\.example\/jmap\//)
    const variables = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(variables(session['downloadUrl'])).toEqual(['accountId', 'blobId', 'name', 'type'])
    expect(variables(session['uploadUrl'])).toEqual(['accountId'])
    expect(variables(session['eventSourceUrl'])).toEqual(['types', 'closeafter', 'ping'])
    expect(session).toMatchObject({
      username: expect.stringMatching(/./),
      state: expect.stringMatching(/./),
      primaryAccounts: { 'urn:ietf:params:jmap:mail': rig.ada.accountId },
    })
    expect(answer.headers['cache-control']).toBe('no-cache, no-store, must-revalidate')
  })

  test('announces limits that are numbers, and what can be sorted and compared by', async () => {
    const { capabilities, accounts } = (await get('/jmap/session')).json<{
      capabilities: Record<string, Json>
      accounts: Record<string, { accountCapabilities: Record<string, Json> } & Json>
    }>()
    const { collationAlgorithms, ...numbers } = capabilities['urn:ietf:params:jmap:core']!
    expect(collationAlgorithms).toEqual(['i;unicode-casemap', 'i;ascii-casemap'])
    expect(numbers).toEqual({
      maxSizeUpload: 50 * 1024 * 1024,
      maxConcurrentUpload: 8,
      maxSizeRequest: 10 * 1024 * 1024,
      maxConcurrentRequests: 8,
      maxCallsInRequest: 64,
      maxObjectsInGet: 1000,
      maxObjectsInSet: 1000,
    })
    const account = accounts[rig.ada.accountId]
    expect(account).toMatchObject({ name: expect.any(String), isPersonal: true, isReadOnly: false })
    const mail = account!.accountCapabilities['urn:ietf:params:jmap:mail']!
    expect(mail).toEqual({
      maxMailboxesPerEmail: null,
      maxMailboxDepth: null,
      maxSizeMailboxName: 200,
      maxSizeAttachmentsPerEmail: expect.any(Number),
      mayCreateTopLevelMailbox: true,
      emailQuerySortOptions: expect.arrayContaining(['receivedAt', 'from', 'to', 'subject', 'size']),
    })
    for (const property of mail['emailQuerySortOptions'] as string[]) {
      const [answer] = await rig.ada.call([
        'Email/query',
        args({ sort: [{ property, keyword: '$seen', collation: 'i;unicode-casemap' }] }),
      ])
      expect(answer![0]).toBe('Email/query')
    }
  })

  test('is answered at the API address too, and its state by every answer, until it changes', async () => {
    const { state } = (await get('/jmap/session')).json<{ state: string }>()
    expect((await get('/jmap/api')).json()).toMatchObject({ state })
    const request = JSON.stringify({ using: all, methodCalls: [] })
    expect((await rig.ada.post(request)).json['sessionState']).toBe(state)
    await rig.room.db.database.transaction((tx) => rig.room.changes.open(tx, rig.ada.id, 'mail'))
    const later = (await rig.ada.post(request)).json['sessionState']
    expect(later).not.toBe(state)
    expect((await get('/jmap/session')).json()).toMatchObject({ state: later })
  })

  test('is found from the well-known address', async () => {
    const answer = await get('/.well-known/jmap')
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/jmap/session'])
  })
})

describe('pages of other origins (Fetch §3.2)', () => {
  const origin = 'https://client.example'

  test.each(['/.well-known/jmap', '/jmap/session', '/jmap/api', '/jmap/upload/A1', '/jmap/download/A1/B1/x'])(
    'may send their credentials to %s after a preflight, which needs none',
    async (url) => {
      const answer = await rig.http.app.inject({
        method: 'OPTIONS',
        url,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      })
      expect(answer.statusCode).toBe(204)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringContaining('POST'),
        'access-control-allow-headers': expect.stringMatching(/Authorization.*Content-Type/),
      })
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  test('read every answer, refusals too, and get nothing by a cookie', async () => {
    const ask = (headers: Record<string, string>) =>
      rig.http.app.inject({ method: 'GET', url: '/jmap/session', headers: { origin, ...headers } })
    const good = await ask({ authorization: `Bearer ${rig.ada.token}` })
    expect([good.statusCode, good.headers['access-control-allow-origin']]).toEqual([200, '*'])
    const { email, password } = ada
    const signedIn = await rig.http.app.inject({
      method: 'POST',
      url: '/login',
      ...form({ email, password }),
    })
    const bad = await ask({ cookie: cookieHeader(signedIn) })
    expect([bad.statusCode, bad.headers['access-control-allow-origin']]).toEqual([401, '*'])
  })

  test('get no such leave anywhere else', async () => {
    const answer = await rig.http.app.inject({ method: 'GET', url: '/api/session', headers: { origin } })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
