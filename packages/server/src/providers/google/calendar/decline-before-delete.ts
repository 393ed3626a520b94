import { type ReadonlyJson, readObject, readObjects, readString } from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath } from './calendar-api.ts'
import { CalendarError } from './classify.ts'
import { readEventById } from './pull.ts'

/**
 * Declines somebody else's meeting, or one date of it, before it is deleted: deleting a guest's copy tells the organizer
 * nothing. Answers the
 * version to delete.
 */
export async function declineBeforeDelete(
  api: CalendarApi,
  calendar: string,
  { id, version, raw: event }: { id: string; version: string | undefined; raw: ReadonlyJson },
): Promise<string | undefined> {
  const attendees = withAnswer(event, 'declined', '')
  if (!attendees || readObject(event['organizer'])['self'] === true || ownStatus(event) === 'declined')
    return version
  try {
    const sent = { body: attendees, version }
    const query = { sendUpdates: 'all' }
    const written = await api.send('PATCH', eventsPath(calendar, id), query, sent, 'declining an invitation')
    return readString(written['etag'])
  } catch (error) {
    if (!(error instanceof CalendarError) || error.status !== 412) throw error
    // An earlier attempt may have declined it and then failed to delete it.
    const current = await readEventById(api, calendar, id)
    if (!current || ownStatus(current) !== 'declined') throw error
    return readString(current['etag'])
  }
}

const ownStatus = (raw: ReadonlyJson): unknown =>
  readObjects(raw['attendees']).find((attendee) => attendee['self'] === true)?.['responseStatus']

/** The whole list, or oneself alone where Google did not tell it (events.patch, attendeesOmitted). */
export function withAnswer(
  raw: ReadonlyJson,
  responseStatus: string,
  comment: string,
): ReadonlyJson | undefined {
  const attendees = readObjects(raw['attendees'])
  const own = attendees.find((attendee) => attendee['self'] === true)
  if (!own) return undefined
  const { comment: _before, ...rest } = own
  const answered = { ...rest, responseStatus, ...(comment === '' ? {} : { comment }) }
  if (raw['attendeesOmitted'] === true) return { attendees: [answered], attendeesOmitted: true }
  return { attendees: attendees.map((attendee) => (attendee === own ? answered : attendee)) }
}
