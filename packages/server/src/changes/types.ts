import type {
  AccountId,
  EventChangeProblem,
  JournalId,
  NoticeEvent,
  ProblemDetail,
  UserId,
} from '@plmail/wire'
import type { Tx } from '../store/index.ts'

/** The JMAP types whose changes are logged (RFC 8620 §5.2). */
export type ObjectType =
  | 'Email'
  | 'Thread'
  | 'Mailbox'
  | 'Identity'
  | 'EmailSubmission'
  | 'Quota'
  | 'Rule'
  | 'Preferences'
  | 'SavedSearch'
  | 'Template'
  | 'AddressBook'
  | 'ContactCard'
  | 'TrustedSender'
  | 'Calendar'
  | 'CalendarEvent'
  | 'CalendarEventNotification'
  | 'Reminder'
  | 'ShareLink'
  | 'BookingPage'
  | 'Booking'

/** Who decided a change. */
export type Actor =
  { kind: 'user'; userId: UserId } | { kind: 'provider' | 'rule' | 'booking' | 'mail' | 'system' }

/** Why a write happens: shown in history and used to decide whether it can be undone. */
export interface Cause {
  actor: Actor
  /** The action, in the words of docs/words.md: `archive`, `mark-read`, `arrive`, `refused`. */
  verb: string
  /** When set, the journal entry can be undone until then. */
  undoableUntil?: Date
  /** The entry that this write takes back. */
  undoOf?: JournalId
}

