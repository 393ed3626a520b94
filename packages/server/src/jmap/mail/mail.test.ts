import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailWireId, type MessageId } from '@plmail/wire'
import { getEmails } from '../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'
import { type JmapForTests, jmapForTests } from '../../../../server-testing/src/jmap/test-jmap.ts'

let rig: JmapForTests
const { args, box } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const wire = (id: MessageId) => emailWireId.encode(id)
const inboxMessage = (subject: string) => ({
  subject,
  id: `${subject}@x`,
  boxes: [rig.ada.account.boxes.inbox],
})

describe('mail', () => {
  test('a list is one round trip: query, then get by reference', async () => {
    await rig.ada.deliver([inboxMessage('older'), { ...inboxMessage('newer'), at: 1 }])
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
    expect(list.map((record) => record['subject'])).toContain('newer')
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
    const [id] = await rig.ada.deliver([{ ...inboxMessage('body'), body: 'äöü and more' }])
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
    const [id] = await rig.ada.deliver([inboxMessage('to file')])
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
    const [id] = await rig.ada.deliver([inboxMessage('mine')])
    const [set] = await rig.ada.call([
      'Email/set',
      args({ update: { [wire(id!)]: { 'keywords/$seen': true } } }),
    ])
    const journalId = set![1]['journalId'] as string
    const [undo] = await rig.bob.call(['Journal/undo', { ids: [journalId] }])
    expect(undo![1]['notUndone']).toEqual({ [journalId]: { type: 'notFound' } })
  })

  test('a wrong ifInState changes nothing', async () => {
    const [id] = await rig.ada.deliver([inboxMessage('guarded')])
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
    const [id] = await rig.ada.deliver([inboxMessage(`refused ${JSON.stringify(update)}`)])
    const [answer] = await rig.ada.call(['Email/set', args({ update: { [wire(id!)]: update } })])
    const refused = (answer![1]['notUpdated'] as Record<string, Record<string, unknown>>)[wire(id!)]
    expect(refused).toMatchObject({ type: 'invalidProperties', properties })
  })

  test('a folder made in a request can be moved to in the same request', async () => {
    const [id] = await rig.ada.deliver([inboxMessage('for 2026')])
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
    const [id] = await rig.ada.deliver([inboxMessage('bytes')])
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
