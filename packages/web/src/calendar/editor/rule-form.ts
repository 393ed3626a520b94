import type { RecurrenceRule, Weekday } from '@plmail/wire'
import { addDays, type Day } from '../../records/index.ts'
import { nthDayOf, weekdayNameOf } from '../data/series.ts'
import { isReadable, weekdays } from './rule-sentence.ts'

export type RuleFrequency = 'daily' | 'weekly' | 'monthly' | 'yearly'

/** The fields of the form for a recurrence rule. */
export interface RuleFormFields {
  frequency: RuleFrequency
  interval: number
  days: Weekday[]
  /** Day in the month: its date, its nth weekday, or the last weekday of its kind. */
  monthly: 'date' | 'nth' | 'last'
  ending: 'never' | 'until' | 'count'
  until: Day
  count: number
}

/** The rules that are offered by name. */
export type RuleChoice = 'never' | 'daily' | 'weekdays' | 'weekly' | 'monthly' | 'yearly' | 'own' | 'kept'

const working: readonly Weekday[] = ['mo', 'tu', 'we', 'th', 'fr']

/** `kept`: nobody may write a rule that this form would flatten. */
export function choiceOf(rule: RecurrenceRule | undefined, start: string): RuleChoice {
  if (!rule) return 'never'
  if (!isReadable(rule)) return 'kept'
  const presets = ['daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const
  return presets.find((preset) => isSame(presetRule(preset, start), rule)) ?? 'own'
}

function isSame(a: RecurrenceRule, b: RecurrenceRule): boolean {
  if (b.count !== undefined || b.until !== undefined) return false
  return JSON.stringify(essence(a)) === JSON.stringify(essence(b))
}

function essence({
  frequency,
  interval = 1,
  byDay = [],
  byMonthDay = [],
  byMonth = [],
}: RecurrenceRule): unknown {
  return [frequency, interval, byDay.map(({ day, nthOfPeriod }) => [day, nthOfPeriod]), byMonthDay, byMonth]
}

export function presetRule(
  preset: Exclude<RuleChoice, 'never' | 'own' | 'kept'>,
  start: string,
): RecurrenceRule {
  const rule = (frequency: RuleFrequency, more: Partial<RecurrenceRule> = {}): RecurrenceRule => ({
    '@type': 'RecurrenceRule',
    frequency,
    ...more,
  })
  switch (preset) {
    case 'weekdays':
      return rule('weekly', { byDay: working.map((day) => ({ '@type': 'NDay', day })) })
    case 'weekly':
      return rule('weekly', { byDay: [{ '@type': 'NDay', day: weekdayNameOf(start) }] })
    case 'monthly':
      return rule('monthly', { byMonthDay: [Number(start.slice(8, 10))] })
    default:
      return rule(preset)
  }
}

export function fieldsOf(rule: RecurrenceRule | undefined, start: string): RuleFormFields {
  const [nth] = rule?.byDay ?? []
  const isNth = rule?.frequency === 'monthly' && nth?.nthOfPeriod !== undefined
  return {
    frequency:
      rule && rule.frequency in { daily: 1, weekly: 1, monthly: 1, yearly: 1 }
        ? (rule.frequency as RuleFrequency)
        : 'weekly',
    interval: rule?.interval ?? 1,
    days:
      rule?.frequency === 'weekly' && rule.byDay && rule.byDay.length > 0
        ? rule.byDay.map(({ day }) => day)
        : [weekdayNameOf(start)],
    monthly: isNth ? ((nth.nthOfPeriod ?? 1) < 0 ? 'last' : 'nth') : 'date',
    ending: rule?.until !== undefined ? 'until' : rule?.count !== undefined ? 'count' : 'never',
    until: rule?.until?.slice(0, 10) ?? addDays(start.slice(0, 10), 90),
    count: rule?.count ?? 10,
  }
}

/** Returns the rule of the fields, for an event that begins at `start`. */
export function ruleOf(fields: RuleFormFields, start: string): RecurrenceRule {
  const { frequency, interval, ending } = fields
  return {
    '@type': 'RecurrenceRule',
    frequency,
    ...(interval > 1 ? { interval } : {}),
    ...daysOf(fields, start),
    // The last day belongs to it, at whatever hour.
    ...(ending === 'until' ? { until: `${fields.until}T23:59:59` } : {}),
    ...(ending === 'count' ? { count: fields.count } : {}),
  }
}

function daysOf({ frequency, days, monthly }: RuleFormFields, start: string): Partial<RecurrenceRule> {
  if (frequency === 'weekly')
    return { byDay: weekdays.filter((day) => days.includes(day)).map((day) => ({ '@type': 'NDay', day })) }
  if (frequency !== 'monthly') return {}
  if (monthly === 'date') return { byMonthDay: [Number(start.slice(8, 10))] }
  return {
    byDay: [
      { '@type': 'NDay', ...nthDayOf(start, false), ...(monthly === 'last' ? { nthOfPeriod: -1 } : {}) },
    ],
  }
}
