import { type EventObject, toProjection } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { CalendarEvent } from '../types.ts'
import { extractTexts } from './event-texts.ts'

export function eventsById(
  sql: Sql,
  accountId: AccountId,
  ids: readonly CalendarEventId[],
): Promise<CalendarEvent[]> {
  return sql.query<CalendarEvent>(
    `select id, calendar_id as "calendarId", event, source from calendar_event
     where account_id = $1 and id = any ($2::bigint[])`,
    [accountId, ids],
  )
}

export function eventsByUid(
  sql: Sql,
  accountId: AccountId,
  calendarId: CalendarId,
  uids: readonly string[],
): Promise<CalendarEvent[]> {
  return sql.query<CalendarEvent>(
    `select id, calendar_id as "calendarId", event, source from calendar_event
     where account_id = $1 and calendar_id = $2 and uid = any ($3)`,
    [accountId, calendarId, uids],
  )
}

export function eventsOfCalendar(
  sql: Sql,
  accountId: AccountId,
  calendarId: CalendarId,
): Promise<CalendarEvent[]> {
  return sql.query<CalendarEvent>(
    `select id, calendar_id as "calendarId", event, source from calendar_event
     where account_id = $1 and calendar_id = $2 order by first_at, id`,
    [accountId, calendarId],
  )
}

/** The events of which an occurrence may touch the time; which of them do, their rules know. */
export function eventsDuring(
  sql: Sql,
  accountId: AccountId,
  calendarIds: readonly CalendarId[],
  [from, to]: readonly [Date, Date],
): Promise<CalendarEvent[]> {
  return sql.prepared<CalendarEvent>(
    'calendar-events-during',
    `select e.id, e.calendar_id as "calendarId", e.event, e.source
     from unnest($2::bigint[]) asked (id) join calendar_event e on e.calendar_id = asked.id and e.account_id = $1
       and tstzrange(e.first_at, e.last_at, '[]') && tstzrange($3, $4, '[]')`,
    [accountId, calendarIds, from, to],
  )
}

/** Returns the columns that are derived from an event. */
export function derived(event: EventObject) {
  const projection = toProjection(event)
  const recurrenceId = event['recurrenceId']
  return {
    uid: projection.uid,
    recurrence_id: typeof recurrenceId === 'string' ? recurrenceId : '',
    event: JSON.stringify(event),
    title: projection.title,
    first_at: new Date(projection.first),
    last_at: projection.last === null ? 'infinity' : new Date(projection.last),
    zone: projection.zone,
    is_all_day: projection.isAllDay,
    is_recurring: projection.isRecurring,
    status: projection.status,
    privacy: projection.privacy,
    free_busy: projection.freeBusyStatus,
    sequence: projection.sequence,
    words: extractTexts(event).text,
  }
}

export const derivedColumns = [
  'uid',
  'recurrence_id',
  'event',
  'title',
  'first_at',
  'last_at',
  'zone',
  'is_all_day',
  'is_recurring',
  'status',
  'privacy',
  'free_busy',
  'sequence',
  'words',
] as const satisfies ReadonlyArray<keyof ReturnType<typeof derived>>
