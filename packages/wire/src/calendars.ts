/**
 * Calendars as the web client calls them: JMAP for Calendars (draft-ietf-jmap-calendars) with events of JSCalendar 2.0
 * (draft-ietf-calext-jscalendarbis).
 */
import type { ChangesArgs, ChangesResult, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'

/** Draft §4. */
export interface CalendarView {
  id: string
  name: string
  description: string | null
  /** `#rrggbb`. */
  color: string | null
  sortOrder: number
  isSubscribed: boolean
  isVisible: boolean
  isDefault: boolean
  includeInAvailability: 'all' | 'attending' | 'none'
  defaultAlertsWithTime: Record<string, Alert> | null
  defaultAlertsWithoutTime: Record<string, Alert> | null
  /** IANA; null: the user's. */
  timeZone: string | null
  shareWith: null
  myRights: CalendarRights
}

export interface CalendarRights {
  mayReadFreeBusy: boolean
  mayReadItems: boolean
  mayWriteAll: boolean
  mayWriteOwn: boolean
  mayUpdatePrivate: boolean
  mayRSVP: boolean
  mayShare: boolean
  mayDelete: boolean
}

export interface Alert {
  '@type'?: 'Alert'
  trigger:
    | { '@type'?: 'OffsetTrigger'; offset: string; relativeTo?: 'start' | 'end' }
    | { '@type': 'AbsoluteTrigger'; when: string }
  action?: 'display' | 'email'
  acknowledged?: string
}

export interface RecurrenceRule {
  '@type'?: 'RecurrenceRule'
  frequency: 'yearly' | 'monthly' | 'weekly' | 'daily' | 'hourly' | 'minutely' | 'secondly'
  interval?: number
  firstDayOfWeek?: Weekday
  byDay?: { '@type'?: 'NDay'; day: Weekday; nthOfPeriod?: number }[]
  byMonthDay?: number[]
  byMonth?: string[]
  bySetPosition?: number[]
  count?: number
  /** Local date and time. */
  until?: string
  [part: string]: unknown
}

export type Weekday = 'mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su'

export interface Participant {
  '@type'?: 'Participant'
  name?: string
  email?: string
  /** `mailto:` address. */
  calendarAddress?: string
  kind?: string
  roles?: Record<string, true>
  participationStatus?: 'needs-action' | 'accepted' | 'declined' | 'tentative' | 'delegated'
  participationComment?: string
  expectReply?: boolean
  /**
   * What became of the last message that the calendar's server sent to this person (RFC 8984 §4.4.6): codes such as 1.2 for
   * delivered and 3.7 for an address that it does not know (RFC 6638 §3.2.9). Only the server writes it.
   */
  scheduleStatus?: string[]
  [property: string]: unknown
}

/** The properties of an event that this client shows; others are preserved. */
export interface CalendarEventView {
  /** Id of the event; for an occurrence where `query` expanded: the id of its series, `_`, and its recurrence id. */
  id: string
  /** Id of the series, for an occurrence; null for a stored event. */
  baseEventId: string | null
  calendarIds: Record<string, true>
  isDraft: boolean
  isOrigin: boolean
  /**
   * Extension of ours: whether the user may change the properties that all participants share. False: the user may
   * answer somebody else's meeting, change `keywords`, `color`, `freeBusyStatus`, `privacy` and alerts, exclude single
   * dates, and delete it. Absent: true.
   */
  mayUpdateAll?: boolean
  /** An extension of ours: the rule is not understood here, so the event shows at its start alone. Absent: it is. */
  isRecurrenceUnread?: true
  /** When asked for: instants, in the zone given to `get` where it floats. */
  utcStart?: string
  utcEnd?: string
  '@type': 'Event'
  uid: string
  title?: string
  description?: string
  descriptionContentType?: string
  /** Local date and time without zone. */
  start: string
  duration?: string
  /** IANA; null: floats. */
  timeZone?: string | null
  endTimeZone?: string
  showWithoutTime?: boolean
  status?: 'confirmed' | 'tentative' | 'cancelled'
  privacy?: 'public' | 'private' | 'secret'
  freeBusyStatus?: 'busy' | 'free'
  sequence?: number
  color?: string
  keywords?: Record<string, true>
  locations?: Record<string, { name?: string; [property: string]: unknown }>
  virtualLocations?: Record<string, { name?: string; uri: string; [property: string]: unknown }>
  organizerCalendarAddress?: string
  participants?: Record<string, Participant>
  alerts?: Record<string, Alert>
  useDefaultAlerts?: boolean
  recurrenceRule?: RecurrenceRule
  recurrenceOverrides?: Record<string, Record<string, unknown>>
  recurrenceId?: string
  recurrenceIdTimeZone?: string | null
  [property: string]: unknown
}

/** Draft §5.11.1. `after` and `before` are local dates and times in the zone given to the query. */
export interface EventFilterCondition {
  inCalendar?: string
  after?: string
  before?: string
  text?: string
  title?: string
  description?: string
  location?: string
  owner?: string
  attendee?: string
  uid?: string
}

export interface EventQueryArgs {
  accountId: string
  filter?: EventFilterCondition | null
  sort?: { property: 'start' | 'uid' | 'recurrenceId' | 'created' | 'updated'; isAscending?: boolean }[]
  position?: number
  limit?: number
  calculateTotal?: boolean
  /** One id for each occurrence; wants `after` and `before`. */
  expandRecurrences?: boolean
  timeZone?: string
}

export interface EventGetArgs extends GetArgs {
  recurrenceOverridesBefore?: string
  recurrenceOverridesAfter?: string
  reduceParticipants?: boolean
  timeZone?: string
}

export interface EventSetArgs extends SetArgs {
  /** Whether participants are told, by the provider that keeps the event or by mail. */
  sendSchedulingMessages?: boolean
}

/** Draft §3: the addresses that make an invitation mine. */
export interface ParticipantIdentityView {
  id: string
  name: string
  /** `mailto:` address. */
  calendarAddress: string
  isDefault: boolean
}

/** "This and following", of our own. */
export interface EventSplitArgs {
  accountId: string
  /** Id of the occurrence with which the new series begins. */
  id: string
  /** `start` is when that occurrence takes place from now on. */
  patch: Record<string, unknown>
  /** Uid of the new series; the server generates one by default. */
  newUid?: string
  ifInState?: string
  sendSchedulingMessages?: boolean
}

export interface EventSetResult extends SetResult {
  /** The journal entry that Journal/undo takes back; null when nothing undoable happened. */
  journalId?: string | null
}

export interface EventSplitResult {
  accountId: string
  /** Id of the old series; null where nothing was changed. */
  id: string | null
  /** Id of the new series; null where it was the first occurrence, and all of the series was changed. */
  newId: string | null
  notSplit: { type: string; description?: string; properties?: string[] } | null
  oldState?: string
  newState?: string
  journalId?: string | null
}

export interface AvailabilityArgs {
  /** Instants, at most 400 days apart. */
  utcStart: string
  utcEnd: string
  /** Zone of whole days and floating times; the user's zone by default. */
  timeZone?: string
  /** Each event by itself, with its account and id. */
  showDetails?: boolean
  /** Addresses, at most 20, for at most 31 days. */
  people?: readonly string[]
  /** The uid of an event that does not count: a new time is looked for it. */
  exceptUid?: string
}

/**
 * The notification that somebody else changed an event (draft §7). It never changes; `CalendarEventNotification/set`
 * destroys it.
 */
export interface EventNotificationView {
  id: string
  /** UTCDate. */
  created: string
  /** The name is empty where nobody says who it was. */
  changedBy: {
    name: string
    email: string | null
    principalId: null
    calendarAddress: string | null
  }
  comment: string | null
  type: 'created' | 'updated' | 'destroyed'
  /** May be gone. */
  calendarEventId: string
  isDraft?: false
  /** As it was before; a new one as it was made. */
  event: Record<string, unknown>
  /** Patch of an update. */
  eventPatch?: Record<string, unknown>
  /** Calendars extension: which way the change reached us. */
  changedVia: 'provider' | 'booking' | 'mail'
  /** Journal extension: what Journal/undo takes for a day; null where it is not the user's to take back. */
  journalId: string | null
}

/** When somebody else is busy; null: nobody can say. */
export interface PersonBusyView {
  email: string
  list: BusyPeriodView[] | null
  /** The address is one of the caller's own. */
  isCaller?: true
}

export interface BusyPeriodView {
  utcStart: string
  utcEnd: string
  busyStatus: 'confirmed' | 'tentative'
  accountId?: string
  eventId?: string
}

export interface CalendarMethods {
  /** Ends a series before an occurrence, from which on a new one goes on with changes. */
  'CalendarEvent/split': { args: EventSplitArgs; result: EventSplitResult }
  /** When the user is busy, and on request other people. */
  'Calendar/getAvailability': {
    args: AvailabilityArgs
    result: { list: BusyPeriodView[]; people?: PersonBusyView[] }
  }
  'Calendar/get': { args: GetArgs; result: GetResult<CalendarView> }
  'Calendar/changes': { args: ChangesArgs; result: ChangesResult }
  'Calendar/set': {
    args: SetArgs & { onDestroyRemoveEvents?: boolean; onSuccessSetIsDefault?: string }
    result: SetResult
  }
  'CalendarEvent/get': { args: EventGetArgs; result: GetResult<CalendarEventView> }
  'CalendarEvent/changes': { args: ChangesArgs; result: ChangesResult }
  'CalendarEvent/set': { args: EventSetArgs; result: EventSetResult }
  'CalendarEvent/query': {
    args: EventQueryArgs
    result: { queryState: string; ids: string[]; total?: number; position: number }
  }
  'CalendarEventNotification/get': { args: GetArgs; result: GetResult<EventNotificationView> }
  'CalendarEventNotification/changes': { args: ChangesArgs; result: ChangesResult }
  'CalendarEventNotification/set': { args: SetArgs; result: SetResult }
  'ParticipantIdentity/get': { args: GetArgs; result: GetResult<ParticipantIdentityView> }
}

/**
 * Whether a zone is coordinated universal time, under any of its names in the IANA database. Feeds and confirmations
 * store instants in it: it says nothing about where an event takes place, so its clocks are not shown beside the reader's.
 */
export const isUniversalTime = (zone: string): boolean =>
  /^(?:Etc\/)?(?:UTC|UCT|GMT(?:[+-]?0)?|Greenwich|Universal|Zulu)$/i.test(zone)
