import type { RecurrenceRule, Weekday } from '@plmail/wire'
import { addDays, type Day } from '../../records/index.ts'
import { calendarWords as words } from '../../words/index.ts'
import { nthDayOf, weekdayNameOf } from '../data/series.ts'
import type { DateText } from '../date-text.ts'

export const weekdays: readonly Weekday[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']
/** A week that begins on a Monday. */
const someMonday = '2026-11-16'

export const weekdayName = (day: Weekday, dateText: DateText, how: 'long' | 'short' = 'long'): string =>
  dateText.weekday(addDays(someMonday, weekdays.indexOf(day)), how)

const readable = [
  'frequency',
  'interval',
  'byDay',
  'byMonthDay',
  'byMonth',
  'count',
  'until',
  'firstDayOfWeek',
  '@type',
]

/** Whether this client can describe and edit a rule without losing any of it. */
export function isReadable(rule: RecurrenceRule): boolean {
  const { frequency, byDay = [], byMonthDay = [], byMonth = [] } = rule
  if (!Object.entries(rule).every(([part, value]) => readable.includes(part) || value === null)) return false
  const hasNth = byDay.some(({ nthOfPeriod }) => nthOfPeriod !== undefined)
  switch (frequency) {
    case 'daily':
      return byDay.length + byMonthDay.length + byMonth.length === 0
    case 'weekly':
      return !hasNth && byMonthDay.length + byMonth.length === 0
    case 'monthly':
      return byMonth.length === 0 && isOne(byDay, byMonthDay) && (byDay.length === 0 || hasNth)
    case 'yearly':
      return byDay.length === 0 && byMonthDay.length <= 1 && byMonth.length <= 1
    default:
      return false
  }
}

const isOne = (byDay: readonly unknown[], byMonthDay: readonly unknown[]): boolean =>
  byDay.length + byMonthDay.length <= 1

/** "Every 2 weeks on Tuesday and Thursday, until 24 December 2026"; one fixed line for rules that it can't describe. */
export function ruleSentence(rule: RecurrenceRule, start: string, dateText: DateText): string {
  if (!isReadable(rule)) return words.rule.custom
  const { sentence } = words.rule
  const frequency = rule.frequency as 'daily' | 'weekly' | 'monthly' | 'yearly'
  return [
    sentence[frequency]({ count: rule.interval ?? 1 }),
    daysOf(rule, start, dateText),
    rule.until === undefined ? '' : sentence.until({ day: dateOf(rule.until.slice(0, 10), dateText) }),
    rule.count === undefined ? '' : sentence.times({ count: rule.count }),
  ].join('')
}

const dateOf = (day: Day, dateText: DateText): string => dateText.period([day])

function daysOf(rule: RecurrenceRule, start: string, dateText: DateText): string {
  const { sentence, byWeekday } = words.rule
  const { byDay = [], byMonthDay = [] } = rule
  if (rule.frequency === 'weekly') {
    const days = byDay.length > 0 ? byDay.map(({ day }) => day) : [weekdayNameOf(start)]
    return sentence.on({
      days: dateText.list(
        weekdays.filter((day) => days.includes(day)).map((day) => weekdayName(day, dateText)),
      ),
    })
  }
  if (rule.frequency !== 'monthly') return ''
  const [nth] = byDay
  if (nth)
    return sentence.onThe({
      which: byWeekday({
        place: Math.max(nth.nthOfPeriod ?? nthDayOf(start).nthOfPeriod, 0),
        weekday: weekdayName(nth.day, dateText),
      }),
    })
  return sentence.onDate({ day: Math.max(byMonthDay[0] ?? Number(start.slice(8, 10)), 0) })
}
