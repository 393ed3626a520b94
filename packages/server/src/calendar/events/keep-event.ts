import { type EventObject, findProblems } from '@plmail/calendar-format'
import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { CalendarEvent, EventRefusal, EventRequest } from '../types.ts'
import { named } from '../../store/index.ts'
import { derived, derivedColumns } from './event-rows.ts'

/** A hundred a day for thirty years. */
export const maxEvents = 1_000_000

/** Whoever writes: a provider may write into what nobody here may. */
export type Writer = 'user' | 'provider'

/** Stores a new event with everything derived from it; one that comes back has the id that it had. */
export async function insertEvent(
  change: Change,
  { calendarId, event, source, id }: EventRequest['create'][number] & { id?: CalendarEventId },
  writer: Writer,
): Promise<CalendarEvent | EventRefusal> {
  const refusal = findRefusal(event) ?? (await refusalOfPlace(change, calendarId, writer))
  if (refusal) return refusal
  const [inserted] = await change.tx.query<{ id: CalendarEventId }>(
    ...named(insertText, {
      id: id ?? null,
      accountId: change.accountId,
      calendarId,
      source,
      now: change.at,
      max: writer === 'user' ? maxEvents : null,
      ...derived(event),
    }),
  )
  if (!inserted) {
    const existing = await findEventWithUid(change, calendarId, event)
    return existing === undefined ? { why: 'too-many' } : { why: 'uid-taken', existing }
  }
  change.created('CalendarEvent', [inserted.id])
  return { id: inserted.id, calendarId, event, source }
}

const insertText = `
  insert into calendar_event
    (id, account_id, calendar_id, source, created_at, updated_at, ${derivedColumns.join(', ')})
  overriding system value
  select coalesce($id, nextval(pg_get_serial_sequence('calendar_event', 'id'))), $accountId, $calendarId, $source, $now,
    $now, ${derivedColumns.map((column) => `$${column}`).join(', ')}
  where $max::bigint is null or (select count(*) from calendar_event where account_id = $accountId) < $max
  on conflict (calendar_id, uid, recurrence_id) do nothing returning id`

/** Stores what an event has become, in the calendar that it names. */
export async function saveEvent(
  change: Change,
  before: CalendarEvent,
  after: CalendarEvent,
  writer: Writer,
): Promise<CalendarEvent | EventRefusal> {
  const moves = after.calendarId !== before.calendarId
  const refusal =
    findRefusal(after.event) ??
    (await refusalOfPlace(change, before.calendarId, writer)) ??
    (moves ? await refusalOfPlace(change, after.calendarId, writer) : undefined)
  if (refusal) return refusal
  // A provider may name an event anew: Google gives one that was made here a uid of its own.
  const isRenamed = getName(before.event) !== getName(after.event)
  const existing =
    moves || isRenamed ? await findEventWithUid(change, after.calendarId, after.event) : undefined
  if (existing !== undefined) return { why: 'uid-taken', existing }
  await change.tx.query(
    ...named(saveText, {
      id: before.id,
      accountId: change.accountId,
      calendarId: after.calendarId,
      now: change.at,
      ...derived(after.event),
    }),
  )
  change.updated('CalendarEvent', [before.id])
  return after
}

const saveText = `
  update calendar_event set calendar_id = $calendarId, updated_at = $now,
    ${derivedColumns.map((column) => `${column} = $${column}`).join(', ')}, next_alarm_at = '-infinity',
    alarms_since = case when next_alarm_at <= $now then alarms_since else $now end
  where account_id = $accountId and id = $id`

/** Removes events that are there. */
export async function removeEvents(change: Change, ids: readonly CalendarEventId[]): Promise<void> {
  await change.tx.query('delete from calendar_event where account_id = $1 and id = any ($2::bigint[])', [
    change.accountId,
    ids,
  ])
  change.destroyed('CalendarEvent', ids)
}

function findRefusal(event: EventObject): EventRefusal | undefined {
  const problems = findProblems(event)
  return problems.length > 0 ? { why: 'invalid', problems } : undefined
}

/** Why this writer may not change the events of a calendar. */
export async function refusalOfPlace(
  change: Change,
  calendarId: CalendarId,
  writer: Writer,
): Promise<EventRefusal | undefined> {
  const [calendar] = await change.tx.query<{ is_read_only: boolean }>(
    'select is_read_only from calendar where account_id = $1 and id = $2',
    [change.accountId, calendarId],
  )
  if (!calendar) return { why: 'unknown-calendar' }
  return calendar.is_read_only && writer === 'user' ? { why: 'read-only' } : undefined
}

const getName = ({ uid, recurrenceId = '' }: EventObject): string => JSON.stringify([uid, recurrenceId])

/** The event of the calendar that has the uid. */
async function findEventWithUid(
  change: Change,
  calendarId: CalendarId,
  { uid, recurrenceId = '' }: EventObject,
): Promise<CalendarEventId | undefined> {
  const [row] = await change.tx.query<{ id: CalendarEventId }>(
    'select id from calendar_event where account_id = $1 and calendar_id = $2 and uid = $3 and recurrence_id = $4',
    [change.accountId, calendarId, uid, recurrenceId],
  )
  return row?.id
}
