import type {
  EventObject,
  EventPatch,
  EventProblem,
  Json,
  Occurrence,
  WallTime,
} from '@plmail/calendar-format'
import type { AccountId, CalendarEventId, CalendarId, JournalId, UserId } from '@plmail/wire'
import type { Change } from '../changes/index.ts'
import type { EventNotifications } from './notifications/types.ts'

/** JMAP Calendars §4. */
export interface Calendar extends CalendarFields {
  id: CalendarId
  isDefault: boolean
  /**
   * Whether the provider allows no writes (a feed, somebody else's calendar). Every change of its events is refused.
   */
  isReadOnly: boolean
  /** A provider keeps it, which alone can remove it. */
  isProvided: boolean
}

export interface CalendarFields {
  name: string
  description: string | null
  /** `#rrggbb`. */
  color: string | null
  sortOrder: number
  isSubscribed: boolean
  isVisible: boolean
  /** Whose events make their owner busy: all, those taken part in, none. */
  availability: 'all' | 'attending' | 'none'
  /** IANA; null: the user's. */
  timeZone: string | null
  /** Default alerts of new events: Id → Alert. */
  alertsWithTime: Json
  alertsWithoutTime: Json
}

export interface CalendarRequest {
  create: readonly CalendarFields[]
  update: ReadonlyMap<CalendarId, Partial<CalendarFields>>
  destroy: readonly CalendarId[]
  /** The events of a destroyed calendar go with it, instead of keeping it. */
  removeEvents: boolean
  /** Becomes the default one; a number is the place of one in `create`. */
  makeDefault: CalendarId | { created: number } | undefined
}

/** `last`: of the user's own. `provided`: only its provider can remove it. */
export type CalendarRefusal = 'not-found' | 'too-many' | 'has-events' | 'last' | 'provided'

/** In the order asked for; refusals in the place of what was to be. */
export interface CalendarOutcome {
  created: Array<Calendar | CalendarRefusal>
  refusedUpdates: ReadonlyMap<CalendarId, CalendarRefusal>
  refusedDestroys: ReadonlyMap<CalendarId, CalendarRefusal>
  oldState: number
  newState: number
  /** Set when something was written. */
  journalId?: JournalId
}

/** Origin of an event; an event of a booking is never changed by mail. */
export type EventSource = 'user' | 'provider' | 'mail' | 'feed' | 'booking'

export interface CalendarEvent {
  id: CalendarEventId
  calendarId: CalendarId
  event: EventObject
  source: EventSource
}

/** Who wrote an event, where it was not its user. */
export interface WrittenBy {
  name: string
  email: string | null
  /** Comment sent with the change. */
  comment?: string
}

export interface EventRequest {
  create: ReadonlyArray<{ calendarId: CalendarId; event: EventObject; source: EventSource }>
  update: ReadonlyMap<CalendarEventId, { calendarId?: CalendarId; patch: EventPatch }>
  /** Changes of single occurrences, after those of `update`; null: it does not take place. */
  occurrences?: ReadonlyArray<{ id: CalendarEventId; recurrenceId: WallTime; patch: EventPatch | null }>
  destroy: readonly CalendarEventId[]
  /** JMAP's `sendSchedulingMessages`: whether the participants are told. */
  notify?: boolean
  /** Under which the journal keeps it: a word of docs/words.md; `set-events` unless given. */
  verb?: string
  by?: WrittenBy
}

export type EventRefusal =
  /** `not-organizer`: it is somebody else's meeting, and more than a guest may change was to be changed. */
  | { why: 'not-found' | 'unknown-calendar' | 'too-many' | 'read-only' | 'not-organizer' }
  | { why: 'uid-taken'; existing: CalendarEventId }
  | { why: 'invalid'; problems: readonly EventProblem[] }

export interface EventOutcome {
  created: Array<CalendarEvent | EventRefusal>
  updated: ReadonlyMap<CalendarEventId, CalendarEvent | EventRefusal>
  /** In the order asked for; undefined where it was done. */
  occurrences: Array<EventRefusal | undefined>
  destroyed: ReadonlySet<CalendarEventId>
  refusedDestroys: ReadonlyMap<CalendarEventId, EventRefusal>
  oldState: number
  newState: number
  /** Set when something was written: what `undo` takes. */
  journalId?: JournalId
}

/** One taking place of a stored event. */
export interface Taking extends Occurrence {
  id: CalendarEventId
  calendarId: CalendarId
  /** The whole series; `occurrenceObject` has what is said of this one. */
  event: EventObject
}

