import type { RecurrenceRule } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { createDateText } from '../date-text.ts'
import { isReadable, ruleSentence } from './rule-sentence.ts'

const dateText = createDateText('en', '24')
/** A Tuesday, the fourth of its month and the last. */
const start = '2026-11-24T09:00:00'
const said = (rule: RecurrenceRule) => ruleSentence(rule, start, dateText)

describe('a rule in words', () => {
  test('names the days of a week in the order of the week', () => {
    const rule: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'th' }, { day: 'tu' }] }
    expect(said(rule)).toMatch(/Tuesday.*Thursday/)
  })

  test('says how many weeks lie between', () => {
    expect(said({ frequency: 'weekly', interval: 2 })).toMatch(/2 weeks/)
    expect(said({ frequency: 'weekly', interval: 1 })).not.toMatch(/1 week/)
  })

  test('says the last day, or how many times', () => {
    expect(said({ frequency: 'daily', until: '2026-12-24T09:00:00' })).toMatch(/24/)
    expect(said({ frequency: 'daily', until: '2026-12-24T09:00:00' })).toMatch(/Dec/)
    expect(said({ frequency: 'daily', count: 5 })).toMatch(/5 times/)
  })

  test('that this client cannot read is never said half', () => {
    const rule: RecurrenceRule = {
      frequency: 'monthly',
      byDay: [{ day: 'mo' }, { day: 'tu' }],
      bySetPosition: [-1],
    }
    const custom = said(rule)
    expect(custom).not.toMatch(/month/i)
    expect(said({ frequency: 'daily', byMonth: ['1'] })).toBe(custom)
  })
})

describe('a rule that the form can edit', () => {
  test.each<[RecurrenceRule, boolean]>([
    [{ frequency: 'daily' }, true],
    [{ frequency: 'daily', byDay: [{ day: 'mo' }] }, false],
    [{ frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'fr' }] }, true],
    [{ frequency: 'weekly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] }, false],
    [{ frequency: 'monthly' }, true],
    [{ frequency: 'monthly', byMonthDay: [15] }, true],
    [{ frequency: 'monthly', byMonthDay: [1, 15] }, false],
    [{ frequency: 'monthly', byDay: [{ day: 'tu', nthOfPeriod: -1 }] }, true],
    [{ frequency: 'monthly', byDay: [{ day: 'tu' }] }, false],
    [{ frequency: 'yearly', byMonth: ['11'], byMonthDay: [24] }, true],
    [{ frequency: 'yearly', byDay: [{ day: 'mo' }] }, false],
    [{ frequency: 'hourly' as never }, false],
    [{ frequency: 'weekly', bySetPosition: [1] }, false],
    [{ frequency: 'weekly', skip: 'forward' } as RecurrenceRule, false],
  ])('%j: %s', (rule, isEditable) => {
    expect(isReadable(rule)).toBe(isEditable)
  })
})
