import type { EventObject } from '@plmail/calendar-format'
import type {
  AccountId,
  CalendarEventId,
  CalendarId,
  CalendarSourceId,
  ProblemDetail,
  UserId,
} from '@plmail/wire'
import type { BusyTime, CalendarSession } from '../../providers/contract/index.ts'

/** Opens a signed-in session to a calendar source; throws ProviderError. */
export type OpenCalendars = (id: CalendarSourceId) => Promise<CalendarSession>

/** How one calendar that a source keeps stands. */
export interface KeptCalendar {
  calendarId: CalendarId
  sourceId: CalendarSourceId
  accountId: AccountId
  pulledAt: Date | null
  /** Why the last look at it failed; null when it did not. */
  trouble: string | null
  /** Changes made here that the source does not have yet. */
  unsent: number
  /** The oldest of those that was tried in vain, in the provider's words. */
  unsentBecause: string | null
  /** Events that the source has and that cannot be shown here. */
  unreadable: number
  /** `push`: the provider announces changes; `never`: it said that it will not announce this one. */
  announced: 'push' | 'polled' | 'never'
}

/** An event of a source that could not be stored: what is known of it is kept as it came. */
export interface UnreadableEvent {
  calendarId: CalendarId
  title: string
  problem: string
}

/**
 * Something decided here that did not stay. `changed-both`: the provider had changed the same fields, and its values were
 * kept; `removed-there`: it was removed there while it was changed here; `changed-there`: it was removed here, had been
 * changed there, and is back; `refused`: the provider will not have it.
 */
export interface EventConflict {
  id: number
  calendarId: CalendarId
  eventId: CalendarEventId
  kind: 'changed-both' | 'removed-there' | 'changed-there' | 'refused'
  /** JSON pointers without their first slash; none: the event as a whole. */
  fields: string[]
  /** As it was here; null: it had been removed here. */
  lost: EventObject | null
  /** The event as it is now; null: it is deleted. */
  now: EventObject | null
  said: string | null
  at: Date
}

export interface CalendarConflicts {
  /** Newest first, at most 100. */
  list(accountId: AccountId): Promise<EventConflict[]>
  /** `mine` does again what was decided here; `theirs` leaves it as it is. Either way the matter is closed. */
  settle(
    userId: UserId,
    accountId: AccountId,
    id: number,
    keep: 'mine' | 'theirs',
  ): Promise<'settled' | 'not-found' | 'not-possible'>
  /** Forgets those of 30 days ago; returns how many. */
  purge(): Promise<number>
}

/** The outcome of subscribing to the changes of one calendar. */
export interface CalendarWatched {
  calendarId: CalendarId
  outcome: 'opened' | 'renewed' | 'unsupported' | 'failed' | 'closed'
  why: ProblemDetail | null
}

export interface CalendarNotice {
  subscriptionId: string
  clientState: string
  lifecycleEvent?: string
}

export interface CalendarWatches {
  /** Opens what is missing and renews what is about to end; `force` opens everything anew. */
  open(which: 'due' | 'force'): Promise<CalendarWatched[]>
  /** Closes everything; calendars are polled from then on. */
  close(): Promise<CalendarWatched[]>
  /** Closes those of an account that is about to be removed. A provider that refuses keeps nobody from removing it. */
  closeOf(accountId: AccountId): Promise<void>
  announcements: {
    /** Google, by the headers of its call. `not-exists` asks which calendars there are. */
    ofChannel(channel: {
      id: string
      token: string
      state: string
    }): Promise<'heard' | 'unknown-channel' | 'wrong-token'>
    /** Microsoft. Each entry is judged by itself; answers those that were refused. */
    ofSubscriptions(
      notices: readonly CalendarNotice[],
      isLifecycle: boolean,
    ): Promise<Array<'unknown-subscription' | 'wrong-client-state'>>
    /** Returns those of the subscription ids that belong to calendars. */
    selectKnownWatches(subscriptionIds: readonly string[]): Promise<Set<string>>
  }
}

/** Keeps calendars equal to the sources that they come from. */
export interface CalendarSync {
  /** Asks for a look at the source now, whatever failed before; bursts coalesce. */
  refresh(id: CalendarSourceId): Promise<void>
  /** Looks at sources: `stale` at those that were not looked at for a quarter of an hour and are not put off. */
  refreshAll(which: 'stale' | 'all'): Promise<CalendarSourceId[]>
  /** Removes every calendar that came from a source: to be called before the source itself is removed. */
  forget(id: CalendarSourceId): Promise<void>
  /** Lists the accounts' calendars that are synced with a source. */
  selectSyncedCalendars(ids: readonly AccountId[]): Promise<KeptCalendar[]>
  /** At most 100 a calendar. */
  unreadable(accountId: AccountId): Promise<UnreadableEvent[]>
  /**
   * When these calendars are busy by the word of those who keep them, asked right now; undefined where none of them says
   * so within two and a half seconds.
   */
  busy(ids: readonly CalendarId[], from: Date, to: Date): Promise<BusyTime[] | undefined>
  /**
   * When people are busy by the word of whoever keeps calendars of the accounts, by the addresses that were asked for;
   * those whom nobody knows, or of whom nobody says so within four seconds, are not in it.
   */
  getBusyTimes(
    accountIds: readonly AccountId[],
    addresses: readonly string[],
    from: Date,
    to: Date,
  ): Promise<ReadonlyMap<string, BusyTime[]>>
  conflicts: CalendarConflicts
  watches: CalendarWatches
}
