import type { Duration } from '../clocks/duration.ts'
import type { RecurrenceRule } from './rule.ts'
import { dayMs, parseWallTime, type WallTime } from '../clocks/wall-time.ts'
import { walkRule } from './walk.ts'
import { getClock, type ZoneClock } from '../clocks/zones.ts'

/** Properties that decide when an event takes place. */
export interface Series {
  /** Local date and time of the first occurrence; a date's midnight when it lasts all day. */
  start: WallTime
  duration: Duration
  /** IANA name; null = floating: the same wall time wherever it is looked at. */
  zone: string | null
  rule: RecurrenceRule | null
  /** Recurrence ids that do not take place (EXDATE). */
  excluded: ReadonlySet<WallTime>
  /** Occurrences that were moved, or last longer, by recurrence id. */
  moved: ReadonlyMap<WallTime, Moved>
}

export interface Moved {
  start: WallTime
  duration: Duration
  zone: string | null
}

/** One taking place of an event. Instants are milliseconds since 1970 in UTC. */
export interface Occurrence {
  /** The local start that the rule gave it: its name, also after it was moved. */
  recurrenceId: WallTime
  start: number
  end: number
}

export interface Expanded {
  /** By start. */
  occurrences: Occurrence[]
  /** The rule gives more than is drawn, or than can be reckoned. */
  isCutOff: boolean
}

/** Clocks differ by at most 14 hours from UTC, and changes of a zone move them by a day at most. */
const slackMs = 38 * 3_600_000

/**
 * Lists the occurrences that touch the time between two instants (`to` exclusive); floating times are resolved in
 * `viewZone`. An occurrence without length counts when it begins inside.
 */
export function expand(series: Series, from: number, to: number, viewZone: string): Expanded {
  const { duration, excluded, moved } = series
  const lasting = duration.days * dayMs + duration.ms + slackMs
  const walked = expandStarts(series, { from: from - lasting, to: to + slackMs })
  const clock = clockIn(series.zone, viewZone)
  const occurrences: Occurrence[] = []
  const addOccurrence = (occurrence: Occurrence): void => {
    if (occurrence.start < to && (occurrence.end > from || occurrence.start >= from))
      occurrences.push(occurrence)
  }
  for (const wall of walked.starts)
    if (!excluded.has(wall) && !moved.has(wall)) addOccurrence(occurrenceAt(wall, wall, duration, clock))
  // The rule's window says nothing of where an occurrence was moved to.
  for (const [id, movedOccurrence] of moved)
    addOccurrence(
      occurrenceAt(
        id,
        movedOccurrence.start,
        movedOccurrence.duration,
        clockIn(movedOccurrence.zone, viewZone),
      ),
    )
  occurrences.sort((a, b) => a.start - b.start)
  return { occurrences, isCutOff: walked.isCutOff }
}

/** When it begins and ends as it stands in the series itself, whatever its rule says. */
export function firstOccurrence({ start, duration, zone }: Series, viewZone: string): Occurrence {
  return occurrenceAt(start, start, duration, clockIn(zone, viewZone))
}

/** A name that no zone has is UTC: what cannot be read must not hide the event. */
function clockIn(zone: string | null, viewZone: string): ZoneClock {
  return getClock(zone ?? viewZone) ?? utc
}

const utc: ZoneClock = { wallTimeAt: (instant) => instant, instantAt: (wall) => wall }

function expandStarts({ rule, start }: Series, window: { from: WallTime; to: WallTime }) {
  return rule
    ? walkRule(rule, start, window)
    : { starts: start >= window.from && start < window.to ? [start] : [], isCutOff: false }
}

/** Whole days are walked on the wall, the rest in real time. */
function occurrenceAt(id: WallTime, begins: WallTime, { days, ms }: Duration, clock: ZoneClock): Occurrence {
  const start = clock.instantAt(begins)
  const end = days === 0 ? start : clock.instantAt(begins + days * dayMs)
  return { recurrenceId: id, start, end: end + ms }
}

/**
 * When the series begins and is over for good, as bounds to look for it by; a day wider where it floats. `last` is null
 * when it goes on for ever, or when finding out would take too long.
 */
export function computeBounds(series: Series): { first: number; last: number | null } {
  const float = series.zone === null ? dayMs : 0
  const clock = clockIn(series.zone, 'UTC')
  const at = (wall: WallTime): Occurrence => occurrenceAt(wall, wall, series.duration, clock)
  const definedOccurrences = [
    at(series.start),
    ...[...series.moved].map(([id, occurrence]) =>
      occurrenceAt(id, occurrence.start, occurrence.duration, clockIn(occurrence.zone, 'UTC')),
    ),
  ]
  const last = lastStart(series)
  const first = Math.min(...definedOccurrences.map(({ start }) => start)) - float
  if (last === null) return { first, last }
  return { first, last: Math.max(at(last).end, ...definedOccurrences.map(({ end }) => end)) + float }
}

/** Upper bound of the last start. */
function lastStart({ rule, start }: Series): WallTime | null {
  if (!rule) return start
  const until = rule.until === undefined ? undefined : parseWallTime(rule.until)
  if (until !== undefined) return Math.max(until, start)
  if (rule.count === undefined) return null
  const { starts, isCutOff } = walkRule(rule, start, { from: start, to: start + centuryMs })
  return isCutOff || starts.length < rule.count ? null : (starts.at(-1) ?? null)
}

const centuryMs = 36_525 * dayMs
