import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MessageToDeliver, newAccount } from '../../../../../server-testing/src/mail/test-mail.ts'
import { type BlobClient, blobClient } from '../../../../../server-testing/src/jmap/core/blob-client.ts'
import {
  type Json,
  type SubmissionForTests,
  submissionForTests,
} from '../../../../../server-testing/src/jmap/mail/email-submission/test-submission.ts'
import type { JmapUser } from '../../../../../server-testing/src/jmap/test-jmap.ts'

let rig: SubmissionForTests
let ada: JmapUser
let client: BlobClient
beforeAll(async () => {
  rig = await submissionForTests()
  ada = rig.jmap.ada
  client = await blobClient(rig.jmap)
})
beforeEach(async () => {
  await rig.after(1) // what the test before has left to be sent
  rig.sink.messages.length = 0
})
afterAll(() => rig[Symbol.asyncDispose]())

const using = ['core', 'mail', 'mdn'].map((name) => `urn:ietf:params:jmap:${name}`)
const disposition = { actionMode: 'manual-action', sendingMode: 'mdn-sent-manually', type: 'displayed' }
const marked = { 'keywords/$mdnsent': true }
let messageCount = 0

/** A message whose sender asks for a receipt; its id. */
async function asked(message: Partial<MessageToDeliver> = {}, user = ada): Promise<string> {
  const usual: MessageToDeliver = {
    from: 'Bob <bob@example.test>',
    to: 'a@example.test',
    subject: 'Lunch',
    id: `q${++messageCount}@x`,
    headers: ['Disposition-Notification-To: Bob <bob@example.test>'],
    boxes: [user.account.boxes.inbox],
  }
  const [id] = await user.deliver([{ ...usual, ...message }])
  return `M${id}`
}

/** MDN/send as a client calls it, with what follows it. */
async function send(mdn: Json, more: Json = {}, user = ada): Promise<Array<[string, Json]>> {
  const args = {
    accountId: user.accountId,
    identityId: rig.identityId,
    send: { r: { disposition, ...mdn } },
    onSuccessUpdateEmail: { '#r': marked },
    ...more,
  }
  const { json } = await user.post(JSON.stringify({ using, methodCalls: [['MDN/send', args, '0']] }))
  return json['methodResponses'] as Array<[string, Json]>
}

const notSent = async (mdn: Json) => ((await send(mdn))[0]![1]['notSent'] as Json | null)?.['r']
const keywords = async (id: string) => {
  const { list } = (await rig.one('Email/get', { ids: [id], properties: ['keywords'] })) as { list: Json[] }
  return Object.keys(list[0]!['keywords'] as Json)
}

