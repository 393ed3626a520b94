import { type Day, dayMs, hourMs, minuteMs, type Wall, wallOf } from '../records/index.ts'
import type { NewEvent } from './editor/event-fields.ts'
import type { Shown } from './grid/merge.ts'

/** An event on its way to other times, by its key. */
export interface EventMove {
  key: string
  start: Wall
  end: Wall
}

const quarter = 15 * minuteMs

/** How far a key moves an event, or its end. */
export const nudges = {
  earlier: -quarter,
  later: quarter,
  'day-before': -dayMs,
  'day-after': dayMs,
  shorter: -quarter,
  longer: quarter,
}

/** The times of an event that a key has moved, never shorter than a quarter of an hour; undefined where it cannot be moved so. */
export function nudged(
  { start, end, isAllDay }: Pick<Shown, 'start' | 'end' | 'isAllDay'>,
  by: number,
  what: 'both' | 'end',
): { start: Wall; end: Wall } | undefined {
  // Whole days have no quarters of an hour.
  if (isAllDay && by % dayMs !== 0) return undefined
  const from = what === 'both' ? start + by : start
  return { start: from, end: Math.max(end + by, from + (isAllDay ? dayMs : quarter)) }
}

/** The events as they are drawn while one of them is moved by keys. */
export function withMove(events: readonly Shown[], move: EventMove | undefined): readonly Shown[] {
  if (!move) return events
  return events.map((event) =>
    event.key === move.key ? { ...event, start: move.start, end: move.end } : event,
  )
}

/** A new event in the next whole hour. */
export function nextHour(now: Wall): NewEvent {
  return anHourFrom(Math.floor(now / hourMs) * hourMs + hourMs)
}

/** A new event on a day whose hours nobody has chosen yet. */
export function morningOf(day: Day): NewEvent {
  return anHourFrom(wallOf(day) + 9 * hourMs)
}

const anHourFrom = (start: Wall): NewEvent => ({ start, end: start + hourMs, isAllDay: false })
