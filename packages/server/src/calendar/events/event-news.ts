import type { EventObject } from '@plmail/calendar-format'
import type { CalendarEventId, JournalId } from '@plmail/wire'

/** By what way somebody else's change came. */
export type Via = 'provider' | 'booking' | 'mail'

/** The content of the notification about one written event. */
export interface EventNews {
  /** May be gone. */
  eventId: CalendarEventId
  type: 'created' | 'updated' | 'destroyed'
  /** As it was before; a new one as it was made. What is very long is left out. */
  event: EventObject
  /** The changes of an update, in the properties that people decide; null for other kinds. */
  patch: EventObject | null
  /** Journal entry for `Calendars.undo`, for a day; null where the user may not undo it. */
  journalId: JournalId | null
}
