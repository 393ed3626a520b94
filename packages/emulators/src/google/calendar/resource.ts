import { isZone, getInstant, wallAt, writeInstant } from './zones.ts'

/** JSON of an event as Google writes it, without `kind`, `etag` and `htmlLink`, which are put on when it is told. */
export type Resource = { [property: string]: unknown } & { id: string; status: string }

/** `start`, `end` and `originalStartTime`: a date, or an instant and the zone it is meant in. */
export interface EventTime {
  date?: string
  /** Kept in UTC; told in the zone of the calendar, whatever `timeZone` says [F]. */
  dateTime?: string
  timeZone?: string
}

export function readObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function readObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(readObject) : []
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function getTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function readTime(value: unknown): EventTime {
  const { date, dateTime, timeZone } = readObject(value)
  return {
    ...(typeof date === 'string' && { date }),
    ...(typeof dateTime === 'string' && { dateTime }),
    ...(typeof timeZone === 'string' && { timeZone }),
  }
}

/** An instant; a date counts from its midnight in the zone given. */
export function instantOfTime({ date, dateTime }: EventTime, zone: string): number {
  return dateTime === undefined ? getInstant(Date.parse(`${date}T00:00:00Z`), zone) : Date.parse(dateTime)
}

/** On the walls of the event's own zone. */
export function wallOfTime({ date, dateTime, timeZone }: EventTime, zone: string): number {
  if (dateTime === undefined) return Date.parse(`${date}T00:00:00Z`)
  return wallAt(Date.parse(dateTime), timeZone !== undefined && isZone(timeZone) ? timeZone : zone)
}

/** The time of the same kind at another wall time. */
export function timeAt(like: EventTime, wall: number, zone: string): EventTime {
  if (like.dateTime === undefined) return { date: new Date(wall).toISOString().slice(0, 10) }
  const own = like.timeZone ?? zone
  return { dateTime: new Date(getInstant(wall, own)).toISOString(), timeZone: own }
}

/** As it is told: in the clocks of the calendar. */
export function toldTime(time: EventTime, zone: string): EventTime {
  if (time.dateTime === undefined) return time
  return { ...time, dateTime: writeInstant(Date.parse(time.dateTime), zone) }
}

/** `20261104T080000Z`, or `20261104`: what the id of an occurrence ends in [K]. */
export function getStamp({ date, dateTime }: EventTime): string {
  if (dateTime === undefined) return readText(date).replaceAll('-', '')
  return `${new Date(dateTime).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Equal as JSON, whatever the order of names. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]))
}

/** PATCH as Google does it: objects merge, lists are replaced whole, null takes away [D]. */
export function merged(
  into: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const result = { ...into }
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) delete result[name]
    else if (typeof value === 'object' && !Array.isArray(value))
      result[name] = merged(readObject(into[name]), readObject(value))
    else result[name] = value
  }
  return result
}
