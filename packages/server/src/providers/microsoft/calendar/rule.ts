import type { JsonObject } from '../../contract/index.ts'
import {
  type ReadonlyJson,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  stringsOf,
} from '../../contract/read-json.ts'
import { Inexpressible } from './inexpressible.ts'
import { dateOf, dayMs, readWall, type GraphWall } from './zone-time.ts'

const days = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']
const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const indexes = ['first', 'second', 'third', 'fourth']

/** A `patternedRecurrence` as a rule of JSCalendar. The date it ends on counts whatever the hour. */
export function readRule(recurrence: ReadonlyJson): JsonObject {
  const [pattern, range] = [objectOf(recurrence['pattern']), objectOf(recurrence['range'])]
  const interval = numberOf(pattern['interval']) ?? 1
  return {
    '@type': 'RecurrenceRule',
    ...readPattern(pattern),
    ...(interval > 1 ? { interval } : {}),
    ...readRange(range),
  }
}

function readPattern(pattern: ReadonlyJson): JsonObject {
  const weekdays = stringsOf(pattern['daysOfWeek']).flatMap((name) => days[dayNames.indexOf(name)] ?? [])
  const month = numberOf(pattern['month']) ?? 1
  const dayOfMonth = numberOf(pattern['dayOfMonth']) ?? 1
  switch (pattern['type']) {
    case 'weekly': {
      const first = days[dayNames.indexOf(stringOf(pattern['firstDayOfWeek']))] ?? 'su'
      const firstDayOfWeek = first === 'mo' ? {} : { firstDayOfWeek: first }
      return { frequency: 'weekly', byDay: weekdays.map((day) => ({ day })), ...firstDayOfWeek }
    }
    case 'absoluteMonthly':
      return { frequency: 'monthly', ...daysUpTo(dayOfMonth, 28, 31) }
    case 'relativeMonthly':
      return { frequency: 'monthly', ...nth(weekdays, stringOf(pattern['index'])) }
    case 'absoluteYearly':
      return {
        frequency: 'yearly',
        byMonth: [String(month)],
        ...daysUpTo(dayOfMonth, shortest(month), longest(month)),
      }
    case 'relativeYearly':
      return { frequency: 'yearly', byMonth: [String(month)], ...nth(weekdays, stringOf(pattern['index'])) }
    default:
      return { frequency: 'daily' }
  }
}

/** How long the month is in the year in which it is shortest. */
const shortest = (month: number): number => (month === 2 ? 28 : [4, 6, 9, 11].includes(month) ? 30 : 31)
const longest = (month: number): number => (month === 2 ? 29 : shortest(month))

