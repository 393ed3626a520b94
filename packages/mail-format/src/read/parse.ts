import { scanHeader } from './header-rows.ts'
import { beforeLineBreak, DASH, isBlank, CR, lineEnd } from './lines.ts'
import { describePart } from './part-facts.ts'
import { decodedSize } from './transfer-encoding.ts'
import { maxDepth, maxParts, type MimePart, type MimeTree, unparsedType } from './tree.ts'

/** A multipart whose closing delimiter has not been seen yet. */
interface Open {
  part: MimePart
  path: string
  boundary: string
  /** The level of an ancestor with the same boundary, hidden while this one is open. */
  hides: number | undefined
}

interface Scan {
  raw: Buffer
  open: Open[]
  /** Boundary → index into `open`; the innermost wins. Bytes are compared as latin1 text. */
  levels: Map<string, number>
  /** The part whose body is being passed over. */
  leaf: MimePart | undefined
  /** `leaf`'s or `open`'s path is assigned when it turns out to be a leaf. */
  parts: number
}

interface Delimiter {
  level: number
  isClosing: boolean
  lineStart: number
  lineStop: number
  next: number
}

const newLineDashes = Buffer.from('\n--')
/** RFC 2046 §5.1.1 allows 70; a line of mail cannot hold more than this. */
const maxBoundaryLength = 998

/**
 * Finds the parts of a message (RFC 2045–2046) in one pass, without decoding bodies. Never throws: what cannot
 * be understood becomes a leaf. The bytes are read, not kept.
 */
export function parseMime(raw: Buffer): MimeTree {
  const scan: Scan = { raw, open: [], levels: new Map(), leaf: undefined, parts: 0 }
  const root = openPart(scan, 0, '', 'text/plain')
  let at = root.bodyStart
  while (scan.open.length > 0) {
    const delimiter = nextDelimiter(scan, at)
    if (!delimiter) break
    at = passDelimiter(scan, delimiter)
  }
  closeAbove(scan, -1, raw.length)
  return { root }
}

/** Ends what the delimiter ends, opens what it opens, and returns where the scan goes on. */
function passDelimiter(scan: Scan, delimiter: Delimiter): number {
  closeAbove(scan, delimiter.level, beforeLineBreak(scan.raw, delimiter.lineStart))
  const parent = scan.open[delimiter.level]
  if (!parent) return delimiter.next
  if (delimiter.isClosing) {
    // A multipart closed before its first part has no usable parts; it stays open and ends as text.
    if (parent.part.subParts.length > 0) closeAbove(scan, delimiter.level - 1, delimiter.lineStop)
    return delimiter.next
  }
  const siblings = parent.part.subParts
  const number = String(siblings.length + 1)
  const path = parent.path === '' ? number : `${parent.path}.${number}`
  if (scan.parts >= maxParts - 1) {
    siblings.push(restAsLeaf(scan, delimiter.next, path))
    closeAbove(scan, -1, scan.raw.length)
    return scan.raw.length
  }
  const child = openPart(
    scan,
    delimiter.next,
    path,
    parent.part.type === 'multipart/digest' ? 'message/rfc822' : 'text/plain',
  )
  siblings.push(child)
  return child.bodyStart
}

function openPart(scan: Scan, start: number, path: string, implicitType: string): MimePart {
  const { raw } = scan
  scan.parts += 1
  const block = scanHeader(raw, start, raw.length, (lineStart) => delimiterAt(scan, lineStart) !== undefined)
  const { boundary, ...facts } = describePart(raw, block.rows, implicitType)
  const part: MimePart = {
    partId: path === '' ? '1' : path,
    ...facts,
    size: 0,
    start,
    bodyStart: block.bodyStart,
    end: raw.length,
    subParts: [],
  }
  if (!part.type.startsWith('multipart/')) scan.leaf = part
  else if (scan.open.length >= maxDepth) scan.leaf = Object.assign(part, { type: unparsedType })
  else if (boundary === null || boundary.length > maxBoundaryLength) scan.leaf = asText(part)
  else open(scan, part, path, boundary)
  return part
}

