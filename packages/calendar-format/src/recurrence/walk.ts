import { RRuleTemporal } from 'rrule-temporal'
import { type Periods, plainPeriods } from './plain-rule.ts'
import type { RecurrenceRule } from './rule.ts'
import { writeRule } from './rule-text.ts'
import { parseWallTime, type WallTime, writeWallTime } from '../clocks/wall-time.ts'

/** Starts that a rule gives in a window. */
export interface Walked {
  /** Ascending, none twice. */
  starts: WallTime[]
  /** There may be more: the rule gives too many, or takes too long (rules can be made to keep a server busy). */
  isCutOff: boolean
}

/** Half open: `to` is not part of it. */
export interface WalkWindow {
  from: WallTime
  to: WallTime
}

/** More than anybody looks at in one view: one an hour for 200 days. */
const maxStarts = 5_000
/** Steps of the general engine, milliseconds in all; the 30th of February would take them without end. */
const maxSteps = 20_000

/**
 * The starts that a rule gives in the window. The start of the series is its first whether it fits the rule or not,
 * and counts (RFC 8984 §4.3.3).
 */
export function walkRule(rule: RecurrenceRule, start: WallTime, window: WalkWindow): Walked {
  const until = rule.until === undefined ? Infinity : (parseWallTime(rule.until) ?? Infinity)
  const to = Math.min(window.to, until + 1)
  const { from } = window
  const walked = walkAfter(rule, start, { from, to })
  // The end of a rule cannot take the start away.
  const isStartSeen = start >= from && start < window.to
  const starts = walked.starts.filter((wall) => wall !== start)
  return { starts: isStartSeen ? [start, ...starts] : starts, isCutOff: walked.isCutOff }
}

function walkAfter(rule: RecurrenceRule, start: WallTime, window: WalkWindow): Walked {
  if (window.to <= Math.max(start, window.from)) return { starts: [], isCutOff: false }
  const periods = plainPeriods(rule, start)
  return periods ? walkPeriods(periods, rule.count, start, window) : walkAny(rule, start, window)
}

function walkPeriods(periods: Periods, count = Infinity, start: WallTime, { from, to }: WalkWindow): Walked {
  const starts: WallTime[] = []
  const last = periods.indexAt(to)
  let { index, given: emitted } = jump(periods, count, start, from)
  for (; index <= last && emitted < count; index += 1)
    for (const wall of periods.candidates(index)) {
      if (wall <= start || emitted >= count) continue
      emitted += 1
      if (wall < from || wall >= to) continue
      if (starts.length === maxStarts) return { starts, isCutOff: true }
      starts.push(wall)
    }
  return { starts, isCutOff: false }
}

/** The period to begin with, and how many starts lie before it. */
function jump(periods: Periods, count: number, start: WallTime, from: WallTime) {
  const { each } = periods
  const index = Math.max(0, periods.indexAt(from))
  // Where periods differ in number, a count can only be kept by counting.
  if (index === 0 || (count !== Infinity && each === undefined)) return { index: 0, given: 1 }
  const inFirst = periods.candidates(0).filter((wall) => wall > start).length
  return { index, given: 1 + inFirst + (index - 1) * (each ?? 0) }
}

/** Every other rule, by the library, on the wall clock as if it were UTC. */
function walkAny({ until: _, ...rule }: RecurrenceRule, start: WallTime, { from, to }: WalkWindow): Walked {
  const began = writeWallTime(start).replace(/[-:]/g, '')
  const engine = new RRuleTemporal({
    rruleString: `DTSTART:${began}Z\nRRULE:${writeRule(rule, { zone: null, isAllDay: false })}`,
    includeDtstart: true,
    cache: false,
    maxIterations: maxSteps,
    maxCandidateEvaluations: maxSteps,
  })
  try {
    const dates = engine.between(new Date(from), new Date(to - 1), true)
    const starts = dates.slice(0, maxStarts).map((date) => date.epochMilliseconds)
    return { starts, isCutOff: dates.length > maxStarts }
  } catch (error) {
    // Its only word for "too many steps".
    if (error instanceof Error && error.message.includes('exceeded')) return { starts: [], isCutOff: true }
    throw error
  }
}
