import { type EventObject, isSame } from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, CalendarSourceId } from '@plmail/wire'
import { type InvitationAnswer } from '../../calendar/index.ts'
import type { Sql } from '../../store/index.ts'

/** An event on its way to its provider: what is sent is what it has become by then. */
export interface Waiting {
  id: number
  accountId: AccountId
  calendarId: CalendarId
  kind: 'put' | 'remove'
  eventId: CalendarEventId
  remoteEventId: number | null
  key: string
  notify: boolean
  answer: InvitationAnswer | null
  revision: number
  /** Versions that were sent and not confirmed, oldest first. */
  tried: EventObject[]
  attempts: number
  dueAt: Date
}

const columns = `o.id, o.account_id as "accountId", o.calendar_id as "calendarId", o.kind, o.event_id as "eventId",
  o.remote_event_id as "remoteEventId", o.key, o.notify, o.answer, o.revision, coalesce(o.tried, '[]') as tried, o.attempts, o.due_at as "dueAt"`

/**
 * Condition for operations that may be sent. An event that moves to a calendar of another source is removed from the
 * old one only once it has arrived in the new one.
 */
const isFree = `not (o.kind = 'remove' and exists (
  select from event_outbox p where p.event_id = o.event_id and p.kind = 'put'
    and not exists (select from remote_event r where r.event_id = p.event_id)))`

export const waitingAt = (sql: Sql, sourceId: CalendarSourceId, due: Date): Promise<Waiting[]> =>
  sql.query<Waiting>(
    `select ${columns} from event_outbox o join calendar_link l on l.calendar_id = o.calendar_id
     where l.source_id = $1 and o.due_at <= $2 and ${isFree} order by o.id limit 500`,
    [sourceId, due],
  )

/** When the next is due; undefined when nothing waits. */
export async function nextDue(sql: Sql, sourceId: CalendarSourceId): Promise<Date | undefined> {
  const [row] = await sql.query<{ due: Date | null }>(
    `select min(o.due_at) as due from event_outbox o join calendar_link l on l.calendar_id = o.calendar_id
     where l.source_id = $1 and ${isFree}`,
    [sourceId],
  )
  return row?.due ?? undefined
}

export async function waitingById(sql: Sql, id: number): Promise<Waiting | undefined> {
  return (await sql.query<Waiting>(`select ${columns} from event_outbox o where o.id = $1`, [id]))[0]
}

/** Lists the queued puts of these events. */
export const selectPuts = (sql: Sql, ids: readonly CalendarEventId[]): Promise<Waiting[]> =>
  sql.query<Waiting>(
    `select ${columns} from event_outbox o where o.kind = 'put' and o.event_id = any($1::bigint[])`,
    [ids],
  )

export const putsIn = (sql: Sql, calendarId: CalendarId): Promise<Waiting[]> =>
  sql.query<Waiting>(
    `select ${columns} from event_outbox o where o.kind = 'put' and o.calendar_id = $1 order by o.id`,
    [calendarId],
  )

/** Lists the queued removals at the provider. */
export const selectRemovals = (sql: Sql, remoteEventIds: readonly number[]): Promise<Waiting[]> =>
  sql.query<Waiting>(
    `select ${columns} from event_outbox o where o.kind = 'remove' and o.remote_event_id = any($1::bigint[])`,
    [remoteEventIds],
  )

/** Lists the removals that wait since this event left another calendar. */
export const removalsHere = (sql: Sql, eventId: CalendarEventId): Promise<Waiting[]> =>
  sql.query<Waiting>(
    `select ${columns} from event_outbox o where o.kind = 'remove' and o.event_id = $1 order by o.id`,
    [eventId],
  )

export interface NewPut {
  accountId: AccountId
  calendarId: CalendarId
  eventId: CalendarEventId
  key: string
  notify: boolean
  answer: InvitationAnswer | undefined
  at: Date
}

