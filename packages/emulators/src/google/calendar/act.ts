import type { CalendarAccount, StoredResource } from './account.ts'
import { change, destroy, getExceptions, find, insert, move, type EventPlace } from './edit.ts'
import { expandInstances } from './instances.ts'
import {
  merged,
  readObjects,
  type Resource,
  getStamp,
  readText,
  getTexts,
  timeAt,
  readTime,
  wallOfTime,
} from './resource.ts'
import { getInstant, isZone, writeInstant } from './zones.ts'

/**
 * An action of another client of the same person, or of a guest. Times of occurrences (`original`, `start`) are local,
 * in the zone of the series.
 */
export type GoogleCalendarAct =
  | { kind: 'create'; calendar: string; event: Record<string, unknown> }
  | { kind: 'edit'; calendar: string; id: string; patch: Record<string, unknown> }
  | { kind: 'edit-instance'; calendar: string; id: string; original: string; patch: Record<string, unknown> }
  | { kind: 'move-instance'; calendar: string; id: string; original: string; start: string }
  | { kind: 'cancel-instance'; calendar: string; id: string; original: string }
  /** This and all that follow become a series of their own, with what the patch says. */
  | { kind: 'split'; calendar: string; id: string; original: string; patch: Record<string, unknown> }
  /** An answer of somebody invited, or of the organizer's guest list. */
  | { kind: 'rsvp'; calendar: string; id: string; email: string; answer: string; comment?: string }
  /** Somebody else's meeting arrives; the person is invited. */
  | { kind: 'invite'; calendar: string; organizer: string; event: Record<string, unknown> }
  | { kind: 'move'; calendar: string; id: string; to: string }
  | { kind: 'delete'; calendar: string; id: string }
  | { kind: 'remove-calendar'; calendar: string }
  /** All sync tokens given out so far are of no use any more. */
  | { kind: 'forget-tokens' }

/** Answers the id of the event that came of it, where one did. Throws when there is no such event. */
export function actOn(account: CalendarAccount, op: GoogleCalendarAct): string | undefined {
  if (op.kind === 'forget-tokens') {
    account.generation++
    return undefined
  }
  const place = { account, calendar: account.calendar(op.calendar) }
  switch (op.kind) {
    case 'create':
      return insert(place, op.event, 'none').resource.id
    case 'edit':
      return edit(place, find(place, op.id), op.patch)
    case 'edit-instance':
      return edit(place, instance(place, op.id, op.original), op.patch)
    case 'move-instance': {
      const occurrence = instance(place, op.id, op.original)
      return edit(place, occurrence, movedTo(place, occurrence.resource, op.start))
    }
    case 'cancel-instance':
      return edit(place, instance(place, op.id, op.original), { status: 'cancelled' })
    case 'split':
      return split(place, op.id, op.original, op.patch)
    case 'rsvp':
      return answer(place, find(place, op.id), op)
    case 'invite': {
      const own = { email: account.email, responseStatus: 'needsAction' }
      const them = { email: op.organizer, responseStatus: 'accepted', organizer: true }
      const organizer = { email: op.organizer }
      const attendees = [them, own, ...readObjects(op.event['attendees'])]
      return insert(place, { ...op.event, organizer, creator: organizer, attendees }, 'none').resource.id
    }
    case 'move':
      return move(place, op.id, account.calendar(op.to), 'none').resource.id
    case 'delete':
      destroy(place, op.id, 'none', () => {})
      return undefined
    case 'remove-calendar':
      account.removeCalendar(op.calendar)
      return undefined
  }
}

function edit(place: EventPlace, stored: StoredResource, patch: Record<string, unknown>): string {
  return change(place, stored, merged(stored.resource, patch), 'none').resource.id
}

function instance(place: EventPlace, id: string, original: string): StoredResource {
  const { resource } = find(place, id)
  const start = readTime(resource['start'])
  const wall = Date.parse(`${original.slice(0, 19)}${original.includes('T') ? '' : 'T00:00:00'}Z`)
  return find(place, `${id}_${getStamp(timeAt(start, wall, place.calendar.timeZone))}`)
}

