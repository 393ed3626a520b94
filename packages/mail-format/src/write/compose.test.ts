import type { EmailAddress } from '@plmail/wire'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allHeaders,
  arrangeBody,
  bodyLists,
  composeMessage,
  contentType,
  decodePart,
  decodeText,
  type DraftField,
  type DraftPart,
  fieldText,
  headerAs,
  type MimePart,
  parseMessage,
  parseMime,
  plainPart,
} from '../index.ts'
import { texts, tree, words } from './compose-for-tests.ts'

const now = new Date('2026-03-01T10:00:00Z')
const parts = { random: randomBytes, now, domain: 'example.test' }
const text = (value: string): DraftPart => plainPart('text/plain', { kind: 'text', text: value })
const compose = (fields: readonly DraftField[], body: DraftPart = text('Hello')) =>
  composeMessage({ fields, body }, parts)

/** What RFC 5322 §2.1.1 and RFC 2045 §2.8 ask of every line. */
function expectLines(raw: Buffer): void {
  const lines = raw.toString('latin1').split('\r\n')
  expect(lines.filter((line) => /[\r\n\0]/.test(line))).toEqual([])
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
}

describe('a message', () => {
  test('gets Message-ID, Date and MIME-Version, in the usual order', () => {
    const raw = compose([
      { name: 'Subject', form: 'asText', value: 'Hi' },
      { name: 'From', form: 'asAddresses', value: [{ name: 'Ann B', email: 'ann@example.test' }] },
    ])
    const [head] = raw.toString().split('\r\n\r\n')
    expect(head?.split('\r\n').map((line) => line.split(':')[0])).toEqual([
      'Date',
      'From',
      'Subject',
      'Message-ID',
      'MIME-Version',
      'Content-Type',
    ])
    expect(head).toContain('From: "Ann B" <ann@example.test>')
    expect(head).toContain('Date: Sun, 01 Mar 2026 10:00:00 +0000')
    expect(head).toMatch(/Message-ID: <[0-9a-f]{32}@example\.test>/)
  })

  test('keeps the Message-ID and Date it is given, and a Bcc', () => {
    const raw = compose([
      { name: 'message-id', form: 'asMessageIds', value: ['mine@here'] },
      { name: 'Date', form: 'asDate', value: '1969-02-14T12:02:00+05:30' },
      { name: 'Bcc', form: 'asAddresses', value: [{ name: null, email: 'b@example.test' }] },
    ])
    expect(parseMessage(raw).summary).toMatchObject({
      messageId: ['mine@here'],
      sentAt: '1969-02-14T12:02:00+05:30',
      bcc: [{ name: null, email: 'b@example.test' }],
    })
    expect(raw.toString()).toContain('Date: Fri, 14 Feb 1969 12:02:00 +0530')
  })

  test('of an account with an odd domain has a Message-ID all the same', () => {
    const at = (domain: string) =>
      parseMessage(composeMessage({ fields: [], body: text('') }, { ...parts, domain })).messageId
    expect(at('münchen.example')).toMatch(/@xn--mnchen-3ya\.example$/)
    expect(at('a b\r\nX: y')).toMatch(/@localhost$/)
  })
})

