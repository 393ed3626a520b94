import { setImmediate as turn } from 'node:timers/promises'
import {
  type CalendarJoiner,
  calendarJoiner,
  editCalendar,
  hasAllZones,
  readCalendar,
  writeCalendar,
} from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId } from '@plmail/wire'
import { selectCalendars } from '../calendars/calendar-rows.ts'
import type { CalendarEvent } from '../types.ts'
import { eventsById, eventsOfCalendar } from '../events/event-rows.ts'
import type { CalendarParts } from '../calendar-parts.ts'
import { selectImportedObjects } from './object-rows.ts'

type ExportParts = Pick<CalendarParts, 'database' | 'clock' | 'providerObjects'>

/** See `Calendars.exportFile`. */
export async function exportFile(
  parts: ExportParts,
  accountId: AccountId,
  of: { calendarId: CalendarId } | { eventId: CalendarEventId },
): Promise<{ name: string; text: string } | undefined> {
  const { database } = parts
  const joiner = calendarJoiner()
  if ('eventId' in of) {
    const [event] = await eventsById(database, accountId, [of.eventId])
    if (!event) return undefined
    await addEvents(parts, accountId, [event], joiner)
    const title = event.event['title']
    return { name: typeof title === 'string' ? title : '', text: joiner.text(undefined) }
  }
  const calendar = (await selectCalendars(database, accountId)).find(({ id }) => id === of.calendarId)
  if (!calendar) return undefined
  const events = await eventsOfCalendar(database, accountId, of.calendarId)
  for (let at = 0; at < events.length; at += eventsAtOnce) {
    await addEvents(parts, accountId, events.slice(at, at + eventsAtOnce), joiner)
    await turn()
  }
  return { name: calendar.name, text: joiner.text(calendar.name) }
}

/** So that nobody else waits while a large calendar is written. */
const eventsAtOnce = 100

/** From the object that came, where there is one: it says more than the event has properties for. */
async function addEvents(
  { database, clock, providerObjects }: ExportParts,
  accountId: AccountId,
  events: readonly CalendarEvent[],
  joiner: CalendarJoiner,
): Promise<void> {
  const ids = events.map(({ id }) => id)
  const [provided, imported] = await Promise.all([
    providerObjects?.(ids) ?? new Map<CalendarEventId, string>(),
    selectImportedObjects(database, accountId, ids),
  ])
  const plain: CalendarEvent[] = []
  for (const event of events) {
    const object = provided.get(event.id) ?? imported.get(event.id)
    const text = object === undefined ? undefined : editedObject(object, event, clock.now())
    if (text === undefined) plain.push(event)
    else joiner.add(text)
  }
  if (plain.length > 0)
    joiner.add(writeCalendar({ events: plain.map(({ event }) => event), at: clock.now() }))
}

/** The object with what was changed since in it; undefined where it does not say when the event takes place. */
function editedObject(raw: string, { event }: CalendarEvent, at: Date): string | undefined {
  if (!hasAllZones(raw)) return undefined
  const before = readCalendar(raw)?.events.find(
    (item) => item.event['uid'] === event['uid'] && item.event['recurrenceId'] === event['recurrenceId'],
  )
  return before && editCalendar({ raw, before: before.event, after: event, at })
}
