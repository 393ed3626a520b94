import { parseWallTime } from '@plmail/calendar-format'
import { type CalendarId, calendarWireId, type ShareWindow } from '@plmail/wire'
import { clampedDays, shareDetails, type ShareFields } from '../../../calendar/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

const maxCalendars = 500

/** Reads the link fields that a client set; `isRevoked` can only become true. */
export function shareLinkFields(json: JsonObject): (Partial<ShareFields> & { isRevoked?: true }) | SetError {
  const fields: Record<string, unknown> = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    const read = Object.hasOwn(readers, property) ? readers[property]?.(value) : undefined
    if (read === undefined) bad.push(property)
    else fields[property] = read
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  name: getName,
  calendarIds: readCalendarIds,
  details: (value) =>
    Array.isArray(value) && value.every((detail) => shareDetails.includes(detail)) ? value : undefined,
  window: readWindow,
  expiresOn: (value) => (value === null || isDate(value) ? value : undefined),
  isRevoked: (value) => (value === true ? true : undefined),
}

/** One line of at most 120 characters. */
export function getName(value: unknown): string | undefined {
  // oxlint-disable-next-line no-control-regex -- a name is one line
  const isLine = typeof value === 'string' && /^[^\u0000-\u001f\u007f\p{Surrogate}]{0,120}$/u.test(value)
  return isLine ? value.trim() : undefined
}

export function readCalendarIds(value: unknown): CalendarId[] | undefined {
  if (!Array.isArray(value) || value.length > maxCalendars) return undefined
  const ids = value.map((id) => calendarWireId.decode(id))
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined
}

/** Days are brought inside their limits; dates are dates in order. */
function readWindow(value: unknown): ShareWindow | undefined {
  if (!isObject(value)) return undefined
  const { kind, days, from, to } = value
  if (kind === 'rolling') return typeof days === 'number' ? { kind, days: clampedDays(days) } : undefined
  if (kind !== 'fixed' || !isDate(from) || !isDate(to) || to < from) return undefined
  return { kind, from, to }
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 10 && parseWallTime(value) !== undefined
