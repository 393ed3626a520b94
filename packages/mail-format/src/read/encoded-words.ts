import { bytesOfWord, decodeCharset, isKnownCharset } from './charset.ts'
import { decodeBase64, hexByte } from './transfer-encoding.ts'

/** A piece of header text: literal, or the bytes of one or several adjacent encoded words. */
type Piece = { literal: string } | { bytes: Buffer[]; charset: string }

interface Word {
  start: number
  end: number
  charset: string
  bytes: Buffer
}

/**
 * Decodes the encoded words of RFC 2047 in unfolded header text. Bytes of adjacent words of one charset are
 * joined first, because mailers split characters between words. A word of an unknown charset stays as it is, as
 * does one glued to letters or digits; one that only lacks the white space RFC 2047 §5 asks for is decoded.
 */
export function decodeWords(text: string): string {
  if (!text.includes('=?')) return text
  const pieces: Piece[] = []
  let from = 0
  for (const word of findEncodedWords(text)) {
    const between = text.slice(from, word.start)
    const last = pieces.at(-1)
    const follows = last !== undefined && 'bytes' in last && isSpace(between)
    if (!follows && between !== '') pieces.push({ literal: between })
    if (follows && last.charset === word.charset) last.bytes.push(word.bytes)
    else pieces.push({ bytes: [word.bytes], charset: word.charset })
    from = word.end
  }
  pieces.push({ literal: text.slice(from) })
  return pieces.map(textOfPiece).join('')
}

function textOfPiece(piece: Piece): string {
  return 'literal' in piece ? piece.literal : decodeCharset(Buffer.concat(piece.bytes), piece.charset).value
}

function findEncodedWords(text: string): Word[] {
  const words: Word[] = []
  // The next end mark is looked up again only once it is passed, which keeps hostile text linear.
  let mark = -1
  let start = text.indexOf('=?')
  while (start !== -1) {
    const head = headAt(text, start)
    if (head && mark < head.textStart) mark = text.indexOf('?=', head.textStart)
    if (mark === -1 && head) break
    const word = head && wordBetween(text, { start, head, mark, lastEnd: words.at(-1)?.end })
    if (word) words.push(word)
    start = text.indexOf('=?', word ? word.end : start + 2)
  }
  return words
}

interface Head {
  charset: string
  isBase64: boolean
  textStart: number
}

const headShape = /=\?([\w.:()+-]{1,60})(?:\*[\w-]{0,40})?\?([bBqQ])\?/y

function headAt(text: string, start: number): Head | undefined {
  headShape.lastIndex = start
  const match = headShape.exec(text)
  if (!match?.[1] || !match[2]) return undefined
  return { charset: match[1].toLowerCase(), isBase64: /b/i.test(match[2]), textStart: headShape.lastIndex }
}

interface EncodedWordSpan {
  start: number
  head: Head
  mark: number
  lastEnd: number | undefined
}

function wordBetween(text: string, { start, head, mark, lastEnd }: EncodedWordSpan): Word | undefined {
  const inner = text.indexOf('=?', head.textStart)
  const isUnfinished = inner !== -1 && inner < mark - 1
  const end = mark + 2
  if (isUnfinished || !isKnownCharset(head.charset)) return undefined
  if (start !== lastEnd && isGlued(text.charAt(start - 1))) return undefined
  if (isGlued(text.charAt(end))) return undefined
  const encoded = bytesOfWord(text.slice(head.textStart, mark), head.charset)
  return {
    start,
    end,
    charset: head.charset,
    bytes: head.isBase64 ? decodeBase64(encoded) : decodeQ(encoded),
  }
}

function isGlued(neighbour: string): boolean {
  return /[\p{L}\p{N}]/u.test(neighbour)
}

function isSpace(text: string): boolean {
  return text.trim() === ''
}

/** RFC 2047 §4.2: as quoted-printable, with "_" for a space. */
function decodeQ(text: Buffer): Buffer {
  const out = Buffer.allocUnsafe(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0
    const decoded = byte === 61 ? hexByte(text[at + 1], text[at + 2]) : -1
    out[length] = byte === 95 ? 32 : decoded === -1 ? byte : decoded
    if (decoded !== -1) at += 2
    length += 1
  }
  return out.subarray(0, length)
}
