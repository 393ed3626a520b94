import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailWireId, mailboxWireId } from '@plmail/wire'
import { newAccount } from '../../../../../server-testing/src/mail/test-mail.ts'
import { type BlobClient, blobClient } from '../../../../../server-testing/src/jmap/core/blob-client.ts'
import {
  type JmapForTests,
  type JmapUser,
  jmapForTests,
} from '../../../../../server-testing/src/jmap/test-jmap.ts'
import { limits } from '../../engine/limits.ts'

let rig: JmapForTests
let client: BlobClient
let ada: JmapUser
/** Another account of Ada's. */
let second: string
beforeAll(async () => {
  rig = await jmapForTests()
  client = await blobClient(rig)
  ada = rig.ada
  second = `A${(await newAccount({ ...rig.room, user: ada.id })).id}`
})
afterAll(() => rig[Symbol.asyncDispose]())

const using = ['urn:ietf:params:jmap:core', 'urn:ietf:params:jmap:mail', 'urn:ietf:params:jmap:blob']
type Answer = Record<string, never>
async function calls(user: JmapUser, ...named: Array<[string, Record<string, unknown>]>) {
  const methodCalls = named.map(([name, args], at) => [name, { accountId: user.accountId, ...args }, `${at}`])
  const { json } = await user.post(JSON.stringify({ using, methodCalls }))
  return (json['methodResponses'] as Array<[string, Answer, string]>).map(([name, answer]) =>
    name === 'error' ? { error: answer } : answer,
  ) as Answer[]
}
const call = async (name: string, args: Record<string, unknown>, user = ada) =>
  (await calls(user, [name, args]))[0]!
const make = async (text: string, user = ada) =>
  (await call('Blob/upload', { create: { a: { data: [{ 'data:asText': text }] } } }, user))['created']!['a']![
    'id'
  ] as string

const fox = 'The quick brown fox jumped over the lazy dog.'

test('a blob is made of texts, base64 and parts of blobs, those just made included', async () => {
  const [made, joined, shown] = await calls(
    ada,
    ['Blob/upload', { create: { b4: { data: [{ 'data:asText': fox }], type: 'text/plain' } } }],
    [
      'Blob/upload',
      {
        create: {
          cat: {
            data: [
              { 'data:asText': 'How' },
              { blobId: '#b4', length: 7, offset: 3 },
              { 'data:asText': 'was t' },
              { blobId: '#b4', length: 1, offset: 1 },
              { 'data:asBase64': 'YXQ/' },
            ],
          },
        },
      },
    ],
    ['Blob/get', { ids: ['#cat'], properties: ['data:asText', 'size'] }],
  )
  expect(made).toMatchObject({ created: { b4: { type: 'text/plain', size: 45 } }, notCreated: null })
  expect(joined).toMatchObject({ created: { cat: { type: 'application/octet-stream', size: 19 } } })
  const id = joined!['created']!['cat']!['id']
  expect(shown!['list']).toEqual([{ id, 'data:asText': 'How quick was that?', size: 19 }])
  const answer = await client.download(ada, id)
  expect(await answer.text()).toBe('How quick was that?')
})

test('a blob is attached, imported, parsed and read under the name it was made by, in the same request', async () => {
  const mailboxIds = { [mailboxWireId.encode(ada.account.boxes.work)]: true }
  const file = { type: 'text/plain', name: 'fox.txt' }
  const message = 'Subject: Named\r\n\r\nHello'
  const structure = { type: 'multipart/mixed', subParts: [{ partId: 't' }, { blobId: '#fox', ...file }] }
  const bodyValues = { t: { value: 'Look' } }
  const [made, set, imported, parsed, none] = await calls(
    ada,
    [
      'Blob/upload',
      { create: { fox: { data: [{ 'data:asText': fox }] }, letter: { data: [{ 'data:asText': message }] } } },
    ],
    [
      'Email/set',
      {
        create: {
          listed: { mailboxIds, attachments: [{ blobId: '#fox', ...file }] },
          placed: { mailboxIds, bodyStructure: structure, bodyValues },
          lost: { mailboxIds, attachments: [{ blobId: '#wolf', ...file }] },
        },
      },
    ],
    ['Email/import', { emails: { letter2: { mailboxIds, blobId: '#letter' } } }],
    ['Email/parse', { blobIds: ['#letter', '#wolf'], properties: ['subject'] }],
    ['Email/import', { emails: { x: { mailboxIds, blobId: '#wolf' } } }],
  )
  const ids = made!['created'] as unknown as Record<string, { id: string }>
  expect(set!['notCreated']).toEqual({ lost: { type: 'blobNotFound', notFound: ['#wolf'] } })
  expect(imported!['created']).toMatchObject({ letter2: { blobId: ids['letter']!.id } })
  expect(parsed).toMatchObject({
    parsed: { [ids['letter']!.id]: { subject: 'Named' } },
    notFound: ['#wolf'],
  })
  expect(none!['notCreated']).toEqual({ x: { type: 'invalidProperties', properties: ['blobId'] } })
  const { listed, placed } = set!['created'] as unknown as Record<string, { id: string }>
  const got = await call('Email/get', { ids: [listed!.id, placed!.id], properties: ['attachments'] })
  const list = got['list'] as unknown as Array<{ attachments: Array<{ name: string; blobId: string }> }>
  for (const { attachments } of list) expect(attachments).toMatchObject([{ name: 'fox.txt' }])
  const attached = await client.download(ada, list[1]!.attachments[0]!.blobId)
  expect(await attached.text()).toBe(fox)
})

