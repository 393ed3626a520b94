import { badRequest } from '../refused.ts'
import { windowsNames } from './windows-names.ts'

/** A wall time, as milliseconds since 1970 as if the wall clock ran in UTC. */
export type WallMilliseconds = number

const writers = new Map<string, Intl.DateTimeFormat>()

/** By the name of Windows, or the one that everybody else uses. A name that nobody uses is refused [F]. */
export function zoneNamed(name: string): string {
  const zone = windowsNames.get(name.toLowerCase()) ?? name
  try {
    createZoneFormat(zone)
    return zone
  } catch {
    throw badRequest(`The time zone '${name}' is not supported.`)
  }
}

function createZoneFormat(zone: string): Intl.DateTimeFormat {
  const cached = writers.get(zone)
  if (cached) return cached
  const writer = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  writers.set(zone, writer)
  return writer
}

/** `zone` is one that `zoneNamed` gave. */
export function wallAt(instant: number, zone: string): WallMilliseconds {
  if (zone === 'Etc/UTC') return instant
  const parts = new Map(
    createZoneFormat(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(
    ...([part('year'), part('month') - 1, part('day')] as const),
    ...([part('hour'), part('minute'), part('second')] as const),
  )
}

/** The first of two, and as long after a gap as it would have been. */
export function instantAt(wall: WallMilliseconds, zone: string): number {
  const day = 86_400_000
  const offsets = [wall - day, wall + day].map((at) => wallAt(at, zone) - at)
  const candidates = offsets.map((offset) => wall - offset).filter((at) => wallAt(at, zone) === wall)
  return candidates.length > 0 ? Math.min(...candidates) : wall - (offsets[0] ?? 0)
}

/** `2026-11-21T09:30:00.0000000`, with as many decimals as it likes; undefined for anything else. */
export function readWall(text: string): WallMilliseconds | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?Z?$/.exec(text)
  const wall = parts
    ? Date.parse(`${parts[1]}T${parts[2]?.length === 5 ? `${parts[2]}:00` : parts[2]}Z`)
    : NaN
  return Number.isNaN(wall) ? undefined : wall
}

/** Seven decimals, as Exchange writes them [D]. */
export function writeWall(wall: WallMilliseconds): string {
  return `${new Date(wall).toISOString().slice(0, 19)}.0000000`
}
