import { windowsOfZone, zoneOfWindows, zonesOfWindows } from '@plmail/calendar-format'
import { Inexpressible } from './inexpressible.ts'

/** A wall-clock time without a zone: milliseconds since 1970 as if the clock were in UTC. */
export type GraphWall = number

export const dayMs = 86_400_000
export const utc = 'Etc/UTC'

const writers = new Map<string, Intl.DateTimeFormat | null>()

function createZoneFormat(zone: string): Intl.DateTimeFormat | null {
  let writer = writers.get(zone)
  if (writer === undefined) writers.set(zone, (writer = makeWriter(zone)))
  return writer
}

function makeWriter(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // The only way the runtime says that it knows no such zone.
    return null
  }
}

/**
 * The IANA zone of what Graph names: mostly as Windows does, at times as everybody else, at times with a prefix. A zone
 * of somebody's own making ("Customized Time Zone") has no name elsewhere: its times are told in UTC.
 */
export function toIanaZone(name: string): string {
  const bare = name.replace(/^tzone:\/\/Microsoft\//i, '')
  const zone = zoneOfWindows(bare) ?? bare
  return zone !== '' && createZoneFormat(zone) ? zone : utc
}

const names = new Map<string, string | undefined>()

/**
 * As Windows names it, which is what Graph understands for certain. Tables of names are behind the times: what they call
 * a zone counts only where it keeps the same hours, and any other that does is as good.
 */
export function windowsName(zone: string): string {
  if (!names.has(zone)) names.set(zone, findName(zone))
  const name = names.get(zone)
  if (name !== undefined) return name
  throw new Inexpressible({ problem: 'event-limit/unknown-time-zone', provider: 'Microsoft', zone })
}

const probes = Array.from({ length: 53 }, (_, week) => Date.UTC(2026, 0, 2) + week * 7 * dayMs)

function findName(zone: string): string | undefined {
  if (!createZoneFormat(zone)) return undefined
  const wallTimes = probes.map((at) => wallAt(at, zone))
  const isLike = (candidate: string): boolean =>
    probes.every((at, week) => wallAt(at, candidate) === wallTimes[week])
  const name = windowsOfZone(zone)
  if (name !== undefined && isLike(zoneOfWindows(name) ?? '')) return name
  const similar = zonesOfWindows.find(isLike)
  return similar === undefined ? undefined : windowsOfZone(similar)
}

export function wallAt(instant: number, zone: string): GraphWall {
  const writer = zone === utc ? null : createZoneFormat(zone)
  if (!writer) return instant
  const parts = new Map(writer.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  const seconds = Math.floor(instant / 1_000) * 1_000
  const wall = new Date(0).setUTCFullYear(part('year'), part('month') - 1, part('day'))
  return wall + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + (instant - seconds)
}

/** The first of two; what is skipped is as long after the change as it would have been (docs/decisions/0030). */
export function instantAt(wall: GraphWall, zone: string): number {
  const offsets = [wall - dayMs, wall + dayMs].map((at) => wallAt(at, zone) - at)
  const candidates = offsets.map((offset) => wall - offset).filter((at) => wallAt(at, zone) === wall)
  return candidates.length > 0 ? Math.min(...candidates) : wall - (offsets[0] ?? 0)
}

/** `2026-11-21T09:30:00`, decimals and a Z left aside; undefined for anything else. */
export function readWall(text: string): GraphWall | undefined {
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(text)
  const wall = match ? Date.parse(`${match[0]}Z`) : NaN
  return Number.isNaN(wall) ? undefined : wall
}

/** `2026-11-21T09:30:00`. */
export function writeWall(wall: GraphWall): string {
  return new Date(wall).toISOString().slice(0, 19)
}

export function getDate(wall: GraphWall): string {
  return writeWall(wall).slice(0, 10)
}

export function startOfDay(wall: GraphWall): GraphWall {
  return Math.floor(wall / dayMs) * dayMs
}
