import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { KeptCalendar, UnreadableEvent } from './types.ts'

/** See `CalendarSync.kept`. */
export function selectSyncedCalendars(
  sql: Sql,
  ids: readonly AccountId[],
  now: Date,
): Promise<KeptCalendar[]> {
  return sql.query<KeptCalendar>(
    `select l.calendar_id as "calendarId", l.source_id as "sourceId", l.account_id as "accountId",
       l.pulled_at as "pulledAt", l.trouble,
       (select count(*) from event_outbox o where o.calendar_id = l.calendar_id) as unsent,
       (select said from event_outbox o where o.calendar_id = l.calendar_id and said is not null
        order by o.id limit 1) as "unsentBecause",
       (select count(*) from remote_event r
        where r.calendar_id = l.calendar_id and r.problem is not null) as unreadable,
       case when l.unwatchable then 'never'
         when exists (select from calendar_watch w where w.calendar_id = l.calendar_id and w.expires_at > $2)
         then 'push' else 'polled' end as announced
     from calendar_link l where l.account_id = any($1::bigint[]) order by l.calendar_id`,
    [ids, now],
  )
}

/** See `CalendarSync.unreadable`. */
export function unreadableEvents(sql: Sql, accountId: AccountId): Promise<UnreadableEvent[]> {
  return sql.query<UnreadableEvent>(
    `select l.calendar_id as "calendarId", left(coalesce(r.last_synced->>'title', ''), 200) as title, r.problem
     from calendar_link l cross join lateral (
       select last_synced, problem from remote_event
       where calendar_id = l.calendar_id and problem is not null order by id limit 100) r
     where l.account_id = $1 order by l.calendar_id`,
    [accountId],
  )
}
