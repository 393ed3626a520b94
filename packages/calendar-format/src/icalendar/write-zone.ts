import {
  civilDate,
  getClock,
  daysInMonth,
  type WallTime,
  getWeekday,
  writeWallTime,
  type ZoneClock,
} from '../clocks/index.ts'
import { weekdays } from '../recurrence/index.ts'
import { contentLine } from './write-lines.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Change {
  /** Wall time at the moment of the change. */
  wall: WallTime
  before: number
  after: number
}

/**
 * The VTIMEZONE of a zone from a year on (RFC 5545 §3.6.5): its changes of that year, going on by rule where the next
 * year changes on the same weekdays. Whoever knows the IANA name needs none of it.
 */
export function writeZone(zone: string, year: number): string[] {
  const clock = getClock(zone)
  if (!clock) return []
  const [changes, next] = [changesIn(clock, year), changesIn(clock, year + 1)]
  const start = Date.UTC(year, 0, 1)
  const offset = clock.wallTimeAt(start) - start
  const first: Change = { wall: start, before: offset, after: offset }
  const standard = Math.min(offset, ...changes.map(({ after }) => after))
  return [
    'BEGIN:VTIMEZONE',
    contentLine('TZID', zone),
    ...[first, ...changes].flatMap((change) =>
      observance(change, change.after > standard, selectRule(change, next)),
    ),
    'END:VTIMEZONE',
  ]
}

function observance(
  { wall, before, after }: Change,
  isDaylight: boolean,
  rule: string | undefined,
): string[] {
  const name = isDaylight ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}`,
    contentLine('DTSTART', basicTime(wall)),
    contentLine('TZOFFSETFROM', writeOffset(before)),
    contentLine('TZOFFSETTO', writeOffset(after)),
    ...(rule ? [contentLine('RRULE', rule)] : []),
    `END:${name}`,
  ]
}

/** "The last Sunday of October", where that also holds for the same change a year later. */
function selectRule(change: Change, next: readonly Change[]): string | undefined {
  const { month, nth, day } = getDay(change.wall)
  const again = next.some((candidate) => {
    const later = getDay(candidate.wall)
    return candidate.after === change.after && later.month === month && later.nth === nth && later.day === day
  })
  return again ? `FREQ=YEARLY;BYMONTH=${month};BYDAY=${nth}${day}` : undefined
}

function getDay(wall: WallTime): { month: number; nth: number; day: string } {
  const { year, month, day } = civilDate(wall)
  const isLast = day + 7 > daysInMonth(year, month)
  return {
    month,
    nth: isLast ? -1 : Math.ceil(day / 7),
    day: (weekdays[getWeekday(wall)] ?? 'su').toUpperCase(),
  }
}

function changesIn(clock: ZoneClock, year: number): Change[] {
  const changes: Change[] = []
  const offsetAt = (instant: number): number => clock.wallTimeAt(instant) - instant
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += dayMs) {
    const [before, after] = [offsetAt(at), offsetAt(at + dayMs)]
    if (before === after) continue
    let instant = at
    // Zones change on the minute, today.
    while (offsetAt(instant) === before) instant += 60_000
    changes.push({ wall: instant + before, before, after })
  }
  return changes
}

function writeOffset(ms: number): string {
  const minutes = Math.abs(Math.round(ms / 60_000))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** `20261121T093000`. */
export function basicTime(wall: WallTime): string {
  return writeWallTime(wall).replace(/[-:]/g, '')
}
