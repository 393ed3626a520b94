import { describe, expect, test } from 'vitest'
import { parseWallTime, writeWallTime } from '../clocks/index.ts'
import { computeBounds, expand, parseRule, type Series, writeRule } from './index.ts'

const wall = (text: string) => parseWallTime(text)!
const iso = (instant = Number.NaN) => new Date(instant).toISOString()

interface Given extends Partial<Omit<Series, 'start' | 'rule' | 'excluded'>> {
  start: string
  rule?: string
  excluded?: string[]
}

function series({ start, rule, excluded = [], ...more }: Given): Series {
  const zone = more.zone === undefined ? 'Europe/Berlin' : more.zone
  return {
    duration: { days: 0, ms: 3_600_000 },
    moved: new Map(),
    ...more,
    zone,
    start: wall(start),
    rule: rule === undefined ? null : parseRule(rule, { zone, isAllDay: false })!,
    excluded: new Set(excluded.map(wall)),
  }
}

const occurrences = (given: Given, from: string, to: string) =>
  expand(series(given), Date.parse(from), Date.parse(to), 'Europe/Berlin').occurrences
const starts = (given: Given, from: string, to: string) =>
  occurrences(given, from, to).map(({ start }) => iso(start).slice(0, 16))
const days = (given: Given, from = '2026-01-01', to = '2033-01-01') =>
  occurrences({ zone: 'UTC', ...given }, from, to).map(({ recurrenceId }) =>
    writeWallTime(recurrenceId).slice(0, 10),
  )

