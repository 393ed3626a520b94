import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bodyLists, decodePart, hasAttachment, parseMime } from '../index.ts'

type Shape = string | Shape[]

/** Builds a message from nested [multipart subtype, ...children]; a string is a part's header lines. */
function message(shape: Shape, level = 0): string {
  if (typeof shape === 'string') return `${shape.replaceAll('; d=', '\nContent-Disposition: ')}\n\nx`
  const [type, ...children] = shape
  const parts = children.map((child) => `--b${level}\nContent-Type: ${message(child, level + 1)}\n`)
  return `multipart/${String(type)}; boundary=b${level}\n\n${parts.join('')}--b${level}--`
}

function getLists(shape: Shape): { text: string; html: string; files: string; has: boolean } {
  const lists = bodyLists(parseMime(Buffer.from(`Content-Type: ${message(shape)}`)))
  const [text, html, files] = [lists.textBody, lists.htmlBody, lists.attachments].map((parts) =>
    parts.map((part) => part.partId).join(' '),
  )
  return { text: text!, html: html!, files: files!, has: hasAttachment(lists) }
}

const png = 'image/png\nContent-ID: <c>'
const shapes: ReadonlyArray<
  [what: string, shape: Shape, text: string, html: string, files: string, has: boolean]
> = [
  ['plain text', 'text/plain', '1', '1', '', false],
  ['HTML alone stands in both lists', 'text/html', '1', '1', '', false],
  ['a message that is one file', 'application/pdf', '', '', '1', true],
  ['a text to download', 'text/plain; d=attachment', '', '', '1', true],
  ['a picture alone is shown', 'image/png', '1', '1', '', false],
  ['alternative', ['alternative', 'text/plain', 'text/html'], '1', '2', '', false],
  ['alternative the wrong way round', ['alternative', 'text/html', 'text/plain'], '2', '1', '', false],
  ['alternative with HTML only', ['alternative', 'text/html'], '1', '1', '', false],
  ['alternative with text only', ['alternative', 'text/plain'], '1', '1', '', false],
  [
    'alternative with a calendar',
    ['alternative', 'text/plain', 'text/html', 'text/calendar'],
    '1',
    '2',
    '3',
    true,
  ],
  [
    'related in alternative',
    ['alternative', 'text/plain', ['related', 'text/html', png]],
    '1',
    '2.1',
    '2.2',
    false,
  ],
  [
    'alternative in related',
    ['related', ['alternative', 'text/plain', 'text/html'], png],
    '1.1',
    '1.2',
    '2',
    false,
  ],
  [
    'a file beside alternative',
    ['mixed', ['alternative', 'text/plain', 'text/html'], 'application/pdf'],
    '1.1',
    '1.2',
    '2',
    true,
  ],
  [
    'a picture between texts',
    ['mixed', 'text/plain', 'image/png', 'text/plain'],
    '1 2 3',
    '1 2 3',
    '',
    false,
  ],
  ['a named text after another', ['mixed', 'text/plain', 'text/plain; name=a.txt'], '1', '1', '2', true],
  [
    'a named text in the first place',
    ['mixed', 'text/plain; name=a.txt', 'text/plain'],
    '1 2',
    '1 2',
    '',
    false,
  ],
  [
    'a mailing list footer',
    ['mixed', ['alternative', 'text/plain', 'text/html'], 'text/plain'],
    '1.1 2',
    '1.2 2',
    '',
    false,
  ],
  ['a signed message', ['signed', 'text/plain', 'application/pgp-signature'], '1', '1', '2', false],
  [
    'a document marked inline',
    ['mixed', 'text/plain', 'application/pdf; d=inline; filename=a.pdf'],
    '1',
    '1',
    '2',
    true,
  ],
  ['a picture to download', ['mixed', 'text/plain', 'image/png; d=attachment'], '1', '1', '2', true],
  ['a forwarded message', ['mixed', 'text/plain', 'message/rfc822'], '1', '1', '2', true],
]

describe('the lists of bodies and attachments (RFC 8621 §4.1.4)', () => {
  test.each(shapes)('%s', (_what, shape, text, html, files, has) => {
    expect(getLists(shape)).toEqual({ text, html, files, has })
  })

  test('are those the RFC gives for its parts A to K', () => {
    const raw = readFileSync(new URL('../../../../test/fixtures/mail/a-to-k.eml', import.meta.url))
    const lists = bodyLists(parseMime(raw))
    const mail = (part: Parameters<typeof decodePart>[1]): string =>
      /[A-K]\b/.exec(decodePart(raw, part).toString())![0]
    expect(lists.textBody.map(mail)).toEqual(['A', 'B', 'C', 'D', 'K'])
    expect(lists.htmlBody.map(mail)).toEqual(['A', 'E', 'K'])
    expect(lists.attachments.map(mail)).toEqual(['C', 'F', 'G', 'H', 'J'])
  })
})
