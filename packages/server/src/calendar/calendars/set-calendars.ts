import type { CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Calendar, CalendarFields, CalendarOutcome, CalendarRefusal, CalendarRequest } from '../door.ts'
import { calendarColumns, calendarsOf } from './calendar-rows.ts'
import { eventsOfCalendar } from '../events/event-rows.ts'
import { itemOf } from '../events/event-items.ts'
import { calendarItem } from './calendar-item.ts'

/** A calendar with more events is gone for good: the journal is no second place to keep it. */
const mostTakenBack = 5_000

/** More than any list of them can be read. */
const mostCalendars = 200

const values = (fields: CalendarFields): unknown[] => [
  fields.name,
  fields.description,
  fields.color,
  fields.sortOrder,
  fields.isSubscribed,
  fields.isVisible,
  fields.availability,
  fields.timeZone,
  ...[fields.alertsWithTime, fields.alertsWithoutTime].map((json) =>
    json === null ? null : JSON.stringify(json),
  ),
]

/** See `Calendars.set`. */
export async function setCalendars(
  change: Change,
  { create, update, destroy, removeEvents, makeDefault }: CalendarRequest,
): Promise<Omit<CalendarOutcome, 'oldState' | 'newState' | 'journalId'>> {
  const calendarById = new Map(
    (await calendarsOf(change.tx, change.accountId)).map((calendar) => [calendar.id, calendar]),
  )
  const created: Array<Calendar | CalendarRefusal> = []
  for (const fields of create)
    created.push(
      calendarById.size + created.length < mostCalendars ? await insert(change, fields) : 'too-many',
    )
  change.journal(
    created.flatMap((outcome) => (typeof outcome === 'object' ? [calendarItem(undefined, outcome)] : [])),
  )
  const refusedUpdates = new Map<CalendarId, CalendarRefusal>()
  for (const [id, fields] of update) {
    const before = calendarById.get(id)
    if (before) {
      await save(change, { ...before, ...fields })
      change.journal([calendarItem(before, { ...before, ...fields })])
    } else refusedUpdates.set(id, 'not-found')
  }
  await chooseDefault(change, makeDefault, created)
  const refusedDestroys = new Map<CalendarId, CalendarRefusal>()
  for (const id of destroy) {
    const refusal = calendarById.has(id) ? await remove(change, id, removeEvents) : 'not-found'
    if (refusal) refusedDestroys.set(id, refusal)
  }
  return { created, refusedUpdates, refusedDestroys }
}

const plain = { isReadOnly: false, isProvided: false }

/** The first of an account is its default one. One that comes back has the id that it had. */
export async function insert(
  change: Change,
  fields: CalendarFields,
  { isReadOnly, isProvided, id }: { isReadOnly: boolean; isProvided: boolean; id?: CalendarId } = plain,
): Promise<Calendar> {
  const [calendar] = await change.tx.query<Calendar>(
    `insert into calendar (id, account_id, name, description, color, sort_order, is_subscribed, is_visible, availability,
       time_zone, alerts_with_time, alerts_without_time, is_read_only, is_provided, is_default)
     overriding system value
     values (coalesce($14, nextval(pg_get_serial_sequence('calendar', 'id'))),
       $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       not $12 and not exists (select from calendar where account_id = $1 and is_default))
     returning ${calendarColumns}`,
    [change.accountId, ...values(fields), isReadOnly, isProvided, id ?? null],
  )
  if (!calendar) throw new Error('insert returned nothing')
  change.created('Calendar', [calendar.id])
  return calendar
}

export async function save(
  change: Change,
  calendar: Omit<Calendar, 'isDefault' | 'isProvided'>,
): Promise<void> {
  // Its events that take the alarms of the calendar ring otherwise from now on.
  await change.tx.query(
    `update calendar_event e set next_alarm_at = '-infinity', alarms_since = $5
     from calendar c where e.account_id = $1 and e.calendar_id = $2 and c.id = $2
       and (c.alerts_with_time, c.alerts_without_time) is distinct from ($3::jsonb, $4::jsonb)`,
    [change.accountId, calendar.id, ...values(calendar).slice(-2), change.at],
  )
  await change.tx.query(
    `update calendar set name = $3, description = $4, color = $5, sort_order = $6, is_subscribed = $7, is_visible = $8,
       availability = $9, time_zone = $10, alerts_with_time = $11, alerts_without_time = $12, is_read_only = $13
     where account_id = $1 and id = $2`,
    [change.accountId, calendar.id, ...values(calendar), calendar.isReadOnly],
  )
  change.updated('Calendar', [calendar.id])
}

export async function chooseDefault(
  change: Change,
  target: CalendarRequest['makeDefault'],
  created: ReadonlyArray<Calendar | CalendarRefusal>,
): Promise<void> {
  const createdDefault = typeof target === 'object' ? created[target.created] : undefined
  const id =
    typeof target === 'object' ? (typeof createdDefault === 'object' ? createdDefault.id : undefined) : target
  if (id === undefined) return
  // Two steps, because one default is all the index allows at any moment.
  const before = await change.tx.query<{ id: CalendarId }>(
    `update calendar set is_default = false where account_id = $1 and is_default
       and exists (select from calendar where account_id = $1 and id = $2 and not is_read_only) returning id`,
    [change.accountId, id],
  )
  const after = await change.tx.query<{ id: CalendarId }>(
    'update calendar set is_default = true where account_id = $1 and id = $2 and not is_read_only returning id',
    [change.accountId, id],
  )
  change.updated(
    'Calendar',
    [...before, ...after].map((row) => row.id),
  )
}

/** Events are never left without a calendar, nor an account without a default one. */
async function remove(
  change: Change,
  id: CalendarId,
  removeEvents: boolean,
): Promise<CalendarRefusal | undefined> {
  const [calendar, ...otherCalendars] = (await calendarsOf(change.tx, change.accountId)).sort(
    (a, b) => Number(b.id === id) - Number(a.id === id),
  )
  if (!calendar || calendar.id !== id) return 'not-found'
  if (calendar.isProvided) return 'provided'
  const next = otherCalendars.find((candidate) => !candidate.isProvided)
  if (!next) return 'last'
  const events = await eventsOfCalendar(change.tx, change.accountId, id)
  if (events.length > 0 && !removeEvents) return 'has-events'
  if (events.length <= mostTakenBack)
    change.journal([
      calendarItem(calendar, undefined),
      ...events.flatMap((before) => itemOf({ before, after: undefined })),
    ])
  await change.tx.query('delete from calendar where account_id = $1 and id = $2', [change.accountId, id])
  change.destroyed('Calendar', [id])
  change.destroyed(
    'CalendarEvent',
    events.map((row) => row.id),
  )
  if (calendar.isDefault) await chooseDefault(change, next.id, [])
  return undefined
}
