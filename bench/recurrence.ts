import { expand, parseRule, parseWallTime, type Series } from '@plmail/calendar-format'
import type { Bench } from './stage/rows.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Europe/London', 'Australia/Sydney']

/** What a view of six weeks costs that 5,000 weekly series, begun over fourteen years, take part in. */
export const recurrence: Bench = {
  name: 'recurrence',
  run: async () => {
    const all = Array.from({ length: 5_000 }, (_, index) => weekly(index))
    const cold = cpuMs(() => look(all))
    const warm = Array.from({ length: 9 }, () => cpuMs(() => look(all))).sort(
      (first, second) => first - second,
    )
    return [
      {
        what: '5,000 weekly series, six weeks, cold',
        value: cold,
        unit: 'ms CPU',
        note: 'with the zones’ tables',
      },
      {
        what: '5,000 weekly series, six weeks',
        value: warm[4] ?? 0,
        unit: 'ms CPU',
        note: 'median of 9',
        budget: { atMost: 30 },
      },
    ]
  },
}

function weekly(index: number): Series {
  const year = 2012 + (index % 14)
  const start = parseWallTime(`${year}-03-${String(1 + (index % 28)).padStart(2, '0')}T09:30:00`) ?? 0
  const zone = zones[index % zones.length] ?? 'UTC'
  return {
    start,
    zone,
    duration: { days: 0, ms: 3_600_000 },
    rule: parseRule('FREQ=WEEKLY;BYDAY=MO,TH', { zone, isAllDay: false }) ?? null,
    excluded: new Set(),
    moved: new Map(),
  }
}

function look(all: readonly Series[]): number {
  const [from, to] = [Date.UTC(2026, 9, 5), Date.UTC(2026, 10, 16)]
  return all.reduce((sum, event) => sum + expand(event, from, to, 'Europe/Berlin').occurrences.length, 0)
}

function cpuMs(round: () => void): number {
  const before = process.cpuUsage()
  round()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
