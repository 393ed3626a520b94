import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailWireId, type MessageId } from '@plmail/wire'
import { all, type JmapForTests, jmapForTests } from './jmap-for-tests.ts'

let rig: JmapForTests
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const wire = (id: MessageId) => emailWireId.encode(id)
const box = (name: 'inbox' | 'trash' | 'work') => `L${rig.ada.account.boxes[name]}`
const args = (more: Record<string, unknown> = {}) => ({ accountId: rig.ada.accountId, ...more })
const inboxLetter = (subject: string) => ({
  subject,
  id: `${subject}@x`,
  boxes: [rig.ada.account.boxes.inbox],
})
const request = (methodCalls: unknown, using: unknown = all) => JSON.stringify({ using, methodCalls })

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
      ...{ method: 'POST', url: '/jmap/api', payload: Buffer.from([0x7b, 0xff, 0x7d]) },
      headers: { authorization: `Bearer ${rig.ada.token}`, 'content-type': 'application/json' },
    })
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
        ...{ method: 'POST', body: ' '.repeat(bytes) },
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    const refused = await send(rig.ada.token, 10 * 1024 * 1024 + 1)
    expect([refused.status, await refused.json()]).toEqual([
      413,
      {
        ...{ type: 'urn:ietf:params:jmap:error:limit', status: 413, limit: 'maxSizeRequest' },
        ...{ title: expect.any(String), detail: expect.any(String), reference: expect.any(String) },
      },
    ])
    expect((await send(rig.ada.token, 10 * 1024 * 1024)).status).toBe(400)
    expect((await send('nobody', 1024)).status).toBe(401)
  })

  test('a mailbox name may have as many octets as the session announces, and not one more', async () => {
    const headers = { authorization: `Bearer ${rig.ada.token}` }
    const session = (await rig.http.app.inject({ url: '/jmap/session', headers })).json()
    const mail = session.accounts[rig.ada.accountId].accountCapabilities['urn:ietf:params:jmap:mail']
    const most = mail.maxSizeMailboxName as number
    const create = { fits: { name: 'f'.repeat(most) }, long: { name: 'l'.repeat(most + 1) } }
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
    expect([status, json['type']]).toEqual([400, 'urn:ietf:params:jmap:error:notRequest'])
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

describe('mail', () => {
  test('a list is one round trip: query, then get by reference', async () => {
    await rig.ada.deliver([inboxLetter('older'), { ...inboxLetter('newer'), at: 1 }])
    const answers = await rig.ada.call(
      [
        'Email/query',
        args({
          filter: { inMailbox: box('inbox') },
          sort: [{ property: 'receivedAt', isAscending: false }],
          limit: 2,
          calculateTotal: true,
        }),
      ],
      [
        'Email/get',
        args({
          '#ids': { resultOf: 'c0', name: 'Email/query', path: '/ids' },
          properties: ['subject', 'keywords'],
        }),
      ],
    )
    const [query, got] = answers.map((answer) => answer[1])
    expect(query?.['total']).toBeGreaterThanOrEqual(2)
    const list = got?.['list'] as Array<Record<string, unknown>>
    expect(list.map((one) => one['subject'])).toContain('newer')
    expect(Object.keys(list[0]!).sort()).toEqual(['id', 'keywords', 'subject'])
  })

  test('what is not there is listed as not found, another user’s mail included', async () => {
    const [theirs] = await rig.bob.deliver([{ subject: 'private', boxes: [rig.bob.account.boxes.inbox] }])
    const ids = [wire(theirs!), 'M987654', 'nonsense']
    const answers = await rig.ada.call(
      ['Email/get', args({ ids })],
      ['Email/set', args({ update: { [wire(theirs!)]: { 'keywords/$seen': true } }, destroy: [ids[1]] })],
      ['RenderedBody/get', args({ ids })],
    )
    expect(answers[0]![1]).toMatchObject({ list: [] })
    expect(new Set(answers[0]![1]['notFound'] as string[])).toEqual(new Set(ids))
    expect(answers[1]![1]['notUpdated']).toEqual({ [wire(theirs!)]: { type: 'notFound' } })
    expect(answers[1]![1]['notDestroyed']).toEqual({ M987654: { type: 'notFound' } })
    expect(answers[2]![1]).toMatchObject({ list: [], notFound: ids })
  })

  test('bodies come with structure and values, cut on a character', async () => {
    const [id] = await rig.ada.deliver([{ ...inboxLetter('body'), body: 'äöü and more' }])
    const [answer] = await rig.ada.call([
      'Email/get',
      args({
        ids: [wire(id!)],
        properties: ['textBody', 'bodyValues', 'bodyStructure'],
        fetchTextBodyValues: true,
        maxBodyValueBytes: 3,
      }),
    ])
    const [email] = answer![1]['list'] as Array<Record<string, unknown>>
    expect(email?.['bodyValues']).toEqual({
      '1': { value: 'ä', isEncodingProblem: false, isTruncated: true },
    })
    expect(email?.['textBody']).toMatchObject([{ partId: '1', type: 'text/plain' }])
  })

  test('a change is written, journalled, found by /changes and taken back', async () => {
    const [id] = await rig.ada.deliver([inboxLetter('to file')])
    const [before] = await rig.ada.call(['Email/get', args({ ids: [] })])
    const since = before![1]['state']
    const [set] = await rig.ada.call([
      'Email/set',
      args({
        verb: 'move',
        update: { [wire(id!)]: { mailboxIds: { [box('work')]: true }, 'keywords/$flagged': true } },
      }),
    ])
    expect(set![1]).toMatchObject({ oldState: since, updated: { [wire(id!)]: null }, notUpdated: null })
    const [changes] = await rig.ada.call(['Email/changes', args({ sinceState: since })])
    expect(changes![1]).toMatchObject({
      created: [],
      updated: [wire(id!)],
      destroyed: [],
      hasMoreChanges: false,
    })
    const journalId = set![1]['journalId'] as string
    const [undo, again] = await rig.ada.call(
      ['Journal/undo', { ids: [journalId] }],
      ['Journal/undo', { ids: [journalId] }],
    )
    expect(undo![1]).toMatchObject({ undone: [{ id: journalId, restored: [wire(id!)] }], notUndone: {} })
    expect(again![1]).toMatchObject({ undone: [], notUndone: { [journalId]: { type: 'alreadyUndone' } } })
    const [got] = await rig.ada.call([
      'Email/get',
      args({ ids: [wire(id!)], properties: ['mailboxIds', 'keywords'] }),
    ])
    expect(got![1]['list']).toEqual([{ id: wire(id!), mailboxIds: { [box('inbox')]: true }, keywords: {} }])
  })

  test('nobody undoes what another did', async () => {
    const [id] = await rig.ada.deliver([inboxLetter('mine')])
    const [set] = await rig.ada.call([
      'Email/set',
      args({ update: { [wire(id!)]: { 'keywords/$seen': true } } }),
    ])
    const journalId = set![1]['journalId'] as string
    const [undo] = await rig.bob.call(['Journal/undo', { ids: [journalId] }])
    expect(undo![1]['notUndone']).toEqual({ [journalId]: { type: 'notFound' } })
  })

  test('a wrong ifInState changes nothing', async () => {
    const [id] = await rig.ada.deliver([inboxLetter('guarded')])
    const [answer] = await rig.ada.call([
      'Email/set',
      args({ ifInState: '1', update: { [wire(id!)]: { 'keywords/$seen': true } }, destroy: [wire(id!)] }),
    ])
    expect(answer![1]).toEqual({ type: 'stateMismatch' })
    const [got] = await rig.ada.call(['Email/get', args({ ids: [wire(id!)], properties: ['keywords'] })])
    expect(got![1]['list']).toEqual([{ id: wire(id!), keywords: {} }])
  })

  test.each([
    [{ subject: 'new' }, ['subject']],
    [{ 'keywords/with space': true }, ['keywords/with space']],
    [{ keywords: { $seen: 'yes' } }, ['keywords']],
    [{ 'keywords/$seen': 1 }, ['keywords/$seen']],
    [{ 'mailboxIds/L999999999999999999': true }, ['mailboxIds/L999999999999999999']],
    [{ mailboxIds: {} }, ['mailboxIds']],
    [{ mailboxIds: { L987654: true } }, ['mailboxIds']],
  ])('the update %j is refused, naming %j', async (update, properties) => {
    const [id] = await rig.ada.deliver([inboxLetter(`refused ${JSON.stringify(update)}`)])
    const [answer] = await rig.ada.call(['Email/set', args({ update: { [wire(id!)]: update } })])
    const refused = (answer![1]['notUpdated'] as Record<string, Record<string, unknown>>)[wire(id!)]
    expect(refused).toMatchObject({ type: 'invalidProperties', properties })
  })

  test('a folder made in a request can be moved to in the same request', async () => {
    const [id] = await rig.ada.deliver([inboxLetter('for 2026')])
    const answers = await rig.ada.call(
      ['Mailbox/set', args({ create: { year: { name: '2026' } } })],
      ['Email/set', args({ update: { [wire(id!)]: { mailboxIds: { '#year': true } } } })],
      ['Mailbox/set', args({ create: { twin: { name: '2026' }, lost: { name: 'x', parentId: 'L987654' } } })],
    )
    const made = (answers[0]![1]['created'] as Record<string, { id: string }>)['year']!.id
    const [got] = await rig.ada.call(['Email/get', args({ ids: [wire(id!)], properties: ['mailboxIds'] })])
    expect(got![1]['list']).toEqual([{ id: wire(id!), mailboxIds: { [made]: true } }])
    expect(answers[2]![1]['notCreated']).toMatchObject({
      twin: { type: 'alreadyExists' },
      lost: { type: 'invalidProperties', properties: ['parentId'] },
    })
  })

  test('filters and sorts that there are not are refused as such', async () => {
    const answers = await rig.ada.call(
      ['Email/query', args({ filter: { colour: 'x' } })],
      ['Email/query', args({ sort: [{ property: 'colour' }] })],
      ['Email/query', args({ filter: { inMailbox: 'L987654' } })],
      ['Email/query', args({ filter: {}, position: -1, limit: 1 })],
    )
    expect(answers.map((answer) => answer[1]['type'])).toEqual([
      'unsupportedFilter',
      'unsupportedSort',
      'invalidArguments',
      undefined,
    ])
    expect(answers[3]![1]['ids']).toHaveLength(1)
  })

  test('a rendered body runs no script of the sender', async () => {
    const html =
      'Content-Type: text/html\r\n\r\n<p onclick=x()>Hi<script>alert(1)</script><img src=https://t.example/p.gif>'
    const raw = Buffer.from(`From: Bank GmbH <x@evil.example>\r\nSubject: html\r\n${html}`)
    const prepared = await rig.room.mail.ingest.prepare([raw])
    const cause = { actor: { kind: 'provider' as const }, verb: 'arrive' }
    const written = await rig.room.changes.write(rig.ada.account.id, cause, (change) =>
      rig.room.mail.ingest.arrive(change, [
        {
          prepared: prepared[0]!,
          mailboxIds: [rig.ada.account.boxes.inbox],
          keywords: [],
          receivedAt: new Date(),
        },
      ]),
    )
    const [answer] = await rig.ada.call([
      'RenderedBody/get',
      args({ ids: [wire(written.result[0]!)], images: 'blocked', theme: 'light' }),
    ])
    const [body] = answer![1]['list'] as Array<{ srcdoc: string; blockedImages: number; warning: unknown }>
    expect(body?.srcdoc).not.toMatch(/alert|onclick/)
    expect(body?.blockedImages).toBe(1)
  })
})

describe('downloads', () => {
  const get = (url: string, token = rig.ada.token) =>
    rig.http.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })

  test('give a message’s bytes as the type asked for, never to be shown', async () => {
    const [id] = await rig.ada.deliver([inboxLetter('bytes')])
    const [got] = await rig.ada.call([
      'Email/get',
      args({ ids: [wire(id!)], properties: ['blobId', 'textBody'] }),
    ])
    const [email] = got![1]['list'] as Array<{ blobId: string; textBody: Array<{ blobId: string }> }>
    const path = `/jmap/download/${rig.ada.accountId}/${email!.blobId}/a%20b.eml?type=message/rfc822`
    const answer = await get(path)
    expect(answer.headers).toMatchObject({
      'content-type': 'message/rfc822',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['content-disposition']).toContain('attachment')
    expect(answer.body).toContain('Subject: bytes')
    const part = await get(`/jmap/download/${rig.ada.accountId}/${email!.textBody[0]!.blobId}/t`)
    expect({ body: part.body, type: part.headers['content-type'] }).toEqual({
      body: 'Hello',
      type: 'application/octet-stream',
    })
    expect((await get(path, rig.bob.token)).statusCode).toBe(404)
    expect((await get(path.replace(rig.ada.accountId, rig.bob.accountId), rig.bob.token)).statusCode).toBe(
      404,
    )
    expect((await get(`/jmap/download/${rig.ada.accountId}/Bnonsense/x`)).statusCode).toBe(404)
  })
})
