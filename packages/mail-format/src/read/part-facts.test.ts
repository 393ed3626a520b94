import { expect, test } from 'vitest'
import { type MimePart, parseMime } from '../index.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

const facts: ReadonlyArray<[what: string, header: string, expected: Partial<MimePart>]> = [
  [
    'nothing said',
    'Subject: x',
    { type: 'text/plain', charset: 'us-ascii', disposition: null, encoding: '7bit' },
  ],
  ['text without charset', 'Content-Type: text/html', { charset: 'us-ascii' }],
  ['no charset for a picture', 'Content-Type: image/png; charset=utf-8', { charset: null }],
  [
    'two charsets: the first',
    'Content-Type: text/plain; charset=utf-8; charset=koi8-r',
    { charset: 'utf-8' },
  ],
  ['a charset in quotes of both kinds', `Content-Type: text/plain; charset="'UTF-8'"`, { charset: 'UTF-8' }],
  [
    'a plain file name',
    'Content-Disposition: attachment; filename="a b.txt"',
    { disposition: 'attachment', name: 'a b.txt' },
  ],
  [
    'a bare file name with blanks',
    'Content-Disposition: ATTACHMENT; filename=a b.txt; size=3',
    { disposition: 'attachment', name: 'a b.txt' },
  ],
  [
    'a Windows path',
    'Content-Disposition: attachment; filename="C:\\dir\\a.txt"',
    { name: 'C:\\dir\\a.txt' },
  ],
  ['an escaped quote', 'Content-Disposition: attachment; filename="a\\"b.txt"', { name: 'a"b.txt' }],
  ['an unfinished quote', 'Content-Disposition: attachment; filename="a.txt', { name: 'a.txt' }],
  ['the name of the Content-Type', 'Content-Type: application/pdf; name=r.pdf', { name: 'r.pdf' }],
  [
    'filename before name',
    'Content-Type: application/pdf; name=r.pdf\nContent-Disposition: attachment; filename=q.pdf',
    { name: 'q.pdf' },
  ],
  [
    'RFC 2231 with charset',
    "Content-Disposition: attachment; filename*=iso-8859-1'de'%fcber.txt",
    { name: 'über.txt' },
  ],
  [
    'RFC 2231 before the plain form',
    "Content-Disposition: attachment; filename=x; filename*=utf-8''%c3%bc",
    { name: 'ü' },
  ],
  [
    'RFC 2231 segments out of order',
    'Content-Disposition: attachment; filename*10="k"; filename*2="c"; filename*0="a"; filename*1="b"',
    { name: 'abck' },
  ],
  [
    'a character split between segments',
    "Content-Disposition: attachment; filename*0*=utf-8''%c3; filename*1*=%bc; filename*2=%20",
    { name: 'ü%20' },
  ],
  ['RFC 2231 without charset', 'Content-Disposition: attachment; filename*=%c3%bc.txt', { name: 'ü.txt' }],
  [
    'encoded words as file name',
    'Content-Disposition: attachment; filename="=?utf-8?B?w7w=?= =?utf-8?Q?=C3=BC?="',
    { name: 'üü' },
  ],
  ['a raw UTF-8 name', 'Content-Disposition: attachment; filename="\xc3\xbc.txt"', { name: 'ü.txt' }],
  ['a raw Latin-1 name', 'Content-Disposition: attachment; filename="\xfc.txt"', { name: 'ü.txt' }],
  ['a decomposed name', "Content-Disposition: attachment; filename*=utf-8''u%cc%88", { name: 'ü' }],
  [
    'control characters in a name',
    "Content-Disposition: attachment; filename*=utf-8''a%00b%0d%0ac",
    { name: 'ab  c' },
  ],
  ['an empty name', 'Content-Disposition: attachment; filename=""', { name: null }],
  ['a Content-ID', 'Content-ID:  <a@b> ', { cid: 'a@b' }],
  ['a bare Content-ID', 'Content-ID: a@b', { cid: 'a@b' }],
  ['languages', 'Content-Language: de, (x) en-GB ,', { language: ['de', 'en-GB'] }],
  ['a folded location', 'Content-Location: http://x.test/\n a.png', { location: 'http://x.test/a.png' }],
  ['an encoding with company', 'Content-Transfer-Encoding: BASE64 (really); x', { encoding: 'base64' }],
]

test.each(facts)('what a header says of its part: %s', (_what, header, expected) => {
  expect(parseMime(bytes(`${header}\n\nx`)).root).toMatchObject(expected)
})
