import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, decodeWords, readParts } from '../../mime/index.ts'
import { base64Lines, encodeHeader, encodeParameter, quotedPrintable } from './encode.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
/** Halves of a pair are no characters and have no UTF-8. */
const wellFormed = text.map((characters) => Buffer.from(characters).toString().replaceAll('\0', ''))

describe('quoted-printable', () => {
  it('reads back as what was written, in lines of at most 76', () => {
    fc.assert(
      fc.property(wellFormed, (written) => {
        const lines = written.replace(/\r\n?|\n/g, '\r\n')
        const encoded = quotedPrintable(lines)
        expect(
          encoded
            .toString('latin1')
            .split('\r\n')
            .every((line) => line.length <= 76 && !/[ \t]$/.test(line)),
        ).toBe(true)
        expect(/^[\t\r\n -~]*$/.test(encoded.toString('latin1'))).toBe(true)
        const head = Buffer.from(
          'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
        )
        expect(decodeText(readParts(Buffer.concat([head, encoded])).content(), 'utf-8')).toBe(lines)
      }),
    )
  })
})

describe('headers', () => {
  it('read back as what was written, in words of at most 75', () => {
    fc.assert(
      fc.property(
        wellFormed.map((written) => written.replace(/[\r\n]/g, ' ')),
        (line) => {
          fc.pre(!/=\?/.test(line))
          const encoded = encodeHeader(line)
          expect(encoded.split('\r\n ').every((word) => word.length <= 75 || word === line)).toBe(true)
          expect(decodeWords(encoded.replaceAll('\r\n', ''))).toBe(line)
        },
      ),
    )
  })

  it('name files in any writing', () => {
    fc.assert(
      fc.property(
        wellFormed.map((written) => written.replace(/[\r\n]/g, '').trim()),
        (name) => {
          const value = `attachment; ${encodeParameter('filename', name)}`
          expect(/^[ -~]*$/.test(value)).toBe(true)
          expect(readParts(Buffer.from(`Content-Disposition: ${value}\r\n\r\n`)).filename).toBe(name)
        },
      ),
    )
  })
})

describe('base64', () => {
  it('is broken into lines of 76', () => {
    const lines = base64Lines(Buffer.alloc(200, 7)).toString().split('\r\n')
    expect(lines.map((line) => line.length)).toEqual([76, 76, 76, 40, 0])
    expect(Buffer.from(lines.join(''), 'base64')).toEqual(Buffer.alloc(200, 7))
  })
})
