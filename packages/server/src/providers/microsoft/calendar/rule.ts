import type { JsonObject } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  readNumber,
  readObject,
  readObjects,
  readString,
  readStrings,
} from '../../contract/read-json.ts'
import { Inexpressible } from './inexpressible.ts'
import { getDate, dayMs, readWall, type GraphWall } from './zone-time.ts'

const days = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']
const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const indexes = ['first', 'second', 'third', 'fourth']

/** A `patternedRecurrence` as a rule of JSCalendar. The date it ends on counts whatever the hour. */
export function readRule(recurrence: ReadonlyJson): JsonObject {
  const [pattern, range] = [readObject(recurrence['pattern']), readObject(recurrence['range'])]
  const interval = readNumber(pattern['interval']) ?? 1
  return {
    '@type': 'RecurrenceRule',
    ...readPattern(pattern),
    ...(interval > 1 ? { interval } : {}),
    ...readRange(range),
  }
}

function readPattern(pattern: ReadonlyJson): JsonObject {
  const weekdays = readStrings(pattern['daysOfWeek']).flatMap((name) => days[dayNames.indexOf(name)] ?? [])
  const month = readNumber(pattern['month']) ?? 1
  const dayOfMonth = readNumber(pattern['dayOfMonth']) ?? 1
  switch (pattern['type']) {
    case 'weekly': {
      const first = days[dayNames.indexOf(readString(pattern['firstDayOfWeek']))] ?? 'su'
      const firstDayOfWeek = first === 'mo' ? {} : { firstDayOfWeek: first }
      return { frequency: 'weekly', byDay: weekdays.map((day) => ({ day })), ...firstDayOfWeek }
    }
    case 'absoluteMonthly':
      return { frequency: 'monthly', ...daysUpTo(dayOfMonth, 28, 31) }
    case 'relativeMonthly':
      return { frequency: 'monthly', ...nth(weekdays, readString(pattern['index'])) }
    case 'absoluteYearly':
      return {
        frequency: 'yearly',
        byMonth: [String(month)],
        ...daysUpTo(dayOfMonth, shortest(month), maxLength(month)),
      }
    case 'relativeYearly':
      return { frequency: 'yearly', byMonth: [String(month)], ...nth(weekdays, readString(pattern['index'])) }
    default:
      return { frequency: 'daily' }
  }
}

/** How long the month is in the year in which it is shortest. */
const shortest = (month: number): number => (month === 2 ? 28 : [4, 6, 9, 11].includes(month) ? 30 : 31)
const maxLength = (month: number): number => (month === 2 ? 29 : shortest(month))

/** In a month that is too short, Exchange takes its last day ("AbsoluteMonthlyRecurrence"). */
function daysUpTo(day: number, certain: number, limit: number): JsonObject {
  if (day <= certain) return { byMonthDay: [day] }
  if (day >= limit) return { byMonthDay: [-1] }
  const possible = Array.from({ length: day - certain + 1 }, (_, at) => certain + at)
  return { byMonthDay: possible, bySetPosition: [-1] }
}

function nth(weekdays: readonly string[], index: string): JsonObject {
  const place = indexes.indexOf(index)
  const position = index === 'last' ? -1 : Math.max(0, place) + 1
  const [only] = weekdays
  if (weekdays.length === 1 && only !== undefined) return { byDay: [{ day: only, nthOfPeriod: position }] }
  return { byDay: weekdays.map((day) => ({ day })), bySetPosition: [position] }
}

function readRange(range: ReadonlyJson): JsonObject {
  if (range['type'] === 'numbered') return { count: readNumber(range['numberOfOccurrences']) ?? 1 }
  if (range['type'] === 'endDate') return { until: `${readString(range['endDate'])}T23:59:59` }
  return {}
}

/**
 * A rule as Graph writes it. Its patterns are six; what none of them says exactly is inexpressible, and so is a start
 * that is none of the rule's dates, because Exchange would move it.
 */
export function writeRule(rule: JsonObject, start: GraphWall, windowsZone: string): ReadonlyJson {
  for (const name of Object.keys(rule))
    if (
      !['@type', 'rscale', 'skip', ...supported].includes(name) ||
      (foreign[name] ?? rule[name]) !== rule[name]
    )
      throw no(limits[name] ?? 'cannot-repeat')
  const pattern = writePattern(readParts(rule), start)
  const interval = readNumber(rule['interval']) ?? 1
  return {
    pattern: { ...pattern, interval },
    range: { ...writeRange(rule, start), startDate: getDate(start), recurrenceTimeZone: windowsZone },
  }
}

