import {
  type EventObject,
  isSame,
  findProblems,
  readCalendarFile,
  withoutScheduleStatus,
} from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, UserId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { selectCalendars } from '../calendars/calendar-rows.ts'
import type { CalendarEvent, Imported } from '../types.ts'
import { record } from '../events/event-writes.ts'
import { insertEvents } from '../events/insert-events.ts'
import { saveEvents } from '../events/save-events.ts'
import type { CalendarParts } from '../calendar-parts.ts'
import { type EventText, keepObjects } from './object-rows.ts'

/** More events than one file of the size that is taken has; each is a row and an entry of the journal. */
const maxBatchSize = 20_000

/** See `Calendars.importFile`. */
export async function importFile(
  { changes, outbox, clock }: Pick<CalendarParts, 'changes' | 'outbox' | 'clock'>,
  [userId, accountId]: readonly [UserId, AccountId],
  calendarId: CalendarId,
  text: string,
): Promise<Imported | 'no-calendar' | 'read-only' | 'unreadable' | 'too-many'> {
  const file = readCalendarFile(text)
  if (!file) return 'unreadable'
  if (file.events.length > maxBatchSize) return 'too-many'
  // What became of messages that another calendar sent is nothing of this one's.
  const events = file.events.map(({ event }) => withoutScheduleStatus(event))
  const storable = events.filter((event) => findProblems(event).length === 0)
  const textByName = new Map(file.events.map(({ event }, index) => [nameOfEvent(event), file.texts[index]]))
  const undoableUntil = new Date(clock.now().getTime() + 86_400_000)
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'import-calendar', undoableUntil }
  const { result } = await changes.write(accountId, cause, async (change) => {
    const calendar = (await selectCalendars(change.tx, accountId)).find(({ id }) => id === calendarId)
    if (!calendar) return 'no-calendar' as const
    if (calendar.isReadOnly) return 'read-only' as const
    const { fresh, existing } = await sortObjects(change, calendarId, storable)
    const added = await insertEvents(change, calendarId, 'user', fresh)
    const changed = existing.filter(({ before, after }) => !isSame(before.event, after.event))
    await saveEvents(
      change,
      calendarId,
      changed.map(({ after }) => after),
    )
    const stored = [...added, ...existing.map(({ after }) => after)]
    await keepObjects(change, file.zones, getTexts(stored, textByName))
    await record(change, outbox, false, [...added.map((after) => ({ before: undefined, after })), ...changed])
    return { added: added.length, updated: existing.length }
  })
  if (typeof result === 'string') return result
  const skipped = events.length - result.added - result.updated
  const { unreadable, tasks, journals } = file
  const unreadRules = file.events.filter(({ unreadRule }) => unreadRule !== undefined).length
  return { ...result, skipped, unreadable, tasks, journals, unreadRules }
}

function getTexts(
  events: readonly CalendarEvent[],
  textByName: ReadonlyMap<string, string | undefined>,
): EventText[] {
  return events.flatMap(({ id, event }) => {
    const text = textByName.get(nameOfEvent(event))
    return text === undefined ? [] : [{ eventId: id, text }]
  })
}

/** Splits the file's events into new and stored ones; an event that another calendar of the account has is left out. */
async function sortObjects(
  change: Change,
  calendarId: CalendarId,
  events: readonly EventObject[],
): Promise<{ fresh: EventObject[]; existing: Array<{ before: CalendarEvent; after: CalendarEvent }> }> {
  const rows = await change.tx.query<StoredEvent>(
    `select id, calendar_id as "calendarId", uid, recurrence_id as "recurrenceId", event, source from calendar_event
     where account_id = $1 and uid = any ($2::text[])`,
    [change.accountId, events.map(({ uid }) => uid)],
  )
  const byName = new Map<string, StoredEvent[]>()
  for (const row of rows) byName.set(getName(row), [...(byName.get(getName(row)) ?? []), row])
  const fresh: EventObject[] = []
  const existing = new Map<CalendarEventId, { before: CalendarEvent; after: CalendarEvent }>()
  for (const event of events) {
    const same = byName.get(nameOfEvent(event)) ?? []
    const sameInCalendar = same.find((candidate) => candidate.calendarId === calendarId)
    // Of two with one name the last counts.
    if (sameInCalendar)
      existing.set(sameInCalendar.id, { before: sameInCalendar, after: { ...sameInCalendar, event } })
    else if (same.length === 0) fresh.push(event)
  }
  return { fresh, existing: [...existing.values()] }
}

interface StoredEvent extends CalendarEvent {
  uid: string
  recurrenceId: string
}

const getName = ({ uid, recurrenceId }: { uid: unknown; recurrenceId: unknown }): string =>
  JSON.stringify([uid, recurrenceId])

const nameOfEvent = (event: EventObject): string =>
  getName({ uid: event['uid'], recurrenceId: event['recurrenceId'] ?? '' })
