import { decodeText, decodeUnlabelled, decodeWords, percentLike } from './words.ts'

/** One header field as it stands in the message, unfolded and not decoded. */
export interface Header {
  name: string
  value: string
}

/** Header fields and where the body begins. Bytes without an empty line are all header. */
export function readHeaders(bytes: Buffer): { headers: Header[]; bodyAt: number } {
  const { end, bodyAt } = headerEnd(bytes)
  const lines = decodeUnlabelled(bytes.subarray(0, end)).split(/\r?\n/)
  const headers: Header[] = []
  for (const line of lines) {
    const last = headers.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last) last.value += ` ${line.trim()}`
      continue
    }
    const colon = line.indexOf(':')
    if (colon > 0) headers.push({ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() })
  }
  return { headers, bodyAt }
}

function headerEnd(bytes: Buffer): { end: number; bodyAt: number } {
  if (bytes[0] === 10) return { end: 0, bodyAt: 1 }
  if (bytes[0] === 13 && bytes[1] === 10) return { end: 0, bodyAt: 2 }
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return { end: crlf, bodyAt: crlf + 4 }
  if (lf >= 0) return { end: lf, bodyAt: lf + 2 }
  return { end: bytes.length, bodyAt: bytes.length }
}

/** The first field of that name, not decoded. */
export function headerValue(headers: readonly Header[], name: string): string | undefined {
  const lowerName = name.toLowerCase()
  return headers.find((header) => header.name.toLowerCase() === lowerName)?.value
}

/** A header with parameters (RFC 2045, 2231): `text/plain; charset="utf-8"`. Names and the first word in lower case. */
export function readParameters(value: string): { word: string; parameters: Map<string, string> } {
  const [first = '', ...rest] = splitOutsideQuotes(value, ';')
  const plain = new Map<string, string>()
  const pieces = new Map<string, Array<{ index: number; encoded: boolean; text: string }>>()
  for (const parameter of rest) {
    const equals = parameter.indexOf('=')
    if (equals < 0) continue
    const key = parameter.slice(0, equals).trim().toLowerCase()
    const text = unquote(parameter.slice(equals + 1).trim())
    const extended = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(key)
    const [, name = key, index, star] = extended ?? []
    if (index === undefined && star === undefined) plain.set(name, decodeWords(text))
    else {
      const segments = pieces.get(name) ?? []
      segments.push({ index: Number(index ?? 0), encoded: star !== undefined, text })
      pieces.set(name, segments)
    }
  }
  for (const [name, parts] of pieces) plain.set(name, joinPieces(parts))
  return { word: first.trim().toLowerCase(), parameters: plain }
}

function joinPieces(parts: Array<{ index: number; encoded: boolean; text: string }>): string {
  parts.sort((a, b) => a.index - b.index)
  const tagged = parts[0]?.encoded ? /^([^']*)'[^']*'(.*)$/s.exec(parts[0].text) : null
  const bytes = parts.map((part, place) => {
    const text = place === 0 && tagged ? (tagged[2] ?? '') : part.text
    return part.encoded ? percentLike(text, '%') : Buffer.from(text, 'utf8')
  })
  return decodeText(Buffer.concat(bytes), tagged?.[1])
}

/** Parts between separators that stand outside of quoted strings. */
function splitOutsideQuotes(value: string, separator: string): string[] {
  const parts: string[] = []
  let quoted = false
  let start = 0
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]
    if (sign === '\\' && quoted) at++
    else if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      parts.push(value.slice(start, at))
      start = at + 1
    }
  }
  parts.push(value.slice(start))
  return parts
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  return value.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')
}

/** An address with the name shown beside it, which may be empty. */
export interface Address {
  name: string
  address: string
}

/** The addresses of a From, To or Cc; groups are taken apart, comments dropped. */
export function readAddresses(value: string | undefined): Address[] {
  if (value === undefined) return []
  const addresses: Address[] = []
  for (const part of splitOutsideQuotes(value.replace(/\([^()]*\)/g, ''), ',').flatMap((group) =>
    splitOutsideQuotes(group.replace(/^[^":<@]*:/, ''), ';'),
  )) {
    const angle = /^(.*)<([^<>]*)>\s*$/s.exec(part)
    const address = (angle ? (angle[2] ?? '') : part).trim()
    if (address === '') continue
    addresses.push({ name: decodeWords(unquote((angle?.[1] ?? '').trim())), address })
  }
  return addresses
}

/** The ids in a Message-ID, In-Reply-To or References, with their angle brackets. */
export function readMessageIds(value: string | undefined): string[] {
  return value?.match(/<[^<>\s]+>/g) ?? []
}
