import { getClock, dayMs, expand, toSeries, writeDuration, writeWallTime } from '@plmail/calendar-format'
import { expect, test } from 'vitest'
import { createSlotJudge } from './slot-availability.ts'
import { readSettings } from './booking-settings.ts'
import { slotsBetween, slotsOn } from './slots.ts'

const everyHalfHour = Array.from({ length: 7 }, (_, index) => ({ weekday: index + 1, from: 0, to: 1440 }))

/** What the runtime itself shows somewhere: nothing of ours is in it. */
function showing(zone: string): (instant: number) => number {
  const parts = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })
  return (instant) => {
    const part = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const of = (name: Intl.DateTimeFormatPartTypes) => part.get(name) ?? 0
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'))
  }
}

test('slots are where every zone’s clocks show them, skipped times are not offered, and a daily series has them there', () => {
  let changes = 0
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const wallAt = showing(zone)
    const settings = readSettings({ zone, hours: everyHalfHour })
    const clock = getClock(zone)!
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += dayMs) {
      const [before, after] = [wallAt(at) - at, wallAt(at + dayMs) - at - dayMs]
      if (before === after) continue
      changes += 1
      const day = Math.floor((at + before) / dayMs) * dayMs
      for (const { start, end, wall, exists } of [
        ...slotsOn(day, settings, clock),
        ...slotsOn(day + dayMs, settings, clock),
      ]) {
        const shown = [wall - before, wall - after].filter((instant) => wallAt(instant) === wall)
        expect({ zone, wall, exists }).toEqual({ zone, wall, exists: shown.length > 0 })
        if (!exists) continue
        expect({ zone, start }).toEqual({ zone, start: Math.min(...shown) })
        // A series that was begun long before the change: its occurrence of that day.
        const event = {
          start: writeWallTime(wall - 40 * dayMs),
          timeZone: zone,
          uid: 'x',
          duration: writeDuration({ days: 0, ms: end - start }),
          recurrenceRule: { '@type': 'RecurrenceRule', frequency: 'daily' },
        }
        const { occurrences } = expand(toSeries(event), start, end, 'UTC')
        const isThere = occurrences.some((occurrence) => occurrence.start === start && occurrence.end === end)
        expect({ zone, wall, isThere }).toEqual({ zone, wall, isThere: true })
      }
    }
  }
  expect(changes).toBeGreaterThan(100)
})

test.each([
  ['Africa/Cairo', '2026-04-24'],
  ['America/Santiago', '2026-09-06'],
])('in %s a day without a midnight has its slots on time', (zone, date) => {
  const settings = readSettings({ zone, hours: everyHalfHour })
  const slots = slotsOn(Date.parse(date), settings, getClock(zone)!)
  expect(slots.slice(0, 3).map(({ exists }) => exists)).toEqual([false, false, true])
  const ten = slots.find(({ wall }) => wall === Date.parse(`${date}T10:00Z`))
  expect(showing(zone)(ten!.start)).toBe(Date.parse(`${date}T10:00Z`))
})

test('of a year of slots beside a full calendar each is judged at once', () => {
  const now = Date.UTC(2026, 0, 1)
  const settings = readSettings({
    zone: 'UTC',
    hours: everyHalfHour,
    slotMinutes: 5,
    horizonDays: 366,
    noticeMinutes: 0,
  })
  const slots = slotsBetween(settings, now, now + 366 * dayMs)
  const busy = Array.from({ length: 20_000 }, (_, n) => ({
    from: now + n * 1_500_000,
    to: now + n * 1_500_000 + 60_000,
  }))
  const judge = createSlotJudge(settings, { now, busy, claims: [], own: [] })
  const free = slots.filter((slot) => judge(slot) === undefined)
  expect(slots).toHaveLength(366 * 288)
  // One minute of every 25 is busy, so of five slots in a row one is taken.
  expect(slots.length - free.length).toBe(20_000)
})
