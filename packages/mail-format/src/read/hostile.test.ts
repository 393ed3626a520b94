import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allHeaders,
  bodyLists,
  decodePart,
  decodeText,
  leafParts,
  type MimePart,
  parseMessage,
  parseMime,
  structureOf,
  textOfHtml,
  toTree,
} from '../index.ts'

/** Pieces mail is made of; strung together at random they reach far more of the parser than random bytes do. */
const pieces = [
  '\n',
  '\r\n',
  '\n\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '\r',
  '\0',
  '--',
  '--b',
  '\n--b\n',
  '\n--b--\n',
  '--c\n',
  '--c--\n',
  'From: ',
  'Subject: ',
  'Date: Sat, 21 Nov 2026 10:00:00 +0100',
  'References: <a@b> <',
  'To: "a',
  'Cc: x:;',
  'Content-Type: multipart/mixed; boundary=b\n',
  'Content-Type: multipart/alternative; boundary="c"\n',
  'Content-Type: multipart/digest; boundary=b\n',
  'Content-Type: text/html; charset=',
  'utf-7',
  'iso-2022-jp',
  'Content-Type: message/rfc822\n',
  'Content-Transfer-Encoding: base64\n',
  'Content-Transfer-Encoding: x-uuencode\n',
  'Content-Transfer-Encoding: quoted-printable\n',
  'begin 644 a\n',
  'end\n',
  '=',
  '=3D',
  '=\n',
  'QUJD',
  '====',
  "Content-Disposition: attachment; filename*0*=utf-8''%c3",
  '; filename*1*=%bc',
  '; name="',
  '\\"',
  '(',
  ')',
  '=?utf-8?Q?',
  '=?euc-kr?B?',
  '?=',
  '<',
  '>',
  '<p hidden>',
  '</p>',
  '<style>',
  '<!--',
  '&#847;',
  '\ud83d',
  'ü',
]

const sound = readFileSync(new URL('../../../../test/fixtures/mail/a-to-k.eml', import.meta.url))

/** A sound message with stretches of it overwritten, moved or gone. */
const damaged = fc
  .array(fc.record({ at: fc.nat(sound.length), gone: fc.nat(60), put: fc.uint8Array({ maxLength: 6 }) }), {
    maxLength: 8,
  })
  .map((wounds) =>
    wounds.reduce(
      (raw, { at, gone, put }) => Buffer.concat([raw.subarray(0, at), put, raw.subarray(at + gone)]),
      sound,
    ),
  )

const strung = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...pieces).map((piece) => Buffer.from(piece)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)) },
    ),
    { maxLength: 80 },
  )
  .map((chunks) => Buffer.concat(chunks))

const mail = fc.oneof({ weight: 3, arbitrary: strung }, { weight: 1, arbitrary: damaged })

function checkPlaces(part: MimePart, from: number, to: number): void {
  const { start, bodyStart, end } = part
  expect([from, start, bodyStart, end, to]).toEqual([from, start, bodyStart, end, to].sort((a, b) => a - b))
  part.subParts.reduce((previous, child) => {
    checkPlaces(child, previous, end)
    return child.end
  }, bodyStart)
}

describe('any bytes at all', () => {
  test('parse without error, into parts that lie inside each other', () => {
    fc.assert(
      fc.property(mail, (raw) => {
        const tree = parseMime(raw)
        checkPlaces(tree.root, 0, raw.length)
        for (const part of leafParts(tree)) {
          expect(decodePart(raw, part)).toHaveLength(part.size)
          decodeText(raw, part)
        }
      }),
      { numRuns: 1_500 },
    )
  })

  test('come back the same from their stored structure', () => {
    fc.assert(
      fc.property(mail, (raw) => {
        const tree = parseMime(raw)
        const restored = toTree(JSON.parse(JSON.stringify(structureOf(tree))))
        expect(restored).toEqual(tree)
        expect(bodyLists(restored)).toEqual(bodyLists(tree))
        expect(allHeaders(raw, restored.root)).toEqual(allHeaders(raw, tree.root))
      }),
      { numRuns: 500 },
    )
  })

  test('are summarised in text that PostgreSQL can hold', () => {
    fc.assert(
      fc.property(mail, (raw) => {
        const { summary, structure, subject, unreadable } = parseMessage(raw)
        const stored = JSON.stringify({ summary, structure, subject, unreadable })
        // JSON.stringify writes NUL and lone surrogates as escapes, and nothing else of ours needs one.
        expect(stored).not.toMatch(/\\u(?:0000|d[89a-f]..)/)
        expect(String(summary['preview']).length).toBeLessThanOrEqual(256)
      }),
      { numRuns: 1_500 },
    )
  })

  test('give text of HTML without error', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(...pieces, '<', '</', '<td', ' style="display:none"', '&', '<svg/>', '</svg>'),
        ),
        (html) => {
          expect(textOfHtml(html.join(''), { maxCharacters: 50 }).length).toBeLessThanOrEqual(50)
        },
      ),
    )
  })
})

