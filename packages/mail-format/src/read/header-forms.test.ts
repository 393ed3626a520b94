import { describe, expect, test } from 'vitest'
import {
  allHeaders,
  allHeadersAs,
  type HeaderForm,
  headerAs,
  isFormAllowed,
  parseMime,
  structureOf,
  toTree,
} from '../index.ts'

/** A value as it stands after "X:", bytes as latin1, read in one form from the stored structure. */
function read(value: string, form: HeaderForm): unknown {
  const raw = Buffer.from(`Other: 1\nX:${value}\n\nbody`, 'latin1')
  return headerAs(raw, toTree(JSON.parse(JSON.stringify(structureOf(parseMime(raw))))).root, 'x', form)
}

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const texts: ReadonlyArray<[what: string, value: string, expected: string]> = [
  ['plain words', ' hello', 'hello'],
  ['no blank after the colon', 'hello', 'hello'],
  ['folding', ' hello\r\n  there\n\tyou', 'hello  there you'],
  ['raw UTF-8', utf8(' Grüße'), 'Grüße'],
  ['raw Latin-1', ' Gr\xfc\xdfe', 'Grüße'],
  ['raw windows-1252', ' \x93quoted\x94 \x80', '“quoted” €'],
  ['a Q word', ' =?iso-8859-1?Q?Gr=FC=DFe_an_all=65?=', 'Grüße an alle'],
  ['a B word', ' =?UTF-8?b?R3LDvMOfZQ==?=', 'Grüße'],
  ['lower-case digits', ' =?utf-8?q?=c3=bc?=', 'ü'],
  ['adjacent words without the blank between', ' =?utf-8?Q?a?= =?utf-8?Q?b?=', 'ab'],
  ['adjacent words over a fold', ' =?utf-8?Q?a?=\r\n =?iso-8859-1?Q?=FC?=', 'aü'],
  ['a character split between Q words', ' =?utf-8?Q?=C3?= =?utf-8?Q?=BC?=', 'ü'],
  ['a character split between B words', ' =?utf-8?B?w7w=?= =?utf-8?B?ww==?= =?utf-8?B?vA==?=', 'üü'],
  ['words and text', ' a =?utf-8?Q?b?= c', 'a b c'],
  ['a word in brackets', ' (=?utf-8?Q?b?=)', '(b)'],
  ['a word right after a colon', ' Re:=?utf-8?Q?b?=', 'Re:b'],
  ['words without a blank between', ' =?utf-8?Q?a?==?utf-8?Q?b?=', 'ab'],
  ['something glued to letters', ' x=?utf-8?Q?a?=y', 'x=?utf-8?Q?a?=y'],
  ['blanks in a Q word', ' =?utf-8?Q?a b?=', 'a b'],
  ['raw Latin-1 in a Q word', ' =?iso-8859-1?Q?Fr\xf6sche?=', 'Frösche'],
  ['raw UTF-8 in a Latin-1 Q word', utf8(' =?iso-8859-1?Q?Frösche?='), 'Frösche'],
  ['raw KOI8-R in a Q word', ' =?koi8-r?Q?\xf0\xd2\xc9?=', 'При'],
  ['raw Latin-1 in a UTF-8 Q word', ' =?utf-8?Q?Fr\xf6sche?=', 'Frösche'],
  ['an unfinished word', ' =?utf-8?Q?a', '=?utf-8?Q?a'],
  ['an unfinished word before a good one', ' =?utf-8?Q?a =?utf-8?Q?b?=', '=?utf-8?Q?a b'],
  ['an empty word', ' a =?utf-8?Q??= b', 'a  b'],
  ['an unknown charset', ' =?x-nothing?Q?a?=', '=?x-nothing?Q?a?='],
  ['an unknown encoding', ' =?utf-8?X?a?=', '=?utf-8?X?a?='],
  ['a language tag', ' =?utf-8*de?Q?a?=', 'a'],
  ['EUC-KR', ' =?euc-kr?B?x9GxuQ==?=', '한국'],
  ['GB2312 that is GBK', ' =?gb2312?B?6WQ=?=', '閐'],
  ['ISO-2022-JP', ' =?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
  ['KOI8-R', ' =?koi8-r?Q?=F0=D2=C9?=', 'При'],
  ['windows-1252 under the name of Latin-1', ' =?iso-8859-1?Q?=93a=94?=', '“a”'],
  ['utf-7', ' =?utf-7?Q?+APw-?=', 'ü'],
  ['encoded controls', ' =?utf-8?Q?a=00=07b=0D=0Ac?=', 'ab  c'],
  ['a raw NUL', ' a\0b', 'ab'],
  ['a decomposed letter', ' =?utf-8?Q?u=CC=88?=', 'ü'],
  ['nothing', '', ''],
]

const addressLists: ReadonlyArray<[what: string, value: string, expected: Array<[string | null, string]>]> = [
  ['a bare address', ' a@x.test', [[null, 'a@x.test']]],
  ['a name', ' Ada L <a@x.test>', [['Ada L', 'a@x.test']]],
  [
    'quotes and a comma',
    ' "L, Ada" <a@x.test>, b@x.test',
    [
      ['L, Ada', 'a@x.test'],
      [null, 'b@x.test'],
    ],
  ],
  ['an escaped quote', ' "a\\"b" <a@x.test>', [['a"b', 'a@x.test']]],
  ['an encoded name', ' =?utf-8?Q?J=C3=B6?= <a@x.test>', [['Jö', 'a@x.test']]],
  ['an encoded comma', ' =?utf-8?Q?L=2C_Ada?= <a@x.test>', [['L, Ada', 'a@x.test']]],
  ['an encoded name in quotes', ' "=?utf-8?Q?J=C3=B6?=" <a@x.test>', [['Jö', 'a@x.test']]],
  [
    'an encoded address, which is none',
    ' =?utf-8?Q?evil=40x.test=3E?= <a@x.test>',
    [['evil@x.test>', 'a@x.test']],
  ],
  [
    'a wholly encoded mailbox, which is a name',
    ' =?utf-8?Q?Ada_=3Ca=40x.test=3E?=',
    [['Ada <a@x.test>', '']],
  ],
  ['a raw UTF-8 name', utf8(' Jö <a@x.test>'), [['Jö', 'a@x.test']]],
  ['a raw Latin-1 name', ' J\xf6 <a@x.test>', [['Jö', 'a@x.test']]],
  ['a comment as name', ' a@x.test (Ada)', [['Ada', 'a@x.test']]],
  [
    'folding',
    ' Ada\r\n <a@x.test>,\r\n\tb@x.test',
    [
      ['Ada', 'a@x.test'],
      [null, 'b@x.test'],
    ],
  ],
  [
    'a group',
    ' Team: a@x.test, B <b@x.test>;, c@x.test',
    [
      [null, 'a@x.test'],
      ['B', 'b@x.test'],
      [null, 'c@x.test'],
    ],
  ],
  ['an empty group', ' undisclosed-recipients:;', []],
  ['a local user', ' root', [[null, 'root']]],
  ['a name without address', ' Ada Lovelace', [['Ada Lovelace', '']]],
  ['an unclosed bracket', ' Ada <a@x.test', [['Ada', 'a@x.test']]],
  ['an address as name', ' "b@y.test" <a@x.test>', [['b@y.test', 'a@x.test']]],
  ['a source route', ' <@r.test:a@x.test>', [[null, 'a@x.test']]],
  ['empty entries', ' ,, a@x.test,', [[null, 'a@x.test']]],
  ['nothing', ' ', []],
]

const dates: ReadonlyArray<[value: string, expected: string | null]> = [
  ['Sat, 21 Nov 2026 10:00:05 +0100', '2026-11-21T10:00:05+01:00'],
  ['21 Nov 2026 10:00 -0330', '2026-11-21T10:00:00-03:30'],
  ['Sat, 21 Nov 2026 10:00:05 +0000 (a (nested) note)', '2026-11-21T10:00:05Z'],
  ['Fri, 21 Nov 1997 09(comment):   55  :  06 -0600', '1997-11-21T09:55:06-06:00'],
  ['Sat (sic), 21 Nov 2026 10:00:05 GMT', '2026-11-21T10:00:05Z'],
  ['Sat, 21 Nov 2026 10:00:05 EST', '2026-11-21T10:00:05-05:00'],
  ['Sat, 21 Nov 2026 10:00:05 "PDT"', '2026-11-21T10:00:05Z'],
  ['Sat, 21 Nov 2026 10:00:05 X', '2026-11-21T10:00:05Z'],
  ['Sat, 21 Nov 2026 10:00:05', '2026-11-21T10:00:05Z'],
  ['Sat, 21 Nov 2026 10:00:05 GMT+02:00', '2026-11-21T10:00:05+02:00'],
  ['Sat, 21 Nov 2026 10:00:05 +9999', '2026-11-21T10:00:05Z'],
  ['Fri, 21 Nov 97 10:00:05 GMT', '1997-11-21T10:00:05Z'],
  ['Fri, 21 Nov 03 10:00:05 GMT', '2003-11-21T10:00:05Z'],
  ['Fri, 21 Nov 103 10:00:05 GMT', '2003-11-21T10:00:05Z'],
  ['Fri,21 November 2026 1:02:03 +0000', '2026-11-21T01:02:03Z'],
  ['Saturday, 21-Nov-26 10:00:05 GMT', '2026-11-21T10:00:05Z'],
  ['Sat Nov 21 10:00:05 2026', '2026-11-21T10:00:05Z'],
  ['Sat Nov 21 10:00:05 CET 2026', '2026-11-21T10:00:05+01:00'],
  ['2026-11-21T10:00:05.123+02:00', '2026-11-21T10:00:05+02:00'],
  ['Thu, 31 Dec 2026 23:59:60 +0000', '2026-12-31T23:59:59Z'],
  ['Sat, 29 Feb 2020 10:00 +0000', '2020-02-29T10:00:00Z'],
  ['Sat, 29 Feb 2021 10:00 +0000', null],
  ['Sat, 32 Nov 2026 10:00 +0000', null],
  ['Sat, 21 Foo 2026 10:00 +0000', null],
  ['Sat, 21 Nov 2026 24:00 +0000', null],
  ['Mon, 01 Jan 0001 00:00:00 +0000', null],
  ['yesterday', null],
  ['', null],
]

const ids: ReadonlyArray<[value: string, expected: string[] | null]> = [
  [' <a@x.test>', ['a@x.test']],
  [' <a@x.test>\r\n <b@x.test><c@x.test>', ['a@x.test', 'b@x.test', 'c@x.test']],
  [' (<no@x.test>) <a@x.test> (see (there))', ['a@x.test']],
  [' Your message of "Monday" <a@x.test>', ['a@x.test']],
  [' <a@x\r\n .test>', ['a@x.test']],
  [' a@x.test', ['a@x.test']],
  [' word', ['word']],
  [' a@x.test b@x.test', ['a@x.test', 'b@x.test']],
  [' message of ada@x.test from Monday', null],
  [' <>', null],
  [' ', null],
]

const urlLists: ReadonlyArray<[value: string, expected: string[] | null]> = [
  [
    ' <mailto:l@x.test?subject=un>, <https://x.test/u?a=1>',
    ['mailto:l@x.test?subject=un', 'https://x.test/u?a=1'],
  ],
  [' (web) <https://x.test/\r\n  u>', ['https://x.test/u']],
  [' https://x.test/u', ['https://x.test/u']],
  [' NO (posting is not allowed)', null],
]

describe('a header field', () => {
  test.each(texts)('as text: %s', (_what, value, expected) => expect(read(value, 'asText')).toBe(expected))

  test.each(addressLists)('as addresses: %s', (_what, value, expected) => {
    expect(read(value, 'asAddresses')).toEqual(expected.map(([name, email]) => ({ name, email })))
  })

  test.each(dates)('as date: %s', (value, expected) => expect(read(` ${value}`, 'asDate')).toBe(expected))
  test.each(ids)('as message ids: %j', (value, expected) =>
    expect(read(value, 'asMessageIds')).toEqual(expected),
  )
  test.each(urlLists)('as URLs: %j', (value, expected) => expect(read(value, 'asURLs')).toEqual(expected))

  test('as grouped addresses keeps the order of groups and loners', () => {
    expect(
      read(' a@x.test, "The =?utf-8?Q?=C3=BC?=": B <b@x.test>, c@x.test;, d@x.test', 'asGroupedAddresses'),
    ).toEqual([
      { name: null, addresses: [{ name: null, email: 'a@x.test' }] },
      {
        name: 'The ü',
        addresses: [
          { name: 'B', email: 'b@x.test' },
          { name: null, email: 'c@x.test' },
        ],
      },
      { name: null, addresses: [{ name: null, email: 'd@x.test' }] },
    ])
  })

  test('raw keeps blanks and folding, drops NUL and marks what is no UTF-8', () => {
    expect(read(' a\r\n\tb \0\xfc', 'asRaw')).toBe(' a\r\n\tb \ufffd')
    expect(read(utf8('ü'), 'asRaw')).toBe('ü')
  })

  test('is found in any case; the last of several counts, and all come in order', () => {
    const raw = Buffer.from('A: 1\na: 2\nB: 3\nA: 4\n\n')
    const { root } = parseMime(raw)
    expect(headerAs(raw, root, 'a', 'asText')).toBe('4')
    expect(allHeadersAs(raw, root, 'A', 'asText')).toEqual(['1', '2', '4'])
    expect(headerAs(raw, root, 'c', 'asText')).toBeNull()
    expect(allHeaders(raw, root)).toEqual([
      { name: 'A', value: ' 1' },
      { name: 'a', value: ' 2' },
      { name: 'B', value: ' 3' },
      { name: 'A', value: ' 4' },
    ])
  })

  test('of RFC 5322 and 2369 has its own form, any other has all (RFC 8621 §4.1.2)', () => {
    expect(isFormAllowed('From', 'asGroupedAddresses')).toBe(true)
    expect(isFormAllowed('from', 'asText')).toBe(false)
    expect(isFormAllowed('Subject', 'asText')).toBe(true)
    expect(isFormAllowed('Date', 'asURLs')).toBe(false)
    expect(isFormAllowed('List-Post', 'asURLs')).toBe(true)
    expect(isFormAllowed('Received', 'asText')).toBe(false)
    expect(isFormAllowed('Received', 'asRaw')).toBe(true)
    expect(isFormAllowed('X-Mine', 'asDate')).toBe(true)
  })
})
