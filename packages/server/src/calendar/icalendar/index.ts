/** iCalendar (RFC 5545): calendar files and messages about meetings, read as events. Syntax is a library's, meaning is ours. */
export { type CalendarItem, readCalendar, type ReadCalendar } from './read-calendar.ts'
export type { Component } from './component.ts'
