import type { AccountId, CalendarEventNotificationId, UserId } from '@plmail/wire'
import type { EventNews, Via } from '../events/event-news.ts'

/** A notification that somebody else wrote an event (JMAP Calendars §7). It never changes. */
export interface EventNotification extends EventNews {
  id: CalendarEventNotificationId
  at: Date
  via: Via
  /** Empty where nobody says who it was. */
  name: string
  email: string | null
  comment: string | null
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
