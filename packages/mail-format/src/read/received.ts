import { parseDate } from './date.ts'
import { scanHeader } from './header-rows.ts'
import { unfolded } from './header-text.ts'

/** When the last server received the message, by its topmost Received field (RFC 5321 §4.4); null when none says. */
export function readReceivedDate(raw: Buffer): Date | null {
  const row = scanHeader(raw, 0, raw.length).rows.find((field) => field.name.toLowerCase() === 'received')
  if (!row) return null
  const text = unfolded(raw, row)
  return parseDate(text.slice(text.lastIndexOf(';') + 1))?.at ?? null
}
