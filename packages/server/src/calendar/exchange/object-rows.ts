import { writeEventCalendar } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'

export interface EventText {
  eventId: CalendarEventId
  /** The VEVENT components of the event. */
  text: string
}

/** So that no statement is larger than some megabytes. */
const maxBatchSize = 1_000

/** Keeps what a file said of events, in the place of what an earlier one did. */
export async function keepObjects(
  change: Change,
  zones: string,
  objects: readonly EventText[],
): Promise<void> {
  if (objects.length === 0) return
  const [file] = await change.tx.query<{ id: number }>(
    'insert into calendar_file (account_id, zones) values ($1, $2) returning id',
    [change.accountId, zones],
  )
  if (!file) throw new Error('insert returned nothing')
  for (let at = 0; at < objects.length; at += maxBatchSize) {
    const some = objects.slice(at, at + maxBatchSize)
    await change.tx.query(
      `insert into calendar_object (event_id, account_id, file_id, text)
       select event_id, $1, $2, text from unnest($3::bigint[], $4::text[]) object (event_id, text)
       on conflict (event_id) do update set file_id = excluded.file_id, text = excluded.text, gone_at = null`,
      [change.accountId, file.id, some.map(({ eventId }) => eventId), some.map(({ text }) => text)],
    )
  }
}

/** Returns the given events that were imported, each as a calendar with its zones. */
export async function selectImportedObjects(
  sql: Sql,
  accountId: AccountId,
  eventIds: readonly CalendarEventId[],
): Promise<Map<CalendarEventId, string>> {
  const rows = await sql.query<EventText & { zones: string }>(
    `select o.event_id as "eventId", o.text, f.zones from calendar_object o join calendar_file f on f.id = o.file_id
     where o.account_id = $1 and o.event_id = any ($2::bigint[])`,
    [accountId, eventIds],
  )
  return new Map(rows.map(({ eventId, text, zones }) => [eventId, writeEventCalendar(text, zones)]))
}

/** Longer than any removal of events can be undone. */
const goneForMs = 2 * 86_400_000

/** See `Calendars.purgeObjects`. An event that an undo brought back has its id, and its object stays. */
export async function purgeObjects(sql: Sql, now: Date): Promise<void> {
  await sql.query(
    `update calendar_object o set gone_at = case when e.id is null then $1::timestamptz end
     from calendar_object other left join calendar_event e on e.id = other.event_id
     where other.event_id = o.event_id and (e.id is null) = (o.gone_at is null)`,
    [now],
  )
  await sql.query('delete from calendar_object where gone_at < $1', [new Date(now.getTime() - goneForMs)])
  await sql.query(
    'delete from calendar_file f where not exists (select from calendar_object o where o.file_id = f.id)',
  )
}
