import type { StoryPerson } from '../write/story-message.ts'

/** A calendar as somebody has it, in days of weeks around the present one. */
export interface PlannedCalendar {
  name: string
  /** `own` is the one that every account has. */
  kind: 'own' | 'second' | 'shared' | 'holidays'
  /** `#rrggbb` */
  color: string
  timeZone: string
  description?: string
  meetings: readonly PlannedMeeting[]
}

export interface PlannedMeeting extends StoryDay {
  title: string
  /** `09:30`; absent: it lasts all day. */
  at?: string
  /** Default 60. */
  minutes?: number
  /** Length of an all-day event in days; default 1. */
  days?: number
  /** Default: that of its calendar. */
  timeZone?: string
  endTimeZone?: string
  /** The value of an RRULE. */
  rule?: string
  where?: string
  text?: string
  isPrivate?: boolean
  isFree?: boolean
  isTentative?: boolean
  /** Whether it takes place in a room of the provider's own kind of conference. */
  isOnline?: boolean
  guests?: readonly StoryPerson[]
  /** Default: the owner of the calendar. */
  organiser?: StoryPerson
  /** The owner's, to somebody else's invitation. */
  answer?: 'accepted' | 'tentative' | 'declined'
  /** Minutes before; default: the calendar's own. */
  remindBefore?: readonly number[]
  /** Changes to single weeks of a weekly series. */
  weeks?: readonly ChangedWeek[]
}

export interface StoryDay {
  /** From the present one. */
  week: number
  /** Monday is 0. */
  day: number
}

interface ChangedWeek {
  /** From the present one. */
  week: number
  /** `off`: does not take place. */
  change: 'off' | { day?: number; at?: string; title?: string; where?: string }
}

const dayMs = 86_400_000

/** The date of a day in a week around the present one, such as `2026-11-24`. */
export function dateInWeek(now: Date, { week, day }: StoryDay): string {
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const monday = midnight - ((now.getUTCDay() + 6) % 7) * dayMs
  return new Date(monday + (week * 7 + day) * dayMs).toISOString().slice(0, 10)
}

export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
