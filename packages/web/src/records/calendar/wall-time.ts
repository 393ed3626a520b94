/**
 * Times as clocks and calendars on a wall show them. Grids, drags and forms reckon with these; only what crosses a zone
 * becomes an instant.
 */

/** A wall-clock time, in milliseconds, counted as if the clock were in UTC. */
export type Wall = number

/** `2026-11-22`. */
export type Day = string

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** Parses a local date and time (`2026-11-22T09:30:00`) or a day; NaN for anything else. */
export function wallOf(local: string): Wall {
  return Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`)
}

/** `2026-11-22T09:30:00`. */
export const localOf = (wall: Wall): string => new Date(wall).toISOString().slice(0, 19)

export const dayOf = (wall: Wall): Day => new Date(wall).toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day => dayOf(wallOf(day) + days * dayMs)

/** The same day of another month, or the last one that it has. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(wallOf(day))
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
  return dayOf(first + (Math.min(date.getUTCDate(), last) - 1) * dayMs)
}

/** Sunday is 0. */
export const weekdayOf = (day: Day): number => new Date(wallOf(day)).getUTCDay()

export const daysBetween = (from: Day, to: Day): number => Math.round((wallOf(to) - wallOf(from)) / dayMs)

/** Returns the wall-clock time in the zone at an instant. */
export function wallIn(instant: number, zone: string): Wall {
  return instant + offsetAt(instant, zone)
}

/**
 * When clocks in the zone show it. Of an hour that comes twice the first; a time that is skipped is as long after the
 * change as it would have been (decision 30).
 */
export function instantIn(wall: Wall, zone: string): number {
  const offsets = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)]
  const right = offsets.map((offset) => wall - offset).filter((at) => at + offsetAt(at, zone) === wall)
  return right.length > 0 ? Math.min(...right) : wall - Math.min(...offsets)
}

/** No zone changes its clocks within a quarter of an hour. */
const quarterMs = 900_000
const mostQuarters = 20_000
const clocks = new Map<string, { format: Intl.DateTimeFormat; offsets: Map<number, number> }>()

/** Intl is dear, and a grid asks about the same few weeks all the time. */
function offsetAt(instant: number, zone: string): number {
  const clock = clocks.get(zone) ?? { format: formatIn(zone), offsets: new Map<number, number>() }
  clocks.set(zone, clock)
  const quarter = Math.floor(instant / quarterMs)
  const offset = clock.offsets.get(quarter)
  if (offset !== undefined) return offset
  const part = new Map(
    clock.format.formatToParts(quarter * quarterMs).map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  if (clock.offsets.size > mostQuarters) clock.offsets.clear()
  clock.offsets.set(quarter, wall - quarter * quarterMs)
  return wall - quarter * quarterMs
}

function formatIn(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

/** Whether this browser knows the zone. */
export function isZone(zone: string): boolean {
  if (clocks.has(zone)) return true
  try {
    formatIn(zone)
    return true
  } catch {
    return false
  }
}

/** A duration of JSCalendar: days are nominal, the rest is exact. */
export interface Span {
  days: number
  ms: number
}

const duration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/

/** `P1DT2H` and the like; nothing for what is no duration. */
export function spanOf(text: string | undefined): Span {
  const [, weeks, days, hours, minutes, seconds] = (duration.exec(text ?? '') ?? []).map((part) =>
    Number(part ?? 0),
  )
  return {
    days: (weeks ?? 0) * 7 + (days ?? 0),
    ms: (hours ?? 0) * hourMs + (minutes ?? 0) * minuteMs + (seconds ?? 0) * 1_000,
  }
}

export function durationOf({ days, ms }: Span): string {
  const [hours, minutes, seconds] = [
    Math.floor(ms / hourMs),
    Math.floor((ms % hourMs) / minuteMs),
    Math.floor((ms % minuteMs) / 1_000),
  ]
  const time = [
    hours && `${String(hours)}H`,
    minutes && `${String(minutes)}M`,
    seconds && `${String(seconds)}S`,
  ]
    .filter(Boolean)
    .join('')
  if (time === '' && days === 0) return 'PT0S'
  return `P${days > 0 ? `${String(days)}D` : ''}${time === '' ? '' : `T${time}`}`
}
