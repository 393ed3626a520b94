/** Gmail v1 over emulated mailboxes: the methods of the schema table, batches and uploads, judged by sign-in, scope and quota. */
export { startGmail } from './origins.ts'
export { createGmailMailbox } from './open-mailbox.ts'
export type { GmailMailbox, GmailMailboxOptions } from './mailbox.ts'

export { createWatches, type MailboxWatches } from './watches.ts'
