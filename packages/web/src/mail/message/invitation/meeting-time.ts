import type { InvitationView } from '@plmail/wire'
import { type DateWords, meetingWords } from '../../../words/index.ts'
import { type OwnClock, ownClock } from '../../../words/own-clock.ts'

/** How the user has dates written. */
type Conventions = Pick<DateWords, 'locale' | 'clock'>
type Meeting = Pick<InvitationView, 'start' | 'end'> & {
  event: Pick<InvitationView['event'], 'showWithoutTime' | 'timeZone'>
}

/** When a meeting is for the reader, and where it is held, if the clocks differ there; a day is the same everywhere. */
export function meetingTime(
  { event, start, end }: Meeting,
  dates: Conventions,
  zone: string | undefined,
): { local: string; own: OwnClock | null } {
  const [from, to] = [new Date(start), new Date(end)]
  if (event.showWithoutTime === true) return { local: dayRange(from, to, dates.locale), own: null }
  const { timeZone } = event
  // Floating times arrive as if they were in UTC, and are the same on every clock.
  if (typeof timeZone !== 'string')
    return { local: range({ from, to, conventions: dates, timeZone: 'UTC', dateStyle: 'full' }), own: null }
  const reader = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const local = range({ from, to, conventions: dates, timeZone: reader, dateStyle: 'full' })
  return { local, own: ownClock({ start: from, end: to }, timeZone, reader, dates) ?? null }
}

/** Times only, for what else is at that time, with its own zone's where its clocks differ; of whole days the dates. */
export function clockRange(
  {
    start,
    end,
    isAllDay,
    timeZone,
  }: Pick<InvitationView['conflicts'][number], 'start' | 'end' | 'isAllDay' | 'timeZone'>,
  dates: Conventions,
  zone: string | undefined,
): string {
  const [from, to] = [new Date(start), new Date(end)]
  if (!isAllDay) {
    const own = ownClock({ start: from, end: to }, timeZone, zone, dates)
    const hours = range({ from, to, conventions: dates, timeZone: zone, dateStyle: undefined })
    return own ? `${hours} ${meetingWords.inZone(own)}` : hours
  }
  const day = new Intl.DateTimeFormat(dates.locale, {
    ...(zone === undefined ? {} : { timeZone: zone }),
    day: 'numeric',
    month: 'long',
  })
  return day.formatRange(from, new Date(Math.max(from.getTime(), to.getTime() - 1)))
}

interface SpokenRange {
  from: Date
  to: Date
  conventions: Conventions
  timeZone: string | undefined
  dateStyle: 'full' | undefined
}

function range({ from, to, conventions: { locale, clock }, timeZone, dateStyle }: SpokenRange): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(dateStyle ? { dateStyle } : {}),
    timeStyle: 'short',
    ...clock,
  })
  return to > from ? format.formatRange(from, to) : format.format(from)
}

function dayRange(from: Date, to: Date, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const last = new Date(to.getTime() - 1)
  return last.getTime() - from.getTime() >= 86_400_000 ? day.formatRange(from, last) : day.format(from)
}