test('sources that cannot have been meant are refused, and the others are made', async () => {
  const blobId = await make(fox)
  const bad = {
    surrogate: [{ 'data:asText': '\ud800' }],
    base64: [{ 'data:asBase64': 'YX Q' }],
    unpadded: [{ 'data:asBase64': 'YQ' }],
    both: [{ 'data:asText': 'a', 'data:asBase64': 'YQ==' }],
    mixed: [{ 'data:asText': 'a', blobId }],
    none: [{}],
    number: [{ 'data:asText': 5 }],
    far: [{ blobId, offset: 46 }],
    long: [{ blobId, offset: 40, length: 6 }],
    negative: [{ blobId, offset: -1 }],
    huge: [{ blobId, offset: 1, length: Number.MAX_SAFE_INTEGER }],
    list: 'text',
    many: Array.from({ length: 65 }, () => ({ 'data:asText': 'a' })),
  }
  const create = Object.fromEntries(Object.entries(bad).map(([name, data]) => [name, { data }]))
  const json = await call('Blob/upload', {
    create: {
      ...create,
      unknown: { data: [{ blobId: 'Bnone' }] },
      extra: { data: [], x: 1 },
      typed: { data: [], type: 1 },
      good: {
        data: [
          { blobId, offset: 45 },
          { blobId, offset: null, length: null },
        ],
      },
      empty: { data: [] },
    },
  })
  for (const name of Object.keys(bad))
    expect([name, json['notCreated']![name]]).toMatchObject([
      name,
      { type: 'invalidProperties', properties: ['data'] },
    ])
  expect(json['notCreated']).toMatchObject({
    unknown: { type: 'blobNotFound', notFound: ['Bnone'] },
    extra: { type: 'invalidProperties', properties: ['x'] },
    typed: { type: 'invalidProperties', properties: ['type'] },
  })
  expect(json['created']).toMatchObject({ good: { size: 45 }, empty: { size: 0 } })
})

test('the blobs of one call are together no larger than an upload', async () => {
  const blobId = await client.upload(ada, Buffer.alloc(limits.maxSizeUpload / 2, 7))
  const half = { data: [{ blobId }] }
  const json = await call('Blob/upload', {
    create: { a: half, b: half, c: { data: [{ blobId, length: 1 }] } },
  })
  expect(json['created']).toHaveProperty('b')
  expect(json['notCreated']).toMatchObject({ c: { type: 'tooLarge' } })
})

test('bytes are shown as text where they are text, else in base64, with what had to be said of them', async () => {
  const text = await make(fox)
  const bytes = await client.upload(ada, Buffer.from([0x66, 0xff, 0x6f]))
  const got = async (args: Record<string, unknown>) => (await call('Blob/get', args))['list'] as unknown
  expect(await got({ ids: [text, bytes] })).toEqual([
    { id: text, 'data:asText': fox, size: 45 },
    { id: bytes, 'data:asBase64': 'Zv9v', isEncodingProblem: true, size: 3 },
  ])
  expect(await got({ ids: [bytes], properties: ['data:asText'] })).toEqual([
    { id: bytes, 'data:asText': null, isEncodingProblem: true },
  ])
  expect(await got({ ids: [bytes], properties: ['data:asText'], length: 1 })).toEqual([
    { id: bytes, 'data:asText': 'f' },
  ])
  expect(await got({ ids: [text], properties: ['data:asBase64'], offset: 4, length: 5 })).toEqual([
    { id: text, 'data:asBase64': Buffer.from('quick').toString('base64') },
  ])
  expect(await got({ ids: [text], properties: ['data', 'size'], offset: 41, length: 9 })).toEqual([
    { id: text, 'data:asText': 'dog.', isTruncated: true, size: 45 },
  ])
  expect(await got({ ids: [text], properties: ['data'], offset: 46 })).toEqual([
    { id: text, 'data:asText': '', isTruncated: true },
  ])
  expect(await got({ ids: [text], properties: ['isTruncated', 'isEncodingProblem', 'data'] })).toEqual([
    { id: text, 'data:asText': fox, isEncodingProblem: false, isTruncated: false },
  ])
})

