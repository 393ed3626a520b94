import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMime } from './parse.ts'
import { readShownText, takeApart } from './take-apart.ts'
import { leafParts } from './tree.ts'

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))
const types = (raw: Buffer) => leafParts(parseMime(raw)).map((part) => part.type)
const max = 1_000_000

const mixed = lines(
  'Subject: Two files',
  'In-Reply-To: <a@b>',
  'Content-Type: multipart/mixed; boundary=m',
  '',
  'preamble',
  '--m',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: text/html',
  '',
  '<p>Look: <img src="cid:pic"></p>',
  '--r',
  'Content-Type: image/png',
  'Content-ID: <pic>',
  'Content-Transfer-Encoding: base64',
  '',
  'AAEC',
  '--r--',
  '',
  '--m',
  'Content-Type: application/pdf; name="a.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'Zmlyc3Q=',
  '--m',
  'Content-Type: text/plain',
  'Content-Disposition: attachment; filename=b.txt',
  '',
  'second',
  '--m--',
  'epilogue',
  '',
)

describe('taking a message apart', () => {
  test('gives the files decoded and in order, and leaves every other byte alone', () => {
    const { rest, parts } = takeApart(mixed, max)
    expect(parts.map(({ name, type, isInline, bytes }) => [name, type, isInline, bytes.toString()])).toEqual([
      ['a.pdf', 'application/pdf', false, 'first'],
      ['b.txt', 'text/plain', false, 'second'],
    ])
    expect(types(rest)).toEqual(['text/html', 'image/png'])
    const cut = mixed.toString()
    const [from, to] = [cut.indexOf('--m\r\nContent-Type: application/pdf'), cut.indexOf('--m--')]
    expect(rest.toString()).toBe(cut.slice(0, from) + cut.slice(to))
  })

  test('takes the pictures of the text too where the rest would be too large with them', () => {
    const { rest, parts } = takeApart(mixed, 300)
    expect(parts[0]).toEqual({
      name: 'attachment',
      type: 'image/png',
      cid: 'pic',
      isInline: true,
      bytes: Buffer.from([0, 1, 2]),
    })
    expect(types(rest)).toEqual(['text/html'])
    expect(readShownText(rest)).toEqual({ type: 'html', content: '<p>Look: <img src="cid:pic"></p>' })
  })

  test('leaves a readable message where there was nothing but files', () => {
    const only = lines(
      'Subject: s',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: image/gif',
      '',
      'x',
      '--m',
      'Content-Type: image/gif',
      '',
      'y',
      '--m--',
      '',
    )
    const { rest, parts } = takeApart(only, max)
    expect(parts.map(({ bytes }) => bytes.toString())).toEqual(['x', 'y'])
    expect(types(rest)).toEqual(['text/plain'])
    expect(readShownText(rest).content).toBe('')
    const single = lines('Subject: s', 'Content-Type: application/pdf;', ' name=a.pdf', 'To: b@c', '', 'pdf')
    expect(takeApart(single, max)).toMatchObject({
      rest: lines('Subject: s', 'To: b@c', '', ''),
      parts: [{ name: 'a.pdf', bytes: Buffer.from('pdf') }],
    })
  })

  test.each(['multipart/signed', 'multipart/encrypted'])('leaves %s whole', (type) => {
    const whole = lines(
      'Subject: s',
      `Content-Type: ${type}; boundary=s`,
      '',
      '--s',
      'Content-Type: text/plain',
      '',
      'x',
      '--s',
      'Content-Type: application/pgp-signature',
      '',
      'y',
      '--s--',
      '',
    )
    expect(takeApart(whole, 0)).toEqual({ rest: whole, parts: [] })
  })

  test('takes what another message holds as one file', () => {
    const forwarded = lines(
      'Subject: Fwd',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      '',
      'See below',
      '--m',
      'Content-Type: message/rfc822',
      '',
      'Subject: inner',
      '',
      'inner text',
      '--m--',
      '',
    )
    expect(takeApart(forwarded, max).parts).toMatchObject([
      { name: 'message.eml', type: 'message/rfc822', bytes: lines('Subject: inner', '', 'inner text') },
    ])
  })

  test('never throws, and never makes a message larger than a delimiter or two', () => {
    const piece = fc.constantFrom(
      '--m',
      '--m--',
      '--',
      '',
      'Content-Type: multipart/mixed; boundary=m',
      'Content-Type: image/png',
      'Content-Type: multipart/related; boundary="m"',
      'Content-ID: <x>',
      'text',
      'Content-Type: text/plain',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), (all, end) => {
        const raw = Buffer.from(all.join(end))
        const { rest } = takeApart(raw, 0)
        readShownText(rest)
        return rest.length <= raw.length + 8 * all.length
      }),
      { numRuns: 1_000 },
    )
  })
})
