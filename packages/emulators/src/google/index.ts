/**
 * Google as plMail knows it: sign-in, Gmail, Calendar, and the announcements that Pub/Sub delivers. Each behaviour carries where
 * it is known from: [S] a published schema, [D] documentation, [F] the field, [K] common knowledge yet to be confirmed.
 */
export {
  type AccountOptions,
  type EmulatedCalendars,
  type Google,
  type GoogleOptions,
  type GoogleUrls,
  startGoogle,
} from './google.ts'
export { type Alias, type GmailMailbox, gmailRefusal, gmailRefusals } from './gmail/index.ts'
export {
  type CalendarAct,
  type CalendarPlan,
  type CalendarTruth,
  calendarRefusal,
  calendarRefusals,
} from './calendar/index.ts'
export type { Grants } from './identity/index.ts'
export type { PubSub, PushSubscription, Topic, Watch, Watches } from './pubsub/index.ts'
