import { type EventObject, findProblems } from '@plmail/calendar-format'
import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { CalendarEvent, EventSource } from '../types.ts'
import { derived, derivedColumns } from './event-rows.ts'
import { maxEvents } from './keep-event.ts'

/** So that no statement is larger than some megabytes, whatever the events say. */
export const maxBatchSize = 1_000

const types: Readonly<Record<(typeof derivedColumns)[number], string>> = {
  uid: 'text',
  recurrence_id: 'text',
  event: 'jsonb',
  title: 'text',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
  zone: 'text',
  is_all_day: 'boolean',
  is_recurring: 'boolean',
  status: 'text',
  privacy: 'text',
  free_busy: 'text',
  sequence: 'integer',
  words: 'text',
}

/** Column definitions of a recordset with the derived columns. */
export const columnTypes = derivedColumns.map((name) => `${name} ${types[name]}`).join(', ')

/** One of its records. */
export function toRow(event: EventObject): Record<string, unknown> {
  return { ...derived(event), event }
}

/**
 * Stores many new events of a calendar that may be written. Those stay out that are not valid, whose uid is there already,
 * or that would be more than an account may have; answers what was stored.
 */
export async function insertEvents(
  change: Change,
  calendarId: CalendarId,
  source: EventSource,
  events: readonly EventObject[],
): Promise<CalendarEvent[]> {
  const valid = events.filter((event) => findProblems(event).length === 0)
  const [has] = await change.tx.query<{ count: number }>(
    'select count(*) from calendar_event where account_id = $1',
    [change.accountId],
  )
  const fitting = valid.slice(0, Math.max(0, maxEvents - (has?.count ?? 0)))
  const stored: CalendarEvent[] = []
  for (let at = 0; at < fitting.length; at += maxBatchSize)
    stored.push(...(await insertSome(change, calendarId, source, fitting.slice(at, at + maxBatchSize))))
  change.created(
    'CalendarEvent',
    stored.map(({ id }) => id),
  )
  return stored
}

async function insertSome(
  change: Change,
  calendarId: CalendarId,
  source: EventSource,
  events: readonly EventObject[],
): Promise<CalendarEvent[]> {
  const columns = derivedColumns.join(', ')
  const inserted = await change.tx.query<{ id: CalendarEventId; event: EventObject }>(
    `insert into calendar_event (account_id, calendar_id, source, created_at, updated_at, ${columns})
     select $1, $2, $3, $4, $4, ${columns}
     from jsonb_to_recordset($5) as one (${columnTypes})
     on conflict (calendar_id, uid, recurrence_id) do nothing returning id, event`,
    [change.accountId, calendarId, source, change.at, JSON.stringify(events.map(toRow))],
  )
  return inserted.map(({ id, event }) => ({ id, calendarId, event, source }))
}
