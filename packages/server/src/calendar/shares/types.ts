import type { Duration, RecurrenceRule, WallTime } from '@plmail/calendar-format'
import type {
  AccountId,
  CalendarId,
  JournalId,
  ShareLinkId,
  UserId,
  ShareDetail,
  ShareWindow,
} from '@plmail/wire'

/** Details that a link may show besides the times. */
export const shareDetails = ['Title', 'Location', 'Description', 'Participants'] as const
export interface ShareFields {
  /** For its owner; no visitor sees it. */
  name: string
  calendarIds: readonly CalendarId[]
  details: readonly ShareDetail[]
  window: ShareWindow
  /** The last day on which it works, a date in the owner's zone; null: until it is revoked. */
  expiresOn: string | null
}

export interface ShareLink extends ShareFields {
  id: ShareLinkId
  revokedAt: Date | null
  /** Last view of the page, not of the calendar file; updated every five minutes at most, without a change of state. */
  viewedAt: Date | null
  createdAt: Date
}

export interface ShareRequest {
  create: readonly ShareFields[]
  update: ReadonlyMap<ShareLinkId, Partial<ShareFields> & { isRevoked?: true }>
  destroy: readonly ShareLinkId[]
}

export type ShareRefusal = 'not-found' | 'too-many' | 'unknown-calendar'

export interface ShareOutcome {
  /** In the order asked for. The token is told this once. */
  created: Array<{ link: ShareLink; token: string } | ShareRefusal>
  refusedUpdates: ReadonlyMap<ShareLinkId, ShareRefusal>
  destroyed: ReadonlySet<ShareLinkId>
  oldState: number
  newState: number
  /** Set when something was written: what `Calendars.undo` takes. */
  journalId?: JournalId
}

/** Links of the personal account of a user, over calendars of all their accounts. */
export interface ShareLinks {
  list(accountId: AccountId): Promise<ShareLink[]>
  set(
    userId: UserId,
    accountId: AccountId,
    request: ShareRequest,
    ifState?: number,
  ): Promise<ShareOutcome | 'state-mismatch'>
  /** Gives the link another address; one that was revoked works again. Undefined: there is none of this id. */
  renew(userId: UserId, accountId: AccountId, id: ShareLinkId): Promise<string | undefined>
  /** Returns the calendar for a token; undefined when it is unknown, revoked, expired or malformed. */
  open(token: string): Promise<SharedCalendar | undefined>
}

/** The part of a calendar that a visitor may see. Wall times are those of `zone`, the owner's. */
export interface SharedCalendar {
  ownerName: string
  zone: string
  /** Midnight of the first day, and of the day after the last. */
  from: WallTime
  to: WallTime
  /** Midnight of today. */
  today: WallTime
  /** Lists the entries on some of the days; at most 2,000, the first ones. */
  during(from: WallTime, to: WallTime): Promise<SharedEntries>
  /** Everything that the link shows, for a calendar file. */
  file(): Promise<
    Pick<SharedEntries, 'isCutOff' | 'completeUntil'> & {
      series: SharedSeries[]
      singles: SharedOccurrence[]
    }
  >
  /** Says that the page was looked at. */
  viewed(): Promise<void>
}

interface SharedEntries {
  entries: SharedOccurrence[]
  isCutOff: boolean
  /** The instant up to which nothing is missing: the end of what was asked for, unless it is cut off. */
  completeUntil: number
}

/** When what is told of an entry was last revised, and a number that rises with each revision. */
export interface SharedRevision {
  at: number
  number: number
}

/**
 * The shown occurrences of one series, told as a series. Like a `SharedOccurrence` it carries nothing that the link and
 * the privacy of the event do not allow, and nothing of what lies outside of the link's days.
 */
export interface SharedSeries {
  uid: string
  /** IANA; of the owner where the series floats. */
  zone: string
  /** Start of the first shown occurrence, as wall time of `zone`. */
  start: WallTime
  duration: Duration
  /** Ends with the last shown occurrence. */
  rule: RecurrenceRule
  /** Starts that the rule gives and that are not shown. */
  excluded: readonly WallTime[]
  /** An occurrence that is as the series says. */
  main: SharedOccurrence
  changed: ReadonlyArray<{ recurrenceId: WallTime; entry: SharedOccurrence }>
  revision: SharedRevision | null
}

/**
 * The one thing that public pages are given. It carries nothing that the link and the privacy of the event do not allow;
 * null where they do not.
 */
export interface SharedOccurrence {
  /** Made from the event's with the link's secret: nobody else can tell which event it is. */
  uid: string
  isAllDay: boolean
  /** Instants in milliseconds. */
  start: number
  end: number
  /** The same on the owner's wall; of whole days the dates. */
  startWall: WallTime
  endWall: WallTime
  /** Takes place and makes nobody busy. */
  isFree: boolean
  /** Null where the title is not told: when somebody changed something is a detail, too. */
  revision: SharedRevision | null
  title: string | null
  location: string | null
  description: string | null
  /** Names; the address of who has none. */
  participants: string[] | null
}

/** How many entries a page shows at most. */
export const maxShared = 2_000
