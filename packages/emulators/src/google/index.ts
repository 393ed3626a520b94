/**
 * Google as plMail knows it: sign-in, Gmail, Calendar, and the announcements that Pub/Sub delivers. Each behaviour carries where
 * it is known from: [S] a published schema, [D] documentation, [F] the field, [K] common knowledge yet to be confirmed.
 */
export {
  type GoogleAccountOptions,
  type GoogleCalendars,
  type Google,
  type GoogleOptions,
  type GoogleUrls,
  startGoogle,
} from './google.ts'
export {
  type Alias,
  type GmailMailbox,
  type MailboxWatch,
  type MailboxWatches,
  gmailRefusal,
  gmailRefusals,
} from './gmail/index.ts'
export {
  type GoogleCalendarAct,
  type CalendarPlan,
  type GoogleCalendarTruth,
  calendarRefusal,
  calendarRefusals,
} from './calendar/index.ts'
export type { IssuedGrants } from './identity/index.ts'
export type { PubSub, PubSubSubscription, PubSubTopic } from './pubsub/index.ts'
