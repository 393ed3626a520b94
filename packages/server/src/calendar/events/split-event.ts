import { findProblems, splitSeries } from '@plmail/calendar-format'
import type { CalendarEventId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { EventOutbox, EventRefusal, SplitRequest, SplitResult } from '../types.ts'
import { record } from './event-writes.ts'
import { eventsById } from './event-rows.ts'
import { insertEvent, saveEvent } from './keep-event.ts'
import { mayUpdateAll } from './own-event.ts'
import { setEvents } from './set-events.ts'

/** See `Calendars.events.split`. */
export async function splitEvent(
  change: Change,
  outbox: EventOutbox,
  { id, recurrenceId, patch, uid, notify = false }: SplitRequest,
  own?: ReadonlySet<string>,
): Promise<SplitResult> {
  const [event] = await eventsById(change.tx, change.accountId, [id])
  if (!event) return { refusal: { why: 'not-found' } }
  if (own && !mayUpdateAll(event.event, own)) return { refusal: { why: 'not-organizer' } }
  const split = splitSeries(event.event, recurrenceId, uid, patch)
  if (split === 'not-there') return { refusal: { why: 'not-found' } }
  if (split === 'first') return whole(change, outbox, id, { patch, notify })
  if ('problem' in split) return { refusal: { why: 'invalid', problems: [split.problem] } }
  const problems = findProblems(split.before)
  if (problems.length > 0) return { refusal: { why: 'invalid', problems } }
  const successor = await insertEvent(
    change,
    { calendarId: event.calendarId, event: split.after, source: event.source },
    'user',
  )
  if ('why' in successor) return { refusal: successor }
  const before = await saveEvent(change, event, { ...event, event: split.before }, 'user')
  if ('why' in before) throw new Error(`half of a series cannot be kept: ${before.why}`)
  await record(change, outbox, notify, [
    { before: event, after: before },
    { before: undefined, after: successor },
  ])
  return { before, after: successor }
}

async function whole(
  change: Change,
  outbox: EventOutbox,
  id: CalendarEventId,
  { patch, notify }: Pick<SplitRequest, 'patch'> & { notify: boolean },
): Promise<SplitResult> {
  const update = new Map([[id, { patch }]])
  const { updated } = await setEvents(change, outbox, { create: [], update, destroy: [], notify })
  const after: SplitResult['after'] | EventRefusal = updated.get(id)
  return after && 'id' in after ? { after } : { refusal: after ?? { why: 'not-found' } }
}