export interface Window {
  /** Instants in milliseconds; `to` is not part of it. */
  from: number
  to: number
  /** Time zone in which floating times are resolved. */
  timeZone: string
  calendarIds: readonly CalendarId[]
}

/** "This and following": one occurrence of a series and all after it, changed. */
export interface SplitRequest {
  id: CalendarEventId
  recurrenceId: WallTime
  /** Patch of the series that begins there; `start` is the time of its first occurrence. */
  patch: EventPatch
  /** UID of the new series. */
  uid: string
  notify?: boolean
  verb?: string
}

/** Without `before` it was the first occurrence, and all of the series was changed. */
export type SplitResult =
  | { before?: CalendarEvent; after: CalendarEvent; refusal?: undefined }
  | { refusal: EventRefusal; before?: undefined; after?: undefined }

export interface BusyQuestion {
  /** Instants in milliseconds. */
  from: number
  to: number
  /** Time zone for all-day events and floating times. */
  timeZone: string
  /** The user's own, lower case. */
  ownAddresses: ReadonlySet<string>
  /** An event that does not count, wherever it is kept: a new time is looked for it. */
  exceptUid?: string | undefined
}

export interface BusyPeriod {
  id: CalendarEventId
  accountId: AccountId
  from: number
  to: number
  isTentative: boolean
}

/** Outcome of importing a calendar file. */
export interface Imported {
  added: number
  updated: number
  /** In another calendar of the account already, or not what can be kept. */
  skipped: number
  /** Without a start. */
  unreadable: number
  /** To-dos (VTODO) and journal entries (VJOURNAL), which calendars here do not hold. */
  tasks: number
  journals: number
  /** Series with a rule that is not followed: not understood, or beyond the first. */
  unreadRules: number
}

/** Filters applied before events are checked one by one; an absent filter matches all. */
export interface EventSearch {
  ids?: readonly CalendarEventId[]
  calendarId?: CalendarId
  uid?: string
  /** Bounds of all occurrences, in milliseconds; floating times and zones may put them a day off. */
  from?: number
  to?: number
  /** Folded; each stands somewhere in what a person can read of the event. */
  words?: readonly string[]
  /** Lower bound of the ids, exclusive, for paging. */
  beyond?: CalendarEventId
}

export interface FoundEvent extends CalendarEvent {
  createdAt: Date
  updatedAt: Date
}

export type CalendarUndoOutcome =
  | {
      ok: true
      accountId: AccountId
      /** Ids of events, or of the links or pages that the entry is about. */
      restored: number[]
      /** Ids that changed again since, or cannot be restored. */
      skipped: number[]
      newState: number
    }
  | { ok: false; why: 'not-found' | 'expired' | 'already-undone' | 'not-undoable' }

/** Calendars and events of an account; every call is scoped by it. */
export interface Calendars {
  /**
   * For sync, after a look at a provider's calendars: invitations that were answered before it placed them are one with what
   * it has placed by now.
   */
  replaceStandIns(userId: UserId, accountId: AccountId): Promise<void>
  /** Every address that is the user's, lower case: what makes a meeting theirs. */
  ownAddresses(userId: UserId): Promise<ReadonlySet<string>>
  /** By sort order, then name. */
  list(accountId: AccountId): Promise<Calendar[]>
  /**
   * The user's own calendar in the personal account, where new events go unless told otherwise; made on first need.
   */
  own(userId: UserId): Promise<Calendar>
  set(
    userId: UserId,
    accountId: AccountId,
    request: CalendarRequest,
    ifState?: number,
  ): Promise<CalendarOutcome | 'state-mismatch'>
  events: {
    get(accountId: AccountId, ids: readonly CalendarEventId[]): Promise<CalendarEvent[]>
    /** Finds matching events, as far as columns can tell, by id. Reads at most `limit`. */
    find(accountId: AccountId, search: EventSearch, limit: number): Promise<FoundEvent[]>
    set(
      userId: UserId,
      accountId: AccountId,
      request: EventRequest,
      ifState?: number,
    ): Promise<EventOutcome | 'state-mismatch'>
    /** Makes two series of one, in one write; nothing is written where it is refused. */
    split(
      userId: UserId,
      accountId: AccountId,
      request: SplitRequest,
      ifState?: number,
    ): Promise<
      (SplitResult & { oldState: number; newState: number; journalId?: JournalId }) | 'state-mismatch'
    >
    /** All that touches the window, by start; `isCutOff` where a series gives more than anybody looks at. */
    within(accountId: AccountId, window: Window): Promise<{ takings: Taking[]; isCutOff: boolean }>
  }
  /**
   * Takes back a write of calendars, events, share links or booking pages, through the outbox. What was destroyed comes back under its old id; a
   * property is set back only while it still has the value that the write gave it. With `notify` participants hear of it.
   */
  undo(userId: UserId, journalId: JournalId, notify?: boolean): Promise<CalendarUndoOutcome>
  /** When the calendars of an account say that their user is busy; each event by itself, by start. */
  busy(accountId: AccountId, question: BusyQuestion): Promise<BusyPeriod[]>
  /** Events of a calendar file into a calendar, in one write; one whose uid is there already is made what the file says. */
  importFile(
    userId: UserId,
    accountId: AccountId,
    calendarId: CalendarId,
    text: string,
  ): Promise<Imported | 'no-calendar' | 'read-only' | 'unreadable' | 'too-many'>
  /** A calendar with all its events, or one event, as a file; undefined where there is none. */
  exportFile(
    accountId: AccountId,
    of: { calendarId: CalendarId } | { eventId: CalendarEventId },
  ): Promise<{ name: string; text: string } | undefined>
  /**
   * Returns the given events that were imported from files: each as a calendar file of its own, with everything that
   * file said.
   */
  selectImportedObjects(
    accountId: AccountId,
    eventIds: readonly CalendarEventId[],
  ): Promise<Map<CalendarEventId, string>>
  /** Removes what imported files said of events that no undo can bring back. Safe to run twice. */
  purgeObjects(): Promise<void>
  provided: ProvidedEvents
  notifications: EventNotifications
}

