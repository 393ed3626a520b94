import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, readString } from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath } from './calendar-api.ts'
import { readText, getValues } from './fields.ts'
import { conferenceQuery } from './send-event.ts'

/**
 * Tells whether the event is an invitation: somebody else is its organizer and the account is a guest. Inserted like any
 * event, Google would make the account its organizer and invite everybody again.
 */
export async function isInvitation(
  api: CalendarApi,
  { organizerCalendarAddress, participants }: JsonObject,
): Promise<boolean> {
  const organizer = getAddress(organizerCalendarAddress)
  if (organizer === '') return false
  // The primary calendar is called by the address of its account.
  const primary = await api.get('users/me/calendarList/primary', {}, 'looking for the address of the account')
  const own = readString(primary['id']).toLowerCase()
  if (organizer === own) return false
  return getValues(participants).some(
    ({ calendarAddress, email }) => (getAddress(calendarAddress) || getAddress(email)) === own,
  )
}

/**
 * Imports an invitation under its iCalUID (events.import), so that a repeated import, and the copy that Google may place by
 * itself, are one event. Nobody is notified.
 */
export async function importInvitation(
  api: CalendarApi,
  calendar: string,
  { uid, sequence, organizerCalendarAddress }: JsonObject,
  fields: Record<string, unknown>,
): Promise<ReadonlyJson> {
  const organizer = { email: getAddress(organizerCalendarAddress) }
  const body = {
    ...fields,
    iCalUID: readText(uid),
    organizer,
    sequence: typeof sequence === 'number' ? sequence : 0,
  }
  const query = conferenceQuery(fields)
  return api.send('POST', eventsPath(calendar, 'import'), query, { body }, 'importing an invitation')
}

const getAddress = (address: unknown): string =>
  typeof address === 'string' ? address.replace(/^mailto:/i, '').toLowerCase() : ''
