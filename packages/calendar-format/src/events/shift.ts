import {
  civilDate,
  dayMs,
  daysInMonth,
  parseWallTime,
  type WallTime,
  getWeekday,
  writeWallTime,
} from '../clocks/index.ts'
import { type EventObject, isObject, type Json } from './event-object.ts'

/**
 * The series begun at another time: its rule falls on the new days, and what was said of single occurrences stays said of
 * the same ones. An occurrence that was moved stays where somebody put it.
 */
export function shifted<Series extends { readonly [property: string]: unknown }>(
  event: Series,
  start: WallTime,
): Series {
  const begun = readWallTime(event['start'])
  const moved = { ...event, start: writeWallTime(start) }
  if (begun === undefined || begun === start) return moved
  const { recurrenceRule: rule, recurrenceOverrides: overrides } = event
  return {
    ...moved,
    ...(isObject(rule) ? { recurrenceRule: shiftedRule(rule, begun, start) } : {}),
    ...(isObject(overrides) ? { recurrenceOverrides: rekeyed(overrides, start - begun) } : {}),
  }
}

function rekeyed(overrides: EventObject, by: number): EventObject {
  return Object.fromEntries(
    Object.entries(overrides).map(([id, patch]) => {
      const wall = readWallTime(id)
      return [wall === undefined ? id : writeWallTime(wall + by), patch]
    }),
  )
}

/** Parts of a rule that say no more than the start does move with it; whatever says more stays as it was written. */
function shiftedRule(rule: EventObject, from: WallTime, to: WallTime): EventObject {
  const until = readWallTime(rule['until'])
  const days = Math.floor(to / dayMs) - Math.floor(from / dayMs)
  const [was, is] = [civilDate(from), civilDate(to)]
  return {
    ...rule,
    ...(until === undefined ? {} : { until: writeWallTime(until + to - from) }),
    ...(Array.isArray(rule['byDay'])
      ? {
          byDay: shiftedDays({
            byDay: rule['byDay'] as readonly Json[],
            frequency: rule['frequency'],
            from,
            to,
            days,
          }),
        }
      : {}),
    ...onlyOne(rule, 'byMonthDay', was.day, is.day),
    ...onlyOne(rule, 'byMonth', String(was.month), String(is.month)),
  }
}

function onlyOne(rule: EventObject, part: string, was: Json, is: Json): EventObject {
  const values = rule[part]
  return Array.isArray(values) && values.length === 1 && values[0] === was ? { [part]: [is] } : {}
}

const weekdays = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']

interface DayShift {
  byDay: readonly Json[]
  frequency: Json | undefined
  from: WallTime
  to: WallTime
  days: number
}

function shiftedDays({ byDay, frequency, from, to, days }: DayShift): Json {
  if (frequency === 'weekly' || frequency === 'daily')
    return byDay.map((nDay) => (isObject(nDay) ? { ...nDay, day: dayAfter(nDay['day'], days) } : nDay))
  const [only] = byDay
  if (byDay.length !== 1 || !isObject(only) || only['day'] !== weekdays[getWeekday(from)]) return byDay
  const nth = only['nthOfPeriod']
  const place = typeof nth === 'number' && frequency === 'monthly' ? { nthOfPeriod: findPlace(to, nth) } : {}
  return [{ ...only, day: weekdays[getWeekday(to)] ?? 'mo', ...place }]
}

const dayAfter = (day: Json | undefined, days: number): Json => {
  const at = weekdays.indexOf(String(day))
  return at < 0 ? (day ?? null) : (weekdays[(((at + days) % 7) + 7) % 7] ?? null)
}

/** Which weekday of its month it is, counted from the end where it was and still can be the last. */
function findPlace(wall: WallTime, before: number): number {
  const { year, month, day } = civilDate(wall)
  const isInLastWeek = day + 7 > daysInMonth(year, month)
  return before < 0 && isInLastWeek ? -1 : Math.ceil(day / 7)
}

const readWallTime = (json: unknown): WallTime | undefined =>
  typeof json === 'string' ? parseWallTime(json) : undefined
