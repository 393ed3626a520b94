import { beforeCr, COLON, CR, DASH, isBlank, LF, lineEnd } from './lines.ts'
import type { MimePart } from './tree.ts'

/** One header field: its name as spelled, and where its raw value lies (after the colon, before the line break). */
export interface HeaderRow {
  name: string
  valueStart: number
  valueEnd: number
}

export interface HeaderBlock {
  rows: HeaderRow[]
  bodyStart: number
}

/** Real headers stay below some hundred rows; the rest of a hostile one is stepped over. */
const maxRows = 5_000
/** RFC 5322 §2.1.1: a line, and so a name, has at most 998 octets. */
const maxNameLength = 998

/** The header fields of a part, in order, duplicates included. */
export function headerRows(raw: Buffer, part: MimePart): HeaderRow[] {
  return scanHeader(raw, part.start, part.bodyStart).rows
}

/**
 * Reads header fields from `start` until a blank line, a boundary line or a line that can only be body.
 * Without `isBoundary`, `limit` is where the header is known to end.
 * Broken lines between fields (mbox "From ", lost folding) are stepped over.
 */
export function scanHeader(
  raw: Buffer,
  start: number,
  limit: number,
  isBoundary?: (lineStart: number) => boolean,
): HeaderBlock {
  const rows: HeaderRow[] = []
  const enough = isBoundary ? Infinity : maxRows
  let last: HeaderRow | undefined
  let at = start === 0 ? messageStart(raw, limit) : start
  while (at < limit && rows.length < enough) {
    const end = lineEnd(raw, at, limit)
    const contentEnd = beforeCr(raw, at, end)
    const next = Math.min(end + 1, limit)
    if (contentEnd === at) return { rows, bodyStart: next }
    if (raw[at] === DASH && isBoundary?.(at)) return { rows, bodyStart: at }
    const colon = isBlank(raw[at]) ? -1 : nameEnd(raw, at, contentEnd)
    if (colon !== -1) {
      last = { name: '', valueStart: colon + 1, valueEnd: contentEnd }
      if (rows.length < maxRows) rows.push(Object.assign(last, { name: getName(raw, at, colon) }))
    } else if (last && isBlank(raw[at])) {
      last.valueEnd = contentEnd
    } else if (!isFollowedByField(raw, next, limit)) {
      return { rows, bodyStart: at }
    }
    at = next
  }
  return { rows, bodyStart: limit }
}

/** Returns the offset of the header: after a byte order mark, and after blank lines that a field follows. */
function messageStart(raw: Buffer, limit: number): number {
  const start = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf && limit >= 3 ? 3 : 0
  let at = start
  while (at < limit && (raw[at] === CR || raw[at] === LF)) at += 1
  return isFollowedByField(raw, at, limit) ? at : start
}

function isFollowedByField(raw: Buffer, lineStart: number, limit: number): boolean {
  if (lineStart >= limit || raw[lineStart] === DASH) return false
  return nameEnd(raw, lineStart, limit) !== -1
}

/** Index of the colon after a field name (RFC 5322 §2.2, blanks before it by §4.5), or -1. */
function nameEnd(raw: Buffer, lineStart: number, limit: number): number {
  const stop = Math.min(lineStart + maxNameLength, limit)
  let at = lineStart
  while (at < stop && isNameByte(raw[at])) at += 1
  if (at === lineStart) return -1
  while (at < stop && isBlank(raw[at])) at += 1
  return at < stop && raw[at] === COLON ? at : -1
}

function isNameByte(byte: number | undefined): boolean {
  return byte !== undefined && byte > 32 && byte < 127 && byte !== COLON
}

function getName(raw: Buffer, start: number, colon: number): string {
  return raw.toString('latin1', start, colon).trimEnd()
}
