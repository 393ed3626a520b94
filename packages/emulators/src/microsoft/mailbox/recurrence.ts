import { badRequest } from '../refused.ts'
import { isRecord } from '../../schemas/table.ts'

/** A `patternedRecurrence`, read. Dates are days since 1970. */
export interface Recurrence {
  type: (typeof patternTypes)[number]
  interval: number
  /** Sunday is 0. */
  days: readonly number[]
  dayOfMonth: number
  month: number
  /** 1 to 4, and −1 for the last. */
  nth: number
  weekStart: number
  first: number
  /** The last day on which it may take place. */
  last: number | undefined
  count: number | undefined
  zone: string | undefined
}

const patternTypes = [
  'daily',
  'weekly',
  'absoluteMonthly',
  'relativeMonthly',
  'absoluteYearly',
  'relativeYearly',
] as const
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const indexes: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: -1 }
const dayMs = 86_400_000
/** [K] More occurrences than Exchange keeps of a series without an end. */
const limit = 1_500

/** Reads a recurrence and refuses one that breaks Graph's rules [D]. */
export function readRecurrence(json: unknown): Recurrence {
  const { pattern, range } = isRecord(json) ? json : {}
  if (!isRecord(pattern) || !isRecord(range)) throw invalid('pattern and range are required')
  const type = patternTypes.find((candidate) => candidate === pattern['type'])
  if (type === undefined) throw invalid('pattern.type is not known')
  const days = Array.isArray(pattern['daysOfWeek'])
    ? pattern['daysOfWeek'].map((day) => weekdays.indexOf(String(day)))
    : []
  if ((type === 'weekly' || type.startsWith('relative')) && days.length === 0)
    throw invalid('pattern.daysOfWeek is required')
  const first = dayNumber(range['startDate'])
  if (first === undefined) throw invalid('range.startDate is required')
  return {
    type,
    days,
    first,
    interval: within(pattern['interval'], 1, 999, 'pattern.interval'),
    dayOfMonth: type.startsWith('absolute') ? within(pattern['dayOfMonth'], 1, 31, 'pattern.dayOfMonth') : 0,
    month: type.endsWith('Yearly') ? within(pattern['month'], 1, 12, 'pattern.month') : 0,
    nth: indexes[String(pattern['index'] ?? 'first')] ?? 1,
    weekStart: Math.max(0, weekdays.indexOf(String(pattern['firstDayOfWeek'] ?? 'sunday'))),
    ...ending(range),
    zone: typeof range['recurrenceTimeZone'] === 'string' ? range['recurrenceTimeZone'] : undefined,
  }
}

function ending(range: Record<string, unknown>): Pick<Recurrence, 'last' | 'count'> {
  if (range['type'] === 'noEnd') return { last: undefined, count: undefined }
  if (range['type'] === 'numbered')
    return { last: undefined, count: within(range['numberOfOccurrences'], 1, 999, 'numberOfOccurrences') }
  const last = range['type'] === 'endDate' ? dayNumber(range['endDate']) : undefined
  if (last === undefined) throw invalid('range.type is not known, or its end is missing')
  return { last, count: undefined }
}

function within(value: unknown, minimum: number, greatest: number, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= greatest)
    return value
  throw invalid(`${name} must be a number from ${minimum} to ${greatest}`)
}

function dayNumber(value: unknown): number | undefined {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(at) || at <= 0 ? undefined : at / dayMs
}

const invalid = (what: string) => badRequest(`The recurrence is invalid: ${what}.`)

/** Days on which the series takes place, those before `until` (in days since 1970). */
export function expandDates(recurrence: Recurrence, until: number): string[] {
  const dates: string[] = []
  const end = Math.min(until, (recurrence.last ?? Infinity) + 1)
  for (const day of candidates(recurrence, end)) {
    if (day < recurrence.first) continue
    if (dates.length >= (recurrence.count ?? limit)) break
    dates.push(new Date(day * dayMs).toISOString().slice(0, 10))
  }
  return dates
}

function* candidates(recurrence: Recurrence, end: number): Generator<number> {
  const start = new Date(recurrence.first * dayMs)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()]
  for (let period = 0; ; period += recurrence.interval) {
    if (recurrence.type === 'daily') {
      if (recurrence.first + period >= end) return
      yield recurrence.first + period
    } else if (recurrence.type === 'weekly') {
      const weekday = start.getUTCDay()
      const week = recurrence.first - ((weekday - recurrence.weekStart + 7) % 7) + period * 7
      if (week >= end) return
      const days = recurrence.days
        .map((day) => week + ((day - recurrence.weekStart + 7) % 7))
        .sort((a, b) => a - b)
      yield* days.filter((day) => day < end)
    } else {
      const isYearly = recurrence.type.endsWith('Yearly')
      const at = isYearly ? { y: year + period, m: recurrence.month - 1 } : { y: year, m: month + period }
      if (Date.UTC(at.y, at.m, 1) / dayMs >= end) return
      const day = recurrence.type.startsWith('absolute')
        ? absolute(recurrence, at.y, at.m)
        : relative(recurrence, at.y, at.m)
      if (day < end) yield day
    }
  }
}

/** In a month that is too short it is the last day [D, Exchange Web Services]. */
function absolute({ dayOfMonth }: Recurrence, y: number, m: number): number {
  const length = new Date(Date.UTC(y, m + 1, 0)).getUTCDate()
  return Date.UTC(y, m, Math.min(dayOfMonth, length)) / dayMs
}

function relative({ days, nth }: Recurrence, y: number, m: number): number {
  const length = new Date(Date.UTC(y, m + 1, 0)).getUTCDate()
  const fitting = Array.from({ length }, (_, at) => Date.UTC(y, m, at + 1)).filter((at) =>
    days.includes(new Date(at).getUTCDay()),
  )
  return (fitting.at(nth > 0 ? nth - 1 : nth) ?? 0) / dayMs
}
