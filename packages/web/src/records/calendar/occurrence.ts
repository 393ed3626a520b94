import { type CalendarEventView, isUniversalTime } from '@plmail/wire'
import {
  dayMs,
  durationOf,
  instantIn,
  isZone,
  localOf,
  spanOf,
  wallIn,
  wallOf,
  type Wall,
} from './wall-time.ts'

/** One taking place of an event, as a grid draws it. */
export interface ShownOccurrence {
  /** The same before and after the server has given it an id. */
  readonly key: string
  readonly accountId: string
  /** As JMAP names it; of an occurrence its series' id with its recurrence id. */
  readonly id: string
  /** Id of the series, for an occurrence of one. */
  readonly seriesId: string | undefined
  readonly calendarId: string
  readonly event: CalendarEventView
  readonly isAllDay: boolean
  /** Wall-clock times for the reader; the end is exclusive. All-day: midnights. */
  readonly start: Wall
  readonly end: Wall
}

export function occurrenceOf(accountId: string, event: CalendarEventView, zone: string): ShownOccurrence {
  const isAllDay = event.showWithoutTime === true
  const calendarId = Object.keys(event.calendarIds)[0] ?? ''
  return {
    key: [accountId, calendarId, event.uid, event.recurrenceId ?? ''].join('/'),
    accountId,
    id: event.id,
    calendarId,
    event,
    isAllDay,
    seriesId: event.baseEventId ?? undefined,
    ...(isAllDay ? daysOf(event) : timesOf(event, zone)),
  }
}

function daysOf(event: CalendarEventView): { start: Wall; end: Wall } {
  const start = wallOf(event.start.slice(0, 10))
  const { days, ms } = spanOf(event.duration)
  return { start, end: start + Math.max(1, days + Math.ceil(ms / dayMs)) * dayMs }
}

function timesOf(event: CalendarEventView, zone: string): { start: Wall; end: Wall } {
  const own = event.timeZone ?? zone
  const wall = wallOf(event.start)
  const { days, ms } = spanOf(event.duration)
  const end = instantIn(wall + days * dayMs, own) + ms
  const start = wallIn(instantIn(wall, own), zone)
  // Where clocks are put back an event may seem to end before it began.
  return { start, end: Math.max(start, wallIn(end, zone)) }
}

/** When an event takes place on the clocks of its own zone. */
export interface OwnZoneTimes {
  readonly zone: string
  readonly start: Wall
  readonly end: Wall
}

/** The times in the event's own zone; undefined where its clocks show the same as the reader's, or it has no place's zone. */
export function ownZoneTimes(
  event: Pick<CalendarEventView, 'start' | 'duration' | 'timeZone' | 'showWithoutTime'>,
  zone: string,
): OwnZoneTimes | undefined {
  const own = event.timeZone
  if (event.showWithoutTime === true || !own || own === zone || isUniversalTime(own) || !isZone(own))
    return undefined
  const start = wallOf(event.start)
  const { days, ms } = spanOf(event.duration)
  const [from, to] = [instantIn(start, own), instantIn(start + days * dayMs, own) + ms]
  const isSame = wallIn(from, zone) === wallIn(from, own) && wallIn(to, zone) === wallIn(to, own)
  if (isSame) return undefined
  // Where clocks are put back an event may seem to end before it began.
  return { zone: own, start: wallIn(from, own), end: Math.max(wallIn(from, own), wallIn(to, own)) }
}

/** The times of an event that begins and ends at those of the reader's wall, in the event's own zone. */
export function timesAt(
  event: Pick<CalendarEventView, 'timeZone' | 'showWithoutTime'>,
  start: Wall,
  end: Wall,
  zone: string,
): { start: string; duration: string } {
  if (event.showWithoutTime === true)
    return { start: localOf(start), duration: durationOf({ days: Math.round((end - start) / dayMs), ms: 0 }) }
  const own = event.timeZone ?? zone
  const [from, to] = [instantIn(start, zone), instantIn(end, zone)]
  return { start: localOf(wallIn(from, own)), duration: durationOf({ days: 0, ms: Math.max(0, to - from) }) }
}

/** Returns the start for a moved event: its duration stays as written, a day a day and an hour an hour. */
export function movedTo(
  event: Pick<CalendarEventView, 'timeZone' | 'showWithoutTime'>,
  start: Wall,
  zone: string,
): { start: string } {
  if (event.showWithoutTime === true) return { start: localOf(start) }
  return { start: localOf(wallIn(instantIn(start, zone), event.timeZone ?? zone)) }
}
