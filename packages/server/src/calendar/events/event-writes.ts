import type { Change } from '../../changes/index.ts'
import { noteWrites } from './notify-writes.ts'
import type { EventIntent, EventOutbox, WrittenBy } from '../types.ts'
import { type EventWrite, toJournalItems } from './event-items.ts'

/** Tells the journal, the outbox, and the user where somebody else wrote it. */
export async function record(
  change: Change,
  outbox: EventOutbox,
  notify: boolean,
  writes: readonly EventWrite[],
  by?: WrittenBy,
): Promise<void> {
  change.journal(writes.flatMap(toJournalItems))
  await noteWrites(change, writes, by)
  await outbox.enqueue(
    change,
    writes.flatMap((write) => intent(write, notify)),
  )
}

function intent({ before, after }: EventWrite, notify: boolean): EventIntent[] {
  const event = after ?? before
  if (!event) return []
  const movedFrom = before && before.calendarId !== event.calendarId ? before.calendarId : undefined
  const place = { eventId: event.id, calendarId: event.calendarId, movedFrom }
  return [{ ...place, before: before?.event, after: after?.event, notify }]
}
