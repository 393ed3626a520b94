import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountForTests, newAccount } from '../../../../../server-testing/src/mail/test-mail.ts'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import { getEmails, type Json } from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

let rig: JmapForTests
let otherAccount: AccountForTests
const { args, box, one, get, store } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
  otherAccount = await newAccount({ ...rig.room, user: rig.ada.id })
})
afterAll(() => rig[Symbol.asyncDispose]())

const raw = [
  'Received: by b; Sat, 21 Nov 2026 10:00:00 +0100',
  'Received: by a; Sat, 21 Nov 2026 08:00:00 +0100',
  'Subject: to import',
  'Message-ID: <import@x>',
  '',
  'text',
].join('\r\n')
const blobId = async () => (await get(await store(raw)))['blobId'] as string
const work = () => ({ [box('work')]: true })
const madeBy = (answer: Json, name = 'a') => (answer['created'] as Record<string, Json> | null)?.[name]

describe('Email/import', () => {
  test('makes Emails of blobs; one that cannot be had spoils no other', async () => {
    const blob = await blobId()
    const answer = await one('Email/import', {
      emails: {
        a: {
          blobId: blob,
          mailboxIds: work(),
          keywords: { $Seen: true },
          receivedAt: '2019-01-02T03:04:05Z',
        },
        b: { blobId: 'nonsense', mailboxIds: work() },
        c: {},
        d: { blobId: blob, mailboxIds: work() },
        e: { blobId: blob, mailboxIds: { L99999: true } },
        f: { blobId: ['x'], mailboxIds: 'x', keywords: ['x'], receivedAt: 7, nonsense: 1 },
        g: { blobId: blob, mailboxIds: { [`L${rig.bob.account.boxes.inbox}`]: true } },
      },
    })
    expect(answer['notCreated']).toEqual({
      b: { type: 'invalidProperties', properties: ['blobId'] },
      c: { type: 'invalidProperties', properties: ['blobId', 'mailboxIds'] },
      e: { type: 'invalidProperties', properties: ['mailboxIds'] },
      f: {
        type: 'invalidProperties',
        properties: ['nonsense', 'blobId', 'mailboxIds', 'keywords', 'receivedAt'],
      },
      g: { type: 'invalidProperties', properties: ['mailboxIds'] },
    })
    const { id, ...made } = madeBy(answer)!
    expect(made).toEqual({ blobId: blob, threadId: expect.any(String), size: raw.length })
    expect(await get(id as string)).toMatchObject({
      subject: 'to import',
      keywords: { $seen: true },
      mailboxIds: work(),
      receivedAt: '2019-01-02T03:04:05Z',
    })
    const twin = madeBy(answer, 'd')!
    expect(twin['id']).not.toBe(id)
    expect(twin['threadId']).toBe(made['threadId'])
    // when the last server had it, since nobody says otherwise
    expect((await get(twin['id'] as string))['receivedAt']).toBe('2026-11-21T09:00:00Z')
  })

  test('refuses what is no message', async () => {
    const id = await store(
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/x-note\r\n\r\nno message at all\r\n--b--',
    )
    const [part] = (await get(id))['attachments'] as Json[]
    const answer = await one('Email/import', {
      emails: { a: { blobId: part!['blobId'], mailboxIds: work() } },
    })
    expect(answer['notCreated']).toMatchObject({ a: { type: 'invalidEmail' } })
  })

  test('goes by the state it is given and answers the new one', async () => {
    const emails = { a: { blobId: await blobId(), mailboxIds: work() } }
    const { state } = (await one('Email/get', { ids: [] })) as { state: string }
    expect(await one('Email/import', { emails, ifInState: '0' })).toMatchObject({ type: 'stateMismatch' })
    const answer = await one('Email/import', { emails, ifInState: state })
    expect(answer['oldState']).toBe(state)
    expect((await one('Email/get', { ids: [] }))['state']).toBe(answer['newState'])
  })

  test('needs emails', async () => {
    for (const more of [{}, { emails: null }, { emails: 'none' }, { emails: ['foo'] }, { emails: { a: 1 } }])
      expect(await one('Email/import', more)).toMatchObject({ type: 'invalidArguments' })
  })
})

