import type { RecurrenceRule, Weekday } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { choiceOf, fieldsOf, presetRule, type RuleFormFields, ruleOf } from './rule-form.ts'

// The fourth Tuesday of its month, which is also the last.
const start = '2026-11-24T09:00:00'

describe('the choice that a rule is', () => {
  test.each(['daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const)('%s is found again', (preset) => {
    expect(choiceOf(presetRule(preset, start), start)).toBe(preset)
  })

  test.each<[string, RecurrenceRule | undefined]>([
    ['never', undefined],
    ['own', { frequency: 'weekly', byDay: [{ day: 'mo' }] }],
    ['own', { frequency: 'daily', interval: 2 }],
    ['own', { ...presetRule('daily', start), count: 3 }],
    ['own', { ...presetRule('daily', start), until: '2027-01-01T00:00:00' }],
    ['kept', { frequency: 'hourly' }],
    ['kept', { frequency: 'monthly', byMonthDay: [1, 15] }],
    ['kept', { frequency: 'daily', bySetPosition: [1] }],
  ])('is %s', (choice, rule) => expect(choiceOf(rule, start)).toBe(choice))
})

describe('the rule that the form says', () => {
  const fields = fieldsOf(undefined, start)

  test('is weekly on the day of the event until something else is chosen', () => {
    expect(ruleOf(fields, start)).toEqual({
      '@type': 'RecurrenceRule',
      frequency: 'weekly',
      byDay: [{ '@type': 'NDay', day: 'tu' }],
    })
  })

  test.each<[RuleFormFields['monthly'], Partial<RecurrenceRule>]>([
    ['date', { byMonthDay: [24] }],
    ['nth', { byDay: [{ '@type': 'NDay', day: 'tu', nthOfPeriod: 4 }] }],
    ['last', { byDay: [{ '@type': 'NDay', day: 'tu', nthOfPeriod: -1 }] }],
  ])('of a month by %s names the day', (monthly, expected) => {
    expect(ruleOf({ ...fields, frequency: 'monthly', monthly }, start)).toMatchObject(expected)
  })

  test('ends with the whole of its last day, or after so many times', () => {
    const daily = { ...fields, frequency: 'daily' as const }
    expect(ruleOf({ ...daily, ending: 'until', until: '2027-01-05' }, start)).toMatchObject({
      until: '2027-01-05T23:59:59',
    })
    expect(ruleOf({ ...daily, ending: 'count', count: 4 }, start)).toMatchObject({ count: 4 })
    expect(ruleOf(daily, start)).toEqual({ '@type': 'RecurrenceRule', frequency: 'daily' })
  })
})

test('any form that is saved and opened again says the same rule', () => {
  const weekday = fc.constantFrom<Weekday>('mo', 'tu', 'we', 'th', 'fr', 'sa', 'su')
  const form = fc.record<RuleFormFields>({
    frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
    interval: fc.integer({ min: 1, max: 30 }),
    days: fc.uniqueArray(weekday, { minLength: 1 }),
    monthly: fc.constantFrom('date', 'nth', 'last'),
    ending: fc.constantFrom('never', 'until', 'count'),
    until: fc.constantFrom('2027-01-05', '2028-02-29'),
    count: fc.integer({ min: 1, max: 500 }),
  })
  fc.assert(
    fc.property(form, (fields) => {
      const rule = ruleOf(fields, start)
      expect(ruleOf(fieldsOf(rule, start), start)).toEqual(rule)
      expect(choiceOf(rule, start)).not.toBe('kept')
    }),
  )
})
