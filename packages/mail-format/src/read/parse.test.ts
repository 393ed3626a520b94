import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodePart, decodeText, headerAs, leafParts, type MimePart, parseMime } from '../index.ts'
import { maxDepth, maxParts } from './tree.ts'

/** One line a part: path, type and text of each leaf, multiparts as their type around them. */
function outline(raw: Buffer): string {
  const draw = (part: MimePart): string => {
    if (part.partId === null) return `${part.type.slice(10)}(${part.subParts.map(draw).join(' ')})`
    const content = part.type.startsWith('text/')
      ? decodeText(raw, part).value
      : decodePart(raw, part).toString('latin1')
    return `${part.partId} ${part.type} ${JSON.stringify(content)}`
  }
  return draw(parseMime(raw).root)
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const mixed = (...lines: string[]): string =>
  ['Content-Type: multipart/mixed; boundary=b', '', ...lines].join('\n')

const structures: ReadonlyArray<[what: string, message: string, outline: string]> = [
  ['plain text', 'Subject: x\n\nhello\n', '1 text/plain "hello\\n"'],
  ['CRLF line ends', 'Subject: x\r\n\r\nhello\r\n', '1 text/plain "hello\\n"'],
  ['no header at all', 'hello there\nSubject of talk', '1 text/plain "hello there\\nSubject of talk"'],
  ['a header without body', 'Subject: x', '1 text/plain ""'],
  ['a body after one blank line only', '\nhello', '1 text/plain "hello"'],
  ['no blank line before the body', 'Subject: x\nhello you\n', '1 text/plain "hello you\\n"'],
  [
    'two parts',
    mixed('--b', '', 'one', '--b', '', 'two', '--b--'),
    'mixed(1 text/plain "one" 2 text/plain "two")',
  ],
  [
    'preamble and epilogue left out',
    mixed('pre', '--b', '', 'one', '--b--', 'post'),
    'mixed(1 text/plain "one")',
  ],
  [
    'a missing closing boundary',
    mixed('--b', '', 'one', '--b', '', 'two'),
    'mixed(1 text/plain "one" 2 text/plain "two")',
  ],
  ['blanks after a boundary', mixed('--b  \t', '', 'one', '--b-- '), 'mixed(1 text/plain "one")'],
  [
    'a boundary that only begins like one',
    mixed('--b', '', '--bc', '--b c', '--b--'),
    'mixed(1 text/plain "--bc\\n--b c")',
  ],
  [
    'dashes inside the text',
    mixed('--b', '', '-- ', 'sig', '--', '--b--'),
    'mixed(1 text/plain "-- \\nsig\\n--")',
  ],
  [
    'an opening boundary where the closing one was meant',
    mixed('--b', '', 'one', '--b', ''),
    'mixed(1 text/plain "one")',
  ],
  ['an empty part', mixed('--b', '--b', '', 'two', '--b--'), 'mixed(1 text/plain "" 2 text/plain "two")'],
  [
    'a part whose header runs into the boundary',
    mixed('--b', 'X: y', '--b', '', 'two', '--b--'),
    'mixed(1 text/plain "" 2 text/plain "two")',
  ],
  [
    'a boundary in quotes with blanks',
    'Content-Type: multipart/mixed; boundary="a b"\n\n--a b\n\none\n--a b--',
    'mixed(1 text/plain "one")',
  ],
  [
    'a boundary with 8-bit bytes',
    'Content-Type: multipart/mixed; boundary="\xe4"\n\n--\xe4\n\none\n--\xe4--',
    'mixed(1 text/plain "one")',
  ],
  [
    'a boundary ending in dashes',
    'Content-Type: multipart/mixed; boundary="b--"\n\n--b--\n\none\n--b----\n',
    'mixed(1 text/plain "one")',
  ],
  [
    'no boundary parameter',
    'Content-Type: multipart/mixed\n\n--b\n\none\n--b--',
    '1 text/plain "--b\\n\\none\\n--b--"',
  ],
  ['an empty boundary', 'Content-Type: multipart/mixed; boundary=""\n\n--\nx', '1 text/plain "--\\nx"'],
  ['a boundary that never comes', mixed('just text'), '1 text/plain "just text"'],
  ['only a closing boundary', mixed('--b--', 'text'), '1 text/plain "--b--\\ntext"'],
  [
    'an inner multipart closed by the outer boundary only',
    mixed(
      '--b',
      'Content-Type: multipart/alternative; boundary=i',
      '',
      '--i',
      '',
      'text',
      '--b',
      'Content-Type: application/pdf',
      '',
      'pdf',
      '--b--',
    ),
    'mixed(alternative(1.1 text/plain "text") 2 application/pdf "pdf")',
  ],
  [
    'an inner multipart that never closes at all',
    mixed('--b', 'Content-Type: multipart/alternative; boundary=i', '', '--i', '', 'text', '--b--', 'post'),
    'mixed(alternative(1.1 text/plain "text"))',
  ],
  [
    'an inner multipart without parts',
    mixed('--b', 'Content-Type: multipart/alternative; boundary=i', '', 'text', '--b', '', 'two', '--b--'),
    'mixed(1 text/plain "text" 2 text/plain "two")',
  ],
  [
    'the same boundary inside and outside',
    mixed(
      '--b',
      'Content-Type: multipart/alternative; boundary=b',
      '',
      '--b',
      '',
      'in',
      '--b--',
      '--b',
      '',
      'out',
      '--b--',
    ),
    'mixed(alternative(1.1 text/plain "in") 2 text/plain "out")',
  ],
  [
    'text between an inner closing and the outer boundary',
    mixed(
      '--b',
      'Content-Type: multipart/alternative; boundary=i',
      '',
      '--i',
      '',
      'text',
      '--i--',
      'lost',
      '--b',
      '',
      'two',
      '--b--',
    ),
    'mixed(alternative(1.1 text/plain "text") 2 text/plain "two")',
  ],
  [
    'a digest',
    'Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: in\n\nx\n--b\nContent-Type: text/plain\n\ny\n--b--',
    'digest(1 message/rfc822 "Subject: in\\n\\nx" 2 text/plain "y")',
  ],
  [
    'a forwarded message as a leaf',
    mixed(
      '--b',
      'Content-Type: message/rfc822',
      '',
      'Content-Type: multipart/mixed; boundary=c',
      '',
      '--c',
      '',
      'x',
      '--c--',
      '--b--',
    ),
    'mixed(1 message/rfc822 "Content-Type: multipart/mixed; boundary=c\\n\\n--c\\n\\nx\\n--c--")',
  ],
  ['Content-Type: text', 'Content-Type: text\n\nx', '1 text/plain "x"'],
  ['Content-Type: html', 'Content-Type: html\n\nx', '1 text/html "x"'],
  ['blanks around the slash', 'Content-Type: text / html; x=y\n\nx', '1 text/html "x"'],
  ['a type with 8-bit letters', 'Content-Type: t\xe4xt/html\n\nx', '1 text/plain "x"'],
  ['an unreadable type', 'Content-Type: ???\n\nx', '1 text/plain "x"'],
  [
    'an unreadable type with a file name',
    'Content-Type: pdf; name=a.pdf\n\nx',
    '1 application/octet-stream "x"',
  ],
  ['a missing semicolon', 'Content-Type: text/html charset=iso-8859-2\n\n\xb1', '1 text/html "ą"'],
  ['an upper-case type', 'CONTENT-TYPE: TEXT/HTML\n\nx', '1 text/html "x"'],
  [
    'an empty Content-Type before a full one',
    'Content-Type:\nContent-Type: text/html\n\nx',
    '1 text/html "x"',
  ],
  ['two Content-Types', 'Content-Type: text/html\nContent-Type: text/plain\n\nx', '1 text/html "x"'],
  [
    'comments in Content-Type',
    'Content-Type: text/html (said (the) mailer); charset=utf-8 (of course)\n\nx',
    '1 text/html "x"',
  ],
  [
    'a base64 multipart, which cannot be',
    mixed('--b', '', 'one', '--b--').replace('\n', '\nContent-Transfer-Encoding: base64\n'),
    'mixed(1 text/plain "one")',
  ],
  [
    'an mbox line first',
    'From ada@x.test Sat Nov 21 10:00:00 2026\nSubject: x\nContent-Type: text/html\n\nx',
    '1 text/html "x"',
  ],
  ['a byte order mark first', '\xef\xbb\xbfContent-Type: text/html\n\nx', '1 text/html "x"'],
  ['blank lines first', '\r\n\nContent-Type: text/html\n\nx', '1 text/html "x"'],
  [
    'a broken line between header fields',
    'Subject: long\nlost its blank\nContent-Type: text/html\n\nx',
    '1 text/html "x"',
  ],
  ['a header field with blanks before its colon', 'Content-Type : text/html\n\nx', '1 text/html "x"'],
  ['a line of blanks inside the header', 'Subject: x\n  \nContent-Type: text/html\n\nx', '1 text/html "x"'],
  ['NUL bytes', 'Content-Type: text/html\0\n\na\0b', '1 text/html "a\\u0000b"'],
]

describe('the parts of a message', () => {
  test.each(structures)('%s', (_what, message, expected) => {
    expect(outline(bytes(message))).toBe(expected)
  })

  test.each(structures.slice(6))('%s, with CRLF', (_what, message, expected) => {
    const crlf = message.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')
    expect(outline(bytes(crlf)).replaceAll('\\r\\n', '\\n')).toBe(expected)
  })

  test('are those of the example of RFC 8621 §4.1.4', () => {
    const raw = readFileSync(new URL('../../../../test/fixtures/mail/a-to-k.eml', import.meta.url))
    expect(leafParts(parseMime(raw)).map((part) => `${part.partId} ${part.type} ${part.size}`)).toEqual([
      '1 text/plain 1',
      '2.1.1.1 text/plain 1',
      '2.1.1.2 image/jpeg 1',
      '2.1.1.3 text/plain 1',
      '2.1.2.1 text/html 8',
      '2.1.2.2 image/jpeg 1',
      '2.2 image/jpeg 1',
      '2.3 application/x-excel 1',
      '2.4 message/rfc822 79',
      '3 text/plain 1',
    ])
  })

  test('beyond the depth limit become one file', () => {
    const levels = maxDepth + 20
    const raw = bytes(
      Array.from(
        { length: levels },
        (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
      ).join(''),
    )
    const leaves = leafParts(parseMime(raw))
    expect(leaves).toHaveLength(1)
    expect(leaves[0]).toMatchObject({ type: 'application/octet-stream', end: raw.length })
    expect(leaves[0]?.partId?.split('.')).toHaveLength(maxDepth)
  })

  test('beyond the number limit become one file that holds them all', () => {
    const raw = bytes(mixed('--b\n\nx\n'.repeat(10_000)))
    const leaves = leafParts(parseMime(raw))
    expect(leaves).toHaveLength(maxParts - 1)
    const rest = decodePart(raw, leaves.at(-1)!).toString()
    expect(rest.split('--b\n')).toHaveLength(10_000 - leaves.length + 1)
    expect(leaves.at(-1)).toMatchObject({ type: 'application/octet-stream', disposition: 'attachment' })
  })
})

test('a hostile header keeps its first fields and finds its end', () => {
  const raw = bytes(`Subject: x\n${'a: b\n'.repeat(20_000)}Last: y\n\nbody`)
  const { root } = parseMime(raw)
  expect(decodeText(raw, root).value).toBe('body')
  expect(headerAs(raw, root, 'subject', 'asText')).toBe('x')
  expect(headerAs(raw, root, 'last', 'asText')).toBeNull()
})
