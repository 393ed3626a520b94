import type { CalendarViewName } from '../../commands/index.ts'
import type { WeekStart } from '../../words/index.ts'
import { addDays, addMonths, type Day, daysBetween, weekdayOf } from '../../records/index.ts'

export function weekOf(day: Day, weekStart: WeekStart): Day[] {
  const first = addDays(day, -((weekdayOf(day) - weekStart + 7) % 7))
  return Array.from({ length: 7 }, (_, at) => addDays(first, at))
}

/** Whole weeks around the month of a day: as many as it takes, so that no row belongs to other months alone. */
export function monthWeeks(day: Day, weekStart: WeekStart): Day[][] {
  const first = `${day.slice(0, 8)}01`
  const last = addDays(addMonths(first, 1), -1)
  const [from] = weekOf(first, weekStart)
  const weeks = Math.floor(daysBetween(from ?? first, last) / 7) + 1
  return Array.from({ length: weeks }, (_, at) => weekOf(addDays(from ?? first, at * 7), weekStart))
}

const agendaDays = 30

/** As many columns as the words of an event fit into on a phone. */
const phoneDays = 3

/** The days that a view shows; on a phone a week is three days from the given one. */
export function daysOf(view: CalendarViewName, day: Day, weekStart: WeekStart, isPhone = false): Day[] {
  switch (view) {
    case 'day':
      return [day]
    case 'week':
      return isPhone ? daysFrom(day, phoneDays) : weekOf(day, weekStart)
    case 'workweek':
      return weekOf(day, 1).slice(0, 5)
    case 'month':
      return monthWeeks(day, weekStart).flat()
    case 'agenda':
      return daysFrom(day, agendaDays)
  }
}

const daysFrom = (day: Day, length: number): Day[] => Array.from({ length }, (_, at) => addDays(day, at))

/** The day that stands for the next period of a view, or for the one before. */
export function stepped(view: CalendarViewName, day: Day, by: number, isPhone = false): Day {
  if (view === 'month') return addMonths(day, by)
  return addDays(day, by * { day: 1, week: isPhone ? phoneDays : 7, workweek: 7, agenda: agendaDays }[view])
}

/** ISO 8601: the week of its Thursday. */
export function weekNumber(day: Day): number {
  const thursday = addDays(day, 3 - ((weekdayOf(day) + 6) % 7))
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}
