import type { Weekday } from '@plmail/wire'

/** A rule of recurrence in the shape of JSCalendar (RFC 8984 §4.3.3; one rule an event, as in its successor). */
export interface RecurrenceRule {
  frequency: Frequency
  /** Every so many periods; 1 unless given. */
  interval?: number
  byDay?: readonly NDay[]
  /** 1–31, or from the end: −1 is the last day. */
  byMonthDay?: readonly number[]
  /** 1–12. */
  byMonth?: readonly number[]
  byYearDay?: readonly number[]
  byWeekNo?: readonly number[]
  byHour?: readonly number[]
  byMinute?: readonly number[]
  bySecond?: readonly number[]
  bySetPosition?: readonly number[]
  /** Monday unless given. */
  firstDayOfWeek?: Weekday
  /** How many times in all, the start being the first; not together with `until`. */
  count?: number
  /** The last local date and time that may occur, `2026-11-21T09:00:00`, in the event's own zone. */
  until?: string
}

export const frequencies = ['yearly', 'monthly', 'weekly', 'daily', 'hourly'] as const
export type Frequency = (typeof frequencies)[number]

/** In the order of the week that `Date.getUTCDay` counts in. */
export const weekdays = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'] as const
export interface NDay {
  day: Weekday
  /** Which of its kind in the month or year, −1 the last; all of them unless given. */
  nthOfPeriod?: number
}
