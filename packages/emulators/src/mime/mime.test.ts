import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeWords,
  eachPart,
  headerValue,
  isAttachment,
  readAddresses,
  readHeaders,
  readMessageIds,
  readParts,
  getText,
} from './index.ts'

const message = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1')

describe('headers', () => {
  test('are unfolded and found whatever the case of their name', () => {
    const { headers, bodyAt } = readHeaders(message('Subject: one', '\ttwo', 'X:3', '', 'body'))
    expect(headerValue(headers, 'subject')).toBe('one two')
    expect(bodyAt).toBe('Subject: one\r\n\ttwo\r\nX:3\r\n\r\n'.length)
  })

  test('decode encoded words, also a character split over two of them', () => {
    expect(decodeWords('=?utf-8?B?R3LD?= =?utf-8?B?vMOfZQ==?=')).toBe('Grüße')
    expect(decodeWords('=?iso-8859-1?Q?Gr=FC=DFe_?= an alle')).toBe('Grüße  an alle')
    expect(decodeWords('=?nowhere-9?Q?plain?=')).toBe('plain')
  })

  test('give the addresses of names with commas, of groups and of bare addresses', () => {
    expect(readAddresses('"Bar, Ada" <ada@x.test>, team: a@x.test, b@x.test;, c@x.test (Cee)')).toEqual([
      { name: 'Bar, Ada', address: 'ada@x.test' },
      { name: '', address: 'a@x.test' },
      { name: '', address: 'b@x.test' },
      { name: '', address: 'c@x.test' },
    ])
  })

  test('give the ids of References however they are separated', () => {
    expect(readMessageIds('<a@x>\r\n <b@x><c@x> junk')).toEqual(['<a@x>', '<b@x>', '<c@x>'])
  })
})

describe('parts', () => {
  const mixed = message(
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    'preamble',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=DFe=',
    '!',
    '--b  ',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename*0*=utf-8\'\'%c3%bcber; filename*1="sicht.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'aGk=',
    '--b--',
    'epilogue',
  )

  test('come as a tree with decoded text, file names and octets', () => {
    const tree = readParts(mixed)
    const [text, pdf] = tree.children
    expect(getText(text!)).toBe('Grüße!')
    expect(pdf!.filename).toBe('übersicht.pdf')
    expect(pdf!.content().toString()).toBe('hi')
    expect([...eachPart(tree)].map((part) => isAttachment(part))).toEqual([false, false, true])
  })

  test('of a message cut off in the middle are those that are there', () => {
    const tree = readParts(mixed.subarray(0, mixed.indexOf('aGk=') + 4))
    expect(tree.children.map((part) => part.type)).toEqual(['text/plain', 'application/pdf'])
  })

  test('never throw, and never hold more octets than came in', () => {
    const junk = fc.string({
      unit: fc.constantFrom('--b', '\r\n', '\n', ' ', ':', ';', '=', '"', 'a', '=?', '?='),
    })
    fc.assert(
      fc.property(junk, (body) => {
        const bytes = Buffer.concat([
          Buffer.from('Content-Type: multipart/mixed; boundary=b\r\n'),
          Buffer.from(body),
        ])
        for (const part of eachPart(readParts(bytes)))
          expect(part.content().length).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })
})