describe('a header field', () => {
  const value = (field: DraftField) => fieldText(field)?.slice(field.name.length + 1)

  test('is folded so that no line is long, and unfolds to what it was', () => {
    const long = 'word '.repeat(300).trim()
    const lines = fieldText({ name: 'Subject', form: 'asText', value: long })?.split('\r\n') ?? []
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.every((line) => line.length <= 78)).toBe(true)
    expect(lines.join('')).toBe(`Subject: ${long}`)
  })

  test('with URLs has one a line', () => {
    expect(
      value({ name: 'List-Help', form: 'asURLs', value: ['http://a.example', 'http://b.example'] }),
    ).toBe(' <http://a.example>,\r\n <http://b.example>')
  })

  test('in raw form is kept with its folds, behind a blank', () => {
    expect(value({ name: 'X', form: 'asRaw', value: 'cat' })).toBe(' cat')
    expect(value({ name: 'X', form: 'asRaw', value: ' a\n  b' })).toBe(' a\r\n  b')
  })

  test.each<DraftField>([
    { name: 'X', form: 'asRaw', value: 'a\r\nBcc: b' },
    { name: 'X', form: 'asRaw', value: 'a\nb' },
    { name: 'X', form: 'asRaw', value: 'a\rb' },
    { name: 'X', form: 'asRaw', value: 'a\0b' },
    { name: 'X', form: 'asRaw', value: 'a\r\n \r\n b' },
    { name: 'X', form: 'asRaw', value: 'x'.repeat(1000) },
    { name: 'To', form: 'asAddresses', value: [{ name: 'a', email: 'b@c>, <d@e' }] },
    { name: 'To', form: 'asAddresses', value: [{ name: null, email: 'b@c\r\nBcc: d@e' }] },
    { name: 'To', form: 'asAddresses', value: [{ name: null, email: '' }] },
    { name: 'References', form: 'asMessageIds', value: ['a> <b'] },
    { name: 'References', form: 'asMessageIds', value: ['a\r\nX: y'] },
    { name: 'List-Help', form: 'asURLs', value: ['http://a> <b:'] },
    { name: 'Date', form: 'asDate', value: '2026-02-31T00:00:00Z' },
    { name: 'Date', form: 'asDate', value: 'today' },
  ])('cannot be written as %o', (field) => {
    expect(fieldText(field)).toBeUndefined()
  })

  test('is read back as it was written, or is not written', () => {
    const address: fc.Arbitrary<EmailAddress> = fc.record({
      name: fc.option(words, { nil: null }),
      email: fc.oneof(
        words,
        fc.constantFrom('a@example.test', 'bob', 'käthe@münchen.example', '"a b"@x.test'),
      ),
    })
    const field = fc.oneof(
      words.map((content): DraftField => ({ name: 'Subject', form: 'asText', value: content })),
      words.map((content): DraftField => ({ name: 'X-Any', form: 'asRaw', value: content })),
      fc
        .array(address, { minLength: 1, maxLength: 4 })
        .map((content): DraftField => ({ name: 'To', form: 'asAddresses', value: content })),
      fc
        .array(
          fc.record({
            name: fc.option(words, { nil: null }),
            addresses: fc.array(address, { maxLength: 3 }),
          }),
          {
            minLength: 1,
            maxLength: 3,
          },
        )
        .map((content): DraftField => ({ name: 'Cc', form: 'asGroupedAddresses', value: content })),
      fc
        .array(words, { minLength: 1, maxLength: 3 })
        .map((content): DraftField => ({ name: 'References', form: 'asMessageIds', value: content })),
      fc
        .array(fc.oneof(words, fc.webUrl()), { minLength: 1, maxLength: 3 })
        .map((content): DraftField => ({ name: 'List-Help', form: 'asURLs', value: content })),
    )
    let written = 0
    fc.assert(
      fc.property(field, (draftField) => {
        if (fieldText(draftField) === undefined) return
        written++
        const raw = compose([draftField])
        expectLines(raw)
        const { root } = parseMime(raw)
        // nothing but the field and what every message has
        expect(
          allHeaders(raw, root)
            .map((header) => header.name)
            .toSorted(),
        ).toEqual([draftField.name, 'Content-Type', 'Date', 'MIME-Version', 'Message-ID'].toSorted())
        const read = headerAs(raw, root, draftField.name, draftField.form)
        const emailsIn = (addresses: readonly EmailAddress[]) => addresses.map(({ email }) => email.trim())
        // Folds of a raw value, and blanks around the names of groups, come back otherwise than they were.
        const isCompared = draftField.form !== 'asRaw' && draftField.form !== 'asGroupedAddresses'
        expect(draftField.form === 'asAddresses' ? emailsIn(read as EmailAddress[]) : read).toEqual(
          draftField.form === 'asAddresses'
            ? emailsIn(draftField.value)
            : draftField.form === 'asText'
              ? getHeaderText(draftField.value)
              : isCompared
                ? draftField.value
                : read,
        )
      }),
      { numRuns: 2000 },
    )
    expect(written).toBeGreaterThan(500)
  })

  /** What a text can come back as: one line without control characters. */
  const getHeaderText = (content: string) =>
    content
      .replace(/\0|\p{Surrogate}/gu, '')
      .replace(/[\t\r\n]/g, ' ')
      // oxlint-disable-next-line no-control-regex -- what a single line cannot carry
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
      .trim()
      .normalize('NFC')
})

/** Half a surrogate pair has no UTF-8. */
const wellFormed = (content: string) => Buffer.from(content).toString()

