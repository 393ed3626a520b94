import type { BookingSettings, DayBlock } from '@plmail/wire'
import { getClock, isObject, parseWallTime } from '@plmail/calendar-format'

/** [least, most, usual]. */
const bookingLimits = {
  slotMinutes: [5, 1440, 30],
  buffer: [0, 240, 0],
  noticeMinutes: [0, 43_200, 120],
  horizonDays: [1, 366, 30],
  perDay: [1, 100],
  perWeek: [1, 500],
  changeUntilMinutes: [0, 43_200, 0],
  blocks: 70,
  overrides: 366,
  description: 2_000,
  location: 500,
} as const

const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 540, to: 1020 }))

/** Reads stored or submitted settings, each value clamped to its limits; an invalid value becomes the default. */
export function readSettings(json: unknown, usualZone = 'UTC'): BookingSettings {
  const of = isObject(json) ? json : {}
  const slotMinutes = within(of['slotMinutes'], bookingLimits.slotMinutes)
  return {
    description: readText(of['description'], bookingLimits.description),
    location: readText(of['location'], bookingLimits.location),
    zone: typeof of['zone'] === 'string' && getClock(of['zone']) ? of['zone'] : usualZone,
    hours: Array.isArray(of['hours']) ? readHours(of['hours']) : workdays,
    overrides: Array.isArray(of['overrides']) ? readOverrides(of['overrides']) : [],
    slotMinutes,
    stepMinutes: within(of['stepMinutes'] ?? slotMinutes, bookingLimits.slotMinutes),
    bufferBefore: within(of['bufferBefore'], bookingLimits.buffer),
    bufferAfter: within(of['bufferAfter'], bookingLimits.buffer),
    noticeMinutes: within(of['noticeMinutes'], bookingLimits.noticeMinutes),
    horizonDays: within(of['horizonDays'], bookingLimits.horizonDays),
    perDay: readLimit(of['perDay'], bookingLimits.perDay),
    perWeek: readLimit(of['perWeek'], bookingLimits.perWeek),
    changeUntilMinutes: within(of['changeUntilMinutes'], bookingLimits.changeUntilMinutes),
  }
}

function within(json: unknown, [minimum, limit, usual]: readonly [number, number, number]): number {
  if (typeof json !== 'number' || !Number.isFinite(json)) return usual
  return Math.min(limit, Math.max(minimum, Math.round(json)))
}

function readLimit(json: unknown, [minimum, limit]: readonly [number, number]): number | null {
  return typeof json === 'number' ? within(json, [minimum, limit, limit]) : null
}

function readText(json: unknown, limit: number): string {
  return typeof json === 'string' ? json.trim().slice(0, limit) : ''
}

function readHours(json: readonly unknown[]): Array<DayBlock & { weekday: number }> {
  const read = json.flatMap((parsedBlock) => {
    const block = readBlock(parsedBlock)
    const weekday = isObject(parsedBlock) ? parsedBlock['weekday'] : undefined
    const isDay = typeof weekday === 'number' && Number.isInteger(weekday) && weekday >= 1 && weekday <= 7
    return block && isDay ? [{ weekday, ...block }] : []
  })
  return read.toSorted(byDayAndStart).slice(0, bookingLimits.blocks)
}

const byDayAndStart = (a: DayBlock & { weekday: number }, b: DayBlock & { weekday: number }): number =>
  a.weekday - b.weekday || a.from - b.from

function readOverrides(json: readonly unknown[]): Array<{ date: string; blocks: DayBlock[] }> {
  const dates = new Map<string, DayBlock[]>()
  for (const item of json) {
    const date = isObject(item) ? item['date'] : undefined
    const blocks = isObject(item) ? item['blocks'] : undefined
    if (typeof date !== 'string' || date.length !== 10 || parseWallTime(date) === undefined) continue
    dates.set(
      date,
      (Array.isArray(blocks) ? blocks : []).flatMap((block) => readBlock(block) ?? []).slice(0, 10),
    )
  }
  return [...dates]
    .map(([date, blocks]) => ({ date, blocks }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(-bookingLimits.overrides)
}

function readBlock(json: unknown): DayBlock | undefined {
  if (!isObject(json) || typeof json['from'] !== 'number' || typeof json['to'] !== 'number') return undefined
  const from = within(json['from'], [0, 1435, 0])
  return { from, to: within(json['to'], [from + 5, 1440, 1440]) }
}
