/**
 * Times as clocks and calendars on a wall show them. Grids, drags and forms reckon with these; only what crosses a zone
 * becomes an instant.
 */

import {
  getClock,
  dayMs,
  type Duration,
  parseDuration,
  writeDate,
  writeDuration,
  writeWallTime,
  type ZoneClock,
} from '@plmail/calendar-format/clocks'

export { dayMs } from '@plmail/calendar-format/clocks'

/** A wall-clock time, in milliseconds, counted as if the clock were in UTC. */
export type Wall = number

/** `2026-11-22`. */
export type Day = string

export const minuteMs = 60_000
export const hourMs = 3_600_000

/** Parses a local date and time (`2026-11-22T09:30:00`) or a day; NaN for anything else. */
export function wallOf(local: string): Wall {
  return Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`)
}

/** `2026-11-22T09:30:00`. */
export const localOf = writeWallTime

export const dayOf: (wall: Wall) => Day = writeDate

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
  return clockIn(zone).wallTimeAt(instant)
}

/** The instant at which clocks in the zone show it (decision 30: times that come twice, or never). */
export function instantIn(wall: Wall, zone: string): number {
  return clockIn(zone).instantAt(wall)
}

function clockIn(zone: string): ZoneClock {
  const clock = getClock(zone)
  if (!clock) throw new RangeError(`Unknown zone: ${zone}`)
  return clock
}

/** Whether this browser knows the zone. */
export const isZone = (zone: string): boolean => getClock(zone) !== null

const none: Duration = { days: 0, ms: 0 }

/** `P1DT2H` and the like; no time at all for what is no duration. */
export const spanOf = (text: string | undefined): Duration => parseDuration(text ?? '') ?? none

export const durationOf = writeDuration