describe('a body', () => {
  test.each([
    ['short ASCII', 'Hello\nthere', '7bit', 'us-ascii'],
    ['some umlauts', `Grüße\n${'word '.repeat(40)}`, 'quoted-printable', 'utf-8'],
    ['another script', '東京タワー'.repeat(50), 'base64', 'utf-8'],
    ['one long line', 'x'.repeat(1200), 'quoted-printable', 'us-ascii'],
  ])('of %s travels as it suits it', (_, value, encoding, charset) => {
    const { root } = parseMime(compose([], text(value)))
    expect(root).toMatchObject({ encoding, charset })
  })

  test('is read back part by part as it was written', () => {
    fc.assert(
      fc.property(tree, (body) => {
        const raw = compose([], body)
        expectLines(raw)
        expectSame(raw, parseMime(raw).root, body)
      }),
      { numRuns: 500 },
    )
  })

  function expectSame(raw: Buffer, read: MimePart, part: DraftPart): void {
    const inner = part.content.kind === 'parts' ? part.content.parts : []
    const { type, disposition, cid, language } = part
    expect(read).toMatchObject(
      part.content.kind === 'parts' ? { type } : { type, disposition, cid, language },
    )
    const { written, decoded } = getContents(raw, read, part)
    expect(decoded).toEqual(written)
    inner.forEach((sub, index) => expectSame(raw, read.subParts[index]!, sub))
  }

  function getContents(raw: Buffer, read: MimePart, { content, type }: DraftPart) {
    if (content.kind === 'parts') return { written: content.parts.length, decoded: read.subParts.length }
    if (content.kind === 'bytes') return { written: content.bytes, decoded: decodePart(raw, read) }
    const written = wellFormed(content.text)
    return type.startsWith('text/')
      ? { written: written.replaceAll('\r\n', '\n'), decoded: decodeText(raw, read).value }
      : { written, decoded: decodePart(raw, read).toString() }
  }

  test('ends where the text ends', () => {
    fc.assert(
      fc.property(texts, (value) => {
        const raw = compose([], text(value))
        const read = decodeText(raw, parseMime(raw).root)
        expect(read).toEqual({
          value: wellFormed(value).replaceAll('\r\n', '\n'),
          isEncodingProblem: false,
        })
      }),
    )
  })

  test('attached as a message is neither encoded nor changed but for its line breaks', () => {
    const inner = Buffer.from('Subject: Grüße\n\nKöln\n')
    const raw = compose([], plainPart('message/rfc822', { kind: 'bytes', bytes: inner }))
    const { root } = parseMime(raw)
    expect(root.encoding).toBe('8bit')
    expect(decodePart(raw, root).toString()).toBe('Subject: Grüße\r\n\r\nKöln\r\n')
  })

  test('has file names of every length and script', () => {
    for (const name of ['a.pdf', 'a "b" \\c.pdf', 'Übersicht.pdf', `${'länge'.repeat(40)}.pdf`]) {
      const part = {
        ...plainPart('application/pdf', { kind: 'bytes' as const, bytes: Buffer.from('%') }),
        name,
      }
      expect(parseMime(compose([], part)).root.name).toBe(name)
      expect(parseMime(compose([], { ...part, disposition: 'attachment' })).root.name).toBe(name)
    }
  })

  test('by purpose is laid out so that readers find the same purposes', () => {
    const picture = (cid: string | null, disposition: string | null) => ({
      ...plainPart('image/png', { kind: 'bytes' as const, bytes: Buffer.from([1, 2]) }),
      cid,
      disposition,
      name: 'p.png',
    })
    const html = plainPart('text/html', { kind: 'text', text: '<img src="cid:a@b">' })
    const attachments = [picture('a@b', 'inline'), picture(null, null), text('a note')]
    const raw = compose([], arrangeBody({ text: text('plain'), html, attachments }))
    const lists = bodyLists(parseMime(raw))
    expect(lists.textBody.map((part) => part.type)).toEqual(['text/plain'])
    expect(lists.htmlBody.map((part) => part.type)).toEqual(['text/html'])
    expect(lists.attachments.map((part) => [part.type, part.cid, part.disposition])).toEqual([
      ['image/png', 'a@b', 'inline'],
      ['image/png', null, 'attachment'],
      ['text/plain', null, 'attachment'],
    ])
  })
})

describe('a raw Content-Type', () => {
  test('gives type and parameters without those written here', () => {
    expect(
      contentType(' Text/Calendar; method=REQUEST;\r\n charset="utf-8"; boundary=x; name="a b.ics"'),
    ).toEqual({
      type: 'text/calendar',
      parameters: [['method', 'REQUEST']],
      charset: 'utf-8',
      name: 'a b.ics',
    })
    expect(contentType('nothing')).toBeUndefined()
  })
})
