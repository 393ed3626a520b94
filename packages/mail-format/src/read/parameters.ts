import { decodeCharset, decodeUnlabelled } from './charset.ts'
import { readable } from './header-text.ts'
import { hexByte } from './transfer-encoding.ts'

/** A header value like `text/html; charset=utf-8`; parameter values are still bytes as latin1 text. */
export interface StructuredValue {
  /** Lower case, up to the first semicolon or blank. */
  value: string
  /** Lower-cased name → value, in order, first and later ones of a name alike. */
  parameters: ReadonlyArray<readonly [string, string]>
}

/** Far above what a file name in segments of 70 octets needs. */
const maxParameters = 500

/** Reads a latin1 value leniently: comments, missing semicolons and quotes, blanks around "=" are forgiven. */
export function parseStructured(text: string): StructuredValue {
  // Blanks around the slash of a type are the sender's, not ours to end the value at.
  const head = /^[^;\s(/]*(?:\s*\/\s*[^;\s(]*)?/.exec(text)?.[0] ?? ''
  const parameters: Array<readonly [string, string]> = []
  const at = { text, index: head.length }
  while (at.index < text.length && parameters.length < maxParameters) {
    skipBetween(at)
    const name = readMatch(at, nameShape).toLowerCase()
    if (readMatch(at, equalsShape) !== '') parameters.push([name, readValue(at, name)])
    else if (name === '') at.index += 1
  }
  return { value: head.replace(/\s+/g, '').toLowerCase(), parameters }
}

interface Place {
  text: string
  index: number
}

const betweenShape = /[\s;]*/y
const nameShape = /[^\s;=()"]*/y
const equalsShape = /\s*=\s*/y
const quotedShape = /"(?:[^"\\]|\\.)*"?/sy
const wordShape = /[^\s;()]*/y
const upToSemicolonShape = /[^;]*/y

function readMatch(at: Place, shape: RegExp): string {
  shape.lastIndex = at.index
  const match = shape.exec(at.text)?.[0] ?? ''
  at.index += match.length
  return match
}

function skipBetween(at: Place): void {
  readMatch(at, betweenShape)
  while (at.text[at.index] === '(') {
    skipComment(at)
    readMatch(at, betweenShape)
  }
}

function skipComment(at: Place): void {
  let depth = 0
  for (; at.index < at.text.length; at.index += 1) {
    const character = at.text[at.index]
    if (character === '\\') at.index += 1
    else if (character === '(') depth += 1
    else if (character === ')' && (depth -= 1) === 0) break
  }
  at.index += 1
}

function readValue(at: Place, name: string): string {
  if (at.text[at.index] === '"') {
    const quoted = readMatch(at, quotedShape)
    const inner = quoted.slice(1, quoted.length > 1 && quoted.endsWith('"') ? -1 : undefined)
    // Only these two pairs: a lone backslash is the separator of a Windows path.
    return inner.replace(/\\(["\\])/g, '$1')
  }
  return /^(?:file)?name/.test(name) ? readMatch(at, upToSemicolonShape).trim() : readMatch(at, wordShape)
}

/** The first plain parameter of that name, as bytes. */
export function rawParameter(value: StructuredValue, name: string): string | null {
  return value.parameters.find(([key]) => key === name)?.[1] ?? null
}

/**
 * A parameter as text: RFC 2231 form (charset, percent encoding, segments) before the plain one, and encoded
 * words, which do not belong there but are common. Null when absent or empty.
 */
export function textParameter(value: StructuredValue, name: string): string | null {
  const starred = rawParameter(value, `${name}*`)
  const text =
    starred === null ? segmented(value, name) : decodeExtended([{ text: starred, isEncoded: true }])
  const plain = rawParameter(value, name)
  const chosen = text || (plain === null ? '' : plainText(plain))
  return chosen === '' ? null : chosen
}

interface Segment {
  text: string
  isEncoded: boolean
}

function segmented(value: StructuredValue, name: string): string {
  const segmentByNumber = new Map<number, Segment>()
  for (const [key, text] of value.parameters) {
    if (!key.startsWith(`${name}*`)) continue
    const number = /^(\d{1,9})(\*?)$/.exec(key.slice(name.length + 1))
    if (number && !segmentByNumber.has(Number(number[1]))) {
      segmentByNumber.set(Number(number[1]), { text, isEncoded: number[2] === '*' })
    }
  }
  const segments = [...segmentByNumber].sort(([a], [b]) => a - b).map(([, segment]) => segment)
  if (segments.some((segment) => segment.isEncoded)) return decodeExtended(segments)
  return plainText(segments.map((segment) => segment.text).join(''))
}

/** RFC 2231 §4.1: the bytes of all segments are joined before decoding, since a character may be split. */
function decodeExtended(segments: Segment[]): string {
  const first = segments[0]
  const prefix = first?.isEncoded ? /^([^']*)'[^']*'/.exec(first.text) : null
  const bytes = segments.map((segment, index) => {
    const text = index === 0 && prefix ? segment.text.slice(prefix[0].length) : segment.text
    return segment.isEncoded ? percentDecoded(text) : Buffer.from(text, 'latin1')
  })
  return readable(decodeCharset(Buffer.concat(bytes), prefix?.[1] ?? null).value)
}

function percentDecoded(text: string): Buffer {
  const source = Buffer.from(text, 'latin1')
  const out = Buffer.allocUnsafe(source.length)
  let length = 0
  for (let at = 0; at < source.length; at += 1) {
    const decoded = source[at] === 37 ? hexByte(source[at + 1], source[at + 2]) : -1
    out[length] = decoded === -1 ? (source[at] ?? 0) : decoded
    if (decoded !== -1) at += 2
    length += 1
  }
  return out.subarray(0, length)
}

function plainText(bytes: string): string {
  return readable(decodeUnlabelled(Buffer.from(bytes, 'latin1')).value)
}
