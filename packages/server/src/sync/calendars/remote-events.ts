import { type EventObject, isObject, isSame, type Json } from '@plmail/calendar-format'
import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { KnownEvent, RemoteChange } from '../../providers/contract/index.ts'
import type { Sql } from '../../store/index.ts'

/** An event, a series, or one changed occurrence, as a provider last told it. */
export interface RemoteEvent {
  id: number
  calendarId: CalendarId
  remoteId: string
  /** Remote id of the series that an occurrence belongs to. */
  seriesId: string | null
  recurrenceId: string | null
  eventId: CalendarEventId | null
  version: string
  lastSynced: EventObject
  raw: string
  kept: Kept | null
  reading: number
  problem: string | null
}

/**
 * A value that the provider cannot express and this server stores: Google has no `secret`, and answers `private`. It
 * holds as long as the provider's value stays the same.
 */
export type Kept = { privacy: { here: 'secret'; there: Json } }

const columns = `id, calendar_id as "calendarId", remote_id as "remoteId", series_id as "seriesId",
  recurrence_id as "recurrenceId", event_id as "eventId", version, last_synced as "lastSynced", raw, kept, reading, problem`

export const remoteEvents = (
  sql: Sql,
  calendarId: CalendarId,
  remoteIds: readonly string[],
): Promise<RemoteEvent[]> =>
  sql.query<RemoteEvent>(
    `select ${columns} from remote_event where calendar_id = $1 and remote_id = any($2)`,
    [calendarId, remoteIds],
  )

/** Changed occurrences of these series, the one told last at the end. */
export const selectOccurrences = (
  sql: Sql,
  calendarId: CalendarId,
  seriesIds: readonly string[],
): Promise<RemoteEvent[]> =>
  sql.query<RemoteEvent>(
    `select ${columns} from remote_event where calendar_id = $1 and series_id = any($2) order by id`,
    [calendarId, seriesIds],
  )

export const remoteEventsHere = (sql: Sql, eventIds: readonly CalendarEventId[]): Promise<RemoteEvent[]> =>
  sql.query<RemoteEvent>(`select ${columns} from remote_event where event_id = any($1::bigint[])`, [eventIds])

/**
 * Returns those of the events that a CalDAV server or a feed has, each as the calendar file last reported. Google and
 * Microsoft tell events as JSON.
 */
export async function calendarObjects(
  sql: Sql,
  eventIds: readonly CalendarEventId[],
): Promise<Map<CalendarEventId, string>> {
  const rows = await sql.query<{ eventId: CalendarEventId; raw: string }>(
    `select event_id as "eventId", raw from remote_event
     where event_id = any($1::bigint[]) and series_id is null and raw ~* '^\\ufeff?BEGIN:VCALENDAR'`,
    [eventIds],
  )
  return new Map(rows.map(({ eventId, raw }) => [eventId, raw]))
}

export async function remoteEventById(sql: Sql, id: number): Promise<RemoteEvent | undefined> {
  return (await sql.query<RemoteEvent>(`select ${columns} from remote_event where id = $1`, [id]))[0]
}

/** Events with this uid that were removed here. */
export const withoutEvent = (sql: Sql, calendarId: CalendarId, uid: string): Promise<RemoteEvent[]> =>
  sql.query<RemoteEvent>(
    `select ${columns} from remote_event
     where calendar_id = $1 and event_id is null and series_id is null and problem is null and last_synced->>'uid' = $2`,
    [calendarId, uid],
  )

/** Events and series that a reading of everything did not tell. */
export const untold = (sql: Sql, calendarId: CalendarId, reading: number): Promise<RemoteEvent[]> =>
  sql.query<RemoteEvent>(
    `select ${columns} from remote_event where calendar_id = $1 and reading < $2 order by id`,
    [calendarId, reading],
  )

export async function countEvents(sql: Sql, calendarId: CalendarId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) from remote_event where calendar_id = $1 and series_id is null',
    [calendarId],
  )
  return row?.count ?? 0
}

/** Lists the events that could not be stored because another event has their uid: that one may be deleted since. */
export const unstored = (sql: Sql, calendarId: CalendarId): Promise<RemoteEvent[]> =>
  sql.query<RemoteEvent>(
    `select ${columns} from remote_event where calendar_id = $1 and problem is not null and series_id is null
     order by id limit 500`,
    [calendarId],
  )

type Told = Exclude<RemoteChange, { kind: 'gone' }>