function open(scan: Scan, part: MimePart, path: string, boundary: string): void {
  part.partId = null
  scan.open.push({ part, path, boundary, hides: scan.levels.get(boundary) })
  scan.levels.set(boundary, scan.open.length - 1)
}

/** Everything from `start` on, unread: the parts beyond the limit. */
function restAsLeaf(scan: Scan, start: number, path: string): MimePart {
  const end = scan.raw.length
  const facts = { type: unparsedType, charset: null, disposition: 'attachment', name: null, cid: null }
  const place = { start, bodyStart: start, end, size: end - start, subParts: [] }
  return { partId: path, ...facts, language: null, location: null, encoding: 'binary', ...place }
}

/** Ends the current leaf and every open multipart deeper than `level` at `end`. */
function closeAbove(scan: Scan, level: number, end: number): void {
  if (scan.leaf) {
    scan.leaf.end = Math.max(scan.leaf.bodyStart, end)
    scan.leaf.size = decodedSize(scan.raw, scan.leaf)
    scan.leaf = undefined
  }
  while (scan.open.length - 1 > level) {
    const closed = scan.open.pop()
    if (!closed) return
    if (closed.hides === undefined) scan.levels.delete(closed.boundary)
    else scan.levels.set(closed.boundary, closed.hides)
    closeMultipart(scan.raw, closed, end)
  }
}

function closeMultipart(raw: Buffer, { part, path }: Open, end: number): void {
  const lastChild = part.subParts.at(-1)
  part.end = Math.max(part.bodyStart, end, lastChild?.end ?? 0)
  if (lastChild) {
    if (part.subParts.length > 1 && isVoid(lastChild)) part.subParts.pop()
    part.size = part.end - part.bodyStart
    return
  }
  part.partId = path === '' ? '1' : path
  asText(part).size = decodedSize(raw, part)
}

/** Neither header nor body: what an opening delimiter makes where the closing one was meant. */
function isVoid(part: MimePart): boolean {
  return part.partId !== null && part.end === part.bodyStart && part.bodyStart - part.start <= 2
}

/** A multipart without usable boundary or parts: its body is all there is to show. */
function asText(part: MimePart): MimePart {
  return Object.assign(part, { type: 'text/plain', charset: 'us-ascii' })
}

function nextDelimiter(scan: Scan, from: number): Delimiter | undefined {
  const { raw } = scan
  let at = from
  for (;;) {
    if (raw[at] !== DASH || raw[at + 1] !== DASH) {
      const boundaryAt = raw.indexOf(newLineDashes, at)
      if (boundaryAt === -1) return undefined
      at = boundaryAt + 1
    }
    const delimiter = delimiterAt(scan, at)
    if (delimiter) return delimiter
    at = lineEnd(raw, at, raw.length) + 1
    if (at >= raw.length) return undefined
  }
}

/** RFC 2046 §5.1.1: two dashes, a boundary of any open ancestor, two more when closing, blanks, line end. */
function delimiterAt(scan: Scan, lineStart: number): Delimiter | undefined {
  const { raw, levels } = scan
  if (levels.size === 0 || raw[lineStart] !== DASH || raw[lineStart + 1] !== DASH) return undefined
  const end = lineEnd(raw, lineStart, raw.length)
  let stop = end
  while (stop > lineStart + 2 && (isBlank(raw[stop - 1]) || raw[stop - 1] === CR)) stop -= 1
  const length = stop - lineStart - 2
  if (length === 0 || length > maxBoundaryLength + 2) return undefined
  const text = raw.toString('latin1', lineStart + 2, stop)
  const place = { lineStart, lineStop: stop, next: Math.min(end + 1, raw.length) }
  const exact = levels.get(text)
  if (exact !== undefined) return { level: exact, isClosing: false, ...place }
  if (!text.endsWith('--')) return undefined
  const closing = levels.get(text.slice(0, -2))
  return closing === undefined ? undefined : { level: closing, isClosing: true, ...place }
}
