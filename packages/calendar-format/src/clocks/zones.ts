import { dayMs, type WallTime } from './wall-time.ts'

/** The clocks of a zone. Instants are milliseconds since 1970 in UTC. */
export interface ZoneClock {
  /** Returns the wall time at an instant. */
  wallTimeAt(instant: number): WallTime
  /**
   * When they show this time. What they show twice is its first time; what they skip is as long after the change as it
   * would have been: 02:30 becomes 03:30 (docs/decisions/0030-recurrence.md).
   */
  instantAt(wall: WallTime): number
}

/**
 * One year of a zone, read from the runtime's own tables and kept: asking `Intl` takes microseconds, and a month of
 * events asks tens of thousands of times.
 */
interface Year {
  start: number
  end: number
  /** Instants, ascending, from which on the offset of the same index holds; the first is `start`. */
  from: readonly number[]
  /** Milliseconds to add to UTC. */
  offsets: readonly number[]
}

const weekMs = 7 * dayMs
const clocks = new Map<string, ZoneClock>()

/** Null where the runtime knows no IANA zone of this name. */
export function getClock(zone: string): ZoneClock | null {
  const stored = clocks.get(zone)
  if (stored) return stored
  const clock = makeClock(zone)
  // Names come from strangers' calendar files: unknown ones are not stored, so that the map stays as small as the database.
  if (clock) clocks.set(zone, clock)
  return clock
}

function makeClock(zone: string): ZoneClock | null {
  const formatter = createFormatter(zone)
  return formatter && clockFrom(formatter)
}

function clockFrom(formatter: Intl.DateTimeFormat): ZoneClock {
  const years = new Map<number, Year>()
  let latest: Year = readYear(formatter, 2026)

  function yearAt(instant: number): Year {
    if (instant >= latest.start && instant < latest.end) return latest
    const year = new Date(instant).getUTCFullYear()
    const yearRules = years.get(year) ?? readYear(formatter, year)
    years.set(year, yearRules)
    return (latest = yearRules)
  }

  function offsetAt(instant: number): number {
    const { from, offsets } = yearAt(instant)
    let index = from.length - 1
    while (index > 0 && (from[index] ?? 0) > instant) index -= 1
    return offsets[index] ?? 0
  }

  function instantNearChange(wall: WallTime): number {
    const before = offsetAt(wall - dayMs)
    const after = offsetAt(wall + dayMs)
    const candidates = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant) === wall)
    return candidates.length > 0 ? Math.min(...candidates) : wall - before
  }

  return {
    wallTimeAt: (instant) => instant + offsetAt(instant),
    instantAt(wall) {
      const { from, offsets, end } = yearAt(wall)
      for (let index = from.length - 1; index >= 0; index -= 1) {
        const instant = wall - (offsets[index] ?? 0)
        // A day from every change and from the turn of the year, one offset is all there is.
        if (instant < (from[index] ?? 0) + dayMs) continue
        return instant < (from[index + 1] ?? end) - dayMs ? instant : instantNearChange(wall)
      }
      return instantNearChange(wall)
    },
  }
}

/** Weekly, because some zones change twice around Ramadan; between two weeks the change is found by halving. */
function readYear(formatter: Intl.DateTimeFormat, year: number): Year {
  const start = new Date(0).setUTCFullYear(year, 0, 1)
  const end = new Date(0).setUTCFullYear(year + 1, 0, 1)
  const [from, offsets] = [[start], [formatOffset(formatter, start)]]
  for (let at = start; at < end; at += weekMs) {
    const next = Math.min(at + weekMs, end - 1_000)
    const now = offsets.at(-1) ?? 0
    if (formatOffset(formatter, next) === now) continue
    const change = changeBetween(formatter, at, next, now)
    from.push(change)
    offsets.push(formatOffset(formatter, change))
  }
  return { start, end, from, offsets }
}

function changeBetween(formatter: Intl.DateTimeFormat, at: number, next: number, offset: number): number {
  let [low, high] = [at, next]
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (formatOffset(formatter, middle) === offset) low = middle
    else high = middle
  }
  return high
}

function formatOffset(formatter: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(formatter.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const shown = new Date(0)
  shown.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  shown.setUTCHours(part('hour'), part('minute'), part('second'))
  return shown.getTime() - Math.floor(instant / 1_000) * 1_000
}

function createFormatter(zone: string): Intl.DateTimeFormat | null {
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
