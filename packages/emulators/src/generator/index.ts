/**
 * Mailboxes that look like somebody's, made from a seed: the same for the same seed and owner, and rendered only when
 * a message is asked for, so that a hundred thousand of them cost no memory.
 */
export { mailbox, profiles, type Planned, type PlannedMailbox, type MailboxProfile } from './mailbox.ts'
export { fill } from './fill.ts'
export type { StoryPerson } from './write/story-message.ts'
export { personAt, replyTo, tickerMail } from './ticker-mail.ts'
export type { PlannedCalendar } from './calendar/plan.ts'
export type { Meeting } from './kinds/invitation.ts'
export { ownMeeting } from './story/demo.ts'
export { homeCalendars } from './story/home-calendar.ts'
export { workCalendars } from './story/work-calendar.ts'
