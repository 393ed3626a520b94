/**
 * Microsoft as plMail knows it: identity v2, Graph v1.0 mail with its upload host, and change notifications. Each
 * behaviour carries where it is known from: [S] a published schema, [D] documentation, [F] the field, [K] common
 * knowledge yet to be confirmed.
 */
export { startMicrosoft, type Microsoft, type MicrosoftOptions, type MicrosoftUrls } from './microsoft.ts'
export type { MicrosoftMailbox } from './mail/controlled.ts'
export type { CalendarAct, CalendarTruth, EmulatedCalendars } from './calendar/door.ts'
export type { MailboxOptions } from './mailbox/mailbox.ts'
export { consumersTenant, tenantOf, type AccountOptions, type Obstacle } from './identity/accounts.ts'
export type { MicrosoftGrants } from './identity/grants.ts'
export type { Forgery } from './subscriptions/notify.ts'
export type { LifecycleEvent, Subscription } from './subscriptions/subscriptions.ts'
