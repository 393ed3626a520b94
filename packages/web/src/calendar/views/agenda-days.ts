import { type Day, dayMs, dayOf, type Wall, wallOf } from '../../records/index.ts'
import type { Shown } from '../grid/merge.ts'

/** A day of the agenda that has something. */
export interface AgendaDay {
  day: Day
  all: readonly Shown[]
}

/** The days that have something; an event of several days is listed under each. */
export function agendaOn(days: readonly Day[], events: readonly Shown[]): AgendaDay[] {
  return days
    .map((day) => ({ day, all: events.filter((event) => isOn(event, wallOf(day))) }))
    .filter(({ all }) => all.length > 0)
}

/** Events that were searched for, each under the day it begins on, in the order they were given. */
export function agendaOf(events: readonly Shown[]): AgendaDay[] {
  const byDay = new Map<Day, Shown[]>()
  for (const event of events) {
    const day = dayOf(event.start)
    byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  return [...byDay].map(([day, all]) => ({ day, all }))
}

/** An event without length is on the day on whose midnight it is. */
const isOn = ({ start, end }: Shown, midnight: Wall): boolean =>
  start < midnight + dayMs && (end > midnight || (start === end && start >= midnight))

/** The hours of a day that an event takes; undefined when it takes all of them. */
export function partOn(
  { isAllDay, start, end }: Pick<Shown, 'isAllDay' | 'start' | 'end'>,
  day: Day,
): { start: Wall; end: Wall } | undefined {
  const [from, to] = [wallOf(day), wallOf(day) + dayMs]
  if (isAllDay || (start <= from && end >= to)) return undefined
  return { start: Math.max(start, from), end: Math.min(end, to) }
}
