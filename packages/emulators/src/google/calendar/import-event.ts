import type { StoredResource } from './account.ts'
import { completed, insert, type EventPlace } from './edit.ts'
import { invalid, neitherOrganizerNorAttendee, required } from './refusals.ts'
import { readObject, readObjects, readText } from './resource.ts'

/** Puts a private copy of somebody's event into a calendar, by its iCalUID; nobody is told (events.import). */
export function importEvent(place: EventPlace, body: Record<string, unknown>): StoredResource {
  const { account, calendar } = place
  const { iCalUID } = body
  if (readText(iCalUID) === '') throw required('Missing iCalUID.')
  demandOwnerTakesPart(place, body)
  // Google stores an imported event of any other type as a default event [D].
  const copy = { ...body, eventType: 'default' }
  const stored = [...calendar.events.values()].find(
    ({ resource }) => resource['iCalUID'] === iCalUID && resource['recurringEventId'] === undefined,
  )
  if (!stored) return insert(place, { ...copy, id: undefined }, 'none')
  const { id, organizer, status, sequence } = stored.resource
  // Left out, it is 0 [F].
  if (Number(body['sequence'] ?? 0) < Number(sequence ?? 0))
    throw invalid('Invalid sequence value. The specified sequence number is below the current one.')
  // The same meeting again brings its copy up to date [D].
  const next = { ...stored.resource, ...copy, id, iCalUID, organizer }
  return account.put(calendar, { ...completed(place, next), id, status })
}

function demandOwnerTakesPart({ account, calendar }: EventPlace, body: Record<string, unknown>): void {
  const organizer = readText(readObject(body['organizer'])['email'])
  const attendees = readObjects(body['attendees']).map(({ email }) => readText(email))
  const people = [organizer, ...attendees].filter((email) => email !== '')
  const owner = calendar.isPrimary ? account.email : calendar.id
  const isOwner = (email: string) => [owner, account.email].includes(email.toLowerCase())
  if (people.length > 0 && !people.some(isOwner)) throw neitherOrganizerNorAttendee()
}
