import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import { getEmails, type Json } from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

let rig: JmapForTests
const { args, one, get, store } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const lines = (...all: string[]) => all.join('\r\n')
const rich = lines(
  'Received: from a by b; Sat, 21 Nov 2026 10:00:00 +0100',
  'Received: from c by a; Sat, 21 Nov 2026 09:00:00 +0100',
  'From: =?EUC-KR?B?sei9wsfR?= <kim@example.test>',
  'To: Ann <ann@example.test>, Team: bo@example.test, cy@example.test;, dee@example.test',
  'Subject: a bell \u0007 rings',
  'Date: Sat, 21 Nov 2026 10:00:00 +0530',
  'Message-ID: <one@x>',
  'References: <zero@x> <half@x>',
  'List-Unsubscribe: <https://x.test/u>, <mailto:u@x.test>',
  'X-Custom:  two blanks',
  'x-CUSTOM: last',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  'X-Part: yes',
  '',
  '<p>Hello <b>Grüße</b></p>',
  '--b',
  "Content-Type: application/pdf; name*=UTF-8''%C3%9C.pdf",
  'Content-Disposition: attachment',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0=',
  '--b',
  'Content-Type: message/rfc822',
  '',
  'Subject: inside',
  'Content-Type: multipart/mixed; boundary=c',
  '',
  '--c',
  '',
  'first',
  '--c',
  'Content-Type: text/x-second',
  '',
  'second',
  '--c--',
  '--b--',
  '',
)

describe('the size of a part', () => {
  test('is 0 of what holds other parts, and that of the decoded content of the others', async () => {
    const email = await get(await store(rich), {
      properties: ['bodyStructure'],
      bodyProperties: ['type', 'size', 'subParts'],
    })
    const root = email['bodyStructure'] as Json
    expect(root).toMatchObject({ type: 'multipart/mixed', size: 0 })
    const [html, pdf, message] = root['subParts'] as Json[]
    expect(html).toMatchObject({ size: Buffer.byteLength('<p>Hello <b>Grüße</b></p>') })
    expect(pdf).toMatchObject({ size: 5 })
    expect(message!['size']).toBeGreaterThan(0)
  })
})

describe('header properties', () => {
  test.each<[string, unknown]>([
    ['header:X-Custom', ' last'],
    ['header:x-custom:asRaw', ' last'],
    ['header:X-CUSTOM:all', ['  two blanks', ' last']],
    ['header:X-Custom:asText', 'last'],
    ['header:X-Custom:asText:all', ['two blanks', 'last']],
    ['header:Subject:asText', 'a bell  rings'],
    ['header:From:asAddresses', [{ name: '김승한', email: 'kim@example.test' }]],
    [
      'header:To:asGroupedAddresses',
      [
        { name: null, addresses: [{ name: 'Ann', email: 'ann@example.test' }] },
        {
          name: 'Team',
          addresses: [
            { name: null, email: 'bo@example.test' },
            { name: null, email: 'cy@example.test' },
          ],
        },
        { name: null, addresses: [{ name: null, email: 'dee@example.test' }] },
      ],
    ],
    ['header:References:asMessageIds', ['zero@x', 'half@x']],
    ['header:Date:asDate', '2026-11-21T10:00:00+05:30'],
    ['header:List-Unsubscribe:asURLs', ['https://x.test/u', 'mailto:u@x.test']],
    ['header:X-None', null],
    ['header:X-None:asAddresses:all', []],
    ['header:__proto__', null],
  ])('%s', async (property, value) => {
    const id = await store(rich)
    const email = await get(id, { properties: [property] })
    expect(Object.entries(email)).toEqual(
      expect.arrayContaining([
        ['id', id],
        [property, value],
      ]),
    )
    expect(Object.keys(email)).toHaveLength(2)
  })

  test.each([
    'header:Subject:asAddresses',
    'header:From:asText',
    'header:Received:asText',
    'header:Message-ID:asURLs',
    'header:X-Any:asNonsense',
    'header:X-Any:all:asText',
    'header:X-Any:asText:ALL',
    'header:a b',
    'header:',
    'header:constructor:constructor',
    'headers:x',
  ])('%s is refused', async (property) => {
    const answers = await rig.ada.call(
      ['Email/get', args({ ids: [], properties: [property] })],
      ['Email/get', args({ ids: [], bodyProperties: [property] })],
    )
    expect(answers.map((answer) => answer[1]['type'])).toEqual(['invalidArguments', 'invalidArguments'])
  })

  test('`headers` has every field as spelt, in order', async () => {
    const { headers } = await get(await store(rich), { properties: ['headers'] })
    expect((headers as Json[]).slice(-4).map((header) => [header['name'], header['value']])).toEqual([
      ['X-Custom', '  two blanks'],
      ['x-CUSTOM', ' last'],
      ['MIME-Version', ' 1.0'],
      ['Content-Type', ' multipart/mixed; boundary=b'],
    ])
  })
})