describe('MDN/send (RFC 9007 §2.1)', () => {
  test('marks the message and sends a receipt to who asked for it, from nobody', async () => {
    const forEmailId = await asked({ id: 'lunch@x', headers: [dnt('Bob <bob@example.test>'), original] })
    const [sent, followed] = await send({ forEmailId })
    expect(sent).toEqual([
      'MDN/send',
      {
        accountId: ada.accountId,
        sent: {
          r: {
            subject: 'Read: Lunch',
            textBody: expect.stringContaining('“Lunch” to a@example.test'),
            includeOriginalMessage: false,
            originalRecipient: 'rfc822; ada@old.example',
            finalRecipient: 'rfc822; a@example.test',
            originalMessageId: '<lunch@x>',
          },
        },
        notSent: null,
      },
      '0',
    ])
    expect(followed).toMatchObject(['Email/set', { updated: { [forEmailId]: null } }, '0'])
    expect(await keywords(forEmailId)).toEqual(['$mdnsent'])
    await rig.after(1)
    expect(rig.sink.messages).toHaveLength(1)
    const [{ from, to, raw }] = rig.sink.messages as [(typeof rig.sink.messages)[0]]
    expect([from, to]).toEqual(['', ['bob@example.test']])
    expect(raw.toString()).toMatch(/^Disposition: manual-action\/MDN-sent-manually; displayed\r$/m)
    expect(raw.toString()).toMatch(/^To: "?Bob"? <bob@example.test>\r$/m)
  })

  test('goes at once and once, is no submission, and leaves no copy in Sent', async () => {
    const { state } = await rig.one('EmailSubmission/get', { ids: [] })
    const forEmailId = await asked()
    await send({ forEmailId })
    for (const seconds of [0, 60, 200]) await rig.after(seconds)
    expect(rig.sink.messages).toHaveLength(1)
    expect(await rig.one('EmailSubmission/get', { ids: null })).toMatchObject({ list: [] })
    expect(await rig.one('EmailSubmission/query', {})).toMatchObject({ ids: [] })
    const changes = await rig.one('EmailSubmission/changes', { sinceState: state })
    expect(changes).toMatchObject({ created: [], updated: [], destroyed: [] })
    const inSent = { filter: { inMailbox: `L${ada.account.boxes.sent}` } }
    expect(await rig.one('Email/query', inSent)).toMatchObject({ ids: [] })
  })

  test('says what the client says, and answers only what it did not', async () => {
    const forEmailId = await asked()
    const [sent] = await send({
      forEmailId,
      subject: 'Grüße',
      textBody: 'Habe ich.\n',
      reportingUA: 'here; plMail',
      includeOriginalMessage: true,
      finalRecipient: 'rfc822;A@example.test',
      error: null,
      extensionFields: { 'X-Mood': 'gut' },
      disposition: { ...disposition, type: 'deleted' },
    })
    expect(sent![1]['sent']).toEqual({ r: { originalMessageId: `<q${messageCount}@x>` } })
    await rig.after(1)
    const raw = rig.sink.messages[0]!.raw.toString()
    for (const line of ['Final-Recipient: rfc822;A@example.test', 'X-Mood: gut', 'Subject: Lunch'])
      expect(raw).toContain(`\r\n${line}\r\n`)
    expect(raw).toContain('Reporting-UA: here; plMail\r\n')
  })

  test('never sends a second one, not even to many who ask at the same time', async () => {
    const forEmailId = await asked()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ forEmailId })))
    const sent = answers.filter(([answer]) => answer![1]['sent'] !== null)
    expect(sent).toHaveLength(1)
    for (const [answer] of answers.filter((candidate) => candidate !== sent[0]))
      expect(answer![1]['notSent']).toEqual({ r: { type: 'mdnAlreadySent' } })
    await rig.after(1)
    expect(rig.sink.messages).toHaveLength(1)
    const elsewhere = await asked({ keywords: ['$mdnsent'] })
    expect(await notSent({ forEmailId: elsewhere })).toEqual({ type: 'mdnAlreadySent' })
  })

  test('refuses a call that would leave a message unmarked, as a whole', async () => {
    const forEmailId = await asked()
    const wrong = [
      { onSuccessUpdateEmail: undefined },
      { onSuccessUpdateEmail: null },
      { onSuccessUpdateEmail: {} },
      { onSuccessUpdateEmail: { '#other': marked } },
      { onSuccessUpdateEmail: { '#r': { 'keywords/$seen': true } } },
      { onSuccessUpdateEmail: { '#r': { 'keywords/$mdnsent': null } } },
      { onSuccessUpdateEmail: { '#r': { ...marked, subject: 'x' } } },
      { identityId: 'I999' },
      { identityId: null },
      { accountId: rig.jmap.bob.accountId },
      { send: null },
      { ids: [] },
    ]
    for (const more of wrong) {
      const [[name, answer] = []] = await send({ forEmailId }, more)
      expect([more, name, answer]).toMatchObject([more, 'error', { type: 'invalidArguments' }])
    }
    expect(await keywords(forEmailId)).toEqual([])
    const whole = { keywords: { $mdnsent: true, $seen: true } }
    await send({ forEmailId }, { onSuccessUpdateEmail: { '#r': whole } })
    expect((await keywords(forEmailId)).sort()).toEqual(['$mdnsent', '$seen'])
  })

  test.each<[string, Partial<MessageToDeliver>]>([
    ['asks for none', { headers: [] }],
    ['names nobody', { headers: ['Disposition-Notification-To: nobody'] }],
    ['asks twice', { headers: [dnt('b@x.example'), dnt('c@x.example')] }],
  ])('a message that %s is not found', async (_, message) => {
    expect(await notSent({ forEmailId: await asked(message) })).toMatchObject({ type: 'notFound' })
  })

  test('a message that is not there, or another user’s, is not found', async () => {
    const { bob } = rig.jmap
    for (const forEmailId of ['M999999', 'x', '#none', await asked({}, bob)])
      expect(await notSent({ forEmailId })).toMatchObject({ type: 'notFound' })
    expect((await send({ forEmailId: 'M1' }, {}, bob))[0]![1]).toMatchObject({ type: 'invalidArguments' })
  })

  test('what RFC 8098 forbids is not sent', async () => {
    const automatic = { ...disposition, sendingMode: 'mdn-sent-automatically' }
    const allowed = await asked({ headers: [dnt('bob@example.test'), 'Return-Path: <bob@example.test>'] })
    const cases: Array<[string, Json]> = [
      [await asked(), { disposition: automatic }],
      [
        await asked({ headers: [dnt('eve@x.example'), 'Return-Path: <bob@x.example>'] }),
        { disposition: automatic },
      ],
      [await asked({ headers: [dnt(crowd), 'Return-Path: <p0@x.example>'] }), {}],
      [await asked({ headers: [dnt('b@x.example'), 'Disposition-Notification-Options: a=required,b'] }), {}],
      [await asked({ headers: [dnt('b@x.example'), ...report], body: reportBody }), {}],
    ]
    for (const [forEmailId, more] of cases) {
      expect(await notSent({ forEmailId, ...more })).toMatchObject({ type: 'forbidden' })
      expect(await keywords(forEmailId)).toEqual([])
    }
    expect(await notSent({ forEmailId: allowed, disposition: automatic })).toBeUndefined()
  })

  test('for another’s address is forbidden, and wrong properties are named', async () => {
    const forEmailId = await asked()
    const other = { forEmailId, finalRecipient: 'rfc822; eve@example.test' }
    expect(await notSent(other)).toMatchObject({ type: 'forbiddenFrom' })
    const bad: Json[] = [
      { disposition: null },
      { disposition: { ...disposition, type: 'burnt' } },
      { disposition: { ...disposition, more: 1 } },
      { subject: 5 },
      { textBody: [] },
      { includeOriginalMessage: 'yes' },
      { reportingUA: '' },
      { finalRecipient: 'a@example.test' },
      { extensionFields: { Disposition: 'x' } },
      { extensionFields: { 'X-A': 'x\r\nBcc: eve@x.example' } },
      { extensionFields: { 'X-A': 5 } },
      { mdnGateway: 'x' },
      { originalMessageId: 'x' },
      { colour: 'red' },
    ]
    for (const mdn of bad)
      expect([mdn, await notSent({ forEmailId, ...mdn })]).toEqual([
        mdn,
        { type: 'invalidProperties', properties: Object.keys(mdn) },
      ])
    expect(await notSent({ forEmailId: null })).toEqual({
      type: 'invalidProperties',
      properties: ['forEmailId'],
    })
    expect(await keywords(forEmailId)).toEqual([])
  })

  test('is refused for a message that cannot be marked, and then nothing is sent', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `word${index}`)
    const forEmailId = await asked({ keywords: many })
    expect(await notSent({ forEmailId })).toEqual({ type: 'tooManyKeywords' })
    await rig.after(1)
    expect(rig.sink.messages).toEqual([])
  })
})

