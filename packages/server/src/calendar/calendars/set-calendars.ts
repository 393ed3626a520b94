import type { CalendarId } from '@plmail/wire'
import type { Change, JournalItem } from '../../changes/index.ts'
import type { Calendar, CalendarFields, CalendarOutcome, CalendarRefusal, CalendarRequest } from '../types.ts'
import { calendarColumns, selectCalendars } from './calendar-rows.ts'
import { eventsOfCalendar } from '../events/event-rows.ts'
import { toJournalItems } from '../events/event-items.ts'
import { named } from '../../store/index.ts'

/** A calendar with more events is gone for good: the journal is no second place to keep it. */
const maxTakenBack = 5_000

/** More than any list of them can be read. */
const maxCalendars = 200

const getColumns = (fields: CalendarFields) => ({
  name: fields.name,
  description: fields.description,
  color: fields.color,
  sort_order: fields.sortOrder,
  is_subscribed: fields.isSubscribed,
  is_visible: fields.isVisible,
  availability: fields.availability,
  time_zone: fields.timeZone,
  alerts_with_time: fields.alertsWithTime === null ? null : JSON.stringify(fields.alertsWithTime),
  alerts_without_time: fields.alertsWithoutTime === null ? null : JSON.stringify(fields.alertsWithoutTime),
})

/** See `Calendars.set`. */
export async function setCalendars(
  change: Change,
  { create, update, destroy, removeEvents, makeDefault }: CalendarRequest,
): Promise<Omit<CalendarOutcome, 'oldState' | 'newState' | 'journalId'>> {
  const calendarById = new Map(
    (await selectCalendars(change.tx, change.accountId)).map((calendar) => [calendar.id, calendar]),
  )
  const created: Array<Calendar | CalendarRefusal> = []
  for (const fields of create)
    created.push(
      calendarById.size + created.length < maxCalendars ? await insert(change, fields) : 'too-many',
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
    ...named(
      `insert into calendar (id, account_id, name, description, color, sort_order, is_subscribed, is_visible,
         availability, time_zone, alerts_with_time, alerts_without_time, is_read_only, is_provided, is_default)
       overriding system value
       values (coalesce($id, nextval(pg_get_serial_sequence('calendar', 'id'))), $accountId, $name, $description, $color,
         $sort_order, $is_subscribed, $is_visible, $availability, $time_zone, $alerts_with_time, $alerts_without_time,
         $isReadOnly, $isProvided,
         not $isReadOnly and not exists (select from calendar where account_id = $accountId and is_default))
       returning ${calendarColumns}`,
      { id: id ?? null, accountId: change.accountId, ...getColumns(fields), isReadOnly, isProvided },
    ),
  )
  if (!calendar) throw new Error('insert returned nothing')
  change.created('Calendar', [calendar.id])
  return calendar
}

export async function save(
  change: Change,
  calendar: Omit<Calendar, 'isDefault' | 'isProvided'>,
): Promise<void> {
  const columns = getColumns(calendar)
  // Its events that take the alarms of the calendar ring otherwise from now on.
  await change.tx.query(
    `update calendar_event e set next_alarm_at = '-infinity', alarms_since = $5
     from calendar c where e.account_id = $1 and e.calendar_id = $2 and c.id = $2
       and (c.alerts_with_time, c.alerts_without_time) is distinct from ($3::jsonb, $4::jsonb)`,
    [change.accountId, calendar.id, columns.alerts_with_time, columns.alerts_without_time, change.at],
  )
  await change.tx.query(
    ...named(
      `update calendar set name = $name, description = $description, color = $color, sort_order = $sort_order,
         is_subscribed = $is_subscribed, is_visible = $is_visible, availability = $availability, time_zone = $time_zone,
         alerts_with_time = $alerts_with_time, alerts_without_time = $alerts_without_time, is_read_only = $isReadOnly
       where account_id = $accountId and id = $id`,
      { accountId: change.accountId, id: calendar.id, ...columns, isReadOnly: calendar.isReadOnly },
    ),
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
  const [calendar, ...otherCalendars] = (await selectCalendars(change.tx, change.accountId)).sort(
    (a, b) => Number(b.id === id) - Number(a.id === id),
  )
  if (!calendar || calendar.id !== id) return 'not-found'
  if (calendar.isProvided) return 'provided'
  const next = otherCalendars.find((candidate) => !candidate.isProvided)
  if (!next) return 'last'
  const events = await eventsOfCalendar(change.tx, change.accountId, id)
  if (events.length > 0 && !removeEvents) return 'has-events'
  if (events.length <= maxTakenBack)
    change.journal([
      calendarItem(calendar, undefined),
      ...events.flatMap((before) => toJournalItems({ before, after: undefined })),
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

/** Builds the journal item of a calendar; a side is undefined where the calendar does not exist. */
function calendarItem(before: Calendar | undefined, after: Calendar | undefined): JournalItem {
  const journalled = (calendar: Calendar | undefined) => (calendar ? { ...calendar } : null)
  return {
    type: 'Calendar',
    id: after?.id ?? before?.id ?? 0,
    before: journalled(before),
    after: journalled(after),
  }
}
