import type { CalendarEventId, CalendarId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Calendar, CalendarFields, CalendarOutcome, CalendarRefusal, CalendarRequest } from '../door.ts'
import { calendarColumns, calendarsOf } from './calendar-rows.ts'

/** More than any list of them can be read. */
const mostCalendars = 200

const values = (fields: CalendarFields): unknown[] => [
  ...[fields.name, fields.description, fields.color, fields.sortOrder, fields.isSubscribed, fields.isVisible],
  ...[fields.availability, fields.timeZone],
  ...[fields.alertsWithTime, fields.alertsWithoutTime].map((json) =>
    json === null ? null : JSON.stringify(json),
  ),
]

/** See `Calendars.set`. */
export async function setCalendars(
  change: Change,
  { create, update, destroy, removeEvents, makeDefault }: CalendarRequest,
): Promise<Omit<CalendarOutcome, 'oldState' | 'newState'>> {
  const known = new Map((await calendarsOf(change.tx, change.accountId)).map((one) => [one.id, one]))
  const created: Array<Calendar | CalendarRefusal> = []
  for (const fields of create)
    created.push(known.size + created.length < mostCalendars ? await insert(change, fields) : 'too-many')
  const refusedUpdates = new Map<CalendarId, CalendarRefusal>()
  for (const [id, fields] of update) {
    const before = known.get(id)
    if (before) await save(change, { ...before, ...fields })
    else refusedUpdates.set(id, 'not-found')
  }
  await chooseDefault(change, makeDefault, created)
  const refusedDestroys = new Map<CalendarId, CalendarRefusal>()
  for (const id of destroy) {
    const refusal = known.has(id) ? await remove(change, id, removeEvents) : 'not-found'
    if (refusal) refusedDestroys.set(id, refusal)
  }
  return { created, refusedUpdates, refusedDestroys }
}

/** The first of an account is its default one. */
async function insert(change: Change, fields: CalendarFields): Promise<Calendar> {
  const [made] = await change.tx.query<Calendar>(
    `insert into calendar (account_id, name, description, color, sort_order, is_subscribed, is_visible, availability,
       time_zone, alerts_with_time, alerts_without_time, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
       not exists (select from calendar where account_id = $1 and is_default))
     returning ${calendarColumns}`,
    [change.accountId, ...values(fields)],
  )
  if (!made) throw new Error('insert returned nothing')
  change.created('Calendar', [made.id])
  return made
}

async function save(change: Change, calendar: Calendar): Promise<void> {
  await change.tx.query(
    `update calendar set name = $3, description = $4, color = $5, sort_order = $6, is_subscribed = $7, is_visible = $8,
       availability = $9, time_zone = $10, alerts_with_time = $11, alerts_without_time = $12
     where account_id = $1 and id = $2`,
    [change.accountId, calendar.id, ...values(calendar)],
  )
  change.updated('Calendar', [calendar.id])
}

async function chooseDefault(
  change: Change,
  wanted: CalendarRequest['makeDefault'],
  created: ReadonlyArray<Calendar | CalendarRefusal>,
): Promise<void> {
  const made = typeof wanted === 'object' ? created[wanted.created] : undefined
  const id = typeof wanted === 'object' ? (typeof made === 'object' ? made.id : undefined) : wanted
  if (id === undefined) return
  // Two steps, because one default is all the index allows at any moment.
  const before = await change.tx.query<{ id: CalendarId }>(
    `update calendar set is_default = false where account_id = $1 and is_default
       and exists (select from calendar where account_id = $1 and id = $2) returning id`,
    [change.accountId, id],
  )
  const after = await change.tx.query<{ id: CalendarId }>(
    'update calendar set is_default = true where account_id = $1 and id = $2 returning id',
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
  const [calendar, ...others] = (await calendarsOf(change.tx, change.accountId)).sort((one) =>
    one.id === id ? -1 : 0,
  )
  if (!calendar || calendar.id !== id) return 'not-found'
  const [next] = others
  if (!next) return 'last'
  const events = await change.tx.query<{ id: CalendarEventId }>(
    'select id from calendar_event where account_id = $1 and calendar_id = $2',
    [change.accountId, id],
  )
  if (events.length > 0 && !removeEvents) return 'has-events'
  await change.tx.query('delete from calendar where account_id = $1 and id = $2', [change.accountId, id])
  change.destroyed('Calendar', [id])
  change.destroyed(
    'CalendarEvent',
    events.map((row) => row.id),
  )
  if (calendar.isDefault) await chooseDefault(change, next.id, [])
  return undefined
}