const q = (n: number): string => '=?utf-8?q?a'.repeat(n)
const growing: ReadonlyArray<[what: string, make: (n: number) => string]> = [
  ['parts', (n) => `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(n)}--b--`],
  ['nested multiparts', (n) => 'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(n)],
  [
    'nested multiparts with boundaries of their own',
    (n) =>
      Array.from({ length: n }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join(
        '',
      ),
  ],
  ['short lines', (n) => `Subject: x\n\n${'abc\n'.repeat(n * 10)}`],
  [
    'lines of two dashes',
    (n) => `Content-Type: multipart/mixed; boundary=b\n\n--b\n\n${'--\n'.repeat(n * 10)}`,
  ],
  ['header fields', (n) => 'a:\n'.repeat(n * 10)],
  ['folded lines', (n) => `Subject: x\n${' a\n'.repeat(n * 10)}`],
  ['broken header lines', (n) => `Subject: x\n${'zz\nb:\n'.repeat(n * 4)}`],
  ['one header line', (n) => `Subject: ${'x'.repeat(n * 100)}`],
  ['unfinished encoded words', (n) => `Subject: ${q(n * 2)}?=`],
  ['starts of encoded words', (n) => `Subject: ${'=?'.repeat(n * 10)}?=`],
  ['nested comments', (n) => `Date: ${'('.repeat(n)}\nMessage-ID: ${'('.repeat(n * 10)}\n`],
  ['open brackets', (n) => `References: ${'<'.repeat(n * 10)}\nFrom: ${'<'.repeat(n * 10)}\n`],
  ['addresses', (n) => `To: ${'a@b,'.repeat(n)}\n`],
  ['parameters', (n) => `Content-Type: text/plain${'; name*1=b'.repeat(n)}\n`],
  ['a quoted parameter', (n) => `Content-Type: text/plain; name="${'\\a'.repeat(n * 10)}\n`],
  [
    'blanks in a header',
    (n) => `Content-Type: text/plain;${' '.repeat(n * 20)}x\nSubject: a${'\t'.repeat(n * 20)}b\n`,
  ],
  ['nested formatting in HTML', (n) => `Content-Type: text/html\n\n${'<b><i><u><font>'.repeat(n)}`],
  ['hidden blocks in HTML', (n) => `Content-Type: text/html\n\n${'<div hidden><p hidden>'.repeat(n)}`],
  ['attributes in HTML', (n) => `Content-Type: text/html\n\n<a ${'b=c '.repeat(n)}`],
  ['invisible characters', (n) => `Content-Type: text/plain; charset=utf-8\n\n${'\u200c'.repeat(n)}`],
  ['base64', (n) => `Content-Transfer-Encoding: base64\n\n${'QUJD='.repeat(n * 10)}`],
  ['quoted-printable', (n) => `Content-Transfer-Encoding: quoted-printable\n\n${'= '.repeat(n * 10)}`],
  ['uuencode', (n) => `Content-Transfer-Encoding: uuencode\n\nbegin 644 x\n${'%:&5L;&\\\n'.repeat(n * 3)}`],
]

/** Processor time of one parse, in milliseconds; the least of a few, since other work shares the machine. */
function cost(raw: Buffer, times = 3): number {
  const runs = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    parseMessage(raw)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...runs)
}

describe('the time a message takes grows no faster than', () => {
  test.each(growing)('its %s', (_what, make) => {
    const small = cost(Buffer.from(make(2_000)))
    const large = cost(Buffer.from(make(32_000)))
    // 16 times the size: linear work gives about 16, quadratic 256. Below some milliseconds there is only noise.
    expect(large).toBeLessThan(60 * Math.max(small, 3))
  })
})

describe('a message of 50 MB', () => {
  const size = 50 * 1024 * 1024
  const big: ReadonlyArray<[what: string, make: () => Buffer]> = [
    ['NUL bytes', () => Buffer.alloc(size)],
    ['header', () => Buffer.from('a: b\n'.repeat(size / 5))],
    ['text', () => Buffer.concat([Buffer.from('Subject: x\n\n'), Buffer.alloc(size, 'a line of text\n')])],
    [
      'base64',
      () =>
        Buffer.concat([
          Buffer.from('Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n'),
          Buffer.alloc(size, 'QUJD'),
        ]),
    ],
  ]

  test.each(big)('of %s is parsed', (_what, make) => {
    expect(cost(make(), 1)).toBeLessThan(10_000)
  })
})
