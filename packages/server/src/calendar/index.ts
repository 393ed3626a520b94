/** Calendars and their events: what an event is, when it takes place, where it is kept, how calendar files say so. */
export { createCalendars, type CalendarParts } from './create-calendars.ts'
export type {
  Calendar,
  CalendarEvent,
  CalendarFields,
  CalendarOutcome,
  CalendarRefusal,
  CalendarRequest,
  Calendars,
  EventOutcome,
  EventRefusal,
  EventRequest,
  EventSource,
  Taking,
  Window,
} from './door.ts'
export {
  type CalendarItem,
  type CalendarText,
  readCalendar,
  type ReadCalendar,
  writeCalendar,
} from './icalendar/index.ts'
export { endZoneOf, type EventObject, isObject, localEnd, occurrenceObject } from './events/index.ts'
export { writeWallTime } from './recurrence/index.ts'
