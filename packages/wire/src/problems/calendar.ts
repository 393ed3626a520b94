import type { DeclaredProblems } from './parameters.ts'

/** Calendars, events, links that show them, and booking pages. */
export const calendarProblems = {
  'calendar/conflict-settled': {},
  'calendar/conflict-cannot-repeat': {},
  'calendar/read-only': {},
  'calendar/not-a-calendar-file': {},
  'calendar/too-many-events-in-file': {},
  'calendar/removed-at-source': {},
  'calendar/cannot-be-changed': {},
  'calendar/keeps-changing': {},
  'calendar/cannot-be-shown': {},
  'calendar/unreadable-property': { property: 'text' },
  'calendar/same-identifier': {},
  'sharing/too-many-links': {},
  'booking/too-many-pages': {},
  'booking/calendar-not-writable': {},
  'calendar/not-found': {},
  'calendar/organizer-only': {},
  'calendar/too-many-events': {},
  'calendar/uid-taken': {},
  'calendar/before-start': {},
  'calendar/made-at-provider': {},
  'calendar/too-many': {},
  'calendar/last-own-stays': {},
  'calendar/removed-at-provider': {},
} as const satisfies DeclaredProblems
