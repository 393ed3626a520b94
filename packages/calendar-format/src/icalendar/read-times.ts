import {
  dayMs,
  getClock,
  type Duration,
  parseDuration,
  parseWallTime,
  type WallTime,
} from '../clocks/index.ts'
import type { Property } from './component.ts'
import type { ZoneFinder } from './zone-names.ts'

/** A time as a calendar states it. */
export interface StatedTime {
  wall: WallTime
  /** Null where it floats, or is a date. */
  zone: string | null
  isDate: boolean
}

/** The times a property states: several in an EXDATE. What cannot be read is passed over. */
export function readTimes(property: Property, getZone: ZoneFinder): StatedTime[] {
  const tzid = property.parameters.get('tzid')
  return property.values.flatMap((value) => {
    // The start of a PERIOD is what counts.
    const text: unknown = Array.isArray(value) ? value[0] : value
    if (typeof text !== 'string') return []
    const isUtc = text.endsWith('Z')
    const wall = parseWallTime(isUtc ? text.slice(0, -1) : text)
    if (wall === undefined) return []
    const isDate = !text.includes('T')
    const zone = isUtc ? 'Etc/UTC' : tzid === undefined || isDate ? null : getZone(tzid)
    return [{ wall, zone, isDate }]
  })
}

/** An instant; floating times as if in UTC. */
function instantOf({ wall, zone }: StatedTime): number {
  return zone === null ? wall : (getClock(zone)?.instantAt(wall) ?? wall)
}

/** The same instant on the walls of another zone. */
export function wallIn(time: StatedTime, zone: string | null): WallTime {
  if (zone === null || time.zone === null || time.zone === zone) return time.wall
  return getClock(zone)?.wallTimeAt(instantOf(time)) ?? time.wall
}

/**
 * How long an event lasts. Whole days are days where dates state it, else the time between is exact (RFC 5545 §3.8.5.3).
 * An end before the start is none.
 */
export function durationBetween(
  start: StatedTime,
  end: StatedTime | undefined,
  stated: Property | undefined,
): Duration {
  if (end) {
    if (start.isDate) return { days: Math.max(0, Math.round((end.wall - start.wall) / dayMs)), ms: 0 }
    return { days: 0, ms: Math.max(0, instantOf(end) - instantOf(start)) }
  }
  const [text] = stated?.values ?? []
  const duration = typeof text === 'string' ? parseDuration(text.replace(/^\+/, '')) : undefined
  // A date without an end is that day, a time without one is a moment (RFC 5545 §3.6.1).
  return duration ?? { days: start.isDate ? 1 : 0, ms: 0 }
}
