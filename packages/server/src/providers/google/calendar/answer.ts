import type { EventWriting, KnownEvent, Written } from '../../contract/index.ts'
import { readObject } from '../../contract/read-json.ts'
import { eventsPath } from './calendar-api.ts'
import { occurrenceChange } from './changes.ts'
import { findOccurrence } from './occurrences.ts'
import type { WriteNeeds } from './outcome.ts'
import { withAnswer } from './decline-before-delete.ts'
import { readChanges } from './send-event.ts'

type Answer = Parameters<NonNullable<EventWriting['answer']>>[2]

/** One's own line in the list of guests; Google tells the organizer. */
export async function answerInvitation(
  needs: WriteNeeds,
  calendar: string,
  stored: KnownEvent,
  { status, comment, recurrenceId }: Answer,
): Promise<Written> {
  const { api, by } = needs
  const series = readObject(JSON.parse(stored.raw))
  const occurrence =
    recurrenceId === undefined
      ? { id: stored.id, version: stored.version, raw: series }
      : await findOccurrence(api, calendar, stored.id, recurrenceId, stored.event, by)
  const attendees = occurrence && withAnswer(occurrence.raw, status, comment)
  if (!occurrence || !attendees)
    return {
      outcome: 'refused',
      problem: { problem: 'event-limit/not-a-guest', provider: 'Google Calendar' },
    }
  const query = { sendUpdates: 'all' }
  const sent = { body: attendees, version: occurrence.version }
  const written = await api.send(
    'PATCH',
    eventsPath(calendar, occurrence.id),
    query,
    sent,
    'answering an invitation',
  )
  if (recurrenceId === undefined) return { outcome: 'stored', changes: readChanges(written, needs) }
  const change = occurrenceChange(written, series, 'UTC', by)
  return { outcome: 'stored', changes: change ? [change] : [] }
}