/**
 * The calendar objects that providers hold, for those events that a provider keeps as iCalendar: each a calendar with one
 * event, as it last came.
 */
export type ProviderObjects = (
  eventIds: readonly CalendarEventId[],
) => Promise<ReadonlyMap<CalendarEventId, string>>

/** The outbox that records changes for sync to send, in the transaction of the change. */
export interface EventOutbox {
  /** Calendars that no provider keeps are passed over. `before` and `after` are undefined for a create and a destroy. */
  enqueue(change: Change, intents: readonly EventIntent[]): Promise<void>
}

export interface EventIntent {
  eventId: CalendarEventId
  /** Current calendar; for a destroy, the last one. */
  calendarId: CalendarId
  /** Set where it came from another calendar. */
  movedFrom: CalendarId | undefined
  before: EventObject | undefined
  after: EventObject | undefined
  /** Whether participants are told by the provider that keeps it. */
  notify: boolean
  /**
   * The user's answer to an invitation, where nothing else changed: it goes through the provider's own call
   * (`EventWriting.answer`) where there is one, which tells the organizer.
   */
  answer?: InvitationAnswer
}

/** An answer to whoever invited. */
export interface InvitationAnswer {
  status: 'accepted' | 'tentative' | 'declined'
  /** Empty where nothing was said. */
  comment: string
  /** Recurrence id of the one occurrence answered; undefined for the whole event. */
  recurrenceId: string | undefined
}

/** How sync writes what a provider told: the same checks and the same change log, and no outbox. */
export interface ProvidedEvents {
  /** Creates without `id`, replaces with. What cannot be stored as it is (no start, say) is answered, never thrown. */
  put(
    change: Change,
    events: ReadonlyArray<{
      id: CalendarEventId | undefined
      calendarId: CalendarId
      event: EventObject
      source: EventSource
    }>,
  ): Promise<Array<CalendarEvent | EventRefusal>>
  remove(change: Change, ids: readonly CalendarEventId[]): Promise<void>
  /** Tells the user of what was changed there by somebody, whoever it was. */
  note(
    change: Change,
    writes: ReadonlyArray<{ before: CalendarEvent | undefined; after: CalendarEvent | undefined }>,
  ): Promise<void>
  /** As this transaction sees them. */
  get(change: Change, ids: readonly CalendarEventId[]): Promise<CalendarEvent[]>
  withUids(change: Change, calendarId: CalendarId, uids: readonly string[]): Promise<CalendarEvent[]>
  calendars(change: Change): Promise<Calendar[]>
  /**
   * A colour for each new calendar that differs from those of all calendars in the user's accounts: the provider's own
   * unless another calendar is drawn in the same hue. Null: the provider has none.
   */
  chooseColors(
    change: Change,
    userAccountIds: readonly AccountId[],
    providerColors: readonly (string | null)[],
  ): Promise<string[]>
  /** Creates without `id`; a calendar that the provider no longer lists is removed with its events. */
  putCalendar(
    change: Change,
    calendar: { id: CalendarId | undefined; fields: CalendarFields; isReadOnly: boolean; isDefault: boolean },
  ): Promise<CalendarId>
  removeCalendar(change: Change, id: CalendarId): Promise<void>
}
