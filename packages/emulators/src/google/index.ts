/**
 * Google as plMail knows it: sign-in, Gmail, Calendar, and the announcements that Pub/Sub delivers. Each behaviour carries where
 * it is known from: [S] a published schema, [D] documentation, [F] the field, [K] common knowledge yet to be confirmed.
 */
export {
  type GoogleAccountOptions,
  type GoogleCalendars,
  type Google,
  type GoogleOptions,
  startGoogle,
} from './google.ts'
export { type GmailMailbox } from './gmail/index.ts'
export { type GoogleCalendarAct, calendarRefusal } from './calendar/index.ts'