describe('MDN/parse (RFC 9007 §2.2)', () => {
  const parse = async (blobIds: unknown, user = ada) => {
    const args = { accountId: user.accountId, blobIds }
    const { json } = await user.post(JSON.stringify({ using, methodCalls: [['MDN/parse', args, '0']] }))
    return (json['methodResponses'] as Array<[string, Json]>)[0]!
  }

  test('reads a receipt that MDN/send wrote, and finds the message it is about', async () => {
    const forEmailId = await asked({ id: 'about@x' })
    await send({ forEmailId, textBody: 'Seen.\n' })
    await rig.after(1)
    const blobId = await client.upload(ada, rig.sink.messages[0]!.raw)
    const junk = await client.upload(ada, 'Subject: x\r\n\r\nHello')
    expect(await parse([blobId, junk, 'Bnone'])).toEqual([
      'MDN/parse',
      {
        accountId: ada.accountId,
        parsed: {
          [blobId]: {
            forEmailId,
            subject: 'Read: Lunch',
            textBody: 'Seen.\n',
            includeOriginalMessage: false,
            reportingUA: null,
            disposition,
            mdnGateway: null,
            originalRecipient: null,
            finalRecipient: 'rfc822; a@example.test',
            originalMessageId: '<about@x>',
            error: null,
            extensionFields: null,
          },
        },
        notParsable: [junk],
        notFound: ['Bnone'],
      },
      '0',
    ])
  })

  test('cannot tell which of several messages is meant, and knows none of another account', async () => {
    const forEmailId = await asked({ id: 'twice@x' })
    await send({ forEmailId })
    await rig.after(1)
    const { raw } = rig.sink.messages[0]!
    const otherAccount = await newAccount({ ...rig.jmap.room, user: ada.id })
    const inOther = await client.upload({ ...ada, accountId: `A${otherAccount.id}` }, raw)
    expect((await parse([inOther], { ...ada, accountId: `A${otherAccount.id}` }))[1]).toMatchObject({
      parsed: { [inOther]: { forEmailId: null } },
    })
    const blobId = await client.upload(ada, raw)
    await asked({ id: 'twice@x' })
    expect((await parse([blobId]))[1]).toMatchObject({ parsed: { [blobId]: { forEmailId: null } } })
    expect((await parse([blobId], rig.jmap.bob))[1]).toMatchObject({ notFound: [blobId] })
    expect((await parse(null))[1]).toMatchObject({ type: 'invalidArguments' })
  })

  test('reads a blob that the same request has made', async () => {
    const raw = ['Content-Type: multipart/report; boundary=b', '', ...reportBody.split('\n')].join('\r\n')
    const calls = [
      ['Blob/upload', { accountId: ada.accountId, create: { r: { data: [{ 'data:asText': raw }] } } }, '0'],
      ['MDN/parse', { accountId: ada.accountId, blobIds: ['#r'] }, '1'],
    ]
    const body = { using: [...using, 'urn:ietf:params:jmap:blob'], methodCalls: calls }
    const { json } = await ada.post(JSON.stringify(body))
    const [[, made], [, read]] = json['methodResponses'] as [[string, Json], [string, Json]]
    const { id } = (made['created'] as { r: { id: string } }).r
    expect(read).toMatchObject({ parsed: { [id]: { disposition, forEmailId: null } }, notFound: null })
  })
})

