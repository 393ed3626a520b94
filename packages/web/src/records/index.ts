/**
 * The client's copy of the server's data: accounts, mailboxes, threads, lists, bodies. Plain records outside
 * reactivity, updated by deltas; components watch topics. Local changes are overlaid and never lost to an older answer.
 * Called by commands and screens; depends on no screen.
 */
export { createRecords } from './records.ts'
export type { Records } from './records.ts'
export { categorised, isSameList, narrowed, wholeOf } from './lists/list-name.ts'
export { createCategoryCounts, type CategoryCounts } from './lists/category-counts.ts'
export type { ListName } from './lists/list-name.ts'
export { conversationOf } from './lists/conversation.ts'
export { threadKey } from './mail/store.ts'
export type { MailRecords, ThreadKey, ThreadRef } from './mail/store.ts'
export type { ListEntry } from './lists/list-window.ts'
export { labelPath, mailboxOfLabel, type MailboxRef } from './mail/mailbox-of-label.ts'
export { createFolders, type FolderReach, type FolderOutcome } from './mail/folders.ts'
export type { ThreadList } from './lists/list.ts'
export type { SavedDraft, SaveOutcome } from './compose/drafts.ts'

export type { Outgoing } from './compose/submissions.ts'
export { inverse, patchObject } from './core/patch.ts'
export type { EmailChange } from './core/patch.ts'
export type { Pending } from './mail/emails.ts'
export { rulesOf } from './mail/rules.ts'
export type { RuleMatch } from './mail/rules.ts'
export { savedSearchesOf } from './lists/saved-searches.ts'

export { createAssistantRecords, type AssistantRecords } from './assistant/assistant.ts'
export { createEgressRecords, type EgressRecords } from './egress/egress.ts'
export { loadOwnChoices } from './assistant/own-choices.ts'
export { streamFrames } from './assistant/stream-frames.ts'
export { createAdminJobs } from './admin/jobs.ts'
export { type AdminPeople, createAdminPeople } from './admin/people.ts'
export { createAdminProviders } from './admin/providers.ts'
export { createAdminSingleSignOn } from './admin/single-sign-on.ts'
export { createAdminWebhooks } from './admin/webhooks.ts'
export { appPasswordScope, appPasswordsOf } from './user/app-passwords.ts'
export { createPairings, type PairingRecords } from './user/pairings.ts'
export { createProviderProof } from './user/provider-proof.ts'
export { createProfile, type Profile } from './user/profile.ts'
export { createPasskeys, type PasskeyRecords, type PasskeyProof } from './user/passkeys.ts'
export { createSingleSignOnLinks } from './user/single-sign-on-links.ts'
export { createSecondFactor, type SecondFactorRecords } from './user/second-factor.ts'
export { mailsFrom, type PersonMail } from './people/person-mails.ts'
export { createReceipts } from './mail/receipts.ts'
export type { ReadReport } from './mail/receipts.ts'
export { templatesOf } from './compose/templates.ts'

export type { ListRuns } from './lists/list-runs.ts'
export type { Hit, Typeahead, TypeaheadAnswer } from './mail/typeahead.ts'
export { trustedSendersOf } from './mail/trusted-senders.ts'

export { vacationsOf } from './accounts/vacations.ts'
export type { VacationAnswer } from './accounts/vacations.ts'
export { createInvitations, type MeetingDone } from './calendar/invitations.ts'
export { createReservations } from './calendar/reservations.ts'
export { createReminders, type Reminder } from './calendar/reminders.ts'
export { attachedOf } from './mail/attached-message.ts'
export type { AttachedMessage, HeaderLine } from './mail/attached-message.ts'
export { oneAtATime } from './core/one-at-a-time.ts'
export { createFetched, fetchedFrom } from './core/fetched.ts'

export { fieldErrors, type FieldErrors } from './core/field-errors.ts'
export { toOutcome } from './core/outcome.ts'
export type { Outcome } from './core/outcome.ts'
export { createTopic } from './core/topic.ts'

export { contactsOf, type ContactPage } from './people/contacts.ts'
export { createCalendarSources } from './calendar/calendar-sources.ts'
export type { CalendarSourceRecords } from './calendar/calendar-sources.ts'
export { availability, type AvailabilityQuestion, type PersonTimes } from './calendar/availability.ts'
export type { CalendarContext } from './calendar/calendar-context.ts'
export { createCalendars } from './calendar/calendars.ts'
export type { ListedCalendar, CalendarRecords } from './calendar/calendars.ts'
export { createEventConflicts } from './calendar/event-conflicts.ts'
export { type EventNewsItem, eventNewsOf } from './calendar/event-news.ts'
export { createEvents } from './calendar/events.ts'
export type { EventRecords, EventLook } from './calendar/events.ts'
export type { EventWrites } from './calendar/event-writes.ts'
export { movedTo, occurrenceOf, ownZoneTimes, timesAt } from './calendar/occurrence.ts'
export type { ShownOccurrence } from './calendar/occurrence.ts'
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
} from './calendar/wall-time.ts'
export { isDay } from './calendar/day.ts'
export type { Day, Wall } from './calendar/wall-time.ts'
