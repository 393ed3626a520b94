/** The response of a ManageSieve server to a command (RFC 5804 §1.2, §1.3). */
export interface SieveResponse {
  status: 'OK' | 'NO' | 'BYE'
  /** The first word in parentheses; empty when there is none. */
  code: string
  /** The human text; empty when there is none. */
  text: string
  /** The lines before the status, as their words. */
  lines: string[][]
}

export class MalformedResponse extends Error {}

/** A script of a mailbox is a few kilobytes; servers refuse more than some hundred of them. */
const maxResponseBytes = 1024 * 1024

/** The response that these bytes begin with and where it ends; undefined while it is not all there. */
export function readResponse(bytes: Buffer): { response: SieveResponse; end: number } | undefined {
  const lines: string[][] = []
  for (let at = 0; ;) {
    const line = readLine(bytes, at)
    if (line === undefined) {
      if (bytes.length > maxResponseBytes) throw new MalformedResponse('The answer is too long')
      return undefined
    }
    at = line.end
    const status = getStatus(line.words)
    if (status) return { response: { ...status, lines }, end: at }
    lines.push(line.words.map(({ text }) => text))
  }
}

interface Word {
  text: string
  /** Neither quoted nor a literal. */
  isBare: boolean
}

function getStatus(words: readonly Word[]): Omit<SieveResponse, 'lines'> | undefined {
  const [first, second] = words
  const status = first?.isBare ? first.text.toUpperCase() : ''
  if (status !== 'OK' && status !== 'NO' && status !== 'BYE') return undefined
  const hasCode = second?.isBare === true && second.text === '('
  const last = words.at(-1)
  return {
    status,
    code: hasCode ? (words[2]?.text.toUpperCase() ?? '') : '',
    text: last && !last.isBare ? last.text.slice(0, 500) : '',
  }
}

function readLine(bytes: Buffer, from: number): { words: Word[]; end: number } | undefined {
  const words: Word[] = []
  for (let at = from; at < bytes.length;) {
    const sign = String.fromCharCode(bytes[at] ?? 0)
    if (sign === '\r' || sign === '\n') {
      const end = bytes.indexOf('\n', at)
      return end < 0 ? undefined : { words, end: end + 1 }
    }
    if (sign === ' ') {
      at++
      continue
    }
    const word =
      sign === '"' ? readQuotedAt(bytes, at) : sign === '{' ? literalAt(bytes, at) : bareAt(bytes, at)
    if (word === undefined) return undefined
    words.push({ text: word.text, isBare: sign !== '"' && sign !== '{' })
    at = word.end
  }
  return undefined
}

interface Piece {
  text: string
  end: number
}

function readQuotedAt(bytes: Buffer, from: number): Piece | undefined {
  const parts: number[] = []
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x22) return { text: Buffer.from(parts).toString('utf8'), end: at + 1 }
    // a backslash makes the next sign an ordinary one
    if (byte === 0x5c) at++
    const unescaped = bytes[at]
    if (unescaped !== undefined) parts.push(unescaped)
  }
  return undefined
}

function literalAt(bytes: Buffer, from: number): Piece | undefined {
  const lineEnd = bytes.indexOf('\r\n', from)
  if (lineEnd < 0) return undefined
  const [, digits = ''] = /^\{(\d{1,10})\+?\}$/.exec(bytes.toString('latin1', from, lineEnd)) ?? []
  if (digits === '') throw new MalformedResponse('A literal has no length')
  if (Number(digits) > maxResponseBytes) throw new MalformedResponse('The answer is too long')
  const start = lineEnd + 2
  const end = start + Number(digits)
  return end > bytes.length ? undefined : { text: bytes.toString('utf8', start, end), end }
}

function bareAt(bytes: Buffer, from: number): Piece | undefined {
  const first = String.fromCharCode(bytes[from] ?? 0)
  if (first === '(' || first === ')') return { text: first, end: from + 1 }
  for (let at = from; at < bytes.length; at++)
    if (' \r\n()"'.includes(String.fromCharCode(bytes[at] ?? 0)))
      return { text: bytes.toString('utf8', from, at), end: at }
  return undefined
}
