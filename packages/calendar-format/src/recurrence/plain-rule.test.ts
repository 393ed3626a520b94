import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, test } from 'vitest'
import { writeWallTime } from '../clocks/index.ts'
import { expand, parseRule, type RecurrenceRule, type Series, weekdays, writeRule } from './index.ts'

const floating = { zone: null, isAllDay: false }
const dayMs = 86_400_000

/** Rules that are reckoned by jumping, with everything that may stand in them. */
const plainRule: fc.Arbitrary<RecurrenceRule> = fc
  .record(
    {
      frequency: fc.constantFrom('daily' as const, 'weekly' as const, 'monthly' as const, 'yearly' as const),
      interval: fc.integer({ min: 1, max: 5 }),
      firstDayOfWeek: fc.constantFrom(...weekdays),
      count: fc.integer({ min: 1, max: 60 }),
      days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 }),
      nth: fc.constantFrom(1, 2, 3, 4, 5, -1, -2, -5),
    },
    { requiredKeys: ['frequency'] },
  )
  .map(({ days, nth, ...rule }) => {
    const [day] = days ?? []
    if (rule.frequency === 'weekly' && days)
      return { ...rule, byDay: days.map((weekday) => ({ day: weekday })) }
    if (rule.frequency === 'monthly' && day && nth) return { ...rule, byDay: [{ day, nthOfPeriod: nth }] }
    return rule
  })

const start = fc
  .integer({ min: Date.UTC(1999, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 })
  .map((minutes) => minutes * 60_000)

const toSeries = (rule: RecurrenceRule, begins: number, zone = 'UTC'): Series => ({
  start: begins,
  duration: { days: 0, ms: 1 },
  zone,
  rule,
  excluded: new Set(),
  moved: new Map(),
})
const found = (rule: RecurrenceRule, begins: number, from: number, to: number) =>
  expand(toSeries(rule, begins), from, to, 'UTC').occurrences.map(({ start: at }) => at)

/** The same by the library, walked from the start. */
function byLibrary(rule: RecurrenceRule, begins: number, from: number, to: number): number[] {
  const engine = new RRuleTemporal({
    rruleString: `DTSTART:${writeWallTime(begins).replace(/[-:]/g, '')}Z\nRRULE:${writeRule(rule, floating)}`,
    includeDtstart: true,
  })
  return engine
    .between(new Date(from), new Date(to - 1), true)
    .map((zonedDateTime) => zonedDateTime.epochMilliseconds)
}

describe('a rule that is reckoned by jumping', () => {
  test('gives what the general engine gives, wherever one looks', () => {
    fc.assert(
      fc.property(plainRule, start, fc.integer({ min: -400, max: 4_000 }), (rule, begins, later) => {
        const from = begins + later * dayMs
        const to = from + 400 * dayMs
        expect(found(rule, begins, from, to)).toEqual(byLibrary(rule, begins, from, to))
      }),
      { numRuns: 400 },
    )
  })

  test('gives the same whether a time is looked at whole or in parts', () => {
    fc.assert(
      fc.property(plainRule, start, fc.integer({ min: 0, max: 900 }), (rule, begins, cut) => {
        const [from, to] = [begins - 10 * dayMs, begins + 900 * dayMs]
        const middle = begins + cut * dayMs
        const parts = [...found(rule, begins, from, middle), ...found(rule, begins, middle, to)]
        expect(parts).toEqual(found(rule, begins, from, to))
      }),
      { numRuns: 200 },
    )
  })

  test('is written and read back as itself', () => {
    fc.assert(
      fc.property(plainRule, (rule) => {
        expect(parseRule(writeRule(rule, floating), floating)).toEqual(rule)
      }),
    )
  })
})

test('no rule that anybody sends throws or takes for ever', () => {
  const name = fc.constantFrom(
    'FREQ',
    'COUNT',
    'BYDAY',
    'BYMONTHDAY',
    'BYHOUR',
    'BYMINUTE',
    'BYSETPOS',
    'UNTIL',
    'BYWEEKNO',
    'INTERVAL',
    'BYMONTH',
    'BYYEARDAY',
  )
  const value = fc.oneof(
    fc.constantFrom(
      'DAILY',
      'YEARLY',
      'MONTHLY',
      'HOURLY',
      'MO,TU',
      '5MO',
      '-1',
      '30',
      '366',
      '-53',
      '20301231T000000Z',
    ),
    fc.integer({ min: -400, max: 400 }).map(String),
    fc.string(),
  )
  const text = fc
    .array(fc.tuple(name, value), { maxLength: 6 })
    .map((parts) => parts.map((part) => part.join('=')).join(';'))
  fc.assert(
    fc.property(text, fc.constantFrom('FREQ=DAILY', 'FREQ=YEARLY', 'FREQ=MONTHLY', ''), (more, frequency) => {
      const rule = parseRule(`${frequency};${more}`, floating)
      if (!rule) return
      const begins = Date.UTC(2020, 0, 31, 9)
      const { occurrences } = expand(
        toSeries(rule, begins),
        Date.parse('2026-01-01'),
        Date.parse('2026-02-15'),
        'UTC',
      )
      expect(occurrences.every(({ start: at, end }) => at < end)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
