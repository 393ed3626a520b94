import { withoutComments } from './comments.ts'

/** A moment, and the same as RFC 3339 text with the offset the sender wrote. */
export interface SentDate {
  at: Date
  text: string
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Offsets in minutes: the zones of RFC 5322 §4.3, and four that mail programs write besides. All other letters mean an unknown offset. */
const obsoleteZones: Readonly<Record<string, number>> = {
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
  CET: 60,
  CEST: 120,
  BST: 60,
  JST: 540,
}

interface Fields {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  zone: string
}

/**
 * A Date header, unfolded (RFC 5322 §3.3 with its obsolete forms, asctime and ISO 8601). Null for anything that
 * is no date after 1899. A zone that means nothing counts as UTC.
 */
export function parseDate(value: string): SentDate | null {
  const text = spacedOnce(withoutComments(value.slice(0, 500)))
  const fields = mailDate(text) ?? ascDate(text) ?? isoDate(text)
  return fields && isReal(fields) ? dated(fields) : null
}

/** Comments and spaces may stand around every token, also within the time (RFC 5322 §4.3, appendix A.5). */
const spacedOnce = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .replace(/(\d) ?: ?(?=\d)/g, '$1:')
    .trim()

const clock = String.raw`(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2})(?:[.,]\d{1,9})?)?`

const mailShape = new RegExp(
  String.raw`^(?:[\p{L}.]+,? ?|, ?)?(\d{1,2})[ -]?([a-z]{3,9})\.?,?[ -]?(\d{2,4}),? ${clock} ?(.*)$`,
  'iu',
)

function mailDate(text: string): Fields | undefined {
  const match = mailShape.exec(text)
  return match ? getFields(match[3], match[2], match[1], match.slice(4)) : undefined
}

/** asctime, with a zone before or after the year: "Sat Nov 21 10:00:00 CET 2026". */
const ascShape = new RegExp(
  String.raw`^(?:[a-z]+,? )?([a-z]{3,9})\.? (\d{1,2}),? ${clock} ?([a-z]*) ?(\d{4})(?: (.*))?$`,
  'i',
)

function ascDate(text: string): Fields | undefined {
  const match = ascShape.exec(text)
  if (!match) return undefined
  const [, month, day, hour, minute, second, early, year, late] = match
  return getFields(year, month, day, [hour, minute, second, late ?? early])
}

const isoShape = new RegExp(String.raw`^(\d{4})-(\d\d)-(\d\d)[T ]${clock} ?(.*)$`, 'i')

function isoDate(text: string): Fields | undefined {
  const match = isoShape.exec(text)
  return match ? getFields(match[1], months[Number(match[2]) - 1], match[3], match.slice(4)) : undefined
}

type Group = string | undefined

function getFields(year: Group, month: Group, day: Group, [hour, minute, second, zone]: Group[]): Fields {
  return {
    year: fullYear(year ?? ''),
    month: months.indexOf((month ?? '').slice(0, 3).toLowerCase()),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    zone: zone ?? '',
  }
}

/** RFC 5322 §4.3: 00–49 are 2000–2049, other two and all three digits count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

function isReal({ year, month, day, hour, minute, second }: Fields): boolean {
  if (!(year >= 1900 && month >= 0 && hour <= 23 && minute <= 59 && second <= 60)) return false
  return day >= 1 && day <= new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

function dated({ year, month, day, hour, minute, second, zone }: Fields): SentDate {
  const offset = offsetMinutes(zone)
  // JavaScript has no leap second.
  const shown = Math.min(second, 59)
  const at = new Date(Date.UTC(year, month, day, hour, minute, shown) - offset * 60_000)
  const date = `${pad(year, 4)}-${pad(month + 1)}-${pad(day)}`
  return { at, text: `${date}T${pad(hour)}:${pad(minute)}:${pad(shown)}${offsetText(offset)}` }
}

function offsetMinutes(zone: string): number {
  const numeric = /^(?:GMT|UTC?)? ?([+-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(zone)
  if (!numeric) return obsoleteZones[/^[a-z]+/i.exec(zone)?.[0].toUpperCase() ?? ''] ?? 0
  const hours = Number(numeric[2])
  const minutes = Number(numeric[3] ?? 0)
  if (hours > 23 || minutes > 59) return 0
  return (numeric[1] === '-' ? -1 : 1) * (hours * 60 + minutes)
}

function offsetText(offset: number): string {
  if (offset === 0) return 'Z'
  const size = Math.abs(offset)
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0')
}
