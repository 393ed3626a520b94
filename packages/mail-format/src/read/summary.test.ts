import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseMessage } from '../index.ts'

test('a message is summarised with the wire forms of RFC 8621', () => {
  const raw = [
    'From: =?utf-8?Q?Ad=C3=A4?= <Ada@Example.test>, b@example.test',
    'Sender: s@example.test',
    'To: Team: c@example.test;',
    'Cc:',
    'Subject: Re: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
    'Date: Sat, 21 Nov 2026 10:00:00 +0100',
    'Message-ID: <m@example.test>',
    'In-Reply-To: <p@example.test>',
    'References: <o@example.test> <p@example.test>',
    '',
    'Hello you',
  ].join('\r\n')
  expect(parseMessage(Buffer.from(raw))).toEqual({
    messageId: 'm@example.test',
    inReplyTo: ['p@example.test'],
    references: ['o@example.test', 'p@example.test'],
    subject: 'Re: Grüße',
    sentAt: new Date('2026-11-21T09:00:00Z'),
    fromAddresses: ['ada@example.test', 'b@example.test'],
    hasAttachment: false,
    summary: {
      from: [
        { name: 'Adä', email: 'Ada@Example.test' },
        { name: null, email: 'b@example.test' },
      ],
      sender: [{ name: null, email: 's@example.test' }],
      to: [{ name: null, email: 'c@example.test' }],
      cc: [],
      bcc: null,
      replyTo: null,
      subject: 'Re: Grüße',
      sentAt: '2026-11-21T10:00:00+01:00',
      messageId: ['m@example.test'],
      inReplyTo: ['p@example.test'],
      references: ['o@example.test', 'p@example.test'],
      hasAttachment: false,
      attachmentCount: 0,
      preview: 'Hello you',
    },
    structure: expect.anything(),
    unreadable: null,
  })
})

test('attachments are counted', () => {
  const raw = readFileSync(new URL('../../../../test/fixtures/mail/a-to-k.eml', import.meta.url))
  expect(parseMessage(raw).summary).toMatchObject({ hasAttachment: true, attachmentCount: 5, preview: 'A' })
})

test('a message without any header field is shown as text', () => {
  expect(parseMessage(Buffer.from('just words\nand more'))).toMatchObject({
    messageId: null,
    subject: '',
    sentAt: null,
    fromAddresses: [],
    unreadable: null,
    summary: { from: null, subject: null, sentAt: null, preview: 'just words and more' },
  })
})

test('only a message of no content at all is called unreadable', () => {
  expect(parseMessage(Buffer.alloc(0)).unreadable).toMatch(/empty/)
  expect(parseMessage(Buffer.from('\r\n \0\r\n')).unreadable).toMatch(/blank/)
  expect(parseMessage(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])).unreadable).toBeNull()
  expect(parseMessage(Buffer.from('Subject: x')).unreadable).toBeNull()
})

test('a conversation of ten thousand ancestors keeps its start and its end', () => {
  const ids = Array.from({ length: 10_000 }, (_, n) => `${n}@x.test`)
  const { references } = parseMessage(
    Buffer.from(`References: ${ids.map((id) => `<${id}>`).join('\n ')}\n\n`),
  )
  expect(references).toHaveLength(200)
  expect(references[0]).toBe('0@x.test')
  // The value itself is read up to its first 256 KiB.
  expect(references.at(-1)).toBe('9999@x.test')
})
