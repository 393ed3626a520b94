import type { ProblemDetail } from '@plmail/wire'
/**
 * The calendar provider as sync sees it: Google, Microsoft Graph, a CalDAV server, a subscribed feed. Like
 * `MailSession` it only speaks the wire protocol. Everything thrown is a ProviderError; a missing permission for
 * calendars is `missing-scope`.
 */
export interface CalendarSession {
  /** Every calendar that can be read. */
  calendars(): Promise<RemoteCalendar[]>
  /**
   * Lists the changes in one calendar since `cursor`; undefined reads everything. Pages come as the provider gives
   * them, only the last carries a cursor. Throws `gone` when the calendar no longer exists.
   */
  pull(calendar: string, cursor: string | undefined): AsyncIterable<EventPage>
  /** Undefined where nothing can be written (feeds). */
  readonly write: EventWriting | undefined
  /** Asks the provider to announce changes by itself; undefined where it cannot. */
  readonly push: CalendarPush | undefined
  /** Busy times by the provider's own word, right now; undefined where it is not offered. */
  readonly freeBusy: ((calendars: readonly string[], from: Date, to: Date) => Promise<BusyTime[]>) | undefined
  /**
   * Busy times of people, by the addresses that were asked for, of those whom the provider knows and lets be seen; up to
   * 20 of them and 31 days. Absent where nobody can be asked about.
   */
  readonly fetchBusyTimes?: BusyOf
}

export interface RemoteCalendar {
  id: string
  name: string
  description: string | null
  /** `#rrggbb`. */
  color: string | null
  /** IANA. */
  timeZone: string | null
  mayWrite: boolean
  isDefault: boolean
  /** False where the provider itself says that the calendar cannot be watched (holidays, birthdays). */
  mayWatch: boolean
  /**
   * E-mail addresses, lower case, for which the server by itself tells people what becomes of a meeting that is written
   * into it (RFC 6638). Absent where nobody is told, or only whom a write says (`notify`).
   */
  tellsFor?: readonly string[]
}

export interface EventPage {
  changes: RemoteChange[]
  /** True on the first page when the cursor given was unusable: the pages are then a reading of everything. */
  reset: boolean
  /** On the last page only: everything up to here has been told. */
  cursor: string | undefined
  /** When a reading of everything is wanted again whatever happens (Graph's window is fixed when it is first read). */
  readAnewAt?: Date
  /** On the first page of a reading of everything: what ended before is not told, so its absence proves nothing. */
  tellsFrom?: Date
  /** Likewise, what begins at this time or later. */
  tellsUntil?: Date
}

/**
 * One thing that a provider tells. Google and Graph keep the changed occurrences of a series as things of their own;
 * CalDAV and feeds tell the series whole, with `recurrenceOverrides` in it, and never an `occurrence`.
 */
export type RemoteChange =
  | {
      kind: 'event'
      id: string
      version: string
      event: JsonObject
      raw: string
      /** Ids of all occurrences of a series that is always reported in full; any other stored occurrence is gone. */
      occurrenceIds?: readonly string[]
    }
  | {
      kind: 'occurrence'
      id: string
      /** Id of the series. */
      seriesId: string
      /** Local date and time at which the rule had it, in the zone of the series: `2026-11-04T09:00:00`. */
      recurrenceId: string
      version: string
      /**
       * Differences from the series, as JSCalendar patches; `{excluded: true}` where the occurrence does not take
       * place.
       */
      patch: JsonObject
      raw: string
    }
  /** Deleted, or moved out of this calendar. The id may be of an event or of an occurrence, or never have been told. */
  | { kind: 'gone'; id: string }

/** JSON as it came; the room that keeps it looks at what is in it. JSCalendar 2.0, see calendar/events. */
export type JsonObject = { readonly [property: string]: JsonValue }
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** The last reported state of an event and all its changed occurrences. */
export interface KnownEvent {
  id: string
  version: string
  /** JSCalendar 2.0, with the occurrences as `recurrenceOverrides`. */
  event: JsonObject
  /** As the provider wrote it: what is not understood here is kept from it. */
  raw: string
  /** By recurrence id. */
  occurrences: ReadonlyMap<string, { id: string; version: string; raw: string }>
}

/** See `EventWriting.create`. */
interface CreateOptions {
  key: string
  notify: boolean
  object?: string
}

export interface EventWriting {
  /**
   * `key` is minted once for the event and makes a repeated create harmless: the second answers with the first's event.
   * `notify`: whether its participants are told by the provider. `object`: the iCalendar text that the event was imported
   * as, for providers that keep text.
   */
  create(calendar: string, event: JsonObject, options: CreateOptions): Promise<Written>
  /**
   * Whether an event that a pull tells is what a create with this key has made, its answer lost. Undefined where the uid
   * says it, because the provider keeps the one that it is given.
   */
  readonly isMadeWith: ((key: string, pulledEvent: { id: string; raw: string }) => boolean) | undefined
  /** Sends only what differs between `known.event` and `event`; everything else stays at the provider as it is. */
  update(
    calendar: string,
    stored: KnownEvent,
    event: JsonObject,
    options: { notify: boolean },
  ): Promise<Written>
  /** Gone already is as good as destroyed. */
  destroy(calendar: string, stored: KnownEvent, options: { notify: boolean }): Promise<Written>
  /** Puts it into another calendar of the same sign-in; undefined where that is a create and a destroy. */
  readonly move:
    | ((from: string, to: string, stored: KnownEvent, options: { notify: boolean }) => Promise<Written>)
    | undefined
  /**
   * Answers an invitation by the provider's own means, which tells the organizer. Undefined where a message must do it.
   */
  readonly answer:
    | ((
        calendar: string,
        stored: KnownEvent,
        answer: {
          status: 'accepted' | 'tentative' | 'declined'
          comment: string
          recurrenceId: string | undefined
        },
      ) => Promise<Written>)
    | undefined
}

export type Written =
  /** State at the provider now, as `pull` would report it; empty after a destroy. */
  | { outcome: 'stored'; changes: RemoteChange[] }
  /** Somebody else changed it since `known` was told; nothing was written. */
  | { outcome: 'conflict' }
  | { outcome: 'gone' }
  /** Only of `create`: an earlier try had made it, and somebody has removed it there since. Nothing was made again. */
  | { outcome: 'removed' }
  /** It will not be taken, whatever is tried; `other/text` with the provider's words, or what the provider cannot express. */
  | { outcome: 'refused'; problem: ProblemDetail }

export interface CalendarPush {
  /**
   * Opens a channel or subscription for one calendar; `known` is renewed where the provider renews, and stays open
   * otherwise until `unwatch`. `unsupported`: this calendar is never announced. Throws `refused` with the provider's words.
   */
  watch(calendar: string, options: WatchOptions): Promise<Watch | 'unsupported'>
  /** One that is gone is as good as closed. */
  unwatch(watch: { id: string; resourceId: string | null }): Promise<void>
}

interface WatchOptions {
  /** URL that the provider calls. */
  address: string
  lifecycleAddress: string
  /** Comes back with every announcement. */
  secret: string
  /** A new random id: Google wants to be told one. */
  id: string
  known: { id: string; resourceId: string | null } | undefined
}

interface Watch {
  id: string
  resourceId: string | null
  expiresAt: Date
}

type BusyOf = (addresses: readonly string[], from: Date, to: Date) => Promise<ReadonlyMap<string, BusyTime[]>>

export interface BusyTime {
  from: Date
  to: Date
}
