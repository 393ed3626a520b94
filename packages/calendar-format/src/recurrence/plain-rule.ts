import { type RecurrenceRule, weekdays } from './rule.ts'
import {
  civilDate,
  dayMs,
  daysInMonth,
  startOfDay,
  type WallTime,
  wallTime,
  getWeekday,
} from '../clocks/wall-time.ts'

const weekMs = 7 * dayMs

/** One period after another, each with what may occur in it. */
export interface Periods {
  /** The period that a wall time lies in; the start's is 0. */
  indexAt(wall: WallTime): number
  /** Ascending. */
  candidates(index: number): readonly WallTime[]
  /** How many candidates every full period has; undefined when they differ. */
  each: number | undefined
}

const restricting = [
  ...(['byMonthDay', 'byMonth', 'byYearDay', 'byWeekNo'] as const),
  ...(['byHour', 'byMinute', 'bySecond', 'bySetPosition'] as const),
]

/**
 * The rules that people make (every day, on these weekdays, every month on the 5th or the second Tuesday, every year),
 * reckoned by jumping to the window: a series that began ten years ago costs what one of yesterday does. Undefined for
 * every other rule. Equal to the general engine, which the tests hold it to.
 */
export function plainPeriods(rule: RecurrenceRule, start: WallTime): Periods | undefined {
  if (restricting.some((part) => rule[part] !== undefined)) return undefined
  const interval = rule.interval ?? 1
  const hasNth = rule.byDay?.some(({ nthOfPeriod }) => nthOfPeriod !== undefined) ?? false
  if (rule.frequency === 'weekly') return weekly(rule, start, interval)
  if (rule.frequency === 'daily' && !rule.byDay) return daily(start, interval)
  if (rule.frequency === 'monthly' && (!rule.byDay || (hasNth && rule.byDay.length === 1)))
    return monthly(rule, start, interval)
  if (rule.frequency === 'yearly' && !rule.byDay) return monthly(rule, start, interval * 12)
  return undefined
}

function daily(start: WallTime, interval: number): Periods {
  const step = interval * dayMs
  return {
    indexAt: (wall) => Math.floor((wall - start) / step),
    candidates: (index) => [start + index * step],
    each: 1,
  }
}

function weekly(rule: RecurrenceRule, start: WallTime, interval: number): Periods {
  const first = weekdays.indexOf(rule.firstDayOfWeek ?? 'mo')
  const midnight = startOfDay(start)
  const time = start - midnight
  const week = midnight - ((getWeekday(start) - first + 7) % 7) * dayMs
  const days = rule.byDay?.map(({ day }) => weekdays.indexOf(day)) ?? [getWeekday(start)]
  const offsets = [...new Set(days.map((day) => (day - first + 7) % 7))].sort((a, b) => a - b)
  return {
    indexAt: (wall) => Math.floor((wall - week) / (interval * weekMs)),
    candidates: (index) => offsets.map((day) => week + index * interval * weekMs + day * dayMs + time),
    each: offsets.length,
  }
}

/** Months without that day are passed over, as 29 February is in most years. */
function monthly(rule: RecurrenceRule, start: WallTime, interval: number): Periods {
  const from = civilDate(start)
  const time = start - startOfDay(start)
  const [nth] = rule.byDay ?? []
  const candidates = (index: number): WallTime[] => {
    const months = from.month - 1 + index * interval
    const [year, month] = [from.year + Math.floor(months / 12), (((months % 12) + 12) % 12) + 1]
    const day = nth ? nthWeekday(year, month, weekdays.indexOf(nth.day), nth.nthOfPeriod ?? 0) : from.day
    return day >= 1 && day <= daysInMonth(year, month) ? [wallTime({ year, month, day }) + time] : []
  }
  const indexAt = (wall: WallTime): number => {
    const { year, month } = civilDate(wall)
    return Math.floor(((year - from.year) * 12 + month - from.month) / interval)
  }
  return { indexAt, candidates, each: !nth && from.day <= 28 ? 1 : undefined }
}

/** The day of the month; outside of the month when there is no such day. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth > 0) {
    const first = getWeekday(wallTime({ year, month, day: 1 }))
    return 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7
  }
  const days = daysInMonth(year, month)
  const last = getWeekday(wallTime({ year, month, day: days }))
  return days - ((last - weekday + 7) % 7) + (nth + 1) * 7
}
