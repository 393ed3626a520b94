/**
 * The client's copy of the server's data: accounts, mailboxes, threads, lists, bodies. Plain records outside
 * reactivity, updated by deltas; components watch topics. Local changes are overlaid and never lost to an older answer.
 * Called by commands and screens; depends on no screen.
 */
export { createRecords } from './records.ts'
export type { Records } from './records.ts'
export { categorised, isSameList, narrowed, wholeOf } from './list-name.ts'
export { createCategoryCounts, type CategoryCounts } from './category-counts.ts'
export type { ListName } from './list-name.ts'
export { conversationOf } from './conversation.ts'
export { threadKey } from './store.ts'
export type { MailRecords, ThreadKey, ThreadRef } from './store.ts'
export type { ListEntry } from './list-window.ts'
export { labelPath, mailboxOfLabel, type MailboxRef } from './same-label.ts'
export { createFolders, type FolderReach, type FolderOutcome } from './folders.ts'
export type { ThreadList } from './list.ts'
export type { Drafts, SavedDraft, SaveOutcome } from './drafts.ts'
export type { IdentityRecords } from './identities.ts'
export type { Outgoing, SendOutcome, SubmissionRecords } from './submissions.ts'
export { inverse, patchObject } from './patch.ts'
export type { EmailChange } from './patch.ts'
export type { Pending } from './emails.ts'
export { rulesOf } from './rules.ts'
export type { RuleMatch, RuleRecords, ListRunReport } from './rules.ts'
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
export type { TemplateRecords, TemplateTexts } from './templates.ts'
export type { ListRuns } from './list-runs.ts'
export type { Hit, Typeahead, TypeaheadAnswer } from './typeahead.ts'
export { trustedSendersOf } from './trusted-senders.ts'
export type { TrustedSenderRecords } from './trusted-senders.ts'
export { vacationsOf } from './vacations.ts'
export type { VacationAnswer, VacationRecords } from './vacations.ts'
export { createInvitations, type InvitationRecords, type MeetingDone } from './invitations.ts'
export { createReservations, type Reservations } from './reservations.ts'
export { createReminders, type Reminder, type ReminderRecords } from './reminders.ts'
export { attachedOf } from './attached.ts'
export type { AttachedMessage, HeaderLine } from './attached.ts'
export { oneAtATime } from './one-at-a-time.ts'
export { createTopic } from './topic.ts'
export type { Topic } from './topic.ts'
export { contactsOf, type ContactPage } from './contacts.ts'
export { createCalendarSources } from './calendar-sources.ts'
export type { CalendarSourceRecords } from './calendar-sources.ts'
export { availability, type PersonTimes } from './availability.ts'
export type { CalendarHome } from './calendar-home.ts'
export { createCalendars } from './calendars.ts'
export type { ListedCalendar, CalendarRecords, CalendarSaved } from './calendars.ts'
export { createEventConflicts } from './event-conflicts.ts'
export { type EventNewsItem, eventNewsOf } from './event-news.ts'
export { createEvents } from './events.ts'
export type { Events, EventsWritten, EventSetWrite, EventLook } from './events.ts'
export type { EventWrites } from './event-writes.ts'
export { movedTo, occurrenceOf, ownZoneTimes, timesAt } from './occurrence.ts'
export type { ShownOccurrence } from './occurrence.ts'
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
