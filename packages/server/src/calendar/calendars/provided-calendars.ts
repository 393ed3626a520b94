import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { ProvidedEvents } from '../types.ts'
import { chooseDefault, insert, save } from './set-calendars.ts'

/** See `ProvidedEvents.putCalendar`. */
export async function putProvidedCalendar(
  change: Change,
  { id, fields, isReadOnly, isDefault }: Parameters<ProvidedEvents['putCalendar']>[1],
): Promise<CalendarId> {
  const calendarId = id ?? (await insert(change, fields, { isReadOnly, isProvided: true })).id
  if (id !== undefined) await save(change, { ...fields, id, isReadOnly })
  if (isDefault) await chooseDefault(change, calendarId, [])
  return calendarId
}

/** See `ProvidedEvents.removeCalendar`: at the provider it is gone already, so nothing here can keep it. */
export async function removeProvidedCalendar(change: Change, id: CalendarId): Promise<void> {
  const events = await change.tx.query<{ id: CalendarEventId }>(
    'delete from calendar_event where account_id = $1 and calendar_id = $2 returning id',
    [change.accountId, id],
  )
  const gone = await change.tx.query<{ id: CalendarId; is_default: boolean }>(
    'delete from calendar where account_id = $1 and id = $2 returning id, is_default',
    [change.accountId, id],
  )
  change.destroyed(
    'CalendarEvent',
    events.map((row) => row.id),
  )
  change.destroyed(
    'Calendar',
    gone.map((row) => row.id),
  )
  if (gone[0]?.is_default) await chooseNextDefault(change)
}

async function chooseNextDefault(change: Change): Promise<void> {
  const [next] = await change.tx.query<{ id: CalendarId }>(
    'select id from calendar where account_id = $1 and not is_read_only order by sort_order, name, id limit 1',
    [change.accountId],
  )
  if (next) await chooseDefault(change, next.id, [])
}