test('digests are those of the bytes in range', async () => {
  const id = await make(fox)
  const digest = (name: string, bytes: string) => createHash(name).update(bytes).digest('base64')
  const properties = ['digest:sha', 'digest:sha-256', 'digest:sha-512', 'size']
  const whole = await call('Blob/get', { ids: [id], properties })
  expect(whole['list']).toEqual([
    {
      id,
      size: 45,
      'digest:sha': digest('sha1', fox),
      'digest:sha-256': digest('sha256', fox),
      'digest:sha-512': digest('sha512', fox),
    },
  ])
  const part = await call('Blob/get', { ids: [id], properties: ['digest:sha'], offset: 4, length: 9 })
  expect(part['list']).toEqual([{ id, 'digest:sha': digest('sha1', 'quick bro') }])
})

test('what cannot be shown of a blob is an invalid argument, and too much of it is too large', async () => {
  const id = await make(fox)
  const bad = [
    { properties: ['digest:crc'] },
    { properties: ['name'] },
    { offset: -1 },
    { length: 'all' },
    { ids: 5 },
    { ids: null },
    { state: '0' },
  ]
  for (const args of bad)
    expect(await call('Blob/get', { ids: [id], ...args })).toMatchObject({
      error: { type: 'invalidArguments' },
    })
  const large = await client.upload(ada, Buffer.alloc(limits.maxSizeRequest + 1))
  expect(await call('Blob/get', { ids: [large] })).toMatchObject({ error: { type: 'requestTooLarge' } })
  const json = await call('Blob/get', { ids: [large, 'Bnone'], properties: ['size', 'digest:sha'] })
  expect(json).toMatchObject({ list: [{ size: limits.maxSizeRequest + 1 }], notFound: ['Bnone'] })
})

test('a blob is looked up in emails, threads and mailboxes, by the message or a part of it', async () => {
  const { boxes } = ada.account
  const [id] = await ada.deliver([{ subject: 'Look me up', boxes: [boxes.inbox, boxes.work] }])
  const emails = await call('Email/get', {
    ids: [emailWireId.encode(id!)],
    properties: ['blobId', 'threadId', 'textBody'],
  })
  const { blobId, threadId, textBody } = emails['list']![0]!
  const unused = await make('in no message')
  const ids = [blobId, textBody[0]['blobId'], unused, 'Bnone']
  const found = await call('Blob/lookup', { typeNames: ['Email', 'Thread', 'Mailbox'], ids })
  const matchedIds = {
    Email: [emailWireId.encode(id!)],
    Thread: [threadId],
    Mailbox: [boxes.inbox, boxes.work].map((box) => mailboxWireId.encode(box)),
  }
  expect(found).toEqual({
    accountId: ada.accountId,
    list: [
      { id: blobId, matchedIds },
      { id: ids[1], matchedIds },
      { id: unused, matchedIds: { Email: [], Thread: [], Mailbox: [] } },
    ],
    notFound: ['Bnone'],
  })
  expect(await call('Blob/lookup', { typeNames: ['Email', 'Note'], ids })).toMatchObject({
    error: { type: 'unknownDataType' },
  })
})

test('blobs are copied between the accounts of a user, uploads, messages and parts alike', async () => {
  const [id] = await ada.deliver([{ body: 'Copied', boxes: [ada.account.boxes.inbox] }])
  const emails = await call('Email/get', {
    ids: [emailWireId.encode(id!)],
    properties: ['blobId', 'textBody'],
  })
  const { blobId, textBody } = emails['list']![0]!
  const part = textBody[0]['blobId'] as string
  const upload = await make('uploaded')
  const json = await call('Blob/copy', {
    fromAccountId: ada.accountId,
    accountId: second,
    blobIds: [blobId, part, upload, 'Bnone'],
  })
  expect(json).toEqual({
    fromAccountId: ada.accountId,
    accountId: second,
    copied: { [blobId]: blobId, [part]: expect.stringMatching(/^B.{43}$/), [upload]: upload },
    notCopied: { Bnone: { type: 'blobNotFound', notFound: ['Bnone'] } },
  })
  const copy = await client.download(ada, json['copied']![part]!, { accountId: second })
  expect(await copy.text()).toBe('Copied')
  expect((await client.download(ada, blobId, { accountId: second })).status).toBe(200)
})