/**
 * One row an event: a second change joins the first, and an answer that is not all any more is an ordinary change. One that
 * was tried where the provider had nothing of it yet stays aimed there until it is known whether it had got through.
 */
export async function addPut(sql: Sql, put: NewPut): Promise<void> {
  await sql.query(
    `insert into event_outbox as kept (account_id, calendar_id, kind, event_id, key, notify, answer, due_at, created_at)
     values ($1, $2, 'put', $3, $4, $5, $6, $7, $7)
     on conflict (event_id) where kind = 'put' do update set
       calendar_id = case when jsonb_array_length(coalesce(kept.tried, '[]')) > 0
         and not exists (select from remote_event r where r.event_id = kept.event_id)
         then kept.calendar_id else excluded.calendar_id end,
       notify = kept.notify or excluded.notify, revision = kept.revision + 1, due_at = excluded.due_at,
       answer = case when kept.answer is not null then excluded.answer end`,
    [
      put.accountId,
      put.calendarId,
      put.eventId,
      put.key,
      put.notify,
      put.answer === undefined ? null : JSON.stringify(put.answer),
      put.at,
    ],
  )
}

export interface NewRemoval extends Omit<NewPut, 'answer'> {
  remoteEventId: number
}

export async function addRemoval(sql: Sql, removal: NewRemoval): Promise<void> {
  await sql.query(
    `insert into event_outbox as kept (account_id, calendar_id, kind, event_id, remote_event_id, key, notify, due_at, created_at)
     values ($1, $2, 'remove', $3, $4, $5, $6, $7, $7)
     on conflict (remote_event_id) where kind = 'remove' do update set
       notify = kept.notify or excluded.notify, revision = kept.revision + 1, due_at = excluded.due_at`,
    [
      removal.accountId,
      removal.calendarId,
      removal.eventId,
      removal.remoteEventId,
      removal.key,
      removal.notify,
      removal.at,
    ],
  )
}

/** Before the provider is spoken to: whatever becomes of it, this was tried. */
export async function keepTried(
  sql: Sql,
  { id, tried }: Waiting,
  event: EventObject | undefined,
): Promise<void> {
  const isNew = event !== undefined && !tried.some((attempt) => isSame(attempt, event))
  await sql.query('update event_outbox set tried = $2, attempts = attempts + 1 where id = $1', [
    id,
    JSON.stringify(isNew ? [...tried.slice(0, maxTried - 1), event] : tried),
  ])
}

const maxTried = 5

/** Done, unless it changed meanwhile. */
export async function settle(sql: Sql, { id, revision }: Waiting): Promise<void> {
  await sql.query('delete from event_outbox where id = $1 and revision = $2', [id, revision])
}

/**
 * Resets an operation whose attempts are settled but which has changes left, and aims it at the event's present
 * calendar. It gets another key; with the old one a provider would take the new event for the one made before.
 */
export async function startAnew(
  sql: Sql,
  id: number,
  { calendarId, key, at }: Pick<NewPut, 'calendarId' | 'key' | 'at'>,
): Promise<void> {
  await sql.query(
    `update event_outbox set calendar_id = $2, key = $3, due_at = $4, tried = null, attempts = 0, said = null, answer = null
     where id = $1`,
    [id, calendarId, key, at],
  )
}

/** It is known by now what became of the first try: the rest goes where the event is. */
export async function aimAt(sql: Sql, id: number, calendarId: CalendarId): Promise<void> {
  await sql.query('update event_outbox set calendar_id = $2 where id = $1', [id, calendarId])
}

export async function drop(sql: Sql, id: number): Promise<void> {
  await sql.query('delete from event_outbox where id = $1', [id])
}

export async function putBack(sql: Sql, id: number, dueAt: Date, reason: string): Promise<void> {
  await sql.query('update event_outbox set due_at = $2, said = left($3, 500) where id = $1', [
    id,
    dueAt,
    reason,
  ])
}
