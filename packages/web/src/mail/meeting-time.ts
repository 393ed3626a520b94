import type { InvitationView } from '@plmail/wire'
import type { DateWords } from '../words/index.ts'

/** How the user has dates written. */
type Conventions = Pick<DateWords, 'locale' | 'clock'>
type Meeting = Pick<InvitationView, 'event' | 'start' | 'end'>

/** When a meeting is for the reader, and where it is held, if the clocks differ there; a day is the same everywhere. */
export function meetingTime(
  { event, start, end }: Meeting,
  dates: Conventions,
  zone: string | undefined,
): { here: string; there: { time: string; zone: string } | null } {
  const [from, to] = [new Date(start), new Date(end)]
  if (event.showWithoutTime === true) return { here: dayRange(from, to, dates.locale), there: null }
  const here = zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const told = format(dates, here, 'full').formatRange(from, to)
  const { timeZone } = event
  if (typeof timeZone !== 'string' || !differs(from, here, timeZone)) return { here: told, there: null }
  const time = format(dates, timeZone, undefined).formatRange(from, to)
  return { here: told, there: { time, zone: timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone } }
}

/** Times only, for what else is at that time; of whole days the dates. */
export function clockRange(
  { start, end, isAllDay }: Pick<InvitationView['conflicts'][number], 'start' | 'end' | 'isAllDay'>,
  dates: Conventions,
  zone: string | undefined,
): string {
  const [from, to] = [new Date(start), new Date(end)]
  if (!isAllDay) return format(dates, zone, undefined).formatRange(from, to)
  const day = new Intl.DateTimeFormat(dates.locale, {
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...{ day: 'numeric', month: 'long' },
  })
  return day.formatRange(from, new Date(Math.max(from.getTime(), to.getTime() - 1)))
}

function format({ locale, clock }: Conventions, timeZone: string | undefined, dateStyle: 'full' | undefined) {
  return new Intl.DateTimeFormat(locale, {
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(dateStyle ? { dateStyle } : {}),
    timeStyle: 'short',
    ...clock,
  })
}

function dayRange(from: Date, to: Date, locale: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const last = new Date(to.getTime() - 1)
  return last.getTime() - from.getTime() > 86_400_000 ? day.formatRange(from, last) : day.format(from)
}

function differs(at: Date, one: string, other: string): boolean {
  try {
    const [a, b] = [one, other].map((timeZone) =>
      new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at),
    )
    return a !== b
  } catch {
    return false // a zone that this browser does not know
  }
}
