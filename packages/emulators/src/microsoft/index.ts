/**
 * Microsoft as plMail knows it: identity v2, Graph v1.0 mail with its upload host, and change notifications. Each
 * behaviour carries where it is known from: [S] a published schema, [D] documentation, [F] the field, [K] common
 * knowledge yet to be confirmed.
 */
export { startMicrosoft, type Microsoft, type MicrosoftOptions } from './microsoft.ts'
export type { MicrosoftMailbox } from './mail/controlled.ts'
export type { CalendarAct } from './calendar/door.ts'
export type { MailboxOptions } from './mailbox/mailbox.ts'
export { consumersTenant, getTenant, type AccountOptions } from './identity/accounts.ts'