describe('a series in a zone', () => {
  test('stays at its hour on the wall when clocks change', () => {
    const weekly = { start: '2026-10-19T09:00:00', rule: 'FREQ=WEEKLY' }
    expect(starts(weekly, '2026-10-18T00:00:00Z', '2026-11-01T00:00:00Z')).toEqual([
      '2026-10-19T07:00',
      '2026-10-26T08:00',
    ])
  })

  test('rings also on the day whose hour is skipped, as long after the change', () => {
    const daily = { start: '2027-03-13T02:30:00', rule: 'FREQ=DAILY;COUNT=3', zone: 'America/New_York' }
    expect(starts(daily, '2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z')).toEqual([
      '2027-03-13T07:30',
      '2027-03-14T07:30',
      '2027-03-15T06:30',
    ])
  })

  test('takes the first of an hour that comes twice', () => {
    const daily = { start: '2026-10-31T01:30:00', rule: 'FREQ=DAILY;COUNT=3', zone: 'America/New_York' }
    expect(starts(daily, '2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z')).toEqual([
      '2026-10-31T05:30',
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
  })

  test('begins the day late where midnight is skipped', () => {
    const [on] = occurrences(
      { start: '2026-04-24T00:00:00', zone: 'Africa/Cairo', duration: { days: 1, ms: 0 } },
      '2026-04-23T00:00:00Z',
      '2026-04-26T00:00:00Z',
    )
    expect([iso(on?.start), iso(on?.end)]).toEqual(['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'])
  })

  test('knows zones that change their clocks around Ramadan', () => {
    const daily = { start: '2026-02-01T12:00:00', rule: 'FREQ=DAILY', zone: 'Africa/Casablanca' }
    expect(starts(daily, '2026-02-14T00:00:00Z', '2026-02-16T00:00:00Z')).toEqual([
      '2026-02-14T11:00',
      '2026-02-15T12:00',
    ])
    expect(starts(daily, '2026-03-22T00:00:00Z', '2026-03-23T00:00:00Z')).toEqual(['2026-03-22T11:00'])
  })

  test('floats where it has none', () => {
    const floating = { start: '2026-07-01T09:00:00', zone: null }
    expect(starts(floating, '2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z')).toEqual(['2026-07-01T07:00'])
    const inTokyo = expand(series(floating), Date.parse('2026-06-30'), Date.parse('2026-07-02'), 'Asia/Tokyo')
    expect(iso(inTokyo.occurrences[0]?.start)).toBe('2026-07-01T00:00:00.000Z')
  })

  test('a day is as long as the day is, 24 hours are 24 hours', () => {
    const one = (duration: Series['duration']) =>
      occurrences({ start: '2026-10-24T12:00:00', duration }, '2026-10-24', '2026-10-26')[0]?.end
    expect(iso(one({ days: 1, ms: 0 }))).toBe('2026-10-25T11:00:00.000Z')
    expect(iso(one({ days: 0, ms: 86_400_000 }))).toBe('2026-10-25T10:00:00.000Z')
  })
})

describe('a rule', () => {
  test.each([
    ['2026-01-31', 'FREQ=MONTHLY', ['2026-01-31', '2026-03-31', '2026-05-31'], '2026-06-01'],
    ['2024-02-29', 'FREQ=YEARLY', ['2028-02-29', '2032-02-29'], '2033-01-01'],
    ['2026-01-30', 'FREQ=MONTHLY;BYDAY=-1FR', ['2026-01-30', '2026-02-27', '2026-03-27'], '2026-04-01'],
    [
      '2026-02-13',
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      ['2026-02-13', '2026-03-13', '2026-11-13'],
      '2027-01-01',
    ],
    ['2026-05-11', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', ['2026-05-11', '2027-05-17'], '2028-01-01'],
    [
      '2026-01-05',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO',
      ['2026-01-05', '2026-01-06', '2026-01-11', '2026-01-20', '2026-01-25'],
      '2026-02-01',
    ],
    [
      '2026-01-05',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
      ['2026-01-05', '2026-01-06', '2026-01-18', '2026-01-20'],
      '2026-02-01',
    ],
    [
      '2026-01-29',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
      ['2026-01-29', '2026-02-26', '2026-03-30'],
      '2026-04-01',
    ],
  ])('from %s, %s', (start, rule, expected, to) => {
    expect(days({ start: `${start}T09:00:00`, rule }, '2026-01-01', to)).toEqual(expected)
  })

  test('counts a start that does not fit it', () => {
    expect(days({ start: '2026-01-01T09:00:00', rule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=3' })).toEqual([
      '2026-01-01',
      '2026-01-05',
      '2026-01-12',
    ])
  })

  test('keeps its count when one looks from the middle', () => {
    const rule = 'FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=10'
    const given = { start: '2026-01-07T09:00:00', rule }
    expect(days(given, '2026-01-20')).toEqual(days(given).slice(-4))
    expect(days(given)).toHaveLength(10)
  })

  test('ends with the day that its UNTIL names, and with the instant that it names', () => {
    const until = (text: string) =>
      days({ start: '2026-01-05T18:00:00', rule: `FREQ=DAILY;UNTIL=${text}` }).at(-1)
    expect(until('20260107')).toBe('2026-01-07')
    expect(until('20260107T180000Z')).toBe('2026-01-07')
    expect(until('20260107T175959Z')).toBe('2026-01-06')
    const inLosAngeles = { start: '2026-01-05T18:00:00', zone: 'America/Los_Angeles' }
    expect(days({ ...inLosAngeles, rule: 'FREQ=DAILY;UNTIL=20260108T020000Z' })).toHaveLength(3)
  })

  test('draws the years that lie ahead of a daily series begun long ago', () => {
    const daily = { start: '2020-01-01T09:00:00', rule: 'FREQ=DAILY' }
    expect(days(daily, '2028-11-01', '2028-12-01')).toHaveLength(30)
  })

  test('made to keep a server busy is given up, and says so', () => {
    for (const rule of [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'FREQ=HOURLY;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11',
    ]) {
      const given = series({ start: '2000-01-01T09:00:00', rule })
      const expanded = expand(given, Date.parse('2026-01-01'), Date.parse('2126-01-01'), 'UTC')
      expect(expanded.isCutOff).toBe(true)
      expect(expanded.occurrences.length).toBeLessThanOrEqual(5_000)
    }
  })
})

describe('a series with exceptions', () => {
  const given: Given = {
    start: '2026-01-05T09:00:00',
    rule: 'FREQ=DAILY;COUNT=5',
    excluded: ['2026-01-06T09:00:00'],
    moved: new Map([
      [
        wall('2026-01-07T09:00:00'),
        { start: wall('2026-02-07T11:00:00'), duration: { days: 0, ms: 60_000 }, zone: 'Asia/Tokyo' },
      ],
    ]),
  }

  test('leaves out and moves occurrences, each under its own recurrence id', () => {
    const expansion = occurrences(given, '2026-01-01', '2026-03-01')
    expect(expansion.map(({ recurrenceId, start }) => [writeWallTime(recurrenceId), iso(start)])).toEqual([
      ['2026-01-05T09:00:00', '2026-01-05T08:00:00.000Z'],
      ['2026-01-08T09:00:00', '2026-01-08T08:00:00.000Z'],
      ['2026-01-09T09:00:00', '2026-01-09T08:00:00.000Z'],
      ['2026-01-07T09:00:00', '2026-02-07T02:00:00.000Z'],
    ])
  })

  test('finds what was moved into a window that its rule says nothing of', () => {
    expect(starts(given, '2026-02-01T00:00:00Z', '2026-02-28T00:00:00Z')).toEqual(['2026-02-07T02:00'])
  })
})

describe('what touches a window', () => {
  const day = ['2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'] as const
  const one = (start: string, ms: number) => ({ start, zone: 'UTC', duration: { days: 0, ms } })

  test('is there, be it a week long or without length', () => {
    expect(starts(one('2026-02-25T00:00:00', 7 * 86_400_000), ...day)).toHaveLength(1)
    expect(starts(one('2026-03-02T00:00:00', 0), ...day)).toHaveLength(1)
    expect(starts(one('2026-03-02T23:59:59', 0), ...day)).toHaveLength(1)
  })

  test('and what only meets its edge is not', () => {
    expect(starts(one('2026-03-01T23:00:00', 3_600_000), ...day)).toEqual([])
    expect(starts(one('2026-03-03T00:00:00', 0), ...day)).toEqual([])
  })
})

describe('the bounds of a series', () => {
  const bounds = (given: Given) => {
    const { first, last } = computeBounds(series({ zone: 'UTC', ...given }))
    return [iso(first).slice(0, 16), last === null ? null : iso(last).slice(0, 16)]
  }

  test('are its first start and its last end', () => {
    expect(bounds({ start: '2026-01-05T09:00:00' })).toEqual(['2026-01-05T09:00', '2026-01-05T10:00'])
    const counted = { start: '2026-01-05T09:00:00', rule: 'FREQ=WEEKLY;COUNT=3' }
    expect(bounds(counted)).toEqual(['2026-01-05T09:00', '2026-01-19T10:00'])
    const earlier = { start: wall('2025-12-24T09:00:00'), duration: { days: 0, ms: 60_000 }, zone: 'UTC' }
    const moved = new Map([[wall('2026-01-12T09:00:00'), earlier]])
    expect(bounds({ ...counted, moved })[0]).toBe('2025-12-24T09:00')
  })

  test('are open where it has no end, or one that nobody can reckon', () => {
    expect(bounds({ start: '2026-01-05T09:00:00', rule: 'FREQ=WEEKLY' })[1]).toBeNull()
    expect(
      bounds({ start: '2026-01-05T09:00:00', rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=2' })[1],
    ).toBeNull()
  })
})

describe('the text of a rule', () => {
  const context = { zone: 'Europe/Berlin', isAllDay: false }
  test.each([
    'FREQ=WEEKLY;COUNT=10;INTERVAL=2;BYDAY=TU,TH',
    'FREQ=MONTHLY;BYDAY=-1FR;WKST=SU',
    'FREQ=YEARLY;UNTIL=20301231T225959Z;BYDAY=MO;BYMONTH=3,4;BYWEEKNO=20',
    'FREQ=HOURLY;BYHOUR=0,12;BYMINUTE=0;BYSECOND=0;BYSETPOS=-1',
  ])('comes back as it was: %s', (text) => {
    expect(writeRule(parseRule(text, context)!, context)).toBe(text)
  })

  test.each([
    'FREQ=SECONDLY',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=MONTHLY;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=DAILY;COUNT=3;UNTIL=20260101',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;INTERVAL=-1',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;UNTIL=20260231',
    'FREQ=DAILY;RSCALE=HEBREW',
    'FREQ=DAILY;__PROTO__=1',
    'INTERVAL=2',
    '',
  ])('is not guessed at: %s', (text) => {
    expect(parseRule(text, context)).toBeUndefined()
  })

  test('of an all-day series ends with a date', () => {
    const allDay = { zone: null, isAllDay: true }
    const rule = parseRule('FREQ=DAILY;UNTIL=20260107', allDay)!
    expect(rule.until).toBe('2026-01-07T00:00:00')
    expect(writeRule(rule, allDay)).toBe('FREQ=DAILY;UNTIL=20260107')
  })
})

test('a wall time is a real date or none', () => {
  expect(parseWallTime('2026-02-30T09:00:00')).toBeUndefined()
  expect(parseWallTime('2026-02-28T24:00:00')).toBeUndefined()
  expect(writeWallTime(wall('0099-12-31T23:59:59'))).toBe('0099-12-31T23:59:59')
})
