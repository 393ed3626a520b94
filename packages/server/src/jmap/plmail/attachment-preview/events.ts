import { type EventObject, isObject, localEnd, readCalendar, writeWallTime } from '@plmail/calendar-format'
import type { EventPreview } from '@plmail/wire'

const maxEvents = 20
const maxAttendees = 100
const maxTextLength = 4_000

/** The events of a calendar file (RFC 5545) as a reader would tell them; what is no event or broken is left out. */
export function eventsIn(text: string): EventPreview[] {
  const calendar = readCalendar(text)
  const method = calendar?.method?.slice(0, 20) ?? null
  return (calendar?.events ?? []).slice(0, maxEvents).map(({ event, unreadRule }) => {
    const { start, recurrenceRule, recurrenceOverrides, status } = event
    return {
      method,
      title: readText(event['title']),
      ...getTimes(event, typeof start === 'string' ? start : ''),
      location: readText(firstIn(event['locations'])?.['name']),
      ...getPeople(event),
      description: readText(event['description']),
      isRepeating: [recurrenceRule, recurrenceOverrides, unreadRule].some(
        (property) => property !== undefined,
      ),
      isCancelled: method === 'CANCEL' || status === 'cancelled',
    }
  })
}

/** A date, a time in a zone, or a time in UTC; start and end on the same clocks. */
function getTimes(event: EventObject, start: string): Pick<EventPreview, 'start' | 'end' | 'timeZone'> {
  // A flight may end in another zone than it begins in; a reader is told of one.
  const { endTimeZone: _endZone, ...withOneZone } = event
  const end = writeWallTime(localEnd(withOneZone))
  if (event['showWithoutTime'] === true)
    return { start: start.slice(0, 10), end: end.slice(0, 10), timeZone: null }
  const zone = event['timeZone']
  const inZone = (time: string, of: unknown): string => (of === 'Etc/UTC' ? `${time}Z` : time)
  return {
    start: inZone(start, zone),
    end: inZone(end, zone),
    timeZone: typeof zone === 'string' && zone !== 'Etc/UTC' ? zone : null,
  }
}

function getPeople(event: EventObject): Pick<EventPreview, 'organizer' | 'attendees'> {
  const { participants, organizerCalendarAddress: owner } = event
  const people = isObject(participants) ? Object.values(participants).filter(isObject) : []
  const organizer = people.find((participant) => participant['calendarAddress'] === owner)
  const attending = people.filter(
    ({ roles }) => isObject(roles) && (roles['attendee'] || roles['informational']),
  )
  return {
    organizer: organizer ? getPerson(organizer) : null,
    attendees: attending.slice(0, maxAttendees).map(getPerson),
  }
}

function getPerson({ name, calendarAddress }: EventObject): string {
  const address = String(calendarAddress ?? '').replace(/^mailto:/i, '')
  return (typeof name === 'string' && name !== address ? `${name} <${address}>` : address).slice(0, 320)
}

function firstIn(json: EventObject[string] | undefined): EventObject | undefined {
  return isObject(json) ? Object.values(json).find(isObject) : undefined
}

function readText(json: EventObject[string] | undefined): string | null {
  const text = typeof json === 'string' ? json.trim() : ''
  return text === '' ? null : text.slice(0, maxTextLength)
}