test('a copy within an account, or to or from another’s, is refused', async () => {
  const { accountId } = ada
  const blobIds = [await make('mine')]
  const copy = (fromAccountId: unknown, to: unknown) =>
    call('Blob/copy', { fromAccountId, accountId: to, blobIds })
  expect(await copy(accountId, accountId)).toMatchObject({ error: { type: 'invalidArguments' } })
  expect(await copy(rig.bob.accountId, accountId)).toMatchObject({ error: { type: 'fromAccountNotFound' } })
  expect(await copy(accountId, rig.bob.accountId)).toMatchObject({ error: { type: 'accountNotFound' } })
  expect(await copy(undefined, accountId)).toMatchObject({ error: { type: 'invalidArguments' } })
  const nothing = await call('Blob/copy', { fromAccountId: accountId, accountId: second, blobIds: [] })
  expect(nothing).toMatchObject({ copied: null, notCopied: null })
})

test('a blob of another user, or of another account, is as unknown as none in every method', async () => {
  const id = await make('Ada’s secret')
  const { bob } = rig
  const source = { create: { a: { data: [{ blobId: id }] } } }
  for (const [user, accountId] of [
    [bob, bob.accountId],
    [ada, second],
  ] as const) {
    expect(await call('Blob/get', { accountId, ids: [id] }, user)).toMatchObject({ list: [], notFound: [id] })
    const looked = await call('Blob/lookup', { accountId, ids: [id], typeNames: ['Email'] }, user)
    expect(looked).toMatchObject({ list: [], notFound: [id] })
    expect(await call('Blob/upload', { accountId, ...source }, user)).toMatchObject({
      notCreated: { a: { type: 'blobNotFound' } },
    })
  }
  const args = { ids: [id], typeNames: ['Email'] }
  for (const [name, given] of Object.entries({
    'Blob/get': { ids: args.ids },
    'Blob/lookup': args,
    'Blob/upload': source,
  }))
    expect(await call(name, { accountId: ada.accountId, ...given }, bob)).toMatchObject({
      error: { type: 'accountNotFound' },
    })
})

test('no argument breaks a method', async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const args = fc.dictionary(
    fc.constantFrom(
      'ids',
      'blobIds',
      'create',
      'properties',
      'typeNames',
      'offset',
      'length',
      'fromAccountId',
    ),
    fc.oneof(value, fc.constant({ a: { data: [{ blobId: '#a' }] } }), fc.constant({ a: { data: [null] } })),
  )
  const name = fc.constantFrom('Blob/get', 'Blob/lookup', 'Blob/upload', 'Blob/copy')
  await fc.assert(
    fc.asyncProperty(name, args, async (method, given) => {
      const answer = await call(method, given)
      expect(JSON.stringify(answer)).not.toContain('serverFail')
    }),
    { numRuns: 150 },
  )
})

test('the session says what blobs can do, and nothing without the capability', async () => {
  const headers = { authorization: `Bearer ${ada.token}` }
  const session = await (await fetch(`${client.origin}/jmap/session`, { headers })).json()
  const { capabilities, accounts } = session as Record<string, Record<string, Record<string, unknown>>>
  const name = 'urn:ietf:params:jmap:blob'
  expect(capabilities![name]).toEqual({})
  expect((accounts![ada.accountId]!['accountCapabilities'] as Record<string, unknown>)[name]).toEqual({
    maxSizeBlobSet: limits.maxSizeUpload,
    maxDataSources: 64,
    supportedTypeNames: ['Email', 'Thread', 'Mailbox'],
    supportedDigestAlgorithms: ['sha-256', 'sha', 'sha-512'],
  })
  const methodCalls = [['Blob/get', { accountId: ada.accountId, ids: [] }, '0']]
  const { json } = await ada.post(JSON.stringify({ using: using.slice(0, 2), methodCalls }))
  expect(json['methodResponses']).toEqual([['error', { type: 'unknownMethod' }, '0']])
})
