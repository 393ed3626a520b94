import { CR, isBlank, LF, lineEnd } from './lines.ts'
import type { MimePart } from './tree.ts'

type Kind = 'identity' | 'base64' | 'quoted-printable' | 'uuencode'

const kinds: Readonly<Record<string, Kind>> = {
  '7bit': 'identity',
  '8bit': 'identity',
  binary: 'identity',
  base64: 'base64',
  'quoted-printable': 'quoted-printable',
  uuencode: 'uuencode',
  'x-uuencode': 'uuencode',
  'x-uue': 'uuencode',
  uue: 'uuencode',
}

type EncodedRange = Pick<MimePart, 'bodyStart' | 'end' | 'encoding'>

export function isKnownEncoding(encoding: string): boolean {
  return Object.hasOwn(kinds, encoding)
}

/** Octets of a body after transfer decoding, without decoding it where that can be avoided. */
export function decodedSize(raw: Buffer, { bodyStart, end, encoding }: EncodedRange): number {
  switch (kindOf(encoding)) {
    case 'base64':
      return decodeBase64Range(raw, bodyStart, end, undefined)
    case 'quoted-printable':
      return decodeQuotedPrintable(raw, bodyStart, end, undefined)
    case 'uuencode':
      return decodeUuencode(raw.subarray(bodyStart, end)).length
    case 'identity':
      return end - bodyStart
  }
}

/**
 * A body after transfer decoding (RFC 2045 §6). An unknown encoding is left as it is. The identity encodings
 * return a view of `raw`, not a copy.
 */
export function decodeTransfer(raw: Buffer, { bodyStart, end, encoding }: EncodedRange): Buffer {
  switch (kindOf(encoding)) {
    case 'base64':
      return fillBuffer(Math.ceil((end - bodyStart) * 0.75) + 3, (out) =>
        decodeBase64Range(raw, bodyStart, end, out),
      )
    case 'quoted-printable':
      return fillBuffer(end - bodyStart, (out) => decodeQuotedPrintable(raw, bodyStart, end, out))
    case 'uuencode':
      return decodeUuencode(raw.subarray(bodyStart, end))
    case 'identity':
      return raw.subarray(bodyStart, end)
  }
}

/** The bytes of one base64 text, as in an encoded word. */
export function decodeBase64(text: Buffer): Buffer {
  return decodeTransfer(text, { bodyStart: 0, end: text.length, encoding: 'base64' })
}

function kindOf(encoding: string): Kind {
  return isKnownEncoding(encoding) ? (kinds[encoding] ?? 'identity') : 'identity'
}

function fillBuffer(capacity: number, write: (out: Buffer) => number): Buffer {
  const out = Buffer.allocUnsafe(capacity)
  return out.subarray(0, write(out))
}

const EQUALS = 61
const padding = 64
const garbage = 65

function digitTable(): Uint8Array {
  const table = new Uint8Array(256).fill(garbage)
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let value = 0; value < 64; value += 1) table[digits.charCodeAt(value)] = value
  table['='.charCodeAt(0)] = padding
  return table
}
const digits = digitTable()

/**
 * Writes the decoded octets to `out` (or only counts them) and returns how many there are. Anything outside the
 * alphabet is skipped; padding ends a group, and what follows starts a new one: mailing lists and broken
 * mailers join several base64 texts.
 */
function decodeBase64Range(raw: Buffer, start: number, end: number, out: Buffer | undefined): number {
  let length = 0
  let bits = 0
  let count = 0
  for (let at = start; at < end; at += 1) {
    const digit = digits[raw[at] ?? 0] ?? garbage
    if (digit === garbage) continue
    if (digit === padding) {
      length += flushBase64(bits, count, out, length)
      bits = 0
      count = 0
      continue
    }
    bits = (bits << 6) | digit
    count += 1
    if (count < 4) continue
    if (out) {
      out[length] = bits >> 16
      out[length + 1] = bits >> 8
      out[length + 2] = bits
    }
    length += 3
    bits = 0
    count = 0
  }
  return length + flushBase64(bits, count, out, length)
}

/** The one or two octets of an incomplete group of two or three digits. */
function flushBase64(bits: number, count: number, out: Buffer | undefined, length: number): number {
  if (count < 2) return 0
  const value = bits << (6 * (4 - count))
  if (out) {
    out[length] = value >> 16
    if (count === 3) out[length + 1] = value >> 8
  }
  return count - 1
}

