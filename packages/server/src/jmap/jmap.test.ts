import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { all, type JmapForTests, jmapForTests } from '../../../server-testing/src/jmap/test-jmap.ts'
import { getEmails } from '../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

let rig: JmapForTests
const { args, deliver } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const request = (methodCalls: unknown, using: unknown = all) => JSON.stringify({ using, methodCalls })

test('why something was not done is said in the language that is asked for (RFC 8620 §3.8)', async () => {
  const [first] = await deliver({ subject: 'nowhere' })
  const update = { [first!]: { mailboxIds: {} } }
  const said = async (language: string) => {
    const answer = await rig.http.app.inject({
      method: 'POST',
      url: '/jmap/api',
      payload: request([['Email/set', args({ update }), 'a']]),
      headers: {
        authorization: `Bearer ${rig.ada.token}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
    })
    const [[, { notUpdated }]] = answer.json<{ methodResponses: [[string, { notUpdated: object }]] }>()
      .methodResponses
    return Object.values(notUpdated)[0] as { description: string }
  }
  const coded = { type: 'invalidProperties', problem: 'mail/needs-a-mailbox', parameters: {} }
  expect(await said('en')).toMatchObject({
    ...coded,
    description: 'A message has to be in at least one folder.',
  })
  expect(await said('de-CH, en')).toMatchObject({
    ...coded,
    description: 'Eine Nachricht muss in mindestens einem Ordner liegen.',
  })
})

describe('the request (RFC 8620 §3.6.1)', () => {
  test.each([
    ['{', 'notJSON'],
    ['[1,2]', 'notRequest'],
    ['"text"', 'notRequest'],
    [JSON.stringify({ using: all }), 'notRequest'],
    [request([['Core/echo', {}]]), 'notRequest'],
    [request([['Core/echo', [], 'a']]), 'notRequest'],
    [request([], 'urn:ietf:params:jmap:core'), 'notRequest'],
    [request([], ['urn:example:unknown']), 'unknownCapability'],
  ])('%s is %s with status 400', async (body, type) => {
    const { status, json } = await rig.ada.post(body)
    expect({ status, type: json['type'] }).toEqual({
      status: 400,
      type: `urn:ietf:params:jmap:error:${type}`,
    })
  })

  test('bytes that are no UTF-8 are not JSON', async () => {
    const answer = await rig.http.app.inject({
      method: 'POST',
      url: '/jmap/api',
      payload: Buffer.from([0x7b, 0xff, 0x7d]),
      headers: { authorization: `Bearer ${rig.ada.token}`, 'content-type': 'application/json' },
    })
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/)
    expect(answer.json()).toMatchObject({ type: 'urn:ietf:params:jmap:error:notJSON' })
  })

  test('another content type is refused', async () => {
    expect((await rig.ada.post(request([]), 'text/plain')).status).toBe(400)
  })

  test('more calls than announced are refused and the limit is named', async () => {
    const { json } = await rig.ada.post(
      request(Array.from({ length: 65 }, (_, i) => ['Core/echo', {}, `${i}`])),
    )
    expect(json).toMatchObject({ type: 'urn:ietf:params:jmap:error:limit', limit: 'maxCallsInRequest' })
  })

  test('more bytes than announced are refused over a real connection, and the limit is named', async () => {
    const address = await rig.http.app.listen({ port: 0, host: '127.0.0.1' })
    const send = (token: string, bytes: number) =>
      fetch(`${address}/jmap/api`, {
        method: 'POST',
        body: ' '.repeat(bytes),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    const refused = await send(rig.ada.token, 10 * 1024 * 1024 + 1)
    expect([refused.status, await refused.json()]).toEqual([
      413,
      {
        type: 'urn:ietf:params:jmap:error:limit',
        status: 413,
        limit: 'maxSizeRequest',
        title: expect.any(String),
        detail: expect.any(String),
        problem: expect.any(String),
        parameters: { most: 10 * 1024 * 1024 },
        reference: expect.any(String),
      },
    ])
    expect((await send(rig.ada.token, 10 * 1024 * 1024)).status).toBe(400)
    expect((await send('nobody', 1024)).status).toBe(401)
  })

  test('a mailbox name may have as many octets as the session announces, and not one more', async () => {
    const headers = { authorization: `Bearer ${rig.ada.token}` }
    const session = (await rig.http.app.inject({ url: '/jmap/session', headers })).json()
    const mail = session.accounts[rig.ada.accountId].accountCapabilities['urn:ietf:params:jmap:mail']
    const max = mail.maxSizeMailboxName as number
    const create = { fits: { name: 'f'.repeat(max) }, long: { name: 'l'.repeat(max + 1) } }
    const answers = await rig.ada.call(['Mailbox/set', args({ create })])
    expect(answers[0]![1]).toMatchObject({
      created: { fits: {} },
      notCreated: { long: { properties: ['name'] } },
    })
  })

  test('references that repeat each other over and over are refused before they fill the memory', async () => {
    const twice = (from: string) => {
      const reference = { resultOf: from, name: 'Core/echo', path: '' }
      return { '#one': reference, '#other': reference }
    }
    const calls = Array.from({ length: 64 }, (_, i) => [
      'Core/echo',
      i ? twice(`${i - 1}`) : { a: 'x' },
      `${i}`,
    ])
    const { status, json } = await rig.ada.post(request(calls))
    expect(status).toBe(200)
    expect(JSON.stringify(json).length).toBeLessThan(40 * 1024 * 1024)
    expect(json['methodResponses']).toContainEqual([
      'error',
      expect.objectContaining({ type: 'requestTooLarge' }),
      expect.any(String),
    ])
  })

  test('a body nested without end is refused', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const { status, json } = await rig.ada.post(
      `{"using":["urn:ietf:params:jmap:core"],"methodCalls":[["Core/echo",{"a":${deep}},"a"]]}`,
    )
    expect([status, json['type']]).toEqual([400, 'urn:ietf:params:jmap:error:limit'])
  })

  test('a byte order mark before the request is no fault', async () => {
    const { status, json } = await rig.ada.post(`\ufeff${request([['Core/echo', {}, 'a']])}`)
    expect([status, json['methodResponses']]).toEqual([200, [['Core/echo', {}, 'a']]])
  })

  test('without a token it answers 401 and says how to sign in', async () => {
    const answer = await rig.http.app.inject({ method: 'POST', url: '/jmap/api', payload: request([]) })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Basic realm="plMail", charset="UTF-8"')
  })

  test('an empty `using` knows no method', async () => {
    const { json } = await rig.ada.post(request([['Core/echo', {}, 'a']], []))
    expect(json['methodResponses']).toEqual([['error', { type: 'unknownMethod' }, 'a']])
  })

  test('no random body is answered with anything but JMAP', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        const { status } = await rig.ada.post(body)
        expect([200, 400]).toContain(status)
      }),
      { numRuns: 100 },
    )
  })

  test('no random arguments make a method fail on our side', async () => {
    const names = [
      'Mailbox/get',
      'Mailbox/set',
      'Thread/get',
      'Email/get',
      'Email/query',
      'Email/set',
      'Email/changes',
    ]
    const more = ['List/query', 'Journal/undo', 'RenderedBody/get']
    const keys = [
      'ids',
      'properties',
      'update',
      'destroy',
      'create',
      'filter',
      'sinceState',
      'position',
      'limit',
    ]
    const arbitrary = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names, ...more), arbitrary, async (name, random) => {
        const [answer] = await rig.ada.call([name, args(random)])
        expect(answer![1]['type']).not.toBe('serverFail')
      }),
      { numRuns: 300 },
    )
  })
})

describe('calls', () => {
  test('one that fails does not stop the others', async () => {
    const answers = await rig.ada.call(['Nothing/here', {}], ['Core/echo', { a: [1, null, {}] }])
    expect(answers).toEqual([
      ['error', { type: 'unknownMethod' }, 'c0'],
      ['Core/echo', { a: [1, null, {}] }, 'c1'],
    ])
  })

  test('an account must be named and be one’s own', async () => {
    const answers = await rig.ada.call(
      ['Mailbox/get', {}],
      ['Mailbox/get', { accountId: rig.bob.accountId }],
      ['Mailbox/get', { accountId: 'A999999' }],
    )
    expect(answers.map((answer) => answer[1]['type'])).toEqual([
      'invalidArguments',
      'accountNotFound',
      'accountNotFound',
    ])
  })

  test('unknown arguments and wrong types are refused', async () => {
    const answers = await rig.ada.call(
      ['Email/get', args({ ids: [], nonsense: 1 })],
      ['Email/get', args({ ids: 'M1' })],
      ['Email/get', args({ ids: [], properties: ['nonsense'] })],
      ['Email/get', args({ ids: [], bodyProperties: ['nonsense'] })],
    )
    expect(answers.map((answer) => answer[1]['type'])).toEqual(
      Array.from({ length: 4 }, () => 'invalidArguments'),
    )
  })

  test('references follow JSON pointers with * and escapes', async () => {
    const echoed = { list: [{ ids: ['a', 'b'] }, { ids: ['c'] }], 'x/y~z': 7 }
    const at = (path: string) => ({ resultOf: 'c0', name: 'Core/echo', path })
    const answers = await rig.ada.call(
      ['Core/echo', echoed],
      ['Core/echo', { '#all': at('/list/*/ids'), '#one': at('/list/1/ids/0'), '#odd': at('/x~1y~0z') }],
      ['Core/echo', { '#a': at('/nowhere') }],
      ['Core/echo', { a: 1, '#a': at('/list') }],
      ['Core/echo', { '#a': { resultOf: 'c9', name: 'Core/echo', path: '/list' } }],
    )
    expect(answers[1]![1]).toEqual({ all: ['a', 'b', 'c'], one: 'c', odd: 7 })
    const types = answers.slice(2).map((answer) => answer[1]['type'])
    expect(types).toEqual(['invalidResultReference', 'invalidArguments', 'invalidResultReference'])
  })

  test('__proto__ is a name like any other', async () => {
    const [answer] = await rig.ada.call([
      'Email/set',
      args({ update: JSON.parse('{"__proto__":{"a":1}}') as object }),
    ])
    expect(answer?.[0]).toBe('Email/set')
  })
})

test('a vacation response comes back over HTTP to the byte, and is one of its kind (RFC 8621 §8)', async () => {
  const wanted = { isEnabled: true, fromDate: '2026-03-01T00:00:00Z', toDate: '2026-03-09T00:00:00Z' }
  const update = { singleton: { ...wanted, htmlBody: '<p>Away</p>' } }
  const [set, got] = await rig.ada.call(
    ['VacationResponse/set', args({ update, create: { a: {} }, destroy: ['singleton'] })],
    ['VacationResponse/get', args({ ids: null })],
  )
  expect(set![1]).toMatchObject({
    notCreated: { a: { type: 'singleton' } },
    notDestroyed: { singleton: { type: 'singleton' } },
  })
  // What is destroyed in the same call is not changed (RFC 8620 §5.3).
  const [again, after] = await rig.ada.call(
    ['VacationResponse/set', args({ update })],
    ['VacationResponse/get', args({ ids: null })],
  )
  expect(again![1]['updated']).toHaveProperty('singleton')
  expect([got![1]['list'], after![1]['list']]).toMatchObject([
    [{ id: 'singleton' }],
    [{ id: 'singleton', ...wanted, htmlBody: '<p>Away</p>' }],
  ])
})

describe('the session', () => {
  test('has absolute addresses and the state every answer carries', async () => {
    const headers = { authorization: `Bearer ${rig.ada.token}` }
    const session = await rig.http.app.inject({ method: 'GET', url: '/jmap/session', headers })
    expect(session.headers['cache-control']).toContain('no-store')
    const json = session.json<Record<string, unknown>>()
    expect(json['apiUrl']).toBe('https://mail.example/jmap/api')
    expect(Object.keys(json['accounts'] as object)).toEqual([rig.ada.accountId, rig.ada.personalId])
    const { json: answer } = await rig.ada.post(request([]))
    expect(answer['sessionState']).toBe(json['state'])
  })
})
