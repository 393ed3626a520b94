import type { CalendarEvent } from '../../calendar/index.ts'
import type { Change } from '../../changes/index.ts'
import { addConflict } from './conflict-rows.ts'
import type { EventConflict } from './types.ts'

/** The conflict that was recorded, for the notice to the user. */
export type Struck = Pick<EventConflict, 'kind' | 'calendarId'> & { title: string }

/** Keeps what was lost, so that its user hears of it and can have it back. */
export async function recordConflict(
  change: Change,
  localEvent: CalendarEvent,
  what: Pick<EventConflict, 'kind' | 'fields' | 'lost' | 'said'>,
): Promise<Struck> {
  const { accountId, at } = change
  await addConflict(change.tx, {
    ...what,
    accountId,
    at,
    calendarId: localEvent.calendarId,
    eventId: localEvent.id,
  })
  const { title } = what.lost ?? localEvent.event
  return { kind: what.kind, calendarId: localEvent.calendarId, title: typeof title === 'string' ? title : '' }
}