const supported = [
  'frequency',
  'interval',
  'byDay',
  'byMonth',
  'byMonthDay',
  'bySetPosition',
  'firstDayOfWeek',
  'count',
  'until',
]
const foreign: JsonObject = { rscale: 'gregorian', skip: 'omit' }
/** Limits of Graph's patterns. */
type RuleLimit =
  | 'cannot-repeat'
  | 'days-left-out'
  | 'days-of-year'
  | 'every-few-days-on-weekdays'
  | 'first-date'
  | 'last-day-only'
  | 'months-left-out'
  | 'nth-weekday'
  | 'once-a-day'
  | 'one-day-of-month'
  | 'one-month'
  | 'one-nth-weekday'
  | 'weekdays-on-days'
  | 'weekdays-within-month'
  | 'weekly-on-weekdays'
  | 'weeks-of-year'
const limits: Record<string, RuleLimit> = {
  byYearDay: 'days-of-year',
  byWeekNo: 'weeks-of-year',
  byHour: 'once-a-day',
}
const no = (limit: RuleLimit) => new Inexpressible({ problem: `event-limit/${limit}`, provider: 'Microsoft' })

interface Parts {
  frequency: string
  weekdays: Array<{ day: number; nth: number | undefined }>
  months: number[]
  monthDays: number[]
  positions: number[]
  interval: number
  weekStart: string
}

function readParts(rule: JsonObject): Parts {
  const numbers = (name: string): number[] =>
    (Array.isArray(rule[name]) ? (rule[name] as unknown[]) : []).flatMap((item) => readNumber(item) ?? [])
  return {
    frequency: readString(rule['frequency']),
    weekdays: readObjects(rule['byDay']).map((day) => ({
      day: days.indexOf(readString(day['day'])),
      nth: readNumber(day['nthOfPeriod']),
    })),
    months: numbers('byMonth'),
    monthDays: numbers('byMonthDay'),
    positions: numbers('bySetPosition'),
    interval: readNumber(rule['interval']) ?? 1,
    weekStart: readString(rule['firstDayOfWeek']) || 'mo',
  }
}

function writePattern(parts: Parts, start: GraphWall): ReadonlyJson {
  switch (parts.frequency) {
    case 'daily':
      return writeDaily(parts, start)
    case 'weekly':
      return writeWeekly(parts, start)
    case 'monthly':
      if (parts.months.length > 0) throw no('months-left-out')
      return { ...writeWithin(parts, { start, kind: 'Monthly', certain: 28, limit: 31 }) }
    case 'yearly':
      return writeYearly(parts, start)
    default:
      throw no('once-a-day')
  }
}

function writeDaily(parts: Parts, start: GraphWall): ReadonlyJson {
  const { weekdays, months, monthDays, positions, interval } = parts
  if (months.length + monthDays.length + positions.length > 0) throw no('days-left-out')
  if (weekdays.length === 0) return { type: 'daily' }
  if (interval > 1) throw no('every-few-days-on-weekdays')
  return writeWeekly(parts, start)
}

function writeWeekly(
  { weekdays, months, monthDays, positions, weekStart }: Parts,
  start: GraphWall,
): ReadonlyJson {
  if (
    months.length + monthDays.length + positions.length > 0 ||
    weekdays.some((weekday) => weekday.nth !== undefined)
  )
    throw no('weekly-on-weekdays')
  const chosen = weekdays.length === 0 ? [getWeekday(start)] : weekdays.map((weekday) => weekday.day)
  refuseStart(chosen.includes(getWeekday(start)))
  return {
    type: 'weekly',
    daysOfWeek: nameWeekdays(chosen),
    firstDayOfWeek: dayNames[Math.max(0, days.indexOf(weekStart))] ?? 'sunday',
  }
}

function writeYearly(parts: Parts, start: GraphWall): ReadonlyJson {
  const [month = getMonth(start), ...more] = parts.months
  if (more.length > 0) throw no('one-month')
  if (parts.months.length === 0 && parts.weekdays.length > 0) throw no('weekdays-within-month')
  refuseStart(month === getMonth(start))
  return {
    ...writeWithin(parts, { start, kind: 'Yearly', certain: shortest(month), limit: maxLength(month) }),
    month,
  }
}

