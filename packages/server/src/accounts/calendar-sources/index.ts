/** Sources of calendars outside this server (connected accounts, CalDAV servers, feeds) and how to reach them. */
export { createCalendarSources, createSourcesOfUser } from './create-calendar-sources.ts'
export type {
  CalDavForm,
  CalendarProbes,
  CalendarSource,
  CalendarSourceAccess,
  CalendarSourceCondition,
  CalendarSourceKind,
  CalendarSources,
  CalendarSourcesOfUser,
  CalendarSourceView,
  Connected,
  FeedForm,
} from './door.ts'
export { addSourceOfAccount } from './of-account.ts'
