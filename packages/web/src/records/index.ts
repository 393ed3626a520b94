/**
 * What the client knows of the server: accounts, mailboxes, threads, lists, bodies. Plain records outside
 * reactivity, kept true by deltas; components watch topics. Local changes are laid over and never lost to an older
 * answer. Called by commands and screens; knows no screen.
 */
export { createRecords } from './records.ts'
export type { Records } from './records.ts'
export { categorised, isSameList, narrowed, wholeOf } from './list-name.ts'
export { createCategoryCounts, type CategoryCounts } from './category-counts.ts'
export type { ListName } from './list-name.ts'
export { conversationOf } from './conversation.ts'
export { threadKey } from './store.ts'
export type { Store, ThreadKey, ThreadRef } from './store.ts'
export type { ListEntry } from './list-window.ts'
export { labelPath, mailboxOfLabel, type MailboxRef } from './same-label.ts'
export { createFolders, type FolderReach, type FolderOutcome } from './folders.ts'
export type { ThreadList } from './list.ts'
export type { Drafts, SavedDraft, SaveOutcome } from './drafts.ts'
export type { Identities } from './identities.ts'
export type { Outgoing, SendOutcome, Submissions } from './submissions.ts'
export { inverse, patchObject } from './patch.ts'
export type { EmailChange } from './patch.ts'
export type { Pending } from './emails.ts'
export { rulesOf } from './rules.ts'
export type { RuleMatch, RuleRecords, Told } from './rules.ts'
export { savedSearchesOf } from './saved-searches.ts'
export type { Home } from './home.ts'
export { createAdminJobs } from './admin-jobs.ts'
export { createAdminProviders } from './admin-providers.ts'
export { createAdminWebhooks } from './admin-webhooks.ts'
export { createAppPasswords } from './app-passwords.ts'
export { createProfile, type Profile } from './profile.ts'
export { mailsFrom, type PersonMail } from './person-mails.ts'
export { createReceipts } from './receipts.ts'
export type { ReadReport, Receipts } from './receipts.ts'
export { templatesOf } from './templates.ts'
export type { Templates, TemplateTexts } from './templates.ts'
export type { ListRuns } from './list-runs.ts'
export type { Hit, Typeahead, TypeaheadAnswer } from './typeahead.ts'
export { trustedSendersOf } from './trusted-senders.ts'
export type { TrustedSenders } from './trusted-senders.ts'
export { vacationsOf } from './vacations.ts'
export type { VacationAnswer, Vacations } from './vacations.ts'
export { createInvitations, type Invitations, type MeetingDone } from './invitations.ts'
export { createReservations, type Reservations } from './reservations.ts'
export { createReminders, type Reminder, type Reminders } from './reminders.ts'
export { attachedOf } from './attached.ts'
export type { AttachedMessage, HeaderLine } from './attached.ts'
export { oneAtATime } from './one-at-a-time.ts'
export { createTopic } from './topic.ts'
export type { Topic } from './topic.ts'
export { contactsOf, type ContactPage } from './contacts.ts'
export { createCalendarSources } from './calendar-sources.ts'
export type { CalendarSources } from './calendar-sources.ts'
export { availability, type PersonTimes } from './availability.ts'
export type { CalendarHome } from './calendar-home.ts'
export { createCalendars } from './calendars.ts'
export type { Calendar, Calendars, CalendarSaved } from './calendars.ts'
export { createEventConflicts } from './event-conflicts.ts'
export { type EventNewsItem, eventNewsOf } from './event-news.ts'
export { createEvents } from './events.ts'
export type { Events, EventsWritten, EventWrite, Look } from './events.ts'
export type { EventWrites } from './event-writes.ts'
export { movedTo, occurrenceOf, ownZoneTimes, timesAt } from './occurrence.ts'
export type { Occurrence } from './occurrence.ts'
export {
  addDays,
  addMonths,
  dayMs,
  dayOf,
  daysBetween,
  durationOf,
  hourMs,
  instantIn,
  isZone,
  localOf,
  minuteMs,
  spanOf,
  wallIn,
  wallOf,
  weekdayOf,
} from './wall-time.ts'
export { isDay } from './day.ts'
export type { Day, Span, Wall } from './wall-time.ts'
