import type { CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { CalendarEvent } from '../types.ts'
import { columnTypes, maxBatchSize, toRow } from './insert-events.ts'
import { derivedColumns } from './event-rows.ts'

/** Stores what many events of a calendar that may be written have become. Each is valid, and named as it was. */
export async function saveEvents(
  change: Change,
  calendarId: CalendarId,
  events: readonly CalendarEvent[],
): Promise<void> {
  const sets = derivedColumns.map((column) => `${column} = one.${column}`).join(', ')
  for (let at = 0; at < events.length; at += maxBatchSize) {
    const rows = events.slice(at, at + maxBatchSize).map(({ id, event }) => ({ ...toRow(event), id }))
    await change.tx.query(
      `update calendar_event e set updated_at = $3, ${sets}, next_alarm_at = '-infinity',
         alarms_since = case when e.next_alarm_at <= $3 then e.alarms_since else $3 end
       from jsonb_to_recordset($4) as one (id bigint, ${columnTypes})
       where e.account_id = $1 and e.calendar_id = $2 and e.id = one.id`,
      [change.accountId, calendarId, change.at, JSON.stringify(rows)],
    )
  }
  change.updated(
    'CalendarEvent',
    events.map(({ id }) => id),
  )
}