/** Keeps what was told; where it leads here stays. */
export async function keepTold(
  sql: Sql,
  calendarId: CalendarId,
  reported: readonly Told[],
  reading: number,
): Promise<void> {
  const rows = reported.map((remoteChange) => ({
    remote_id: remoteChange.id,
    version: remoteChange.version,
    raw: remoteChange.raw,
    series_id: remoteChange.kind === 'occurrence' ? remoteChange.seriesId : null,
    recurrence_id: remoteChange.kind === 'occurrence' ? remoteChange.recurrenceId : null,
    last_synced: remoteChange.kind === 'occurrence' ? remoteChange.patch : remoteChange.event,
  }))
  await sql.query(
    `insert into remote_event (calendar_id, remote_id, series_id, recurrence_id, version, last_synced, raw, reading)
     select $1, remote_id, series_id, recurrence_id, version, last_synced, raw, $3
     from jsonb_to_recordset($2) as one (remote_id text, series_id text, recurrence_id text, version text,
       last_synced jsonb, raw text)
     on conflict (calendar_id, remote_id) do update set series_id = excluded.series_id,
       recurrence_id = excluded.recurrence_id, version = excluded.version, last_synced = excluded.last_synced,
       raw = excluded.raw, reading = excluded.reading`,
    [calendarId, JSON.stringify(rows), reading],
  )
}

export async function markTold(sql: Sql, ids: readonly number[], reading: number): Promise<void> {
  await sql.query('update remote_event set reading = $2 where id = any($1::bigint[])', [ids, reading])
}

/** It was put there from here; the next pull should tell it. */
export async function markUnheard(sql: Sql, id: number, at: Date): Promise<void> {
  await sql.query('update remote_event set unheard_since = $2 where id = $1', [id, at])
}

export async function markHeard(
  sql: Sql,
  calendarId: CalendarId,
  remoteIds: readonly string[],
): Promise<void> {
  if (remoteIds.length === 0) return
  await sql.query(
    `update remote_event set unheard_since = null
     where calendar_id = $1 and remote_id = any($2) and unheard_since is not null`,
    [calendarId, remoteIds],
  )
}

/** Lists the events that were put at the provider before `before` and that no pull has reported. */
export async function unheardSince(sql: Sql, calendarId: CalendarId, before: Date): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    'select id from remote_event where calendar_id = $1 and unheard_since < $2',
    [calendarId, before],
  )
  return rows.map(({ id }) => id)
}

export async function forgetUnheard(sql: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql.query('update remote_event set unheard_since = null where id = any($1::bigint[])', [ids])
}

export async function linkToEvent(sql: Sql, id: number, eventId: CalendarEventId | null): Promise<void> {
  await sql.query('update remote_event set event_id = $2, problem = null where id = $1', [id, eventId])
}

export async function keepProblem(sql: Sql, id: number, problem: string): Promise<void> {
  await sql.query('update remote_event set problem = left($2, 500) where id = $1', [id, problem])
}

export async function keepKept(sql: Sql, id: number, kept: Kept | null): Promise<void> {
  await sql.query('update remote_event set kept = $2 where id = $1', [
    id,
    kept === null ? null : JSON.stringify(kept),
  ])
}

/** An occurrence whose series was never told shows nowhere; that it exists is said. */
export async function noteOrphans(sql: Sql, calendarId: CalendarId): Promise<void> {
  await sql.query(
    `update remote_event o set problem = case when s.id is null and not o.last_synced @> '{"excluded": true}'
       then 'The series that it belongs to is not in this calendar.' end
     from remote_event one left join remote_event s
       on s.calendar_id = one.calendar_id and s.remote_id = one.series_id
     where o.id = one.id and one.calendar_id = $1 and one.series_id is not null
       and (s.id is null or one.problem is not null)`,
    [calendarId],
  )
}

/** Forgets rows; a removal that waits for one of them has nothing left to do. */
export async function forgetRemote(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.query('delete from remote_event where id = any($1::bigint[])', [ids])
}

/** The event as the provider has it, with the occurrences that it tells on their own, and with what is kept for it. */
export function assembled(
  series: Pick<RemoteEvent, 'lastSynced' | 'kept'>,
  occurrences: readonly RemoteEvent[],
): EventObject {
  const own = series.lastSynced['recurrenceOverrides']
  const patches = occurrences.flatMap((occurrence): Array<[string, Json]> =>
    occurrence.recurrenceId === null ? [] : [[occurrence.recurrenceId, occurrence.lastSynced]],
  )
  const overrides = { ...(isObject(own) ? own : {}), ...Object.fromEntries(patches) }
  const event =
    Object.keys(overrides).length === 0
      ? series.lastSynced
      : { ...series.lastSynced, recurrenceOverrides: overrides }
  const holds = series.kept !== null && isSame(getPrivacy(series.lastSynced), series.kept.privacy.there)
  return holds ? { ...event, privacy: 'secret' } : event
}

export const getPrivacy = (event: EventObject): Json => event['privacy'] ?? 'public'

/** As a provider's session wants it back. */
export function toKnownEvent(series: RemoteEvent, occurrences: readonly RemoteEvent[]): KnownEvent {
  return {
    id: series.remoteId,
    version: series.version,
    raw: series.raw,
    event: assembled(series, occurrences),
    occurrences: new Map(
      occurrences.flatMap(({ recurrenceId, remoteId: id, version, raw }) =>
        recurrenceId === null ? [] : [[recurrenceId, { id, version, raw }]],
      ),
    ),
  }
}
