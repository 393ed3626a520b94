/**
 * Keeps calendars equal to the sources that they come from: finds them, brings in what changed, sends what was decided
 * here, merges what both sides changed, and has providers announce changes.
 */
export { createCalendarSync } from './create-calendar-sync.ts'
export { calendarObjects } from './remote-events.ts'
export { createEventOutbox } from './event-outbox.ts'
export { selectAddressesToldByServer } from './links.ts'
export type {
  CalendarSync,
  CalendarWatched,
  CalendarWatches,
  EventConflict,
  KeptCalendar,
  OpenCalendars,
} from './types.ts'
