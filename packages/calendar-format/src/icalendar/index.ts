/**
 * iCalendar (RFC 5545): calendar files and messages about meetings, read as events and written from them. The syntax of
 * a line is a library's, what it means is ours.
 */
export { type CalendarEdit, editCalendar } from './edit-calendar.ts'
export { type CalendarJoiner, calendarJoiner } from './join-calendars.ts'
export { type CalendarFile, hasAllZones, writeEventCalendar, readCalendarFile } from './event-texts.ts'
export { readBusy } from './read-busy.ts'
export { type CalendarItem, readCalendar, type ReadCalendar } from './read-calendar.ts'
export { type CalendarText, writeCalendar } from './write-calendar.ts'
export { type Component, getText as componentText } from './component.ts'
export { createStableId } from './read-people.ts'
export { escapeText, contentLine } from './write-lines.ts'
export { basicTime, writeZone } from './write-zone.ts'
