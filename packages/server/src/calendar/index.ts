/** Calendars: what an event is, when it takes place, and how calendar files say so. */
export { type CalendarItem, readCalendar, type ReadCalendar } from './icalendar/index.ts'
export {
  type EventObject,
  occurrenceObject,
  patchEvent,
  problemsOf,
  project,
  seriesOf,
} from './events/index.ts'
export { expand, type Occurrence } from './recurrence/index.ts'
