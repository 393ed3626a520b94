import { type EventObject, project } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { CalendarEvent } from '../door.ts'
import { textsOf } from './texts.ts'

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

/** Every column that is derived, in the order of `derivedColumns`. */
export function derived(event: EventObject): unknown[] {
  const projection = project(event)
  const recurrenceId = event['recurrenceId']
  return [
    projection.uid,
    typeof recurrenceId === 'string' ? recurrenceId : '',
    JSON.stringify(event),
    projection.title,
    new Date(projection.first),
    projection.last === null ? 'infinity' : new Date(projection.last),
    projection.zone,
    projection.isAllDay,
    projection.isRecurring,
    projection.status,
    projection.privacy,
    projection.freeBusyStatus,
    projection.sequence,
    textsOf(event).text,
  ]
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
] as const
