import { type Header, headerValue, readHeaders, readParameters } from './headers.ts'
import { decodeText } from './words.ts'

/** One part of a message. The numbers of `path` count from 0: `[]` is the message itself. */
export interface EmulatedPart {
  path: readonly number[]
  headers: readonly Header[]
  /** `text/plain` where nothing readable is declared. */
  type: string
  charset: string | undefined
  /** Decoded; '' where the part has none. */
  filename: string
  disposition: string
  /** Without its angle brackets. */
  contentId: string | undefined
  children: readonly EmulatedPart[]
  /** The octets behind the transfer encoding; empty for a multipart. */
  content(): Buffer
}

/** Deeper nesting than this is not looked into. */
const deepest = 40

/** The structure of a message. Never throws: what is not well-formed ends up as text. */
export function readParts(bytes: Buffer, path: readonly number[] = [], inDigest = false): EmulatedPart {
  const { headers, bodyAt } = readHeaders(bytes)
  const body = bytes.subarray(bodyAt)
  const declared = readParameters(headerValue(headers, 'content-type') ?? '')
  const fallback = inDigest ? 'message/rfc822' : 'text/plain'
  const type = /^[^\s/;]+\/[^\s/;]+$/.test(declared.word) ? declared.word : fallback
  const disposition = readParameters(headerValue(headers, 'content-disposition') ?? '')
  const boundary = declared.parameters.get('boundary')
  const isContainer = type.startsWith('multipart/') && boundary !== undefined && path.length < deepest
  const pieces = isContainer ? splitAtBoundary(body, boundary) : []
  const encoding = (headerValue(headers, 'content-transfer-encoding') ?? '').trim().toLowerCase()
  return {
    path,
    headers,
    type,
    charset: declared.parameters.get('charset'),
    filename: disposition.parameters.get('filename') ?? declared.parameters.get('name') ?? '',
    disposition: disposition.word,
    contentId: /<([^<>]+)>/.exec(headerValue(headers, 'content-id') ?? '')?.[1],
    children: pieces.map((piece, index) => readParts(piece, [...path, index], type === 'multipart/digest')),
    content: () => (isContainer ? Buffer.alloc(0) : decodeTransfer(body, encoding)),
  }
}

/** Every part, the message first. */
export function* eachPart(part: EmulatedPart): Generator<EmulatedPart> {
  yield part
  for (const child of part.children) yield* eachPart(child)
}

/** Whether a part is something to keep beside the text: it has a file name, or is neither text nor a container. */
export function isAttachment(part: EmulatedPart): boolean {
  if (part.children.length > 0 || part.type.startsWith('multipart/')) return false
  return part.filename !== '' || part.disposition === 'attachment' || !part.type.startsWith('text/')
}

/** A text part in Unicode. */
export function getText(part: EmulatedPart): string {
  return decodeText(part.content(), part.charset)
}

function splitAtBoundary(body: Buffer, boundary: string): Buffer[] {
  const pieces: Buffer[] = []
  const mark = Buffer.from(`--${boundary}`, 'utf8')
  let start: number | undefined
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) {
    const after = at + mark.length
    const atLineStart = at === 0 || body[at - 1] === 10
    const closes = body[after] === 45 && body[after + 1] === 45
    const lineEnd = body.indexOf(10, after)
    const rest = body.subarray(after, lineEnd < 0 ? body.length : lineEnd).toString('latin1')
    if (!atLineStart || !(closes || rest.trim() === '')) continue
    if (start !== undefined) pieces.push(body.subarray(start, beforeLineBreak(body, at, start)))
    start = closes ? undefined : lineEnd < 0 ? body.length : lineEnd + 1
    if (closes) break
  }
  // A message cut off before its closing line keeps what there is of its last part.
  if (start !== undefined) pieces.push(body.subarray(start))
  return pieces
}

function beforeLineBreak(body: Buffer, at: number, start: number): number {
  let end = at
  if (end > start && body[end - 1] === 10) end--
  if (end > start && body[end - 1] === 13) end--
  return end
}

function decodeTransfer(body: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return body
  const text = body.toString('latin1').replace(/[ \t]+(\r?\n|$)/g, '$1')
  const unfolded = text.replace(/=\r?\n/g, '').replace(/=$/, '')
  return Buffer.from(
    unfolded.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
