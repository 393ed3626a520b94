import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import {
  getEmails,
  type Json,
  readText,
} from '../../../../../server-testing/src/jmap/mail/email/emails-over-jmap.ts'

let rig: JmapForTests
const { box, one, get, store, create } = getEmails(() => rig)
beforeAll(async () => {
  rig = await jmapForTests()
})
afterAll(() => rig[Symbol.asyncDispose]())

const loadBlob = async (raw: string) =>
  (await get(await store(raw), { properties: ['blobId', 'size'] })) as { blobId: string; size: number }

describe('a new Email', () => {
  test('needs nothing but a mailbox; Message-ID and Date are added', async () => {
    const { created } = await create({})
    expect(Object.keys(created!).toSorted()).toEqual(['blobId', 'id', 'size', 'threadId'])
    const email = await get(created!['id'] as string)
    expect(email).toMatchObject({
      size: created!['size'],
      blobId: created!['blobId'],
      threadId: created!['threadId'],
      keywords: {},
      mailboxIds: { [box('work')]: true },
      sentAt: '2026-03-01T10:00:00Z',
      subject: null,
      messageId: [expect.stringMatching(/^[0-9a-f]{32}@example\.test$/)],
      textBody: [{ type: 'text/plain', charset: 'us-ascii', size: 0 }],
    })
  })

  test('without a mailbox is refused', async () => {
    for (const mailboxIds of [undefined, null, {}, [], 'L1', { L999999: true }, { [box('work')]: false }])
      expect((await create({ mailboxIds })).refused).toEqual({
        type: 'invalidProperties',
        properties: ['mailboxIds'],
      })
  })

  test('comes with its properties as they were given', async () => {
    const given = {
      from: [{ name: 'Ännchen', email: 'ann@example.test' }],
      to: [
        { name: null, email: 'bo@example.test' },
        { name: 'Cy, "the" Cat', email: 'cy@example.test' },
      ],
      bcc: [{ name: null, email: 'secret@example.test' }],
      replyTo: [{ name: null, email: 'reply@example.test' }],
      subject: 'Größe 🎉 und mehr',
      sentAt: '2018-08-30T12:00:59-04:00',
      messageId: ['mine@example.test'],
      inReplyTo: ['theirs@example.test'],
      references: ['first@example.test', 'theirs@example.test'],
      keywords: { $draft: true, $seen: true },
    }
    const { created } = await create({
      ...given,
      receivedAt: '2020-02-03T04:05:06Z',
      textBody: [{ partId: 'a' }],
      htmlBody: [{ partId: 'b', type: 'text/html' }],
      bodyValues: { a: { value: 'Hi\nthere' }, b: { value: '<p>Hi</p>', isTruncated: false } },
    })
    const email = await get(created!['id'] as string, { fetchAllBodyValues: true })
    expect(email).toMatchObject({ ...given, receivedAt: '2020-02-03T04:05:06Z', hasAttachment: false })
    expect(email['textBody']).toMatchObject([{ type: 'text/plain', partId: '1' }])
    expect(email['htmlBody']).toMatchObject([{ type: 'text/html', partId: '2' }])
    expect(email['bodyValues']).toMatchObject({ '1': { value: 'Hi\nthere' }, '2': { value: '<p>Hi</p>' } })
  })

  test('marked $draft or put into Drafts is a draft, and goes to the provider', async () => {
    const { created } = await create({ keywords: { $draft: true } })
    const id = Number((created!['id'] as string).slice(1))
    const rows = await rig.room.db.database.query('select direction from message where id = $1', [id])
    expect(rows).toEqual([{ direction: 'draft' }])
    expect(rig.room.sent.at(-1)).toEqual({
      field: 'append',
      messageId: id,
      base: null,
      desired: [rig.ada.account.boxes.work],
    })
  })

  test('carries files by blobId, pictures of the text and nested structures', async () => {
    const { blobId, size } = await loadBlob('Subject: a file\r\n\r\ncontent')
    const { created } = await create({
      htmlBody: [{ partId: 'h', type: 'text/html' }],
      attachments: [
        { blobId, type: 'image/png', cid: 'p@x', disposition: 'inline', name: 'p.png' },
        {
          blobId,
          name: 'Überblick.pdf',
          type: 'application/pdf',
          size,
          language: ['de'],
          location: 'http://x/',
        },
        { blobId },
      ],
      bodyValues: { h: { value: '<img src="cid:p@x">' } },
    })
    const email = await get(created!['id'] as string)
    expect(email['hasAttachment']).toBe(true)
    expect(email['attachments']).toMatchObject([
      { type: 'image/png', cid: 'p@x', disposition: 'inline', name: 'p.png', size },
      {
        type: 'application/pdf',
        name: 'Überblick.pdf',
        disposition: 'attachment',
        size,
        language: ['de'],
        location: 'http://x/',
      },
      { type: 'application/octet-stream', disposition: 'attachment', size },
    ])
    const nested = await create({
      bodyStructure: {
        type: 'multipart/mixed',
        'header:from': 'Foo <foo@example.test>',
        subParts: [
          { partId: 't', cid: 'fooz', language: ['US'], 'header:X-Part': 'yes' },
          { type: 'multipart/alternative', subParts: [{ partId: 't' }, { partId: 't', type: 'text/html' }] },
          { blobId, 'header:Content-Type': 'text/calendar; method=REQUEST; boundary=x' },
        ],
      },
      bodyValues: { t: { value: 'twice' } },
    })
    const structure = await get(nested.created!['id'] as string, {
      properties: ['bodyStructure', 'from'],
      bodyProperties: ['type', 'cid', 'header:X-Part', 'header:Content-Type'],
    })
    expect(structure).toMatchObject({
      from: [{ name: 'Foo', email: 'foo@example.test' }],
      bodyStructure: {
        type: 'multipart/mixed',
        subParts: [
          { type: 'text/plain', cid: 'fooz', 'header:X-Part': ' yes' },
          { subParts: [{ type: 'text/plain' }, { type: 'text/html' }] },
          { 'header:Content-Type': ' text/calendar; charset=us-ascii; method=REQUEST' },
        ],
      },
    })
  })

  test.each<[string, unknown, unknown[]]>([
    ['header:foo:all', ['cat', 'dog'], [' cat', ' dog']],
    ['header:foo', ' raw', [' raw']],
    ['header:Subject:asText', 'howdy', [' howdy']],
    ['header:X-Foo:asAddresses', [{ name: 'Foo bar', email: 'f@x.test' }], [' "Foo bar" <f@x.test>']],
    [
      'header:Cc:asGroupedAddresses',
      [{ name: 'Us', addresses: [{ name: null, email: 'a@x.test' }] }],
      [' "Us": a@x.test;'],
    ],
    ['header:In-Reply-To:asMessageIds', ['a@x.test'], [' <a@x.test>']],
    ['header:Date:asDate', '1969-02-14T12:02:00Z', [' Fri, 14 Feb 1969 12:02:00 +0000']],
    [
      'header:List-Help:asURLs',
      ['http://example.net', 'http://example.org/a'],
      [' <http://example.net>,\r\n <http://example.org/a>'],
    ],
  ])('takes %s', async (property, value, raw) => {
    const { created } = await create({ [property]: value })
    const key = `header:${property.split(':')[1]}:asRaw:all`
    expect((await get(created!['id'] as string, { properties: [key] }))[key]).toEqual(raw)
  })

  const part = (more: Json) => readText('text', more)
  test.each<[string, Json, string[]]>([
    ['headers', { headers: [] }, ['headers']],
    ['headers in a part', part({ headers: [] }), ['bodyStructure/headers']],
    ['Content-* at the top', { 'header:Content-foo': 'x' }, ['header:Content-foo']],
    [
      'a transfer encoding',
      part({ 'header:Content-Transfer-Encoding': '7BIT' }),
      ['bodyStructure/header:Content-Transfer-Encoding'],
    ],
    ['charset beside partId', part({ charset: 'utf-8' }), ['bodyStructure/charset']],
    ['size beside partId', part({ size: 4 }), ['bodyStructure/size']],
    ['partId and blobId', part({ blobId: 'x' }), ['bodyStructure/partId', 'bodyStructure/blobId']],
    ['a part without a value', { bodyStructure: { partId: 'nowhere' } }, ['bodyStructure/partId']],
    ['a part of nothing', { textBody: [{}] }, ['textBody/0/partId']],
    [
      'values that are not whole',
      { bodyValues: { text: { value: '', isTruncated: true, isEncodingProblem: true } } },
      ['bodyValues/text/isEncodingProblem', 'bodyValues/text/isTruncated'],
    ],
    ['a value that is no text', { bodyValues: { 'a/b': { value: 1 } } }, ['bodyValues/a~1b']],
    [
      'a field at the top and in the root',
      { 'header:foo': 'bar', ...part({ 'header:foo': 'bar' }) },
      ['bodyStructure/header:foo'],
    ],
    [
      'a field at the top and in the only text',
      { subject: 'a', textBody: [{ partId: 't', 'header:Subject': 'b' }], bodyValues: { t: { value: '' } } },
      ['textBody/0/header:Subject'],
    ],
    ['a field twice', { subject: 'a', 'header:Subject': 'b' }, ['header:Subject']],
    ['a field twice in two cases', { 'header:X-a': 'a', 'header:x-A:asText': 'b' }, ['header:x-A:asText']],
    ['a list without :all', { 'header:foo': ['a', 'b'] }, ['header:foo']],
    ['a form that is not allowed', { 'header:From:asText': 'a' }, ['header:From:asText']],
    ['a line break in a raw field', { 'header:X-a': 'a\r\nBcc: b@c' }, ['header:X-a']],
    ['a line break in an address', { to: [{ email: 'a@b\r\nBcc: b@c' }] }, ['to']],
    ['addresses that are none', { to: 'a@b', cc: [{}], bcc: [null] }, ['to', 'cc', 'bcc']],
    ['a subject that is no text', { subject: 7 }, ['subject']],
    [
      'a date that is none',
      { sentAt: 'yesterday', receivedAt: '2026-02-30T00:00:00Z' },
      ['sentAt', 'receivedAt'],
    ],
    ['a cid that breaks out', part({ cid: 'a>\r\nX: y' }), ['bodyStructure/cid']],
    ['a type that breaks out', part({ type: 'text/plain\r\nX: y' }), ['bodyStructure/type']],
    ['a disposition that breaks out', part({ disposition: 'inline; x' }), ['bodyStructure/disposition']],
    ['a language that breaks out', part({ language: ['de\r\nX: y'] }), ['bodyStructure/language']],
    [
      'a field of two properties',
      part({ 'header:Content-ID': '<x>', cid: 'y' }),
      ['bodyStructure/header:Content-ID'],
    ],
    [
      'what only the server sets',
      { id: 'M1', preview: '', hasAttachment: false },
      ['id', 'preview', 'hasAttachment'],
    ],
    ['what nobody knows', { nonsense: 1, __proto: 2 }, ['nonsense', '__proto']],
    ['keywords that are none', { keywords: { 'a b': true } }, ['keywords']],
    [
      'a structure and its parts',
      {
        bodyStructure: { partId: 't' },
        textBody: [{}],
        htmlBody: [{}],
        attachments: [{}],
        bodyValues: { t: { value: '' } },
      },
      ['textBody', 'htmlBody', 'attachments'],
    ],
    ['two texts', { textBody: [{ partId: 'a' }, { partId: 'b' }] }, ['textBody']],
    ['two HTML texts', { htmlBody: [{ partId: 'a' }, { partId: 'b' }] }, ['htmlBody']],
    [
      'a text of another type',
      { textBody: [{ partId: 't', type: 'text/html' }], bodyValues: { t: { value: '' } } },
      ['textBody/0/type'],
    ],
    [
      'a multipart of nothing',
      { bodyStructure: { type: 'multipart/mixed', subParts: [] } },
      ['bodyStructure/subParts'],
    ],
    [
      'a fault deep inside',
      {
        bodyStructure: {
          type: 'multipart/mixed',
          subParts: [{ type: 'multipart/mixed', subParts: [{ size: 1 }] }],
        },
      },
      ['bodyStructure/subParts/0/subParts/0/size', 'bodyStructure/subParts/0/subParts/0/partId'],
    ],
  ])('with %s is refused, and told where', async (_, email, properties) => {
    const { refused } = await create(email)
    expect(refused).toMatchObject({ type: 'invalidProperties' })
    expect((refused!['properties'] as string[]).toSorted()).toEqual(properties.toSorted())
  })

  test('must not say another size than the blob’s', async () => {
    const { blobId, size } = await loadBlob('Subject: sized\r\n\r\n')
    const of = (claimed: number) => create({ bodyStructure: { blobId, type: 'text/plain', size: claimed } })
    expect((await of(size + 5)).refused).toEqual({
      type: 'invalidProperties',
      properties: ['bodyStructure/size'],
    })
    expect((await of(size)).created).toBeDefined()
  })

  test('names blobs that are not there, another user’s among them', async () => {
    const theirs = getEmails(
      () => rig,
      (all) => all.bob,
    )
    const { blobId } = await theirs.get(await theirs.store('Subject: theirs\r\n\r\n'))
    const { refused } = await create({ attachments: [{ blobId: 'cat' }, { blobId }] })
    expect(refused).toEqual({ type: 'blobNotFound', notFound: ['cat', blobId] })
  })

  test('structured too deep is refused without harm', async () => {
    let bodyStructure: Json = { partId: 't' }
    for (let depth = 0; depth < 22; depth++)
      bodyStructure = { type: 'multipart/mixed', subParts: [bodyStructure] }
    expect((await create({ bodyStructure })).refused).toMatchObject({ type: 'invalidProperties' })
  })

  test('comes back as it was given, whatever people write', async () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('Grüße, "alle" <zusammen>', '=?utf-8?q?no?=', 'x '.repeat(400), '東京\tタワー'),
    )
    const line = words.map((text) => singleLine(text)).filter((text) => text !== '')
    // readers decode encoded words in file names too, where RFC 2047 has none
    const fileName = line.filter((text) => !text.includes('=?'))
    const address = fc.record({
      name: fc.option(line, { nil: null }),
      email: fc.constantFrom('ann@example.test', 'käthe@münchen.example', 'a.b+c@x.test'),
    })
    const addresses = fc.array(address, { minLength: 1, maxLength: 4 })
    const given = fc.record(
      {
        subject: line,
        from: addresses,
        to: addresses,
        cc: addresses,
        bcc: addresses,
        references: fc.array(fc.constantFrom('a@b', 'c.d@e', 'f$g@h'), { minLength: 1, maxLength: 3 }),
        sentAt: fc.constantFrom('2026-02-28T23:59:59Z', '1999-12-31T00:00:00+14:00'),
      },
      { requiredKeys: [] },
    )
    const body = fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll('\r\n', '\n'))
    await fc.assert(
      fc.asyncProperty(given, body, body, fileName, async (properties, text, html, name) => {
        const { created } = await create({
          ...properties,
          textBody: [{ partId: 't' }],
          htmlBody: [{ partId: 'h', type: 'text/html' }],
          attachments: [{ partId: 'h', type: 'text/csv', name }],
          bodyValues: { t: { value: text }, h: { value: html } },
        })
        const email = await get(created!['id'] as string, { fetchAllBodyValues: true })
        expect(email).toMatchObject(properties)
        const getFirst = (list: string) => (email[list] as Json[])[0]!
        const getValue = (list: string) => (email['bodyValues'] as Json)[getFirst(list)['partId'] as string]
        const whole = (value: string) => ({ value, isEncodingProblem: false, isTruncated: false })
        expect(getValue('textBody')).toEqual(whole(text))
        expect(getValue('htmlBody')).toEqual(whole(html))
        expect(getValue('attachments')).toEqual(whole(html))
        expect(getFirst('attachments')).toMatchObject({ name, type: 'text/csv', disposition: 'attachment' })
      }),
      { numRuns: 60 },
    )
  })

  /** What a field or a name can hold: one line, composed characters, no blanks around. */
  const singleLine = (text: string) =>
    text
      // oxlint-disable-next-line no-control-regex -- what a single line cannot carry
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
      .replace(/\p{Surrogate}/gu, '')
      .trim()
      .normalize('NFC')

  test('is made or refused whatever its properties are, and never fails on our side', async () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string(), fc.constant(null))
    const keys =
      `from to subject sentAt messageId header:X header:X:all header:Y:asAddresses keywords receivedAt
      bodyStructure textBody htmlBody attachments bodyValues header:Z:asText`.split(/\s+/)
    const partKeys =
      'partId blobId type name cid charset disposition language location subParts header:X size'.split(' ')
    const anyPart = fc.dictionary(fc.constantFrom(...partKeys), value)
    const email = fc.tuple(
      fc.dictionary(fc.constantFrom(...keys), value),
      fc.record({ attachments: fc.array(anyPart, { maxLength: 3 }) }, { requiredKeys: [] }),
    )
    await fc.assert(
      fc.asyncProperty(email, async ([random, more]) => {
        const answer = await one('Email/set', {
          create: { a: { mailboxIds: { [box('work')]: true }, ...random, ...more } },
        })
        expect(answer['type']).toBeUndefined()
        expect(Object.keys({ ...(answer['created'] as Json), ...(answer['notCreated'] as Json) })).toEqual([
          'a',
        ])
      }),
      { numRuns: 150 },
    )
  })
})
