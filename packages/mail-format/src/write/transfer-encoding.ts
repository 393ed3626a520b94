import { isAscii, isUtf8 } from 'node:buffer'
import { maxLineLength } from './fold.ts'

/** A body as it travels (RFC 2045 §6). */
export interface EncodedBody {
  encoding: '7bit' | '8bit' | 'quoted-printable' | 'base64'
  body: Buffer
  /** Charset of text; null for everything else. */
  charset: string | null
}

/** Text with LF or CRLF line breaks: as it is when ASCII with short lines, else in the shorter encoding. */
export function encodedText(text: string): EncodedBody {
  const bytes = Buffer.from(text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n'))
  const charset = isAscii(bytes) ? 'us-ascii' : 'utf-8'
  return { ...encodedBytes(bytes, true), charset }
}

/** Bytes that come back exactly as they are. Mostly readable ones are kept readable when `isText`. */
export function encodedBytes(bytes: Buffer, isText: boolean): EncodedBody {
  if (isAscii(bytes) && isLines(bytes)) return { encoding: '7bit', body: bytes, charset: null }
  const quoted = isText ? encodeQuotedPrintable(bytes) : undefined
  const base64 = wrapped(bytes.toString('base64'))
  return quoted && quoted.length <= base64.length
    ? { encoding: 'quoted-printable', body: quoted, charset: null }
    : { encoding: 'base64', body: base64, charset: null }
}

/**
 * RFC 2046 §5.2.1 allows no encoding of an attached message; its line breaks are CRLF. One that no line-wise
 * transport could carry travels in base64 nevertheless, which readers undo.
 */
export function encodedMessage(bytes: Buffer): EncodedBody {
  const lines = Buffer.from(bytes.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')
  if (!isLines(lines)) return encodedBytes(bytes, false)
  return { encoding: isAscii(lines) ? '7bit' : '8bit', body: lines, charset: null }
}

/** The charset to declare for the bytes of a text whose sender did not say. */
export function charsetOfBytes(bytes: Buffer): string | null {
  if (isAscii(bytes)) return 'us-ascii'
  return isUtf8(bytes) ? 'utf-8' : null
}

/** Lines of at most 998 octets that end in CRLF; no NUL, no bare CR or LF (RFC 2045 §2.7). */
function isLines(bytes: Buffer): boolean {
  let start = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === 0 || byte === 10) return false
    if (byte === 13) {
      if (bytes[at + 1] !== 10 || at - start > maxLineLength) return false
      at += 1
      start = at + 1
    }
  }
  return bytes.length - start <= maxLineLength
}

/** RFC 2045 §6.8: lines of 76. */
function wrapped(base64: string): Buffer {
  return Buffer.from((base64.match(/.{1,76}/g) ?? []).join('\r\n'), 'latin1')
}

/** RFC 2045 §6.7: CRLF stays a line break, everything else outside printable ASCII is written as =XX. */
function encodeQuotedPrintable(bytes: Buffer): Buffer {
  const lines = bytes.toString('latin1').split('\r\n').map(encodeLine)
  return Buffer.from(lines.join('\r\n'), 'latin1')
}

/** Lines of at most 76 with the "=" of a soft break. */
function encodeLine(line: string): string {
  const lines: string[] = []
  let text = ''
  for (let at = 0; at < line.length; at += 1) {
    const piece = encodeOctet(line.charCodeAt(at), at === line.length - 1)
    if (text.length + piece.length > 75) {
      lines.push(text)
      text = ''
    }
    text += piece
  }
  return [...lines, text].join('=\r\n')
}

function encodeOctet(byte: number, isLast: boolean): string {
  const isBlank = byte === 32 || byte === 9
  if ((byte > 32 && byte < 127 && byte !== 61) || (isBlank && !isLast)) return String.fromCharCode(byte)
  return `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
