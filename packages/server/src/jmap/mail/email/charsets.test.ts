import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlobClient, blobClient } from '../../../../../server-testing/src/jmap/core/blob-client.ts'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import { getEmails, type Json } from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

/** Mail as it is and not as it should be: imported by its bytes, read as people wrote it. */
let rig: JmapForTests
let client: BlobClient
beforeAll(async () => {
  rig = await jmapForTests()
  client = await blobClient(rig)
})
afterAll(() => rig[Symbol.asyncDispose]())

const { one, get, box } = getEmails(() => rig)

async function imported(...lines: Array<string | Buffer>): Promise<Json> {
  const raw = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]))
  const blobId = await client.upload(rig.ada, raw, 'message/rfc822')
  const emails = { new: { blobId, mailboxIds: { [box('inbox')]: true } } }
  const { created } = (await one('Email/import', { emails })) as { created: { new: { id: string } } }
  const properties = ['id', 'subject', 'from', 'preview', 'textBody', 'bodyValues', 'size', 'blobId']
  const email = await get(created.new.id, { properties, fetchAllBodyValues: true })
  expect(email).toMatchObject({ blobId, size: raw.length })
  const same = await client.download(rig.ada, blobId, { type: 'message/rfc822' })
  expect(Buffer.from(await same.arrayBuffer()).equals(raw)).toBe(true)
  return email
}
const getBody = (email: Json) => (email['bodyValues'] as Record<string, Json>)['1']
const plain = (charset: string) => ['MIME-Version: 1.0', `Content-Type: text/plain; charset=${charset}`, '']

/** 안녕하세요, これはメールです and Grüße in their bytes of old. */
const annyeong = Buffer.from('bec8b3e7c7cfbcbcbfe4', 'hex')
const koreha = Buffer.from('1b24422433246c244f2561213c256b244724391b2842', 'hex')
const gruesse = Buffer.from('4772fcdf65', 'hex')

describe('bytes of other charsets', () => {
  test('EUC-KR in body and subject', async () => {
    const subject = `Subject: =?euc-kr?B?${annyeong.toString('base64')}?=`
    const email = await imported(
      subject,
      'From: =?EUC-KR?Q?=BE=C8=B3=E7?= <a@x.example>',
      ...plain('EUC-KR'),
      annyeong,
    )
    expect(email).toMatchObject({ subject: '안녕하세요', from: [{ name: '안녕', email: 'a@x.example' }] })
    expect(getBody(email)).toEqual({ value: '안녕하세요\n', isEncodingProblem: false, isTruncated: false })
    expect(email['preview']).toBe('안녕하세요')
  })

  test('ISO-2022-JP, which is ASCII to those who do not look', async () => {
    const email = await imported(
      'Subject: =?ISO-2022-JP?B?GyRCJDMkbCRPGyhC?=',
      ...plain('iso-2022-jp'),
      koreha,
    )
    expect(email['subject']).toBe('これは')
    expect(getBody(email)).toMatchObject({
      value: 'これはメールです\n',
      isEncodingProblem: false,
    })
  })

  test('raw Latin-1 under us-ascii and without any charset, in body and header', async () => {
    for (const head of [plain('us-ascii'), ['']]) {
      const email = await imported(
        Buffer.concat([Buffer.from('Subject: '), gruesse]),
        Buffer.concat([Buffer.from('From: '), gruesse, Buffer.from(' <a@x.example>')]),
        ...head,
        gruesse,
      )
      expect(email).toMatchObject({ subject: 'Grüße', from: [{ name: 'Grüße', email: 'a@x.example' }] })
      expect(getBody(email)!['value']).toBe('Grüße\n')
    }
  })

  test('of a charset that nobody knows, or that are no text in the one they claim: said to be a problem', async () => {
    for (const [charset, bytes] of [
      ['x-klingon', gruesse],
      ['utf-8', Buffer.from([0x61, 0xff, 0xfe])],
    ] as const) {
      const email = await imported('Subject: x', ...plain(charset), bytes)
      expect(getBody(email)).toMatchObject({ isEncodingProblem: true })
    }
  })
})

describe('what RFC 5322 forbids', () => {
  test('lines of more than 998 octets, in header and body', async () => {
    const long = 'wörter '.repeat(400).trim()
    const email = await imported(`Subject: ${long}`, ...plain('utf-8'), long)
    expect(email['subject']).toBe(long)
    expect(getBody(email)!['value']).toBe(`${long}\n`)
  })

  test('control characters in a header', async () => {
    const email = await imported(
      'Subject: a\u0007b\u0000c\u001bd',
      'From: "x\u0001y" <a@x.example>',
      '',
      'Hello',
    )
    expect(email).toMatchObject({ subject: 'abcd', from: [{ email: 'a@x.example' }], preview: 'Hello' })
  })
})
