/** Calendars: what an event is, when it takes place, and how calendar files say so. */
export {
  type CalendarItem,
  type CalendarText,
  readCalendar,
  type ReadCalendar,
  writeCalendar,
} from './icalendar/index.ts'
export {
  type EventObject,
  occurrenceObject,
  patchEvent,
  problemsOf,
  project,
  seriesOf,
} from './events/index.ts'
export { expand, type Occurrence } from './recurrence/index.ts'
