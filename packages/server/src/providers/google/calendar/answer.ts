import type { EventWriting, KnownEvent, Written } from '../../contract/index.ts'
import { type Json, objectOf, objectsOf, stringOf } from '../../contract/read-json.ts'
import { type CalendarApi, eventsOf } from './calendar-api.ts'
import { occurrenceChange } from './changes.ts'
import { CalendarError } from './classify.ts'
import { findOccurrence } from './occurrences.ts'
import type { WriteNeeds } from './outcome.ts'
import { readEventById } from './pull.ts'
import { changesOf } from './send-event.ts'

type Answer = Parameters<NonNullable<EventWriting['answer']>>[2]

/** One's own line in the list of guests; Google tells the organizer. */
export async function answerInvitation(
  needs: WriteNeeds,
  calendar: string,
  known: KnownEvent,
  { status, comment, recurrenceId }: Answer,
): Promise<Written> {
  const { api, by } = needs
  const series = objectOf(JSON.parse(known.raw))
  const found =
    recurrenceId === undefined
      ? { id: known.id, version: known.version, raw: series }
      : await findOccurrence(api, calendar, known.id, recurrenceId, known.event, by)
  const attendees = found && withAnswer(found.raw, status, comment)
  if (!found || !attendees)
    return { outcome: 'refused', said: 'Google Calendar does not have you among the guests of this event.' }
  const query = { sendUpdates: 'all' }
  const sent = { body: attendees, version: found.version }
  const written = await api.send(
    'PATCH',
    eventsOf(calendar, found.id),
    query,
    sent,
    'answering an invitation',
  )
  if (recurrenceId === undefined) return { outcome: 'stored', changes: changesOf(written, needs) }
  const change = occurrenceChange(written, series, 'UTC', by)
  return { outcome: 'stored', changes: change ? [change] : [] }
}

/**
 * Declines somebody else's meeting before it is deleted: deleting a guest's copy tells the organizer nothing. Answers the
 * version to delete.
 */
export async function declineBeforeDelete(
  api: CalendarApi,
  calendar: string,
  { id, version, raw }: KnownEvent,
): Promise<string> {
  const event = objectOf(JSON.parse(raw))
  const attendees = withAnswer(event, 'declined', '')
  if (!attendees || objectOf(event['organizer'])['self'] === true || ownStatus(event) === 'declined')
    return version
  try {
    const sent = { body: attendees, version }
    const query = { sendUpdates: 'all' }
    const written = await api.send('PATCH', eventsOf(calendar, id), query, sent, 'declining an invitation')
    return stringOf(written['etag'])
  } catch (error) {
    if (!(error instanceof CalendarError) || error.status !== 412) throw error
    // An earlier attempt may have declined it and then failed to delete it.
    const current = await readEventById(api, calendar, id)
    if (!current || ownStatus(current) !== 'declined') throw error
    return stringOf(current['etag'])
  }
}

const ownStatus = (raw: Json): unknown =>
  objectsOf(raw['attendees']).find((attendee) => attendee['self'] === true)?.['responseStatus']

/** The whole list, or oneself alone where Google did not tell it (events.patch, attendeesOmitted). */
function withAnswer(raw: Json, responseStatus: string, comment: string): Json | undefined {
  const attendees = objectsOf(raw['attendees'])
  const own = attendees.find((one) => one['self'] === true)
  if (!own) return undefined
  const { comment: _before, ...rest } = own
  const answered = { ...rest, responseStatus, ...(comment === '' ? {} : { comment }) }
  if (raw['attendeesOmitted'] === true) return { attendees: [answered], attendeesOmitted: true }
  return { attendees: attendees.map((one) => (one === own ? answered : one)) }
}
