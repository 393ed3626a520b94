import { singleLine } from './clean-text.ts'
import { decodeUnlabelled } from './charset.ts'
import { decodeWords } from './encoded-words.ts'
import type { HeaderRow } from './header-rows.ts'

/** Octets of a value that are read for anything but its raw form; some 6,000 recipients. */
const maxValueLength = 256 * 1024

/** The raw form of RFC 8621 §4.1.2.1: UTF-8 with U+FFFD for other bytes, NUL dropped, folding kept. */
export function rawValue(raw: Buffer, row: HeaderRow): string {
  return raw.toString('utf8', row.valueStart, row.valueEnd).replaceAll('\0', '')
}

/** The value unfolded (RFC 5322 §2.2.3) and trimmed, 8-bit bytes read as UTF-8 or windows-1252. */
export function unfolded(raw: Buffer, row: HeaderRow): string {
  const end = Math.min(row.valueEnd, row.valueStart + maxValueLength)
  const text = decodeUnlabelled(raw.subarray(row.valueStart, end)).value
  return (text.includes('\n') ? text.replace(/\r?\n/g, '') : text).trim()
}

/** The value as latin1, unfolded and trimmed: for grammar that must see bytes, such as boundaries. */
export function unfoldedBytes(raw: Buffer, row: HeaderRow): string {
  const end = Math.min(row.valueEnd, row.valueStart + maxValueLength)
  const text = raw.toString('latin1', row.valueStart, end)
  return (text.includes('\n') ? text.replace(/\r?\n/g, '') : text).trim()
}

/** The text form of RFC 8621 §4.1.2.2, always on one line. */
export function textValue(raw: Buffer, row: HeaderRow): string {
  return readable(unfolded(raw, row))
}

/** Unfolded header text for the reader: words decoded, control characters gone, NFC. */
export function readable(text: string): string {
  return singleLine(decodeWords(text)).trim().normalize('NFC')
}