interface RelativeRule {
  start: GraphWall
  kind: 'Monthly' | 'Yearly'
  certain: number
  limit: number
}

/** A day of the month, or a weekday of it by its place; `certain`: how many days the month always has. */
function writeWithin(
  { weekdays, monthDays, positions }: Parts,
  { start, kind, certain, limit }: RelativeRule,
): ReadonlyJson {
  if (weekdays.length > 0 && monthDays.length > 0) throw no('weekdays-on-days')
  if (weekdays.length > 0) return { type: `relative${kind}`, ...writeNth(weekdays, positions, start) }
  const chosen = monthDays.length === 0 ? [getDay(start)] : monthDays
  const dayOfMonth = absoluteDay(chosen, positions, certain, limit)
  refuseStart(getDay(start) === Math.min(dayOfMonth, lengthOfMonth(start)))
  return { type: `absolute${kind}`, dayOfMonth }
}

function absoluteDay(
  chosen: readonly number[],
  positions: readonly number[],
  certain: number,
  limit: number,
) {
  const [only = 0] = chosen
  if (chosen.length === 1 && positions.every((position) => Math.abs(position) === 1)) {
    if (only === -1) return limit
    if (only >= 1 && only <= certain) return only
    if (only < 0) throw no('last-day-only')
    throw new Inexpressible({ problem: 'event-limit/short-months', provider: 'Microsoft', day: only })
  }
  const last = Math.max(...chosen)
  const isLastOf = positions.length === 1 && positions[0] === -1 && last <= limit
  const all = Array.from({ length: last - certain + 1 }, (_, at) => certain + at)
  if (isLastOf && last > certain && String([...chosen].sort((a, b) => a - b)) === String(all)) return last
  throw no('one-day-of-month')
}

function writeNth(weekdays: Parts['weekdays'], positions: readonly number[], start: GraphWall): ReadonlyJson {
  const places = [...new Set(weekdays.length === 1 ? [weekdays[0]?.nth, ...positions] : positions)].filter(
    (number) => number !== undefined,
  )
  const [place, ...more] = places
  const isMixed = weekdays.length > 1 && weekdays.some((weekday) => weekday.nth !== undefined)
  if (place === undefined || more.length > 0 || isMixed) throw no('one-nth-weekday')
  if (place !== -1 && (place < 1 || place > 4)) throw no('nth-weekday')
  const chosen = weekdays.map((weekday) => weekday.day)
  refuseStart(startOfNth(chosen, place, start) === getDay(start))
  return { daysOfWeek: nameWeekdays(chosen), index: place === -1 ? 'last' : (indexes[place - 1] ?? 'first') }
}

function startOfNth(chosen: readonly number[], place: number, start: GraphWall): number | undefined {
  const first = start - (getDay(start) - 1) * dayMs
  const fitting = Array.from({ length: lengthOfMonth(start) }, (_, at) => at + 1).filter((day) =>
    chosen.includes(getWeekday(first + (day - 1) * dayMs)),
  )
  return fitting.at(place > 0 ? place - 1 : place)
}

function refuseStart(isOfRule: boolean): void {
  if (!isOfRule) throw no('first-date')
}

function writeRange(rule: JsonObject, start: GraphWall): ReadonlyJson {
  const { count, until } = rule
  if (typeof count === 'number') return { type: 'numbered', numberOfOccurrences: count }
  if (typeof until !== 'string') return { type: 'noEnd' }
  const end = readWall(until.includes('T') ? until : `${until}T23:59:59`)
  if (end === undefined) throw new Inexpressible({ problem: 'event-limit/no-end' })
  // The last day on which it may still begin.
  const isBefore = end % dayMs < start % dayMs
  return { type: 'endDate', endDate: getDate(end - (isBefore ? dayMs : 0)) }
}

const nameWeekdays = (chosen: readonly number[]): string[] =>
  [...new Set(chosen)].sort((a, b) => a - b).flatMap((day) => dayNames[day] ?? [])
const getWeekday = (wall: GraphWall): number => new Date(wall).getUTCDay()
const getDay = (wall: GraphWall): number => new Date(wall).getUTCDate()
const getMonth = (wall: GraphWall): number => new Date(wall).getUTCMonth() + 1
const lengthOfMonth = (wall: GraphWall): number => {
  const date = new Date(wall)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
