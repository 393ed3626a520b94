import type { EmulatedCalendar, StoredResource } from './account.ts'
import { isEqual, readObject, readObjects, type Resource, readText, readTime, toldTime } from './resource.ts'
import { notOrganizer, requiredAccess } from './refusals.ts'

/** Who may write, and what of a private event those may see who may not see it all. */
export function demandWriting({ accessRole }: EmulatedCalendar, resource?: Resource): void {
  const isWriter = accessRole === 'owner' || accessRole === 'writer'
  if (isWriter) return
  if (accessRole === 'writerWithoutPrivateAccess' && !(resource && isPrivate(resource))) return
  throw requiredAccess()
}

const isPrivate = (resource: Resource): boolean =>
  ['private', 'confidential'].includes(readText(resource['visibility']))

/** Fields that a guest may change on their own copy of somebody else's meeting. */
const own = [
  'reminders',
  'colorId',
  'transparency',
  'visibility',
  'attendees',
  'attendeesOmitted',
  'extendedProperties',
]

/** Everything that all participants share belongs to the organizer [D]. */
export function demandOrganizer(before: Resource, after: Record<string, unknown>): void {
  const organizer = readObject(before['organizer'])
  if (organizer['self'] === true || readText(organizer['email']) === '' || before['guestsCanModify'] === true)
    return
  const changed = Object.keys({ ...before, ...after }).filter((name) => !isEqual(before[name], after[name]))
  if (changed.some((name) => !own.includes(name) && !(name === 'status' && after['status'] === 'cancelled')))
    throw notOrganizer()
  const withoutOwnAttendee = (resource: Record<string, unknown>): unknown =>
    readObjects(resource['attendees']).filter((attendee) => attendee['self'] !== true)
  if (!isEqual(withoutOwnAttendee(before), withoutOwnAttendee(after))) throw notOrganizer()
}

/** An event as it is told to who asks. */
export function eventJson(
  calendar: EmulatedCalendar,
  { resource, etag }: StoredResource,
): Record<string, unknown> {
  const { id, status } = resource
  const head = { kind: 'calendar#event', etag, id, status }
  const instance = resource['recurringEventId'] !== undefined && {
    recurringEventId: resource['recurringEventId'],
    originalStartTime: toldTime(readTime(resource['originalStartTime']), calendar.timeZone),
  }
  // Of what is cancelled no more is promised, and the zone of an occurrence not even that [S].
  if (status === 'cancelled') {
    if (!instance) return head
    const { timeZone: _zone, ...original } = instance.originalStartTime
    return { ...head, ...instance, originalStartTime: original }
  }
  const times = {
    start: toldTime(readTime(resource['start']), calendar.timeZone),
    end: toldTime(readTime(resource['end']), calendar.timeZone),
  }
  const { accessRole } = calendar
  const isHidden = isPrivate(resource) && ['reader', 'writerWithoutPrivateAccess'].includes(accessRole)
  if (isHidden || accessRole === 'freeBusyReader') {
    const { iCalUID, updated, transparency, recurrence } = resource
    const bare = { iCalUID, updated, transparency, recurrence, visibility: 'private' }
    return { ...head, ...bare, ...instance, ...times }
  }
  const htmlLink = `https://www.google.com/calendar/event?eid=${Buffer.from(`${id} ${calendar.id}`).toString('base64url')}`
  return { ...resource, ...head, htmlLink, ...instance, ...times }
}
