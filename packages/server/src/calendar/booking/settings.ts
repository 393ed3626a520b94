import { clockOf, isObject, parseWallTime } from '@plmail/calendar-format'

/** Minutes since midnight on the wall. */
export interface DayBlock {
  from: number
  to: number
}

export interface BookingSettings {
  /** Plain text for who books. */
  description: string
  /** Place of the meeting in the owner's words: a room, a phone number, a conference address. */
  location: string
  /** IANA: on whose walls the hours are. Whole days of the calendars are days there. */
  zone: string
  /** ISO weekdays, Monday is 1; a day may have several. */
  hours: ReadonlyArray<DayBlock & { weekday: number }>
  /** Dates that differ from their weekday; without blocks nothing can be booked on them. */
  overrides: ReadonlyArray<{ date: string; blocks: readonly DayBlock[] }>
  slotMinutes: number
  /** From one start to the next. */
  stepMinutes: number
  /** Minutes that must be free around a slot. */
  bufferBefore: number
  bufferAfter: number
  noticeMinutes: number
  horizonDays: number
  /** How many may be booked on a day and in a week from Monday; null: as many as there are. */
  perDay: number | null
  perWeek: number | null
  /** Until how long before its start the booker may cancel or move it. */
  changeUntilMinutes: number
}

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
    description: textOf(of['description'], bookingLimits.description),
    location: textOf(of['location'], bookingLimits.location),
    zone: typeof of['zone'] === 'string' && clockOf(of['zone']) ? of['zone'] : usualZone,
    hours: Array.isArray(of['hours']) ? hoursOf(of['hours']) : workdays,
    overrides: Array.isArray(of['overrides']) ? overridesOf(of['overrides']) : [],
    slotMinutes,
    stepMinutes: within(of['stepMinutes'] ?? slotMinutes, bookingLimits.slotMinutes),
    bufferBefore: within(of['bufferBefore'], bookingLimits.buffer),
    bufferAfter: within(of['bufferAfter'], bookingLimits.buffer),
    noticeMinutes: within(of['noticeMinutes'], bookingLimits.noticeMinutes),
    horizonDays: within(of['horizonDays'], bookingLimits.horizonDays),
    perDay: limitOf(of['perDay'], bookingLimits.perDay),
    perWeek: limitOf(of['perWeek'], bookingLimits.perWeek),
    changeUntilMinutes: within(of['changeUntilMinutes'], bookingLimits.changeUntilMinutes),
  }
}

function within(json: unknown, [least, most, usual]: readonly [number, number, number]): number {
  if (typeof json !== 'number' || !Number.isFinite(json)) return usual
  return Math.min(most, Math.max(least, Math.round(json)))
}

function limitOf(json: unknown, [least, most]: readonly [number, number]): number | null {
  return typeof json === 'number' ? within(json, [least, most, most]) : null
}

function textOf(json: unknown, most: number): string {
  return typeof json === 'string' ? json.trim().slice(0, most) : ''
}

function hoursOf(json: readonly unknown[]): Array<DayBlock & { weekday: number }> {
  const read = json.flatMap((parsedBlock) => {
    const block = blockOf(parsedBlock)
    const weekday = isObject(parsedBlock) ? parsedBlock['weekday'] : undefined
    const isDay = typeof weekday === 'number' && Number.isInteger(weekday) && weekday >= 1 && weekday <= 7
    return block && isDay ? [{ weekday, ...block }] : []
  })
  return read.toSorted(byDayAndStart).slice(0, bookingLimits.blocks)
}

const byDayAndStart = (a: DayBlock & { weekday: number }, b: DayBlock & { weekday: number }): number =>
  a.weekday - b.weekday || a.from - b.from

function overridesOf(json: readonly unknown[]): Array<{ date: string; blocks: DayBlock[] }> {
  const dates = new Map<string, DayBlock[]>()
  for (const item of json) {
    const date = isObject(item) ? item['date'] : undefined
    const blocks = isObject(item) ? item['blocks'] : undefined
    if (typeof date !== 'string' || date.length !== 10 || parseWallTime(date) === undefined) continue
    dates.set(
      date,
      (Array.isArray(blocks) ? blocks : []).flatMap((block) => blockOf(block) ?? []).slice(0, 10),
    )
  }
  return [...dates]
    .map(([date, blocks]) => ({ date, blocks }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(-bookingLimits.overrides)
}

function blockOf(json: unknown): DayBlock | undefined {
  if (!isObject(json) || typeof json['from'] !== 'number' || typeof json['to'] !== 'number') return undefined
  const from = within(json['from'], [0, 1435, 0])
  return { from, to: within(json['to'], [from + 5, 1440, 1440]) }
}