test('a conversation imported at once is one thread, whatever comes first and wherever it goes', async () => {
  const messages = [0, 1, 2, 3, 4].map((at) => {
    const references =
      at === 0
        ? []
        : [
            `References: ${range(at)
              .map((number) => `<batch${number}@x>`)
              .join(' ')}`,
          ]
    const subject = `Subject: ${at === 0 ? '' : 'Re: '}Batch`
    return [`Message-ID: <batch${at}@x>`, subject, ...references, '', `text ${at}`].join('\r\n')
  })
  const emails: Record<string, Json> = {}
  for (const at of [3, 1, 4, 0, 2]) {
    const blob = (await get(await store(messages[at]!)))['blobId']
    const mailboxIds = at === 0 ? work() : { [box('inbox')]: true }
    emails[`e${at}`] = { blobId: blob, mailboxIds, receivedAt: `2026-02-0${at + 1}T10:00:00Z` }
  }
  // What gave the bytes goes first, or it would have made the thread already.
  const stored = (await one('Email/query', { filter: { subject: 'Batch' } }))['ids'] as string[]
  await one('Email/set', { destroy: stored })
  const answer = await one('Email/import', { emails })
  const made = range(5).map((at) => madeBy(answer, `e${at}`)!)
  const threadIds = new Set(made.map(({ threadId }) => threadId as string))
  expect([answer['notCreated'], threadIds.size]).toEqual([null, 1])
  expect(await one('Thread/get', { ids: [...threadIds] })).toMatchObject({
    list: [{ emailIds: made.map(({ id }) => id) }],
  })
})
const range = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('an upload', () => {
  const authorization = () => ({ authorization: `Bearer ${rig.ada.token}` })
  const upload = async (payload: string | Buffer): Promise<string> => {
    const answer = await rig.http.app.inject({
      method: 'POST',
      url: `/jmap/upload/${rig.ada.accountId}`,
      payload,
      headers: { ...authorization(), 'content-type': 'message/rfc822' },
    })
    return answer.json<{ blobId: string }>().blobId
  }
  const download = async (blob: unknown) => {
    const url = `/jmap/download/${rig.ada.accountId}/${blob as string}/x?type=text/plain`
    return (await rig.http.app.inject({ method: 'GET', url, headers: authorization() })).body
  }

  test('is read, imported and attached like any blob', async () => {
    const parts = '--b\r\n\r\nfirst\r\n--b\r\nContent-Type: text/x-two\r\n\r\nsecond\r\n--b--\r\n'
    const blob = await upload(
      `Subject: uploaded\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}`,
    )
    const parsed = await one('Email/parse', { blobIds: [blob], properties: ['subject', 'attachments'] })
    const email = (parsed['parsed'] as Record<string, Json>)[blob]!
    expect(email['subject']).toBe('uploaded')
    const part = (email['attachments'] as Json[])[0]!['blobId']
    expect(await download(part)).toBe('second')
    const imported = await one('Email/import', { emails: { a: { blobId: blob, mailboxIds: work() } } })
    expect(madeBy(imported)).toMatchObject({ blobId: blob })
    const made = await one('Email/set', {
      create: { a: { mailboxIds: work(), attachments: [{ blobId: part }, { blobId: blob }] } },
    })
    const { attachments } = await get(madeBy(made)!['id'] as string)
    expect(await download((attachments as Json[])[0]!['blobId'])).toBe('second')
    expect(await download((attachments as Json[])[1]!['blobId'])).toBe(await download(blob))
  })

  test('of bytes with control characters, long lines and another charset than it says is readable', async () => {
    const odd = Buffer.concat([
      Buffer.from('Subject: caf\u0007\r\nX: '),
      Buffer.from('x'.repeat(1500)),
      Buffer.from(
        '\r\nFrom: =?iso-8859-1?Q?J=F6rg?= <j@x.test>\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n',
      ),
      Buffer.from([0x67, 0x72, 0xfc, 0xdf, 0x65]),
    ])
    const answer = await one('Email/import', {
      emails: { a: { blobId: await upload(odd), mailboxIds: work() } },
    })
    const email = await get(madeBy(answer)!['id'] as string, { fetchAllBodyValues: true })
    expect(email).toMatchObject({
      subject: 'caf',
      from: [{ name: 'Jörg', email: 'j@x.test' }],
      preview: 'grüße',
      bodyValues: { '1': { value: 'grüße', isEncodingProblem: true, isTruncated: false } },
    })
  })
})