/** Effect of one write on one object: the values of the changed fields before and after. */
export interface JournalItem {
  type: ObjectType
  id: number
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

declare const changeBrand: unique symbol

/**
 * An open write to one JMAP account: its transaction, holding the account's row lock, and the state the
 * account will have once it commits. Only `Changes.write` makes one, and every function that alters an
 * account's objects demands one, so a write without a change entry cannot be expressed.
 */
export interface Change {
  readonly [changeBrand]: true
  readonly tx: Tx
  readonly accountId: AccountId
  readonly userId: UserId
  /**
   * The state of the objects written here: one above the account's last. A write of more than 32 objects of a type
   * takes several states so that paging has somewhere to stop; `Written.state` is the last of them.
   */
  readonly state: number
  readonly at: Date
  readonly cause: Cause
  /** The journal entry of this write; asking makes sure that it is written. */
  journalId(): JournalId
  created(type: ObjectType, ids: readonly number[]): void
  /** `properties` only when nothing else changed: Mailbox counters (RFC 8621 §2.2 updatedProperties). */
  updated(type: ObjectType, ids: readonly number[], properties?: readonly string[]): void
  destroyed(type: ObjectType, ids: readonly number[]): void
  journal(items: readonly JournalItem[]): void
  /** The same write going on for another reason: what is done with it has a journal entry of its own. */
  aside(cause: Cause): Promise<Change>
}

export interface WrittenChange<T> {
  result: T
  /** The account's state after the write; unchanged when nothing was recorded. */
  state: number
  /** Set when something was journalled. */
  journalId?: JournalId
}

export interface AccountState {
  accountId: AccountId
  state: number
}

/** The answer to "what changed since": RFC 8620 §5.2, ids ascending by state. */
export interface ChangedSince {
  oldState: number
  newState: number
  hasMore: boolean
  created: number[]
  updated: number[]
  destroyed: number[]
  /** The union of `properties` when every update carried some, else null. */
  updatedProperties: string[] | null
  /** The ids in `updated` of which nothing but named properties changed. */
  onlyNamed: number[]
}

/** A new state of an account, with the types that changed. */
export interface AccountNews extends AccountState {
  types: ObjectType[]
  /** Whether an Email was added: what the EmailDelivery of RFC 8621 §1.5 is about. */
  delivered: boolean
}

/** Something that a user should read now: as a code, because whoever announces it knows nobody's language. */
export interface LiveNotice {
  level: NoticeEvent['level']
  problem: ProblemDetail | EventChangeProblem
  /** Type of the object concerned, where clients learn about it themselves and may show it their own way. */
  reference?: string
}

/** Something the browser should hear of now; carries no message content. */
export type LiveEvent =
  | { kind: 'state'; accountId: AccountId; state: number; types: ObjectType[]; delivered?: true }
  | { kind: 'job'; job: string; accountId: AccountId; done: number; total: number; text: string }
  | ({ kind: 'notice' } & LiveNotice)

export interface JournalEntry {
  id: JournalId
  accountId: AccountId
  at: Date
  verb: string
  actor: Actor['kind']
  undoableUntil: Date | null
  undoneBy: JournalId | null
  items: JournalItem[]
}

export interface Changes {
  /** Creates the change ledger of a new account and returns its id. */
  open(tx: Tx, userId: UserId, kind: 'mail' | 'personal'): Promise<AccountId>
  /** Removes the account with everything that belongs to it; writes still under way end first. */
  close(tx: Tx, accountId: AccountId): Promise<void>
  /**
   * The one way to write to an account: locks its row, runs `work`, then writes the change log and journal and
   * notifies, all in one transaction. When `work` records nothing the state does not move.
   * `work` may run again after a deadlock, so it must have no effect outside `change.tx`.
   */
  write<T>(
    accountId: AccountId,
    cause: Cause,
    work: (change: Change) => Promise<T>,
  ): Promise<WrittenChange<T>>
  /**
   * As `write`. What `read` asks goes out with the lock, right behind it, so it sees what the lock protects and nobody
   * waits twice.
   */
  writeAfter<Read, T>(
    accountId: AccountId,
    cause: Cause,
    read: (tx: Tx) => Promise<Read>,
    work: (change: Change, read: Read) => Promise<T>,
  ): Promise<WrittenChange<T>>
  state(accountId: AccountId): Promise<number>
  /**
   * Keeps what `read` finds of a user, for seconds and until an account of theirs comes or goes, in whichever process:
   * for what every request asks and hardly ever changes.
   */
  whileAccountsStay<T>(read: (userId: UserId) => Promise<T>): (userId: UserId) => Promise<T>
  /** The user's personal account; undefined for no user. */
  personal(userId: UserId): Promise<AccountId | undefined>
  /** The current state of every mail account of the user. */
  states(userId: UserId): Promise<AccountState[]>
  /**
   * The mail accounts of the user, and the personal one where it is in `known`, that stand elsewhere than `known` says,
   * each with the types that changed since: all of them for an account that is not in `known` or whose log does not reach
   * back.
   */
  newsSince(userId: UserId, states: ReadonlyMap<AccountId, number>): Promise<AccountNews[]>
  /**
   * Returns the changes to objects of one type after `sinceState`. At most `maxChanges` ids; if there are more,
   * `hasMore` is set and `newState` is a state in between. `cannot-calculate` for a state that is unknown, older than
   * the log, or followed by a single state of more than `maxChanges` objects (never above 32).
   */
  since(
    accountId: AccountId,
    type: ObjectType,
    sinceState: number,
    maxChanges: number,
  ): Promise<ChangedSince | 'cannot-calculate'>
  journal: {
    /** The entry, only when it belongs to an account of this user. */
    get(userId: UserId, id: JournalId): Promise<JournalEntry | undefined>
    /** Newest first. */
    list(accountId: AccountId, limit: number): Promise<JournalEntry[]>
    /**
     * Objects of this type that anybody but the provider changed since, each once, those changed last in front. An email
     * whose id has changed since (a merge of threads) is named by its old one.
     */
    touched(accountId: AccountId, type: ObjectType, since: Date, limit: number): Promise<number[]>
    /** Marks `id` as taken back by the entry of `change`; false when somebody else already did. */
    markUndone(change: Change, id: JournalId): Promise<boolean>
  }
  /**
   * Notes the state of every account under today's time. Forgets the log before the newest note older than `days`, and
   * the journal older than `days`; returns how many rows of the log and entries of the journal went. Run daily.
   */
  trim(days: number): Promise<number>
  /** Tells the user's open browsers; lost without harm. */
  announce(userId: UserId, event: LiveEvent): Promise<void>
  /** Hears every live event of every process; returns how to stop. `missed` is called after a gap. */
  listen(on: { event(userId: UserId, event: LiveEvent): void; missed(): void }): Promise<() => Promise<void>>
}
