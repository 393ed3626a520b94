import type { CalendarId } from '@plmail/wire'
import type { Change, JournalItem } from '../../changes/index.ts'
import { selectCalendars } from '../calendars/calendar-rows.ts'
import { insert, save } from '../calendars/set-calendars.ts'
import type { Calendar } from '../types.ts'

/** Restores destroyed calendars under their ids, and in changed ones the fields that nobody changed since. */
export async function bringCalendarsBack(change: Change, items: readonly JournalItem[]): Promise<void> {
  const calendarById = new Map(
    (await selectCalendars(change.tx, change.accountId)).map((calendar) => [calendar.id, calendar]),
  )
  for (const { id, before, after } of items) {
    const calendar = calendarById.get(id as CalendarId)
    const was = before as Calendar | null // written by `calendarItem`
    const became = after as Calendar | null
    if (was && !became && !calendar) await insert(change, was, { ...was })
    else if (was && became && calendar)
      await save(change, { ...calendar, ...fieldsBack(calendar, was, became) })
  }
}

function fieldsBack(now: Calendar, was: Calendar, became: Calendar): Partial<Calendar> {
  const stands = (name: keyof Calendar): boolean => JSON.stringify(now[name]) === JSON.stringify(became[name])
  return Object.fromEntries(
    Object.entries(was).filter(([name]) => changeable.has(name) && stands(name as keyof Calendar)),
  )
}

const changeable: ReadonlySet<string> = new Set([
  'name',
  'description',
  'color',
  'sortOrder',
  'isSubscribed',
  'isVisible',
  'availability',
  'timeZone',
  'alertsWithTime',
  'alertsWithoutTime',
])

/** One that was made goes again, unless something was put into it since or it is the last. */
export async function takeCalendarsBack(change: Change, ids: readonly CalendarId[]): Promise<void> {
  const gone = await change.tx.query<{ id: CalendarId }>(
    `delete from calendar c where c.account_id = $1 and c.id = any ($2::bigint[]) and not c.is_default
       and not exists (select from calendar_event e where e.calendar_id = c.id) returning c.id`,
    [change.accountId, ids],
  )
  change.destroyed(
    'Calendar',
    gone.map(({ id }) => id),
  )
}
