import type { BookingSettings, DayBlock } from '@plmail/wire'
import {
  getClock,
  dayMs,
  type WallTime,
  getWeekday,
  writeDate,
  type ZoneClock,
} from '@plmail/calendar-format'

/** A time that the hours of a page give, whether it is still to be had or not. Instants in milliseconds. */
export interface Slot {
  start: number
  end: number
  /** Its start on the owner's wall. */
  wall: WallTime
  /** False where clocks skip it. */
  exists: boolean
}

/** Lists the slots that start between two instants, by start. */
export function slotsBetween(settings: BookingSettings, from: number, to: number): Slot[] {
  const clock = getClock(settings.zone)
  if (!clock) return []
  const [first, last] = [startOfDay(clock.wallTimeAt(from)), startOfDay(clock.wallTimeAt(to))]
  const slots: Slot[] = []
  for (let day = first; day <= last; day += dayMs)
    for (const slot of slotsOn(day, settings, clock))
      if (slot.start >= from && slot.start < to) slots.push(slot)
  return slots
}

/**
 * Lists the slots of one day of the owner's wall clock, including times skipped by a zone change. Each wall time is
 * resolved by itself.
 */
export function slotsOn(day: WallTime, settings: BookingSettings, clock: ZoneClock): Slot[] {
  const walls = new Set<WallTime>()
  for (const { from, to } of blocksOn(day, settings))
    for (let minute = from; minute + settings.slotMinutes <= to; minute += settings.stepMinutes)
      walls.add(day + minute * 60_000)
  return [...walls]
    .sort((a, b) => a - b)
    .map((wall) => {
      const start = clock.instantAt(wall)
      const end = start + settings.slotMinutes * 60_000
      return { start, end, wall, exists: clock.wallTimeAt(start) === wall }
    })
}

function blocksOn(day: WallTime, { hours, overrides }: BookingSettings): readonly DayBlock[] {
  const date = writeDate(day)
  const override = overrides.find((candidate) => candidate.date === date)
  const weekday = getWeekday(day) || 7
  return override ? override.blocks : hours.filter((hour) => hour.weekday === weekday)
}

/** Midnight of the day that a wall time is in. */
export const startOfDay = (wall: WallTime): WallTime => Math.floor(wall / dayMs) * dayMs

/** Midnight of the Monday of its week. */
export const startOfWeek = (wall: WallTime): WallTime =>
  startOfDay(wall) - ((getWeekday(wall) + 6) % 7) * dayMs
