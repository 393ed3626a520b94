import type { CalendarEventView, RecurrenceRule } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { localOf, occurrenceOf } from '../../records/index.ts'
import { changeFollowing, changeSeries, changeWhole, type SeriesDeed, nthDayOf, remove } from './series.ts'

const zone = 'Europe/Berlin'
const weekly: RecurrenceRule = { frequency: 'weekly', byDay: [{ day: 'mo' }], count: 10 }
const series: CalendarEventView = {
  id: 'E1',
  baseEventId: null,
  calendarIds: { K1: true },
  isDraft: false,
  isOrigin: true,
  '@type': 'Event',
  uid: 'u1',
  title: 'Stand-up',
  start: '2026-11-02T09:00:00',
  duration: 'PT30M',
  timeZone: zone,
  recurrenceRule: weekly,
  keywords: { team: true },
}
const at = (recurrenceId: string, more: Partial<CalendarEventView> = {}) => {
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...single } = series
  const event = {
    ...single,
    ...more,
    id: `E1_${recurrenceId}`,
    baseEventId: 'E1',
    recurrenceId,
    start: recurrenceId,
  }
  return occurrenceOf('A1', event, zone)
}
const occurrences = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'].map((day) =>
  at(`${day}T09:00:00`),
)
const third = occurrences[2]!
const startsOf = (deed: SeriesDeed) => deed.look(occurrences).map(({ start }) => localOf(start).slice(5, 16))
const startsAfter = (change: { start: string }, scope: 'one' | 'all', whole = series) =>
  startsOf(changeSeries(third, whole, change, scope, zone))

describe('a change of one occurrence', () => {
  test('is an override under its recurrence id, and is taken back to what was there', () => {
    const deed = changeSeries(third, series, { title: 'Retro' }, 'one', zone)
    const place = 'recurrenceOverrides/2026-11-16T09:00:00'
    expect(deed.forward).toEqual({ update: { E1: { [place]: { title: 'Retro' } } } })
    expect(deed.back({})).toEqual({ update: { E1: { [place]: null } } })
  })

  test('keeps what else was overridden', () => {
    const whole = { ...series, recurrenceOverrides: { '2026-11-16T09:00:00': { title: 'Retro' } } }
    const deed = changeSeries(third, whole, { start: '2026-11-16T10:00:00' }, 'one', zone)
    expect(deed.forward.update?.['E1']).toEqual({
      'recurrenceOverrides/2026-11-16T09:00:00': { title: 'Retro', start: '2026-11-16T10:00:00' },
    })
    expect(deed.back({}).update?.['E1']).toEqual({
      'recurrenceOverrides/2026-11-16T09:00:00': { title: 'Retro' },
    })
  })

  test('moves that one alone', () => {
    expect(startsAfter({ start: '2026-11-17T10:00:00' }, 'one')).toEqual([
      '11-02T09:00',
      '11-09T09:00',
      '11-17T10:00',
      '11-23T09:00',
    ])
  })
})

describe('a change of all occurrences', () => {
  const whole = {
    ...series,
    recurrenceOverrides: { '2026-11-09T09:00:00': { excluded: true }, '2026-11-23T09:00:00': { title: 'X' } },
  }

  test('moves the series by as much, with the names of what was left out or changed', () => {
    const deed = changeSeries(third, whole, { start: '2026-11-16T09:30:00' }, 'all', zone)
    expect(deed.forward.update?.['E1']).toMatchObject({
      start: '2026-11-02T09:30:00',
      recurrenceOverrides: {
        '2026-11-09T09:30:00': { excluded: true },
        '2026-11-23T09:30:00': { title: 'X' },
      },
    })
    expect(deed.back({}).update?.['E1']).toMatchObject({
      start: series.start,
      recurrenceRule: weekly,
      recurrenceOverrides: whole.recurrenceOverrides,
    })
    expect(startsAfter({ start: '2026-11-17T09:30:00' }, 'all')).toEqual([
      '11-03T09:30',
      '11-10T09:30',
      '11-17T09:30',
      '11-24T09:30',
    ])
  })

  test('that touches no time writes neither start nor rule', () => {
    const deed = changeSeries(third, whole, { title: 'Daily' }, 'all', zone)
    expect(deed.forward).toEqual({ update: { E1: { title: 'Daily' } } })
    expect(deed.back({})).toEqual({ update: { E1: { title: 'Stand-up' } } })
  })

  test('looks before the answer as it will after it, under the same key', () => {
    const [first] = changeSeries(third, series, { start: '2026-11-16T09:30:00' }, 'all', zone).look(
      occurrences,
    )
    expect(first?.key).toContain('2026-11-02T09:30:00')
  })
})

describe('a change of this and what follows', () => {
  const change = { start: '2026-11-17T09:00:00' }
  const deed = changeFollowing(third, change, { zone, newUid: 'new' })

  test('is one write of the server, and is taken back as one', () => {
    expect(deed.forward).toEqual({ split: { id: third.id, patch: change, newUid: 'new' } })
    expect(deed.back({}, 'J7')).toEqual({ takeBack: 'J7' })
  })

  test('looks before the answer as it will after it, under the uid that the new series gets', () => {
    expect(startsOf(deed)).toEqual(['11-02T09:00', '11-09T09:00', '11-17T09:00', '11-24T09:00'])
    expect(deed.look(occurrences).map(({ event }) => event.uid)).toEqual(['u1', 'u1', 'new', 'new'])
    expect(deed.look(occurrences)[2]?.key).toContain('2026-11-17T09:00:00')
  })
})

