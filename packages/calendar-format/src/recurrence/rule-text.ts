import type { Weekday } from '@plmail/wire'
import { frequencies, type Frequency, type NDay, type RecurrenceRule, weekdays } from './rule.ts'
import { parseWallTime, writeWallTime } from '../clocks/wall-time.ts'
import { getClock } from '../clocks/zones.ts'

/**
 * Context in which a rule's UNTIL is read and written: the zone of the event's start, null for floating and all-day
 * events.
 */
export interface RuleContext {
  zone: string | null
  isAllDay: boolean
}

/** The number parts and the range of each (RFC 5545 §3.3.10). */
const numberParts = {
  BYMONTHDAY: { key: 'byMonthDay', max: 31, fromEnd: true },
  BYMONTH: { key: 'byMonth', max: 12, fromEnd: false },
  BYYEARDAY: { key: 'byYearDay', max: 366, fromEnd: true },
  BYWEEKNO: { key: 'byWeekNo', max: 53, fromEnd: true },
  BYHOUR: { key: 'byHour', max: 23, fromEnd: false },
  BYMINUTE: { key: 'byMinute', max: 59, fromEnd: false },
  BYSECOND: { key: 'bySecond', max: 59, fromEnd: false },
  BYSETPOS: { key: 'bySetPosition', max: 366, fromEnd: true },
} as const
const fromZero = new Set(['BYHOUR', 'BYMINUTE', 'BYSECOND'])

/**
 * Reads the value of an RRULE property. Undefined when any part of it is not understood here: half a rule is another
 * rule, so the caller keeps the text as it came. SECONDLY, MINUTELY and other calendars (RSCALE) are among those.
 */
export function parseRule(text: string, context: RuleContext): RecurrenceRule | undefined {
  const pairs = text
    .trim()
    .toUpperCase()
    .split(';')
    .filter((pair) => pair !== '')
  const parts = new Map(pairs.map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]))
  // A part twice is undefined in the RFC and has no one meaning.
  if (parts.size !== pairs.length) return undefined
  const frequency = frequencies.find((candidate) => candidate.toUpperCase() === parts.get('FREQ'))
  if (!frequency || (parts.has('COUNT') && parts.has('UNTIL'))) return undefined
  const rule: RecurrenceRule = { frequency }
  parts.delete('FREQ')
  for (const [name, value] of parts) {
    const read = readPart(name, value, frequency, context)
    if (!read) return undefined
    Object.assign(rule, read)
  }
  return rule
}

type Part = Partial<RecurrenceRule> | undefined

function readPart(name: string, value: string, frequency: Frequency, context: RuleContext): Part {
  if (name === 'INTERVAL') return part('interval', positive(value))
  if (name === 'COUNT') return part('count', positive(value))
  if (name === 'UNTIL') return part('until', readUntil(value, context))
  if (name === 'BYDAY') return part('byDay', readDays(value, frequency))
  if (name === 'WKST') return part('firstDayOfWeek', weekdayNamed(value))
  return isNumberPart(name) ? part(numberParts[name].key, readNumbers(name, value)) : undefined
}

function part<Key extends keyof RecurrenceRule>(key: Key, value: RecurrenceRule[Key] | undefined): Part {
  if (value === undefined) return undefined
  const read: Partial<RecurrenceRule> = {}
  read[key] = value
  return read
}

const isNumberPart = (name: string): name is keyof typeof numberParts => Object.hasOwn(numberParts, name)

function positive(text: string): number | undefined {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return value > 0 ? value : undefined
}

function readNumbers(name: keyof typeof numberParts, text: string): number[] | undefined {
  const { max, fromEnd } = numberParts[name]
  const numbers = text
    .split(',')
    .map((number) => (/^[+-]?\d{1,3}$/.test(number) ? Number(number) : Number.NaN))
  const isGood = (number: number): boolean =>
    Math.abs(number) <= max && (number > 0 || (number === 0 && fromZero.has(name)) || (number < 0 && fromEnd))
  return numbers.every(isGood) ? numbers : undefined
}

function readDays(text: string, frequency: Frequency): NDay[] | undefined {
  const days = text.split(',').map((dayText): NDay | undefined => {
    const [, nth, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(dayText) ?? []
    const day = weekdayNamed(name)
    if (!day) return undefined
    if (nth === undefined) return { day }
    // Only months and years have a second Tuesday.
    const isCounted = frequency === 'monthly' || frequency === 'yearly'
    return isCounted && Number(nth) !== 0 ? { day, nthOfPeriod: Number(nth) } : undefined
  })
  return days.every((day) => day !== undefined) ? days : undefined
}

function weekdayNamed(name: string | undefined): Weekday | undefined {
  return weekdays.find((weekday) => weekday.toUpperCase() === name)
}

/**
 * A date alone means all of that day, as its writers mean it, also where the start has a time (RFC 5545 asks for a
 * UTC time there, many programs write a date).
 */
function readUntil(text: string, { zone, isAllDay }: RuleContext): string | undefined {
  const [, year, month, day, time, utc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z)?)?$/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  if (isAllDay || time === undefined)
    return parseWallTime(date) === undefined ? undefined : `${date}T${isAllDay ? '00:00:00' : '23:59:59'}`
  const wall = parseWallTime(`${date}T${time.replace(/(..)(?=.)/g, '$1:')}`)
  if (wall === undefined) return undefined
  return writeWallTime(utc && zone !== null ? (getClock(zone)?.wallTimeAt(wall) ?? wall) : wall)
}

/** Writes the value of an RRULE property; UNTIL in UTC where the event has a zone, as RFC 5545 demands. */
export function writeRule(rule: RecurrenceRule, context: RuleContext): string {
  const parts: Array<readonly [string, string | undefined]> = [
    ['FREQ', rule.frequency.toUpperCase()],
    ['UNTIL', rule.until === undefined ? undefined : writeUntil(rule.until, context)],
    ['COUNT', rule.count?.toString()],
    ['INTERVAL', rule.interval?.toString()],
    ['BYDAY', rule.byDay?.map(({ day, nthOfPeriod }) => `${nthOfPeriod ?? ''}${day.toUpperCase()}`).join()],
    ...Object.entries(numberParts).map(([name, { key }]) => [name, rule[key]?.join()] as const),
    ['WKST', rule.firstDayOfWeek?.toUpperCase()],
  ]
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(';')
}

function writeUntil(until: string, { zone, isAllDay }: RuleContext): string {
  if (isAllDay) return until.slice(0, 10).replaceAll('-', '')
  const wall = parseWallTime(until) ?? 0
  const instant = zone === null ? wall : (getClock(zone)?.instantAt(wall) ?? wall)
  return `${writeWallTime(instant).replace(/[-:]/g, '')}${zone === null ? '' : 'Z'}`
}