function dnt(address: string): string {
  return `Disposition-Notification-To: ${address}`
}
const original = 'Original-Recipient: rfc822; ada@old.example'
const crowd = Array.from({ length: 11 }, (_, index) => `p${index}@x.example`).join(', ')
const report = ['MIME-Version: 1.0', 'Content-Type: multipart/report; boundary=b']
const reportBody = [
  '--b',
  'Content-Type: text/plain',
  '',
  'Seen',
  '--b',
  'Content-Type: message/disposition-notification',
  '',
  'Disposition: manual-action/MDN-sent-manually; displayed',
  '--b--',
  '',
].join('\n')

// The last: the others would find nothing left of the hour.
test('a hundred receipts are sent for an account in an hour, and no more', async () => {
  const ids = await Promise.all(Array.from({ length: 101 }, () => asked()))
  const { sent, notSent: unsent } = await rig.one('MDN/send', {
    identityId: rig.identityId,
    send: Object.fromEntries(ids.map((forEmailId) => [forEmailId, { forEmailId, disposition }])),
    onSuccessUpdateEmail: Object.fromEntries(ids.map((id) => [`#${id}`, marked])),
  })
  const refused = Object.entries(unsent as Record<string, Json>)
  expect(Object.keys(sent as Json).length + refused.length).toBe(101)
  expect(new Set(refused.map(([, { type }]) => type))).toEqual(new Set(['rateLimit']))
  expect(await keywords(refused[0]![0])).toEqual([])
})
