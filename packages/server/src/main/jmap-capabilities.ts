import type { Vacations } from '../accounts/index.ts'
import type { AttachmentReader } from '../mail/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Renderer } from '../safety/index.ts'
import type { Capability } from '../jmap/index.ts'
import { createCalendarsCapability } from '../jmap/calendars/capability.ts'
import { createCalendarsParseCapability } from '../jmap/calendars/parsing/capability.ts'
import { createContactsCapability } from '../jmap/contacts/capability.ts'
import { createBlobCapability } from '../jmap/core/blob/capability.ts'
import { createCoreCapability } from '../jmap/core/capability.ts'
import { createQuotaCapability } from '../jmap/core/quota/capability.ts'
import { createWebPushCapability } from '../jmap/core/web-push/capability.ts'
import { createWebSocketCapability } from '../jmap/core/web-socket/capability.ts'
import { createMailCapability } from '../jmap/mail/capability.ts'
import { createSubmissionCapability } from '../jmap/mail/email-submission/capability.ts'
import { createMdnCapability } from '../jmap/mail/mdn/capability.ts'
import { createVacationResponseCapability } from '../jmap/mail/vacation-response/capability.ts'
import { createBookingCapability } from '../jmap/plmail/booking-page/capability.ts'
import { createCalendarToolsCapability } from '../jmap/plmail/calendar-tools/capability.ts'
import { createCategoriesCapability } from '../jmap/plmail/categories/capability.ts'
import { createInvitationsCapability } from '../jmap/plmail/invitation/capability.ts'
import { createJournalCapability } from '../jmap/plmail/journal/capability.ts'
import { createListsCapability } from '../jmap/plmail/list/capability.ts'
import { createPeopleCapability } from '../jmap/plmail/person/capability.ts'
import { createPreferencesCapability } from '../jmap/plmail/preferences/capability.ts'
import { createPushCapability } from '../jmap/plmail/push-subscription/capability.ts'
import { createRemindersCapability } from '../jmap/plmail/reminder/capability.ts'
import { createReadingCapability } from '../jmap/plmail/rendered-body/capability.ts'
import { createRulesCapability } from '../jmap/plmail/rule/capability.ts'
import { createSearchCapability } from '../jmap/plmail/saved-search/capability.ts'
import { createShareLinksCapability } from '../jmap/plmail/share-link/capability.ts'
import { createSnoozeCapability } from '../jmap/plmail/snooze/capability.ts'
import { createTemplatesCapability } from '../jmap/plmail/template/capability.ts'
import { createTrustedSendersCapability } from '../jmap/plmail/trusted-sender/capability.ts'
import { createUnsubscribeCapability } from '../jmap/plmail/unsubscribe/capability.ts'
import type { AvailabilityNeeds } from '../jmap/calendars/availability/get.ts'
import type { RefusedMailboxes } from '../jmap/mail/mailbox/set.ts'
import type { People } from '../people/index.ts'
import type { DomainRooms } from './domain-rooms.ts'

type RoomsWithMethods = Pick<
  DomainRooms,
  | 'mail'
  | 'changes'
  | 'push'
  | 'identities'
  | 'submissions'
  | 'contacts'
  | 'calendars'
  | 'trustedSenders'
  | 'rules'
  | 'unsubscribing'
  | 'templates'
  | 'invitations'
  | 'reminders'
  | 'shares'
  | 'booking'
>

/** What JMAP can do here: a capability a line, each with the rooms that its methods ask. */
export function jmapCapabilities({
  mail,
  changes,
  push,
  identities,
  submissions,
  vacations,
  contacts,
  calendars,
  trustedSenders,
  rules,
  unsubscribing,
  templates,
  invitations,
  reminders,
  shares,
  booking,
  preferences,
  savedSearches,
  listHolders,
  getTimeZone,
  getBusyTimes,
  refusedMailboxes,
  renderer,
  mayFetchPictures,
  documents,
  clock,
  random,
}: RoomsWithMethods &
  AskedOfRooms & {
    renderer: Renderer
    mayFetchPictures(): Promise<boolean>
    documents: AttachmentReader
    clock: Clock
    random: Random
  }): Capability[] {
  return [
    createCoreCapability({ mail, push, clock }),
    createMailCapability({
      mail,
      changes,
      getTimeZone,
      ...(refusedMailboxes ? { refusedMailboxes } : {}),
    }),
    createSubmissionCapability({ identities, submissions, changes }),
    createMdnCapability({ mail, identities, submissions }),
    createVacationResponseCapability({ vacations }),
    createBlobCapability({ mail }),
    createQuotaCapability({ mail, changes }),
    createWebSocketCapability(),
    createWebPushCapability({ push }),
    createContactsCapability({ mail, contacts, changes }),
    createCalendarsCapability({ mail, calendars, changes, listHolders, random }),
    createCalendarsParseCapability({ mail }),
    createCalendarToolsCapability({
      calendars,
      changes,
      listHolders,
      getTimeZone,
      getBusyTimes,
      random,
    }),
    createListsCapability({ mail, rules }),
    createCategoriesCapability({ mail }),
    createSnoozeCapability(),
    createJournalCapability({ mail, calendars, changes }),
    createReadingCapability({ mail, renderer, trustedSenders, documents, mayFetchPictures }),
    createTrustedSendersCapability({ trustedSenders, changes }),
    createSearchCapability({ savedSearches, changes }),
    createRulesCapability({ rules, changes }),
    createUnsubscribeCapability({ mail, unsubscribing }),
    createTemplatesCapability({ templates, changes }),
    createPreferencesCapability({ preferences, changes }),
    createPeopleCapability({ contacts }),
    createInvitationsCapability({ invitations, mail }),
    createRemindersCapability({ reminders, changes }),
    createShareLinksCapability({ shares, changes }),
    createBookingCapability({ booking, changes }),
    createPushCapability({ push }),
  ]
}

type AskedOfRooms = Pick<AvailabilityNeeds, 'listHolders' | 'getTimeZone' | 'getBusyTimes'> &
  Pick<People, 'preferences' | 'savedSearches'> & {
    vacations: Pick<Vacations, 'read' | 'write'>
    refusedMailboxes?: RefusedMailboxes
  }
