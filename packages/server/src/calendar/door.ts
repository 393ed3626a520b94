import type { AccountId, CalendarEventId, CalendarId, UserId } from '@plmail/wire'
import type { EventObject, EventPatch, EventProblem, Json } from './events/index.ts'
import type { Occurrence } from './recurrence/index.ts'

/** JMAP Calendars §4. */
export interface Calendar extends CalendarFields {
  id: CalendarId
  isDefault: boolean
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
  /** What new events are reminded of: Id → Alert. */
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

export type CalendarRefusal = 'not-found' | 'too-many' | 'has-events' | 'last'

/** In the order asked for; refusals in the place of what was to be. */
export interface CalendarOutcome {
  created: Array<Calendar | CalendarRefusal>
  refusedUpdates: ReadonlyMap<CalendarId, CalendarRefusal>
  refusedDestroys: ReadonlyMap<CalendarId, CalendarRefusal>
  oldState: number
  newState: number
}

/** Where an event came from; that of a booking is changed by no mail. */
export type EventSource = 'user' | 'provider' | 'mail' | 'feed' | 'booking'

export interface CalendarEvent {
  id: CalendarEventId
  calendarId: CalendarId
  event: EventObject
  source: EventSource
}

export interface EventRequest {
  create: ReadonlyArray<{ calendarId: CalendarId; event: EventObject; source: EventSource }>
  update: ReadonlyMap<CalendarEventId, { calendarId?: CalendarId; patch: EventPatch }>
  destroy: readonly CalendarEventId[]
}

export type EventRefusal =
  | { why: 'not-found' | 'unknown-calendar' | 'too-many' | 'uid-taken' }
  | { why: 'invalid'; problems: readonly EventProblem[] }

export interface EventOutcome {
  created: Array<CalendarEvent | EventRefusal>
  updated: ReadonlyMap<CalendarEventId, CalendarEvent | EventRefusal>
  destroyed: ReadonlySet<CalendarEventId>
  oldState: number
  newState: number
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
  /** Where floating times are looked at. */
  timeZone: string
  calendarIds: readonly CalendarId[]
}

/** Calendars and events of an account; every call is scoped by it. */
export interface Calendars {
  /** By sort order, then name. */
  list(accountId: AccountId): Promise<Calendar[]>
  set(
    userId: UserId,
    accountId: AccountId,
    request: CalendarRequest,
    ifState?: number,
  ): Promise<CalendarOutcome | 'state-mismatch'>
  events: {
    get(accountId: AccountId, ids: readonly CalendarEventId[]): Promise<CalendarEvent[]>
    set(
      userId: UserId,
      accountId: AccountId,
      request: EventRequest,
      ifState?: number,
    ): Promise<EventOutcome | 'state-mismatch'>
    /** All that touches the window, by start; `isCutOff` where a series gives more than anybody looks at. */
    within(accountId: AccountId, window: Window): Promise<{ takings: Taking[]; isCutOff: boolean }>
  }
}
