import { parseWallTime } from '@plmail/calendar-format'
import { type CalendarEventId, calendarEventWireId, occurrenceWireId } from '@plmail/wire'

/** Content of a CalendarEvent id: an event as it is stored, or one occurrence of a series. */
export interface EventRef {
  id: CalendarEventId
  /** Local date and time on the walls of the series; undefined for all of it. */
  recurrenceId: number | undefined
}

export function parseEventRef(text: unknown): EventRef | undefined {
  const id = calendarEventWireId.decode(text)
  if (id !== undefined) return { id, recurrenceId: undefined }
  const occurrence = occurrenceWireId.decode(text)
  const recurrenceId = occurrence && parseWallTime(occurrence.recurrenceId)
  return occurrence && recurrenceId !== undefined ? { id: occurrence.id, recurrenceId } : undefined
}