describe('bodies', () => {
  test('parts answer with the properties asked for, headers among them', async () => {
    const email = await get(await store(rich), {
      properties: ['htmlBody', 'attachments', 'bodyStructure'],
      bodyProperties: ['partId', 'type', 'subParts', 'header:X-Part', 'header:Content-Type:asRaw', 'headers'],
    })
    expect(email['htmlBody']).toMatchObject([
      { partId: '1', type: 'text/html', subParts: null, 'header:X-Part': ' yes' },
    ])
    expect((email['htmlBody'] as Json[])[0]!['headers']).toEqual([
      { name: 'Content-Type', value: ' text/html; charset=utf-8' },
      { name: 'X-Part', value: ' yes' },
    ])
    const root = email['bodyStructure'] as Json
    expect(root).toMatchObject({ partId: null, type: 'multipart/mixed', 'header:X-Part': null })
    expect((root['subParts'] as Json[]).map((part) => part['type'])).toEqual([
      'text/html',
      'application/pdf',
      'message/rfc822',
    ])
    expect(Object.keys((email['attachments'] as Json[])[0]!)).toEqual([
      'partId',
      'type',
      'subParts',
      'headers',
      'header:X-Part',
      'header:Content-Type:asRaw',
    ])
  })

  test('attachments have name, decoded size, and a blob to download', async () => {
    const email = await get(await store(rich), { properties: ['attachments', 'hasAttachment'] })
    const [pdf] = email['attachments'] as Json[]
    expect(email['hasAttachment']).toBe(true)
    expect(pdf).toMatchObject({ name: 'Ü.pdf', size: 5, type: 'application/pdf', disposition: 'attachment' })
    const answer = await rig.http.app.inject({
      method: 'GET',
      headers: { authorization: `Bearer ${rig.ada.token}` },
      url: `/jmap/download/${rig.ada.accountId}/${pdf!['blobId'] as string}/a.pdf?type=application/pdf`,
    })
    expect(answer.body).toBe('%PDF-')
  })

  test('values come for text, for HTML or for all, and are cut outside of tags', async () => {
    const id = await store(rich)
    const properties = ['bodyValues']
    expect((await get(id, { properties }))['bodyValues']).toEqual({})
    const html = await get(id, { properties, fetchHTMLBodyValues: true, maxBodyValueBytes: 11 })
    expect(html['bodyValues']).toEqual({
      '1': { value: '<p>Hello ', isEncodingProblem: false, isTruncated: true },
    })
    const everything = await get(id, { properties, fetchAllBodyValues: true })
    expect(Object.keys(everything['bodyValues'] as Json)).toEqual(['1'])
  })
})

describe('what a list shows', () => {
  const picture = lines(
    '--r',
    'Content-Type: image/png',
    'Content-ID: <p@x>',
    'Content-Disposition: inline',
    '',
    'x',
  )
  const html = lines(
    '--r',
    'Content-Type: text/html',
    '',
    '<p>Dear <b>Ann</b>,</p><style>p{}</style><img src=cid:p@x>',
  )
  const head = (subtype: string) =>
    lines('MIME-Version: 1.0', `Content-Type: multipart/${subtype}; boundary=r`, '', '')

  test('is words without tags, times in UTC, and no attachment where there are pictures of the text', async () => {
    const email = await get(await store(lines(`${head('related')}${html}`, picture, '--r--', '')))
    expect(email).toMatchObject({
      hasAttachment: false,
      preview: 'Dear Ann,',
      subject: null,
      keywords: {},
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      attachments: [{ cid: 'p@x', disposition: 'inline' }],
    })
    expect(email['size']).toBeGreaterThan(0)
  })

  test('is everything that RFC 8621 §4.2 names where nobody says what is wanted, and no more', async () => {
    const fields = ['Sender: S <s@x.test>', 'Reply-To: r@x.test', 'Cc: c@x.test', 'In-Reply-To: <zero@x>']
    const email = await get(await store(lines(...fields, rich)))
    expect(email).toMatchObject({
      sender: [{ name: 'S', email: 's@x.test' }],
      replyTo: [{ email: 'r@x.test' }],
      inReplyTo: ['zero@x'],
      cc: [{ email: 'c@x.test' }],
      bcc: null,
      messageId: ['one@x'],
      sentAt: '2026-11-21T10:00:00+05:30',
    })
    expect(Object.keys(email).toSorted()).toEqual([
      'attachments',
      'bcc',
      'blobId',
      'bodyValues',
      'cc',
      'from',
      'hasAttachment',
      'htmlBody',
      'id',
      'inReplyTo',
      'keywords',
      'mailboxIds',
      'messageId',
      'preview',
      'receivedAt',
      'references',
      'replyTo',
      'sender',
      'sentAt',
      'size',
      'subject',
      'textBody',
      'threadId',
      'to',
    ])
  })

  test('has a picture between texts in both bodies (RFC 8621 §4.1.4)', async () => {
    const text = lines('--r', 'Content-Type: text/plain', '', 'words')
    const email = await get(await store(lines(`${head('mixed')}${text}`, picture, text, '--r--', '')))
    const shown = [{ type: 'text/plain' }, { type: 'image/png' }, { type: 'text/plain' }]
    expect(email).toMatchObject({ textBody: shown, htmlBody: shown, attachments: [], hasAttachment: false })
  })
})

