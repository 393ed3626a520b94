import { civilDate, dayMs, parseWallTime, type WallTime, getWeekday } from '@plmail/calendar-format'
import { type SharedCalendar } from '../../../calendar/index.ts'

export const shareViews = ['month', 'week', 'day', 'agenda'] as const
export type ShareView = (typeof shareViews)[number]

/** The part of a shared calendar on one page. Midnights are wall times of the owner's zone. */
export interface ShareFrame {
  view: ShareView
  /** The day that the page is about; always one that is shared. */
  day: WallTime
  /** All days drawn; `to` is none of them. */
  from: WallTime
  to: WallTime
  /** A day to go to where there is something shared before or after; undefined where there is not. */
  earlier: WallTime | undefined
  later: WallTime | undefined
}

/** A date that cannot be read is today; one outside of what is shared is the nearest that is. */
export function parseFrame(view: ShareView, date: string | undefined, shared: SharedCalendar): ShareFrame {
  const start = (date === undefined ? undefined : parseWallTime(date)) ?? shared.today
  const inside = (day: WallTime): WallTime => Math.min(Math.max(day, shared.from), shared.to - dayMs)
  const day = inside(start)
  const [first, end] = getPeriod(view, day)
  const [from, to] = view === 'month' ? [startOfWeek(first), startOfWeek(first) + 42 * dayMs] : [first, end]
  return {
    view,
    day,
    from,
    to,
    earlier: shared.from < first ? inside(stepped(view, day, -1)) : undefined,
    later: shared.to > end ? inside(stepped(view, day, 1)) : undefined,
  }
}

export const startOfWeek = (day: WallTime): WallTime => day - ((getWeekday(day) + 6) % 7) * dayMs

/** The days that belong to the page, without those that only fill it. */
function getPeriod(view: ShareView, day: WallTime): [WallTime, WallTime] {
  if (view === 'day') return [day, day + dayMs]
  if (view === 'week') return [startOfWeek(day), startOfWeek(day) + 7 * dayMs]
  if (view === 'agenda') return [day, day + 30 * dayMs]
  const { year, month } = civilDate(day)
  return [Date.UTC(year, month - 1, 1), Date.UTC(year, month, 1)]
}

function stepped(view: ShareView, day: WallTime, by: 1 | -1): WallTime {
  if (view === 'week') return day + by * 7 * dayMs
  if (view === 'agenda') return day + by * 30 * dayMs
  if (view === 'day') return day + by * dayMs
  const { year, month } = civilDate(day)
  return Date.UTC(year, month - 1 + by, 1)
}