describe('deleting this and what follows', () => {
  test('of whole days ends on the day before', () => {
    const days = { ...series, showWithoutTime: true, start: '2026-11-02T00:00:00', duration: 'P1D' }
    const changed = at('2026-11-16T00:00:00', { showWithoutTime: true })
    expect(remove(changed, days, 'following').forward.update?.['E1']).toMatchObject({
      recurrenceRule: { until: '2026-11-15T00:00:00' },
    })
  })
})

describe('deleting', () => {
  test('one leaves it out, all destroys, and each is taken back', () => {
    const removal = remove(third, series, 'one')
    expect(removal.forward.update?.['E1']).toEqual({
      'recurrenceOverrides/2026-11-16T09:00:00': { excluded: true },
    })
    expect(removal.look(occurrences)).toHaveLength(3)
    const all = remove(third, series, 'all')
    expect([all.forward, all.look(occurrences)]).toEqual([{ destroy: ['E1'] }, []])
    expect(all.back({}).create?.['again']).toMatchObject({
      uid: 'u1',
      recurrenceRule: weekly,
      calendarIds: { K1: true },
    })
    const following = remove(third, series, 'following')
    expect(following.look(occurrences)).toHaveLength(2)
    expect(following.back({})).toEqual({ update: { E1: { recurrenceRule: weekly } } })
  })
})

test('an event that is no series is changed by what changed alone', () => {
  const single = { ...series, recurrenceRule: undefined } as unknown as CalendarEventView
  const deed = changeWhole('A1', single, { title: 'Other', location: 'x' }, zone)
  expect(deed.back({})).toEqual({ update: { E1: { title: 'Stand-up', location: null } } })
})

describe('a rule that moves to another day with its series', () => {
  /** The rule that is written when the series, begun on Tuesday 10 November, is moved. */
  const moved = (recurrenceRule: RecurrenceRule, to: string) => {
    const whole = { ...series, start: '2026-11-10T09:00:00', recurrenceRule }
    const deed = changeSeries(at(whole.start), whole, { start: to }, 'all', zone)
    const { E1 } = deed.forward.update as { E1: { recurrenceRule: RecurrenceRule } }
    return E1.recurrenceRule
  }

  test('takes its weekdays, its day of the month or its nth weekday along', () => {
    const two = moved(
      { frequency: 'weekly', interval: 2, byDay: [{ day: 'tu' }, { day: 'sa' }] },
      '2026-11-12T09:00:00',
    )
    expect(two.byDay).toEqual([{ day: 'th' }, { day: 'mo' }])
    expect(moved({ frequency: 'monthly', byMonthDay: [10] }, '2026-11-12T09:00:00').byMonthDay).toEqual([12])
    expect(
      moved({ frequency: 'monthly', byDay: [{ day: 'tu', nthOfPeriod: 2 }] }, '2026-11-19T09:00:00').byDay,
    ).toEqual([{ day: 'th', nthOfPeriod: 3 }])
  })

  test('takes the month of a yearly series along', () => {
    const rule: RecurrenceRule = { frequency: 'yearly', byMonth: ['11'], byMonthDay: [10] }
    expect(moved(rule, '2026-12-03T09:00:00')).toMatchObject({ byMonth: ['12'], byMonthDay: [3] })
  })

  test('stays where only its author could say what is meant', () => {
    const rule: RecurrenceRule = {
      frequency: 'monthly',
      byDay: [{ day: 'tu' }, { day: 'we' }],
      bySetPosition: [-1],
    }
    expect(moved(rule, '2026-11-12T09:00:00')).toEqual(rule)
    expect(moved({ frequency: 'monthly', byMonthDay: [1, 15] }, '2026-11-12T09:00:00').byMonthDay).toEqual([
      1, 15,
    ])
  })

  test('ends as much later as it begins', () => {
    expect(moved({ frequency: 'weekly', until: '2026-12-31T09:00:00' }, '2026-11-10T09:30:00').until).toBe(
      '2026-12-31T09:30:00',
    )
  })

  test('is written as the user chose it where another one was chosen in the same form', () => {
    const change = { start: '2026-11-17T09:00:00', recurrenceRule: { frequency: 'daily' } }
    const deed = changeSeries(third, series, change, 'all', zone)
    expect(deed.forward.update?.['E1']).toMatchObject({ recurrenceRule: { frequency: 'daily' } })
  })
})

test('weekdays are counted from either end of the month', () => {
  expect(nthDayOf('2026-11-24T00:00:00')).toEqual({ day: 'tu', nthOfPeriod: 4 })
  expect(nthDayOf('2026-11-24T00:00:00', true)).toEqual({ day: 'tu', nthOfPeriod: -1 })
})