describe('ids', () => {
  test('null gives every message, and is refused where there are more than one call may give', async () => {
    const mine = getEmails(
      () => rig,
      (all) => all.bob,
    )
    const id = await mine.store('Subject: only\r\n\r\n')
    const all = await mine.one('Email/get', { ids: null, properties: ['subject'] })
    expect(all).toMatchObject({ list: [{ id, subject: 'only' }], notFound: [] })
    const message = { subject: 'many', boxes: [rig.bob.account.boxes.inbox] }
    await rig.bob.deliver(Array.from({ length: 1000 }, () => message))
    expect(await mine.one('Email/get', { ids: null, properties: ['id'] })).toMatchObject({
      type: 'requestTooLarge',
    })
  })
})

describe('Email/parse', () => {
  const loadBlob = async (id: string, type: string) => {
    const { attachments } = await get(id, { properties: ['attachments'] })
    return (attachments as Json[]).find((part) => part['type'] === type)!['blobId'] as string
  }

  test('reads an attached message, whose parts can be downloaded in their turn', async () => {
    const blobId = await loadBlob(await store(rich), 'message/rfc822')
    const answer = await one('Email/parse', {
      blobIds: [blobId],
      properties: [
        'id',
        'blobId',
        'threadId',
        'mailboxIds',
        'keywords',
        'receivedAt',
        'size',
        'subject',
        'header:Subject',
        'textBody',
        'attachments',
        'bodyValues',
        'preview',
        'hasAttachment',
      ],
      fetchTextBodyValues: true,
    })
    const email = (answer['parsed'] as Record<string, Json>)[blobId]!
    expect(answer).toMatchObject({ notParsable: null, notFound: null })
    expect(email).toMatchObject({
      id: null,
      threadId: null,
      mailboxIds: null,
      keywords: null,
      receivedAt: null,
      blobId,
      subject: 'inside',
      'header:Subject': ' inside',
      preview: 'first',
      hasAttachment: true,
      textBody: [{ partId: '1' }],
      bodyValues: { '1': { value: 'first' } },
    })
    const [second] = email['attachments'] as Json[]
    const download = await rig.http.app.inject({
      method: 'GET',
      headers: { authorization: `Bearer ${rig.ada.token}` },
      url: `/jmap/download/${rig.ada.accountId}/${second!['blobId'] as string}/x?type=text/plain`,
    })
    expect(download.body).toBe('second')
  })

  test('answers the default properties', async () => {
    const blobId = await loadBlob(await store(rich), 'message/rfc822')
    const answer = await one('Email/parse', { blobIds: [blobId] })
    expect(Object.keys((answer['parsed'] as Record<string, Json>)[blobId]!).toSorted()).toEqual([
      'attachments',
      'bcc',
      'bodyValues',
      'cc',
      'from',
      'hasAttachment',
      'htmlBody',
      'inReplyTo',
      'messageId',
      'preview',
      'references',
      'replyTo',
      'sender',
      'sentAt',
      'subject',
      'textBody',
      'to',
    ])
  })

  test('tells what is no message from what is not there', async () => {
    const notMail = await loadBlob(await store(rich), 'application/pdf')
    const theirs = await getEmails(
      () => rig,
      (all) => all.bob,
    ).store(`${rich}theirs`)
    const { blobId } = await getEmails(
      () => rig,
      (all) => all.bob,
    ).get(theirs, { properties: ['blobId'] })
    const answer = await one('Email/parse', { blobIds: [notMail, 'nonsense', blobId] })
    expect(answer).toMatchObject({ parsed: null, notParsable: [notMail], notFound: ['nonsense', blobId] })
  })

  test('refuses what it does not know', async () => {
    for (const more of [{}, { blobIds: null }, { blobIds: [], properties: ['x'] }, { blobIds: [], x: 1 }])
      expect(await one('Email/parse', more)).toMatchObject({ type: 'invalidArguments' })
  })
})
