import type { AccountId, UserId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { CalendarEvent } from '../types.ts'
import type { CalledOff, Revision } from './revision.ts'

/** An event of one of the user's accounts, as mail finds it. */
export interface StoredCalendarEvent extends CalendarEvent {
  accountId: AccountId
  isReadOnly: boolean
}

/** Lists the events stored under a uid: a series before its single occurrences, writable ones before read-only ones. */
export function selectEventsByUid(
  sql: Sql,
  accountIds: readonly AccountId[],
  uid: string,
  recurrenceId: string,
): Promise<StoredCalendarEvent[]> {
  return sql.query<StoredCalendarEvent>(
    `select e.id, e.account_id as "accountId", e.calendar_id as "calendarId", e.event, e.source,
       c.is_read_only as "isReadOnly"
     from calendar_event e join calendar c on c.id = e.calendar_id
     where e.account_id = any ($1::bigint[]) and e.uid = $2 and e.recurrence_id in ('', $3)
     order by c.is_read_only, e.recurrence_id, e.id`,
    [accountIds, uid, recurrenceId],
  )
}

/** Single occurrences that are kept because nothing else was known of their series. */
export function strayOccurrences(sql: Sql, accountId: AccountId, uid: string): Promise<CalendarEvent[]> {
  return sql.query<CalendarEvent>(
    `select e.id, e.calendar_id as "calendarId", e.event, e.source
     from calendar_event e join calendar c on c.id = e.calendar_id and not c.is_read_only
     where e.account_id = $1 and e.uid = $2 and e.recurrence_id <> '' and e.source = 'mail' order by e.recurrence_id`,
    [accountId, uid],
  )
}

export interface RevisionKey {
  userId: UserId
  uid: string
  recurrenceId: string
  /** Empty for the organizer. */
  party: string
}

export async function selectRevision(sql: Sql, key: RevisionKey): Promise<Revision | undefined> {
  const [row] = await sql.query<Revision>(
    `select sequence, stamped_at as "stampedAt" from scheduling_revision
     where user_id = $1 and uid = $2 and recurrence_id = $3 and party = $4`,
    [key.userId, key.uid, key.recurrenceId, key.party],
  )
  return row
}

export async function keepRevision(
  sql: Sql,
  key: RevisionKey,
  { sequence, stampedAt }: Revision,
): Promise<void> {
  await sql.query(
    `insert into scheduling_revision (user_id, uid, recurrence_id, party, sequence, stamped_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, uid, recurrence_id, party) do update set sequence = $5, stamped_at = $6`,
    [key.userId, key.uid, key.recurrenceId, key.party, sequence, stampedAt],
  )
}

/** Selects the cancellations of a meeting as a whole and of this occurrence. */
export function selectCalledOff(
  sql: Sql,
  { userId, uid, recurrenceId }: Omit<RevisionKey, 'party'>,
): Promise<CalledOff[]> {
  return sql.query<CalledOff>(
    `select sequence, stamped_at as "stampedAt", is_proven as "isProven" from called_off_meeting
     where user_id = $1 and uid = $2 and recurrence_id in ('', $3)`,
    [userId, uid, recurrenceId],
  )
}

export async function keepCalledOff(
  sql: Sql,
  { userId, uid, recurrenceId }: Omit<RevisionKey, 'party'>,
  { sequence, stampedAt, isProven }: CalledOff,
): Promise<void> {
  await sql.query(
    `insert into called_off_meeting as c (user_id, uid, recurrence_id, is_proven, sequence, stamped_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, uid, recurrence_id, is_proven)
     do update set sequence = $5, stamped_at = $6 where c.sequence <= $5`,
    [userId, uid, recurrenceId, isProven, sequence, stampedAt],
  )
}
