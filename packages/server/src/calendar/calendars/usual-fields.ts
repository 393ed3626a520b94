import type { CalendarFields } from '../types.ts'

/** Default fields of a new calendar (JMAP Calendars §4). Without a zone of its own it has that of its user. */
export const usualFields: Omit<CalendarFields, 'name'> = {
  description: null,
  color: null,
  sortOrder: 0,
  isSubscribed: true,
  isVisible: true,
  availability: 'all',
  timeZone: null,
  alertsWithTime: null,
  alertsWithoutTime: null,
}
