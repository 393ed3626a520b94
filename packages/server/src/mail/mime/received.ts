import { parseDate } from './date.ts'
import { headerRows } from './header-rows.ts'
import { unfolded } from './header-text.ts'
import { parseMime } from './parse.ts'

/** When the last server received the message, by its topmost Received field (RFC 5321 §4.4); null when none says. */
export function receivedAt(raw: Buffer): Date | null {
  const row = headerRows(raw, parseMime(raw).root).find((one) => one.name.toLowerCase() === 'received')
  if (!row) return null
  const text = unfolded(raw, row)
  return parseDate(text.slice(text.lastIndexOf(';') + 1))?.at ?? null
}
