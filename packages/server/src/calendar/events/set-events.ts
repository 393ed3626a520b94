import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { Change, JournalItem } from '../../changes/index.ts'
import type { CalendarEvent, EventOutcome, EventRefusal, EventRequest } from '../door.ts'
import { problemsOf } from './check-event.ts'
import type { EventObject } from './event-object.ts'
import { derived, derivedColumns, eventsById } from './event-rows.ts'
import { patchEvent } from './patch-event.ts'

/** A hundred a day for thirty years. */
const mostEvents = 1_000_000

/** What an update may not make another event of (JMAP Calendars §5). */
const immutable = ['uid', '@type', 'recurrenceId', 'recurrenceIdTimeZone']

/** See `Calendars.events.set`. */
export async function setEvents(
  change: Change,
  { create, update, destroy }: EventRequest,
): Promise<Omit<EventOutcome, 'oldState' | 'newState'>> {
  const before = await eventsById(change.tx, change.accountId, [...update.keys(), ...destroy])
  const known = new Map(before.map((one) => [one.id, one]))
  const created: Array<CalendarEvent | EventRefusal> = []
  for (const wanted of create) created.push(await insert(change, wanted))
  const updated = new Map<CalendarEventId, CalendarEvent | EventRefusal>()
  for (const [id, wanted] of update) updated.set(id, await save(change, known.get(id), wanted))
  const destroyed = new Set(destroy.filter((id) => known.has(id)))
  await change.tx.query('delete from calendar_event where account_id = $1 and id = any ($2::bigint[])', [
    ...[change.accountId, [...destroyed]],
  ])
  change.destroyed('CalendarEvent', [...destroyed])
  change.journal([
    ...created.flatMap((one) => ('id' in one ? [item(one.id, undefined, one)] : [])),
    ...[...updated].flatMap(([id, one]) => ('id' in one ? [item(id, known.get(id), one)] : [])),
    ...[...destroyed].map((id) => item(id, known.get(id), undefined)),
  ])
  return { created, updated, destroyed }
}

/** Events are small and few: history keeps them whole, so that taking back is exact. */
function item(
  id: CalendarEventId,
  before: CalendarEvent | undefined,
  after: CalendarEvent | undefined,
): JournalItem {
  const kept = (one: CalendarEvent | undefined) =>
    one ? { calendarId: one.calendarId, event: one.event } : null
  return { type: 'CalendarEvent', id, before: kept(before), after: kept(after) }
}

async function insert(
  change: Change,
  { calendarId, event, source }: EventRequest['create'][number],
): Promise<CalendarEvent | EventRefusal> {
  const refusal = refusalOf(event) ?? (await refusalOfPlace(change, calendarId))
  if (refusal) return refusal
  const places = derivedColumns.map((_, index) => `$${index + 6}`).join(', ')
  const [made] = await change.tx.query<{ id: CalendarEventId }>(
    `insert into calendar_event (account_id, calendar_id, source, created_at, updated_at, ${derivedColumns.join(', ')})
     select $1, $2, $3, $4, $4, ${places}
     where (select count(*) from calendar_event where account_id = $1) < $5
     on conflict (calendar_id, uid, recurrence_id) do nothing returning id`,
    [change.accountId, calendarId, source, change.at, mostEvents, ...derived(event)],
  )
  if (!made) return { why: (await isTaken(change, calendarId, event)) ? 'uid-taken' : 'too-many' }
  change.created('CalendarEvent', [made.id])
  return { id: made.id, calendarId, event, source }
}

async function save(
  change: Change,
  before: CalendarEvent | undefined,
  { calendarId, patch }: { calendarId?: CalendarId; patch: EventRequestPatch },
): Promise<CalendarEvent | EventRefusal> {
  if (!before) return { why: 'not-found' }
  const fixed = Object.keys(patch).filter(
    (name) => immutable.includes(name) && patch[name] !== before.event[name],
  )
  if (fixed.length > 0)
    return invalid(fixed.map((property) => ({ property, detail: 'It stays as it was made.' })))
  const patched = patchEvent(before.event, patch)
  if ('problem' in patched) return invalid([patched.problem])
  const after = { ...before, calendarId: calendarId ?? before.calendarId, event: patched.event }
  const moves = after.calendarId !== before.calendarId
  const refusal =
    refusalOf(after.event) ?? (moves ? await refusalOfPlace(change, after.calendarId) : undefined)
  if (refusal) return refusal
  if (moves && (await isTaken(change, after.calendarId, after.event))) return { why: 'uid-taken' }
  const sets = derivedColumns.map((column, index) => `${column} = $${index + 5}`).join(', ')
  await change.tx.query(
    `update calendar_event set calendar_id = $3, updated_at = $4, ${sets} where account_id = $1 and id = $2`,
    [change.accountId, before.id, after.calendarId, change.at, ...derived(after.event)],
  )
  change.updated('CalendarEvent', [before.id])
  return after
}

type EventRequestPatch =
  EventRequest['update'] extends ReadonlyMap<unknown, { patch: infer Patch }> ? Patch : never

const invalid = (problems: Extract<EventRefusal, { why: 'invalid' }>['problems']): EventRefusal => ({
  why: 'invalid',
  problems,
})

function refusalOf(event: EventObject): EventRefusal | undefined {
  const problems = problemsOf(event)
  return problems.length > 0 ? invalid(problems) : undefined
}

async function refusalOfPlace(change: Change, calendarId: CalendarId): Promise<EventRefusal | undefined> {
  const [calendar] = await change.tx.query('select from calendar where account_id = $1 and id = $2', [
    ...[change.accountId, calendarId],
  ])
  return calendar ? undefined : { why: 'unknown-calendar' }
}

async function isTaken(change: Change, calendarId: CalendarId, event: EventObject): Promise<boolean> {
  const { uid, recurrenceId = '' } = event
  const rows = await change.tx.query(
    'select from calendar_event where account_id = $1 and calendar_id = $2 and uid = $3 and recurrence_id = $4',
    [change.accountId, calendarId, uid, recurrenceId],
  )
  return rows.length > 0
}
