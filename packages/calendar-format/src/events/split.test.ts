import { describe, expect, test } from 'vitest'
import { parseWallTime, writeWallTime } from '../clocks/index.ts'
import { expand } from '../recurrence/index.ts'
import { type EventObject, toSeries, shifted, splitSeries } from './index.ts'

const wall = (text: string): number => parseWallTime(text) ?? Number.NaN
const event = (start: string, rule: EventObject, overrides: EventObject = {}): EventObject => ({
  '@type': 'Event',
  uid: 'old',
  title: 'Run',
  start,
  duration: 'PT1H',
  timeZone: 'Europe/Berlin',
  recurrenceRule: rule,
  recurrenceOverrides: overrides,
  'example.com:kept': { a: [1] },
})
/** Local starts, as clocks in UTC show them once the zone is left out. */
function starts(series: EventObject, months = 6): string[] {
  const floating = { ...series, timeZone: null }
  const from = Date.parse('2026-01-01T00:00:00Z')
  const { occurrences } = expand(toSeries(floating), from, from + months * 31 * 86_400_000, 'UTC')
  return occurrences.map(({ start }) => writeWallTime(start))
}
function split(series: EventObject, at: string, patch: EventObject = {}) {
  const parts = splitSeries(series, wall(at), 'new', patch)
  if (typeof parts === 'string' || 'problem' in parts) throw new Error(JSON.stringify(parts))
  return parts
}

describe('a series begun at another time', () => {
  test('keeps what is excluded excluded, and what was moved where it is', () => {
    const series = event(
      '2026-01-05T09:00:00',
      { frequency: 'weekly', count: 4 },
      {
        '2026-01-19T09:00:00': { excluded: true },
        '2026-01-26T09:00:00': { start: '2026-01-27T15:00:00', title: 'Moved' },
      },
    )
    const later = shifted(series, wall('2026-01-05T09:30:00'))
    expect(later['recurrenceOverrides']).toEqual({
      '2026-01-19T09:30:00': { excluded: true },
      '2026-01-26T09:30:00': { start: '2026-01-27T15:00:00', title: 'Moved' },
    })
    expect(starts(later)).toEqual(['2026-01-05T09:30:00', '2026-01-12T09:30:00', '2026-01-27T15:00:00'])
  })

  test.each([
    [
      { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'we' }], until: '2026-01-14T09:00:00' },
      ['2026-01-06T09:00:00', '2026-01-08T09:00:00', '2026-01-13T09:00:00', '2026-01-15T09:00:00'],
    ],
    [{ frequency: 'monthly', byMonthDay: [5], count: 2 }, ['2026-01-06T09:00:00', '2026-02-06T09:00:00']],
    [
      { frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 1 }], count: 2 },
      ['2026-01-06T09:00:00', '2026-02-03T09:00:00'],
    ],
  ])('falls on the new days: %o', (rule, expected) => {
    expect(starts(shifted(event('2026-01-05T09:00:00', rule), wall('2026-01-06T09:00:00')))).toEqual(expected)
  })

  test('keeps a rule that says more than the start does', () => {
    const rule = { frequency: 'monthly', byMonthDay: [1, 15] }
    const moved = shifted(event('2026-01-01T09:00:00', rule), wall('2026-01-01T10:00:00'))
    expect(moved['recurrenceRule']).toEqual(rule)
  })
})

describe('this and following', () => {
  test.each([
    [{ frequency: 'weekly', count: 10 }, '2026-01-26T09:00:00'],
    [
      { frequency: 'weekly', interval: 2, byDay: [{ day: 'mo' }, { day: 'th' }], count: 10 },
      '2026-01-22T09:00:00',
    ],
    [{ frequency: 'daily', until: '2026-02-20T09:00:00' }, '2026-01-31T09:00:00'],
    [{ frequency: 'monthly', byDay: [{ day: 'mo', nthOfPeriod: 1 }] }, '2026-04-06T09:00:00'],
  ])('takes place when the one series did: %o', (rule, at) => {
    const series = event('2026-01-05T09:00:00', rule, {
      '2026-01-05T09:00:00': { title: 'First' },
      [at]: { title: 'Here' },
    })
    const { before, after } = split(series, at)
    expect([...starts(before), ...starts(after)]).toEqual(starts(series))
    expect(starts(before).every((start) => start < at)).toBe(true)
    expect(starts(after)[0]).toBe(at)
    expect(before['recurrenceOverrides']).toEqual({ '2026-01-05T09:00:00': { title: 'First' } })
    expect(after['recurrenceOverrides']).toEqual({ [at]: { title: 'Here' } })
  })

  test('is a series of its own, linked and otherwise the same, changed as wanted', () => {
    const series = event(
      '2026-01-05T09:00:00',
      { frequency: 'weekly' },
      { '2026-02-02T09:00:00': { excluded: true } },
    )
    const { before, after } = split(series, '2026-01-26T09:00:00', {
      title: 'Swim',
      start: '2026-01-27T10:00:00',
    })
    expect(after).toMatchObject({
      uid: 'new',
      title: 'Swim',
      start: '2026-01-27T10:00:00',
      'example.com:kept': { a: [1] },
      relatedTo: { old: { relation: { first: true } } },
      recurrenceOverrides: { '2026-02-03T10:00:00': { excluded: true } },
    })
    expect(before).toMatchObject({
      uid: 'old',
      title: 'Run',
      relatedTo: { new: { relation: { next: true } } },
    })
    expect(before).not.toHaveProperty('recurrenceOverrides')
    const again = split(after, '2026-02-10T10:00:00')
    expect(Object.keys(again.after['relatedTo'] as object)).toEqual(['old'])
  })

  test('of whole days ends with a day', () => {
    const series = {
      ...event('2026-01-05T00:00:00', { frequency: 'weekly' }),
      showWithoutTime: true,
      duration: 'P1D',
    }
    const { before } = split(series, '2026-01-19T00:00:00')
    expect(before['recurrenceRule']).toEqual({ frequency: 'weekly', until: '2026-01-18T00:00:00' })
  })

  test('is all of it from the first on, and nothing where nothing takes place', () => {
    const series = event(
      '2026-01-05T09:00:00',
      { frequency: 'weekly' },
      { '2026-01-12T09:00:00': { excluded: true } },
    )
    expect(splitSeries(series, wall('2026-01-05T09:00:00'), 'new', {})).toBe('first')
    expect(splitSeries(series, wall('2026-01-12T09:00:00'), 'new', {})).toBe('not-there')
    expect(splitSeries(series, wall('2026-01-13T09:00:00'), 'new', {})).toBe('not-there')
    const hostile = event('1970-01-01T00:00:00', { frequency: 'hourly' })
    expect(splitSeries(hostile, wall('2026-01-13T09:00:00'), 'new', {})).toHaveProperty('problem')
  })
})

test('a series is not split at a date that was added to it: its rule would go on from there on another weekday', () => {
  const series = event(
    '2026-01-05T09:00:00',
    { frequency: 'weekly', count: 6 },
    { '2026-01-21T18:00:00': { title: 'One more' } },
  )
  expect(splitSeries(series, wall('2026-01-21T18:00:00'), 'new', {})).toMatchObject({
    problem: { property: 'recurrenceRule' },
  })
  expect(starts(split(series, '2026-01-19T09:00:00').after)).toEqual([
    '2026-01-19T09:00:00',
    '2026-01-21T18:00:00',
    '2026-01-26T09:00:00',
    '2026-02-02T09:00:00',
    '2026-02-09T09:00:00',
  ])
})
