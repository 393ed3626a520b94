import type { CalendarEventId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { CalendarEvent, EventRefusal, ProvidedEvents } from '../types.ts'
import { eventsById } from './event-rows.ts'
import { insertEvent, removeEvents, saveEvent } from './keep-event.ts'

/** See `ProvidedEvents.put`. */
export async function putProvidedEvents(
  change: Change,
  events: Parameters<ProvidedEvents['put']>[1],
): Promise<Array<CalendarEvent | EventRefusal>> {
  const ids = events.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const eventById = new Map(
    (await eventsById(change.tx, change.accountId, ids)).map((event) => [event.id, event]),
  )
  const stored: Array<CalendarEvent | EventRefusal> = []
  for (const { id, ...patch } of events) {
    const before = id === undefined ? undefined : eventById.get(id)
    if (id !== undefined && !before) stored.push({ why: 'not-found' })
    else if (before)
      stored.push(await saveEvent(change, before, { ...before, ...patch, source: before.source }, 'provider'))
    else stored.push(await insertEvent(change, patch, 'provider'))
  }
  return stored
}

/** See `ProvidedEvents.remove`. */
export async function removeProvidedEvents(change: Change, ids: readonly CalendarEventId[]): Promise<void> {
  const events = await eventsById(change.tx, change.accountId, ids)
  await removeEvents(
    change,
    events.map(({ id }) => id),
  )
}
