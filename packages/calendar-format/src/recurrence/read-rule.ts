import { frequencies, type RecurrenceRule, weekdays } from './rule.ts'
import { parseRule, writeRule } from './rule-text.ts'
import { parseWallTime } from '../clocks/wall-time.ts'

const numbers = [
  'byMonthDay',
  'byYearDay',
  'byWeekNo',
  'byHour',
  'byMinute',
  'bySecond',
  'bySetPosition',
] as const
const supported = new Set<string>([
  '@type',
  'frequency',
  'interval',
  'byDay',
  'byMonth',
  'firstDayOfWeek',
  'count',
  'until',
  'rscale',
  'skip',
  ...numbers,
])
const floating = { zone: null, isAllDay: false }

/**
 * Reads a RecurrenceRule object of JSCalendar. Undefined where any part is not understood here, as with `parseRule`,
 * which is also what says which values are possible.
 */
export function readRule(json: unknown): RecurrenceRule | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  const members = new Map(Object.entries(json))
  if ([...members.keys()].some((key) => !supported.has(key))) return undefined
  const isGregorian =
    (members.get('rscale') ?? 'gregorian') === 'gregorian' && (members.get('skip') ?? 'omit') === 'omit'
  const frequency = frequencies.find((candidate) => candidate === members.get('frequency'))
  if (!frequency || !isGregorian) return undefined
  const rule: Record<string, unknown> = { frequency }
  for (const [key, value] of members) {
    if (['@type', 'frequency', 'rscale', 'skip'].includes(key)) continue
    const read = readPart(key, value)
    if (read === undefined) return undefined
    rule[key] = read
  }
  const until = rule['until']
  if (until !== undefined && (typeof until !== 'string' || parseWallTime(until) === undefined))
    return undefined
  return parseRule(writeRule(rule as unknown as RecurrenceRule, floating), floating)
}

/** The value where it has the right type; whether it is in range is the text's to say. */
function readPart(key: string, value: unknown): unknown {
  if (key === 'byDay') return readDays(value)
  if (key === 'byMonth') return Array.isArray(value) && value.every(isMonth) ? value.map(Number) : undefined
  if (numbers.some((candidate) => candidate === key))
    return Array.isArray(value) && value.length > 0 && value.every(Number.isInteger) ? value : undefined
  if (key === 'firstDayOfWeek') return weekdays.find((day) => day === value)
  if (key === 'until') return typeof value === 'string' ? value : undefined
  return Number.isInteger(value) ? value : undefined
}

/** Months are strings there: `5L` is a leap month of other calendars. */
function isMonth(month: unknown): boolean {
  return typeof month === 'string' && /^\d{1,2}$/.test(month)
}

function readDays(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const days = value.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) return undefined
    const { day, nthOfPeriod } = item as { day?: unknown; nthOfPeriod?: unknown }
    if (!weekdays.some((name) => name === day)) return undefined
    if (nthOfPeriod === undefined) return { day }
    return Number.isInteger(nthOfPeriod) ? { day, nthOfPeriod } : undefined
  })
  return days.every((day) => day !== undefined) ? days : undefined
}

/** The rule as an object of JSCalendar. */
export function ruleObject(rule: RecurrenceRule): Record<string, unknown> {
  const { byMonth, ...rest } = rule
  return { '@type': 'RecurrenceRule', ...rest, ...(byMonth ? { byMonth: byMonth.map(String) } : {}) }
}
