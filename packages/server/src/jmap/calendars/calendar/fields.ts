import { getClock, type Json } from '@plmail/calendar-format'
import type { CalendarFields } from '../../../calendar/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

const maxAlerts = 20

/** The properties of a Calendar that a client may set, or which of them cannot be as they are. */
export function readFields(json: JsonObject): Partial<CalendarFields> | SetError {
  const fields: { -readonly [Name in keyof CalendarFields]?: CalendarFields[Name] } = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    const field = Object.hasOwn(readers, property) ? readers[property]?.(value) : undefined
    if (field) Object.assign(fields, field)
    else if (property !== 'shareWith' || value !== null) bad.push(property)
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

/** By property: the field that a value means; undefined where it means none. */
const readers: Readonly<Record<string, (value: unknown) => Partial<CalendarFields> | undefined>> = {
  name: (value) => (isText(value, 255) && value.trim() !== '' ? { name: value.trim() } : undefined),
  description: (value) => (value === null || isText(value, 2000) ? { description: value } : undefined),
  color: (value) => {
    if (value === null) return { color: null }
    return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
      ? { color: value.toLowerCase() }
      : undefined
  },
  sortOrder: (value) => (isOrder(value) ? { sortOrder: value } : undefined),
  isSubscribed: (value) => (typeof value === 'boolean' ? { isSubscribed: value } : undefined),
  isVisible: (value) => (typeof value === 'boolean' ? { isVisible: value } : undefined),
  includeInAvailability: (value) =>
    value === 'all' || value === 'attending' || value === 'none' ? { availability: value } : undefined,
  timeZone: (value) =>
    value === null || (typeof value === 'string' && getClock(value)) ? { timeZone: value } : undefined,
  defaultAlertsWithTime: (value) => (isAlerts(value) ? { alertsWithTime: value } : undefined),
  defaultAlertsWithoutTime: (value) => (isAlerts(value) ? { alertsWithoutTime: value } : undefined),
}

const isText = (value: unknown, max: number): value is string =>
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  typeof value === 'string' && value.length <= max && !/[\u0000-\u0008\u000b-\u001f\p{Cs}]/u.test(value)
const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31

/** Id → Alert (RFC 8984 §4.5.2), or none. */
function isAlerts(value: unknown): value is Json {
  if (value === null) return true
  if (!isObject(value) || Object.keys(value).length > maxAlerts) return false
  return (
    JSON.stringify(value).length < 8_192 &&
    Object.values(value).every((alert) => isObject(alert) && isObject(alert['trigger']))
  )
}