describe('Email/copy', () => {
  const there = () => ({ [`L${otherAccount.boxes.inbox}`]: true })
  const copy = (more: Json) =>
    rig.ada.call([
      'Email/copy',
      { fromAccountId: rig.ada.accountId, accountId: `A${otherAccount.id}`, ...more },
    ])
  const inOther = async (id: unknown) => {
    const [answer] = await rig.ada.call(['Email/get', { accountId: `A${otherAccount.id}`, ids: [id] }])
    return (answer![1]['list'] as Json[])[0]
  }

  test('takes keywords and time along unless others are given', async () => {
    const id = await store(raw)
    await one('Email/set', { update: { [id]: { keywords: { $seen: true, work: true } } } })
    const original = await get(id)
    const [answer] = await copy({
      create: {
        a: { id, mailboxIds: there() },
        b: { id, mailboxIds: there(), keywords: {}, receivedAt: '2019-01-02T03:04:05Z' },
        c: { id: 'M999999', mailboxIds: there() },
        d: { mailboxIds: there(), subject: 'x' },
        e: { id },
      },
    })
    expect(answer![1]).toMatchObject({
      fromAccountId: rig.ada.accountId,
      accountId: `A${otherAccount.id}`,
      notCreated: {
        c: { type: 'notFound' },
        d: { type: 'invalidProperties', properties: ['subject', 'id'] },
        e: { type: 'invalidProperties', properties: ['mailboxIds'] },
      },
    })
    expect(await inOther(madeBy(answer![1])!['id'])).toMatchObject({
      keywords: { $seen: true, work: true },
      receivedAt: original['receivedAt'],
      subject: 'to import',
      mailboxIds: there(),
      blobId: original['blobId'],
    })
    expect(await inOther(madeBy(answer![1], 'b')!['id'])).toMatchObject({
      keywords: {},
      receivedAt: '2019-01-02T03:04:05Z',
    })
    expect(await get(id)).toMatchObject({ id })
  })

  test('destroys the original when asked to, in a call of its own', async () => {
    const id = await store(raw)
    const create = { a: { id, mailboxIds: there() }, b: { id: 'M999999', mailboxIds: there() } }
    const answers = await copy({ create, onSuccessDestroyOriginal: true })
    expect(answers.map(([name, , callId]) => [name, callId])).toEqual([
      ['Email/copy', 'c0'],
      ['Email/set', 'c0'],
    ])
    expect(answers[1]![1]).toMatchObject({ accountId: rig.ada.accountId, destroyed: [id] })
    expect(madeBy(answers[0]![1])).toBeDefined()
  })

  test('and that call is one to refer to (RFC 8620 §3.7)', async () => {
    const id = await store(raw)
    const copyArgs = {
      fromAccountId: rig.ada.accountId,
      accountId: `A${otherAccount.id}`,
      onSuccessDestroyOriginal: true,
    }
    const reference = { resultOf: 'c0', name: 'Email/set', path: '/destroyed' }
    const answers = await rig.ada.call(
      ['Email/copy', { ...copyArgs, create: { a: { id, mailboxIds: there() } } }],
      ['Core/echo', { '#gone': reference }],
    )
    expect(answers[2]![1]).toEqual({ gone: [id] })
  })

  test('keeps the original when its account has moved on', async () => {
    const id = await store(raw)
    const answers = await copy({
      create: { a: { id, mailboxIds: there() } },
      onSuccessDestroyOriginal: true,
      destroyFromIfInState: '0',
    })
    expect(answers[1]![1]).toMatchObject({ type: 'stateMismatch' })
    expect(await get(id)).toMatchObject({ id })
  })

  test('refuses the same account, strangers’ accounts and other states', async () => {
    const create = { a: { id: await store(raw), mailboxIds: there() } }
    const loadType = async (more: Json) => (await copy({ create, ...more }))[0]![1]['type']
    expect(await loadType({ accountId: rig.ada.accountId })).toBe('invalidArguments')
    expect(await loadType({ fromAccountId: `A${otherAccount.id}` })).toBe('invalidArguments')
    expect(await loadType({ fromAccountId: rig.bob.accountId })).toBe('fromAccountNotFound')
    expect(await loadType({ accountId: rig.bob.accountId })).toBe('accountNotFound')
    expect(await loadType({ fromAccountId: null })).toBe('invalidArguments')
    expect(await loadType({ create: null })).toBe('invalidArguments')
    expect(await loadType({ ifFromInState: '0' })).toBe('stateMismatch')
    expect(await loadType({ ifInState: '999999' })).toBe('stateMismatch')
    expect((await rig.ada.call(['Email/copy', args({ create })]))[0]![1]['type']).toBe('invalidArguments')
  })
})
