import type { AccountId, CalendarEventId, CalendarEventNotificationId, JournalId, UserId } from '@plmail/wire'
import type { EventObject } from '../events/index.ts'

/** By what way somebody else's change came. */
export type Via = 'provider' | 'booking' | 'mail'

/** A notification that somebody else wrote an event (JMAP Calendars §7). It never changes. */
export interface EventNotification {
  id: CalendarEventNotificationId
  /** May be gone. */
  eventId: CalendarEventId
  at: Date
  type: 'created' | 'updated' | 'destroyed'
  via: Via
  /** Empty where nobody says who it was. */
  name: string
  email: string | null
  comment: string | null
  /** As it was before; a new one as it was made. What is very long is left out. */
  event: EventObject
  /** The changes of an update, in the properties that people decide; null for other kinds. */
  patch: EventObject | null
  /** Journal entry for `Calendars.undo`, for a day; null where the user may not undo it. */
  journalId: JournalId | null
}

export interface EventNotifications {
  /** The newest first; all when `ids` is null. */
  list(accountId: AccountId, ids: readonly CalendarEventNotificationId[] | null): Promise<EventNotification[]>
  /** Forgets those that were read. Does nothing when the account is not in `ifState`. */
  dismiss(
    userId: UserId,
    accountId: AccountId,
    ids: readonly CalendarEventNotificationId[],
    ifState?: number,
  ): Promise<
    | { destroyed: ReadonlySet<CalendarEventNotificationId>; oldState: number; newState: number }
    | 'state-mismatch'
  >
  /** Forgets what is 30 days old; returns how many. Run daily. */
  purge(): Promise<number>
}
