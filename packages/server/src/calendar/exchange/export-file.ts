import type { AccountId, CalendarEventId, CalendarId } from '@plmail/wire'
import { calendarsOf } from '../calendars/calendar-rows.ts'
import { eventsById, eventsOfCalendar } from '../events/event-rows.ts'
import { writeCalendar } from '../icalendar/index.ts'
import type { CalendarParts } from '../parts.ts'

/** See `Calendars.exportFile`. */
export async function exportFile(
  { database, clock }: Pick<CalendarParts, 'database' | 'clock'>,
  accountId: AccountId,
  of: { calendarId: CalendarId } | { eventId: CalendarEventId },
): Promise<{ name: string; text: string } | undefined> {
  const at = clock.now()
  if ('eventId' in of) {
    const [found] = await eventsById(database, accountId, [of.eventId])
    if (!found) return undefined
    const title = found.event['title']
    const name = typeof title === 'string' ? title : ''
    return { name, text: writeCalendar({ events: [found.event], at }) }
  }
  const calendar = (await calendarsOf(database, accountId)).find(({ id }) => id === of.calendarId)
  if (!calendar) return undefined
  const events = await eventsOfCalendar(database, accountId, of.calendarId)
  const { name } = calendar
  return { name, text: writeCalendar({ events: events.map(({ event }) => event), name, at }) }
}