/** In a month that is too short, Exchange takes its last day ("AbsoluteMonthlyRecurrence"). */
function daysUpTo(day: number, certain: number, most: number): JsonObject {
  if (day <= certain) return { byMonthDay: [day] }
  if (day >= most) return { byMonthDay: [-1] }
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
  if (range['type'] === 'numbered') return { count: numberOf(range['numberOfOccurrences']) ?? 1 }
  if (range['type'] === 'endDate') return { until: `${stringOf(range['endDate'])}T23:59:59` }
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
      throw no(sentences[name] ?? 'Microsoft cannot repeat an event in this way.')
  const pattern = writePattern(readParts(rule), start)
  const interval = numberOf(rule['interval']) ?? 1
  return {
    pattern: { ...pattern, interval },
    range: { ...writeRange(rule, start), startDate: dateOf(start), recurrenceTimeZone: windowsZone },
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
const sentences: Record<string, string> = {
  byYearDay: 'Microsoft cannot repeat an event on numbered days of the year.',
  byWeekNo: 'Microsoft cannot repeat an event in numbered weeks of the year.',
  byHour: 'Microsoft repeats an event once a day at most.',
}
const no = (sentence: string) => new Inexpressible(sentence)

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
    (Array.isArray(rule[name]) ? (rule[name] as unknown[]) : []).flatMap((item) => numberOf(item) ?? [])
  return {
    frequency: stringOf(rule['frequency']),
    weekdays: objectsOf(rule['byDay']).map((day) => ({
      day: days.indexOf(stringOf(day['day'])),
      nth: numberOf(day['nthOfPeriod']),
    })),
    months: numbers('byMonth'),
    monthDays: numbers('byMonthDay'),
    positions: numbers('bySetPosition'),
    interval: numberOf(rule['interval']) ?? 1,
    weekStart: stringOf(rule['firstDayOfWeek']) || 'mo',
  }
}

function writePattern(parts: Parts, start: GraphWall): ReadonlyJson {
  switch (parts.frequency) {
    case 'daily':
      return writeDaily(parts, start)
    case 'weekly':
      return writeWeekly(parts, start)
    case 'monthly':
      if (parts.months.length > 0)
        throw no('Microsoft cannot leave months out of an event that repeats monthly.')
      return { ...writeWithin(parts, { start, kind: 'Monthly', certain: 28, most: 31 }) }
    case 'yearly':
      return writeYearly(parts, start)
    default:
      throw no('Microsoft repeats an event once a day at most.')
  }
}

function writeDaily(parts: Parts, start: GraphWall): ReadonlyJson {
  const { weekdays, months, monthDays, positions, interval } = parts
  if (months.length + monthDays.length + positions.length > 0)
    throw no('Microsoft cannot leave days of the month out of an event that repeats daily.')
  if (weekdays.length === 0) return { type: 'daily' }
  if (interval > 1) throw no('Microsoft cannot repeat an event every few days and on some weekdays only.')
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
    throw no('Microsoft repeats an event that repeats weekly on weekdays, and by nothing else.')
  const chosen = weekdays.length === 0 ? [weekdayOf(start)] : weekdays.map((weekday) => weekday.day)
  refuseStart(chosen.includes(weekdayOf(start)))
  return {
    type: 'weekly',
    daysOfWeek: named(chosen),
    firstDayOfWeek: dayNames[Math.max(0, days.indexOf(weekStart))] ?? 'sunday',
  }
}

function writeYearly(parts: Parts, start: GraphWall): ReadonlyJson {
  const [month = monthOf(start), ...more] = parts.months
  if (more.length > 0) throw no('Microsoft repeats an event in one month of the year only.')
  if (parts.months.length === 0 && parts.weekdays.length > 0)
    throw no('Microsoft counts weekdays within a month, not within a year.')
  refuseStart(month === monthOf(start))
  return {
    ...writeWithin(parts, { start, kind: 'Yearly', certain: shortest(month), most: longest(month) }),
    month,
  }
}

interface RelativeRule {
  start: GraphWall
  kind: 'Monthly' | 'Yearly'
  certain: number
  most: number
}

/** A day of the month, or a weekday of it by its place; `certain`: how many days the month always has. */
function writeWithin(
  { weekdays, monthDays, positions }: Parts,
  { start, kind, certain, most }: RelativeRule,
): ReadonlyJson {
  if (weekdays.length > 0 && monthDays.length > 0)
    throw no('Microsoft cannot repeat an event on weekdays that fall on certain days of the month.')
  if (weekdays.length > 0) return { type: `relative${kind}`, ...writeNth(weekdays, positions, start) }
  const chosen = monthDays.length === 0 ? [dayOf(start)] : monthDays
  const dayOfMonth = absoluteDay(chosen, positions, certain, most)
  refuseStart(dayOf(start) === Math.min(dayOfMonth, lengthOfMonth(start)))
  return { type: `absolute${kind}`, dayOfMonth }
}

function absoluteDay(chosen: readonly number[], positions: readonly number[], certain: number, most: number) {
  const [only = 0] = chosen
  if (chosen.length === 1 && positions.every((position) => Math.abs(position) === 1)) {
    if (only === -1) return most
    if (only >= 1 && only <= certain) return only
    throw no(
      only < 0
        ? 'Microsoft counts days from the end of the month for the last one only.'
        : `Microsoft takes the last day of months that have no ${only}th, instead of leaving them out.`,
    )
  }
  const last = Math.max(...chosen)
  const isLastOf = positions.length === 1 && positions[0] === -1 && last <= most
  const all = Array.from({ length: last - certain + 1 }, (_, at) => certain + at)
  if (isLastOf && last > certain && String([...chosen].sort((a, b) => a - b)) === String(all)) return last
  throw no('Microsoft repeats an event on one day of the month only.')
}

function writeNth(weekdays: Parts['weekdays'], positions: readonly number[], start: GraphWall): ReadonlyJson {
  const places = [...new Set(weekdays.length === 1 ? [weekdays[0]?.nth, ...positions] : positions)].filter(
    (number) => number !== undefined,
  )
  const [place, ...more] = places
  const isMixed = weekdays.length > 1 && weekdays.some((weekday) => weekday.nth !== undefined)
  if (place === undefined || more.length > 0 || isMixed)
    throw no('Microsoft takes one weekday of the month by its place, not several.')
  if (place !== -1 && (place < 1 || place > 4))
    throw no('Microsoft takes the first, second, third, fourth or last weekday of a month.')
  const chosen = weekdays.map((weekday) => weekday.day)
  refuseStart(startOfNth(chosen, place, start) === dayOf(start))
  return { daysOfWeek: named(chosen), index: place === -1 ? 'last' : (indexes[place - 1] ?? 'first') }
}

function startOfNth(chosen: readonly number[], place: number, start: GraphWall): number | undefined {
  const first = start - (dayOf(start) - 1) * dayMs
  const fitting = Array.from({ length: lengthOfMonth(start) }, (_, at) => at + 1).filter((day) =>
    chosen.includes(weekdayOf(first + (day - 1) * dayMs)),
  )
  return fitting.at(place > 0 ? place - 1 : place)
}

function refuseStart(isOfRule: boolean): void {
  if (!isOfRule) throw no('Microsoft needs the first date of a series to be one that its rule gives.')
}

function writeRange(rule: JsonObject, start: GraphWall): ReadonlyJson {
  const { count, until } = rule
  if (typeof count === 'number') return { type: 'numbered', numberOfOccurrences: count }
  if (typeof until !== 'string') return { type: 'noEnd' }
  const end = readWall(until.includes('T') ? until : `${until}T23:59:59`)
  if (end === undefined) throw no('The end of the series is not a date.')
  // The last day on which it may still begin.
  const isBefore = end % dayMs < start % dayMs
  return { type: 'endDate', endDate: dateOf(end - (isBefore ? dayMs : 0)) }
}

const named = (chosen: readonly number[]): string[] =>
  [...new Set(chosen)].sort((a, b) => a - b).flatMap((day) => dayNames[day] ?? [])
const weekdayOf = (wall: GraphWall): number => new Date(wall).getUTCDay()
const dayOf = (wall: GraphWall): number => new Date(wall).getUTCDate()
const monthOf = (wall: GraphWall): number => new Date(wall).getUTCMonth() + 1
const lengthOfMonth = (wall: GraphWall): number => {
  const date = new Date(wall)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
