import type { InvitationView } from '@plmail/wire'
import { isZone } from '../records/index.ts'
import { type DateWords, zoneName } from '../words/index.ts'

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
): { here: string; there: { time: string; zone: string } | null } {
  const [from, to] = [new Date(start), new Date(end)]
  if (event.showWithoutTime === true) return { here: dayRange(from, to, dates.locale), there: null }
  const { timeZone } = event
  // Floating times arrive as if they were in UTC, and are the same on every clock.
  if (typeof timeZone !== 'string') return { here: range(from, to, dates, 'UTC', 'full'), there: null }
  const reader = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const here = range(from, to, dates, reader, 'full')
  if (!isZone(timeZone) || !isOtherClock([from, to], reader, timeZone)) return { here, there: null }
  // The day is said where it is another one there.
  const isSameDay = dayIn(from, reader) === dayIn(from, timeZone) && dayIn(to, reader) === dayIn(to, timeZone)
  const time = range(from, to, dates, timeZone, isSameDay ? undefined : 'medium')
  return { here, there: { time, zone: zoneName(timeZone) } }
}

/** Times only, for what else is at that time; of whole days the dates. */
export function clockRange(
  { start, end, isAllDay }: Pick<InvitationView['conflicts'][number], 'start' | 'end' | 'isAllDay'>,
  dates: Conventions,
  zone: string | undefined,
): string {
  const [from, to] = [new Date(start), new Date(end)]
  if (!isAllDay) return range(from, to, dates, zone, undefined)
  const day = new Intl.DateTimeFormat(dates.locale, {
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...{ day: 'numeric', month: 'long' },
  })
  return day.formatRange(from, new Date(Math.max(from.getTime(), to.getTime() - 1)))
}

function range(
  from: Date,
  to: Date,
  { locale, clock }: Conventions,
  timeZone: string | undefined,
  dateStyle: 'full' | 'medium' | undefined,
): string {
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

const civil = (timeZone: string, timeStyle?: 'short'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', ...(timeStyle ? { timeStyle } : {}) })

const dayIn = (at: Date, timeZone: string): string => civil(timeZone).format(at)

function isOtherClock(instants: readonly Date[], reader: string, timeZone: string): boolean {
  const [ours, theirs] = [civil(reader, 'short'), civil(timeZone, 'short')]
  return instants.some((at) => ours.format(at) !== theirs.format(at))
}