/**
 * As `decodeBase64Range`. Lower-case digits count, an equals sign that starts nothing stays, and blanks before a line end
 * go only where they stand literally (RFC 2045 §6.7 rule 3). Whether a blank does is asked at line ends alone: asked
 * of every byte, it cost as much as all the rest.
 */
function decodeQuotedPrintable(raw: Buffer, start: number, end: number, out: Buffer | undefined): number {
  let length = 0
  let literalFrom = start
  let at = start
  while (at < end) {
    const byte = raw[at] ?? 0
    let value = byte
    if (byte === EQUALS) {
      const decoded = at + 2 < end ? hexByte(raw[at + 1], raw[at + 2]) : -1
      const soft = decoded === -1 ? softBreakEnd(raw, at + 1, end) : -1
      if (soft !== -1) {
        at = soft
        literalFrom = at
        continue
      }
      if (decoded !== -1) {
        value = decoded
        at += 2
        literalFrom = at + 1
      }
    } else if (byte === LF || byte === CR) {
      length -= blanksBefore(raw, literalFrom, at)
    }
    if (out) out[length] = value
    length += 1
    at += 1
  }
  return length - blanksBefore(raw, literalFrom, end)
}

function blanksBefore(raw: Buffer, from: number, end: number): number {
  let at = end
  while (at > from && isBlank(raw[at - 1])) at -= 1
  return end - at
}

/** Returns the offset after a soft line break, or -1 when the equals sign begins none. */
function softBreakEnd(raw: Buffer, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(raw[at])) at += 1
  if (at === end) return end
  if (raw[at] === LF) return at + 1
  return raw[at] === CR && at + 1 < end && raw[at + 1] === LF ? at + 2 : -1
}

export function hexByte(high: number | undefined, low: number | undefined): number {
  const left = hexDigit(high)
  const right = hexDigit(low)
  return left === -1 || right === -1 ? -1 : left * 16 + right
}

function hexTable(): Int8Array {
  const table = new Int8Array(256).fill(-1)
  for (const [value, digit] of [...'0123456789abcdef'].entries()) {
    table[digit.charCodeAt(0)] = value
    table[digit.toUpperCase().charCodeAt(0)] = value
  }
  return table
}
const hexDigits = hexTable()

function hexDigit(byte: number | undefined): number {
  return byte === undefined ? -1 : (hexDigits[byte] ?? -1)
}

/** The file between "begin" and "end"; text without a "begin" line is left as it is. */
function decodeUuencode(text: Buffer): Buffer {
  let at = beginLineEnd(text)
  if (at === -1) return text
  const out = Buffer.allocUnsafe(Math.ceil(text.length * 0.75) + 3)
  let length = 0
  while (at < text.length) {
    const end = lineEnd(text, at, text.length)
    const first = text[at] ?? 0
    if (first === 101 || first === 96 || first <= 32) {
      if (text.toString('latin1', at, end).trimEnd() === 'end') break
    } else {
      length += decodeUuLine({ text, start: at, end, out, offset: length })
    }
    at = end + 1
  }
  return out.subarray(0, length)
}

function beginLineEnd(text: Buffer): number {
  let at = 0
  while (at < text.length) {
    const end = lineEnd(text, at, text.length)
    if (text[at] === 98 && /^begin [0-7]{3,4} /.test(text.toString('latin1', at, Math.min(end, at + 40)))) {
      return end + 1
    }
    at = end + 1
  }
  return -1
}

interface UuLine {
  text: Buffer
  start: number
  end: number
  out: Buffer
  offset: number
}

function decodeUuLine({ text, start, end, out, offset }: UuLine): number {
  const length = ((text[start] ?? 32) - 32) & 63
  let written = 0
  for (let at = start + 1; at < end && written < length; at += 4) {
    let group = 0
    for (let digit = 0; digit < 4; digit += 1) {
      const byte = at + digit < end ? (text[at + digit] ?? 32) : 32
      group = (group << 6) | ((byte - 32) & 63)
    }
    for (let shift = 16; shift >= 0 && written < length; shift -= 8) {
      out[offset + written] = group >> shift
      written += 1
    }
  }
  return written
}