function movedTo({ calendar }: EventPlace, event: Resource, to: string): Record<string, unknown> {
  const [start, end] = [readTime(event['start']), readTime(event['end'])]
  const wall = Date.parse(`${to}Z`)
  if (start.dateTime === undefined) {
    const length = wallOfTime(end, calendar.timeZone) - wallOfTime(start, calendar.timeZone)
    return {
      start: timeAt(start, wall, calendar.timeZone),
      end: timeAt(end, wall + length, calendar.timeZone),
    }
  }
  const zone = start.timeZone !== undefined && isZone(start.timeZone) ? start.timeZone : calendar.timeZone
  const begins = getInstant(wall, zone)
  const ends = begins + Date.parse(end.dateTime ?? '') - Date.parse(start.dateTime)
  const at = (instant: number) => ({ dateTime: writeInstant(instant, zone), timeZone: zone })
  return { start: at(begins), end: at(ends) }
}

/** The old series ends just before; the rest lives on under an id that says from when [K]. */
function split(place: EventPlace, id: string, original: string, patch: Record<string, unknown>): string {
  const { account, calendar } = place
  const series = find(place, id)
  const first = instance(place, id, original)
  const start = readTime(first.resource['originalStartTime'])
  const stamp = getStamp(start)
  const rules = getTexts(series.resource['recurrence'])
  const before = [
    ...expandInstances(series.resource, calendar.timeZone, wallOfTime(start, calendar.timeZone) - 1),
  ]
  const until =
    start.dateTime === undefined
      ? dayBefore(start.date ?? '')
      : getStamp({ dateTime: secondBefore(start.dateTime) })
  const ended = rules.map((line) =>
    line.startsWith('RRULE') ? `${line.replace(/;(UNTIL|COUNT)=[^;]*/g, '')};UNTIL=${until}` : line,
  )
  const rest = rules.map((line) =>
    line.replace(/COUNT=(\d+)/, (_all, count) => `COUNT=${Number(count) - before.length}`),
  )
  const { start: begins, end } = find(place, `${id}_${stamp}`).resource
  const own = `${id.split('_')[0]}_R${stamp.replace(/Z$/, '')}`
  for (const { resource } of getExceptions(calendar, id))
    if (
      wallOfTime(readTime(resource['originalStartTime']), calendar.timeZone) >=
      wallOfTime(start, calendar.timeZone)
    )
      account.put(calendar, { ...resource, status: 'cancelled' })
  edit(place, series, { recurrence: ended })
  const { iCalUID: _uid, ...shared } = series.resource
  const next = merged({ ...shared, start: begins, end, recurrence: rest }, patch)
  return account.put(calendar, { ...next, id: own, status: 'confirmed', iCalUID: `${own}@google.com` })
    .resource.id
}

const secondBefore = (dateTime: string): string => new Date(Date.parse(dateTime) - 1_000).toISOString()
const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

function answer(
  { account, calendar }: EventPlace,
  { resource }: StoredResource,
  { email, answer: reply, comment }: Extract<GoogleCalendarAct, { kind: 'rsvp' }>,
): string {
  const attendees = readObjects(resource['attendees']).map((attendee) =>
    readText(attendee['email']) === email
      ? { ...attendee, responseStatus: reply, ...(comment !== undefined && { comment }) }
      : attendee,
  )
  return account.put(calendar, { ...resource, attendees }).resource.id
}

/** Everything that is there, for the convergence oracle: what is cancelled only where it is left out of a series. */
export interface GoogleCalendarTruth {
  calendars: Array<{ id: string; name: string; accessRole: string; timeZone: string }>
  events: Array<{ calendar: string; event: Resource }>
  notices: CalendarAccount['notices']
}

export function readTruth(account: CalendarAccount): GoogleCalendarTruth {
  const calendars = [...account.calendars.values()]
  return {
    calendars: calendars.map(({ id, summary, summaryOverride, accessRole, timeZone }) => ({
      id,
      name: summaryOverride ?? summary,
      accessRole,
      timeZone,
    })),
    events: calendars.flatMap((calendar) =>
      [...calendar.events.values()]
        .filter(({ resource }) => isThere(calendar.events, resource))
        .map(({ resource }) => ({ calendar: calendar.id, event: resource })),
    ),
    notices: account.notices,
  }
}

function isThere(events: ReadonlyMap<string, StoredResource>, resource: Resource): boolean {
  if (resource.status !== 'cancelled') return true
  const series = events.get(readText(resource['recurringEventId']))
  return series !== undefined && series.resource.status !== 'cancelled'
}
