/**
 * Messages about meetings (iTIP, RFC 5546; by mail, RFC 6047): what those that arrive do to the calendar, how they are
 * answered, and who is told by mail of what the user changes.
 */
export { tellingPeople } from './announce-job.ts'
export { createInvitations } from './create-invitations.ts'
export type * from './types.ts'
export type { InvitationWish, MailAccount } from './invitation-parts.ts'
export { queueReminder } from './scheduling-mail.ts'
