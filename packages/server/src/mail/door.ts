import type {
  AccountId,
  Category,
  CategoryCount,
  CategoryReason,
  JournalId,
  MailboxId,
  MessageId,
  ThreadId,
  UserId,
} from '@plmail/wire'
import type { Actor, Change } from '../changes/index.ts'
import type { Draft } from './compose/index.ts'
import type { BlobPlace } from '../store/index.ts'
import type {
  DecidedFields,
  MailboxPatch,
  MailboxRefusal,
  MailboxView,
  RemoteMailbox,
  Role,
  WantedMailbox,
} from './labels/door.ts'
import type { ListItem, ListPage, ListWanted } from './lists/door.ts'
import type { Quotas } from './quotas/door.ts'
import type {
  EmailFound,
  EmailQuery,
  QueryChanged,
  QueryChanges,
  SearchCoverage,
  SearchGaps,
  Snippet,
} from './search/door.ts'
import type { EmailFilter } from './search/filter.ts'
import type { Snooze } from './snooze/door.ts'
import type { BlobReads, Uploads } from './uploads/door.ts'

export type * from './labels/door.ts'
export type * from './lists/door.ts'
export type { ProvidedQuota, Quotas, QuotaView } from './quotas/door.ts'
export type * from './search/door.ts'
export type { EmailFilter, EmailSort } from './search/filter.ts'
export type { EmailMarks, Snooze } from './snooze/door.ts'
export type { BlobUse, OpenBlob, Upload, Uploader } from './uploads/door.ts'

/** A message's bytes, stored and parsed, ready to be written to an account. */
export interface PreparedMessage {
  digest: Buffer
  size: number
  parsed: ParsedMessage
  /** What it is found by; see mail/search. */
  search: SearchRow
}

/** What search keeps of a message: its row in message_search, but for the account's mark. */
export interface SearchRow {
  /** A tsvector as text. */
  words: string
  /** Those of the subject alone. */
  subjectWords: string
  /** What lists sorted by sender, recipient and subject compare (RFC 8621 §4.4.2), in lower case. */
  fromKey: string
  toKey: string
  subjectKey: string
  /** Header fields, one a line: name, colon, decoded value; in lower case. */
  headers: string
  /** Whether there are attachments whose text can be had. */
  hasReadable: boolean
}

/** What ingest keeps of one parse; made by mail/mime, which never throws for anything in the bytes. */
export interface ParsedMessage {
  /** Without angle brackets; null when absent or unusable. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  subject: string
  /** The Date header; null when absent or not a date. */
  sentAt: Date | null
  fromAddresses: string[]
  hasAttachment: boolean
  /** The immutable list properties of RFC 8621 §4.1, as they go on the wire (see mail/mime/summary.ts). */
  summary: Readonly<Record<string, unknown>>
  /** MIME tree with byte offsets (see mail/mime/structure.ts). */
  structure: unknown
  /** A sentence for the reader when the bytes could not be understood; null otherwise. */
  unreadable: string | null
}

export interface Arrival {
  prepared: PreparedMessage
  mailboxIds: MailboxId[]
  /** Lower-cased keywords, `$seen` and so on. */
  keywords: string[]
  /** IMAP INTERNALDATE or the provider's receipt time; decides the order of lists. Now when left out. */
  receivedAt?: Date
  /** Received since the account was first listed, and never here before: rules are asked about it. */
  isNew?: boolean
}

/** keyword → true adds, false removes. `replaceKeywords` replaces the whole set first. */
export interface EmailPatch {
  keywords?: ReadonlyMap<string, boolean>
  replaceKeywords?: ReadonlySet<string>
  mailboxes?: ReadonlyMap<MailboxId, boolean>
  replaceMailboxes?: ReadonlySet<MailboxId>
  /** Until when the message stays out of the Inbox; null ends that. Its place follows from it. */
  snoozedUntil?: Date | null
  /** When to tell that nobody has answered; null: not. */
  followUpAt?: Date | null
  /** The category of its conversation, by hand; null: what its messages say of themselves. */
  category?: Category | null
}

export type EmailRefusal =
  | 'not-found'
  | 'no-mailbox'
  | 'unknown-mailbox'
  | 'mailbox-not-selectable'
  | 'too-many-keywords'
  /** A time to see it again that has passed, or that nobody will live to see. */
  | 'time-out-of-range'

/** A message made here. */
export interface Created {
  id: MessageId
  threadId: ThreadId
}

export interface CreateOutcome {
  /** In the order asked for; of those refused, why. */
  outcomes: Array<Created | EmailRefusal>
  oldState: number
  newState: number
}

export interface UpdateOutcome {
  done: MessageId[]
  refused: Map<MessageId, EmailRefusal>
  oldState: number
  newState: number
  journalId?: JournalId
}

export type UndoOutcome =
  | { ok: true; accountId: AccountId; newState: number; restored: MessageId[]; skipped: MessageId[] }
  | { ok: false; why: 'not-found' | 'expired' | 'already-undone' | 'not-undoable' }

/** One local decision on its way to the provider; see sync/outbox. */
export type OutboxIntent =
  | { field: `keyword:${string}`; messageId: MessageId; base: boolean; desired: boolean }
  | { field: 'mailboxes'; messageId: MessageId; base: MailboxId[]; desired: MailboxId[] }
  | { field: 'destroy'; messageId: MessageId; base: MailboxId[]; desired: null }
  /** A message made here that the provider has not got yet; `desired` is where it began. */
  | { field: 'append'; messageId: MessageId; base: null; desired: MailboxId[] }
  | {
      field: 'create-mailbox'
      mailboxId: MailboxId
      base: null
      desired: { name: string; parentId: MailboxId | null; role: Role | null }
    }
  | {
      field: 'rename-mailbox'
      mailboxId: MailboxId
      base: { name: string; parentId: MailboxId | null }
      desired: { name: string; parentId: MailboxId | null }
    }
  | {
      field: 'subscribe-mailbox'
      mailboxId: MailboxId
      base: { name: string; isSubscribed: boolean }
      desired: { name: string; isSubscribed: boolean }
    }
  | {
      field: 'destroy-mailbox'
      mailboxId: MailboxId
      base: { name: string; parentId: MailboxId | null }
      desired: null
    }

/** What mail needs from the outbox: intents are written in the same transaction as the change. */
export interface OutboxDoor {
  enqueue(change: Change, intents: readonly OutboxIntent[]): Promise<void>
  /** Those of the messages that the provider has still to be told something about; purging spares them. */
  unsent(change: Change, ids: readonly MessageId[]): Promise<ReadonlySet<MessageId>>
}

/** A message that is the same as another, as far as its sender can be believed. */
export interface SameMessage {
  id: MessageId
  mailboxIds: MailboxId[]
  keywords: string[]
  /** It is being sent, or was. */
  isSubmitted: boolean
}

export interface Provided {
  id: MessageId
  keywords?: string[]
  mailboxIds?: MailboxId[]
}

/** What was found, and the account's state of the same moment: both come from one statement. */
export interface WithState<Found> {
  state: number
  found: Found
}

/** A message as Email/get needs it; `summary` and `structure` are JSON text straight from the row. */
export interface EmailRow {
  id: MessageId
  threadId: ThreadId
  digest: Buffer
  size: number
  receivedAt: Date
  keywords: string[]
  mailboxIds: MailboxId[]
  summary: string
  structure: string | null
  unreadable: string | null
  /** Where the bytes are, in rows that were read whole. */
  place: BlobPlace | null
}

/** The category of a conversation and why; `emailId` is the message that decided. */
export interface CategoryView extends CategoryReason {
  name: Category
  emailId: MessageId
}

/** How far the sent mail of an account was read (`Mail.read.sentAfter`). */
export interface SentCursor {
  messageId: number
  settledAt: Date
}

export interface SentPage {
  messages: Array<{ at: Date; to: Array<{ name: string | null; email: string }> }>
  cursor: SentCursor
  isMore: boolean
}

export interface Mail {
  mailboxes: {
    /** Makes the account's mailboxes equal the provider's list; returns remoteId → id. Destroys nothing that still has a pending create. */
    reconcile(
      change: Change,
      remote: readonly RemoteMailbox[],
      /** Kept for now though no longer listed: sync has still to see where their messages went. */
      inUse?: ReadonlySet<MailboxId>,
      /** What was decided here stands, whatever the provider still lists. */
      decided?: DecidedFields,
    ): Promise<Map<string, MailboxId>>
    /** A user's new folder: a row now, created remotely through the outbox. */
    create(
      change: Change,
      wanted: WantedMailbox,
    ): Promise<{ ok: true; id: MailboxId; sortOrder: number } | { ok: false; why: MailboxRefusal }>
    /** Renames, moves, orders, subscribes; the provider hears of it through the outbox. */
    update(change: Change, id: MailboxId, patch: MailboxPatch): Promise<MailboxRefusal | undefined>
    /**
     * Destroys a mailbox without children. With `removeEmails` its mail leaves it, and mail that is nowhere else is
     * destroyed as by `actions.destroy`; without, `has-email` is answered. `moveTo`: it goes there instead.
     */
    destroy(
      change: Change,
      id: MailboxId,
      removeEmails: boolean,
      moveTo?: MailboxId,
    ): Promise<MailboxRefusal | undefined>
    /** The provider has made the folder. */
    confirmCreated(change: Change, id: MailboxId, remoteId: string): Promise<void>
    /** The provider refused to create it: the row goes, unless mail lives in it. */
    refuseCreated(change: Change, id: MailboxId): Promise<void>
    /** The folder's key at the provider is another: it was renamed or moved there. `below`: so do keys within it. */
    confirmRenamed(
      change: Change,
      id: MailboxId,
      renamed: { remoteId: string; below: { from: string; to: string } | null },
    ): Promise<void>
    /** The provider would not rename, move or (un)subscribe it: back to what it has. Sends nothing. */
    restore(change: Change, id: MailboxId, provided: MailboxPatch): Promise<void>
    confirmDestroyed(change: Change, id: MailboxId): Promise<void>
    /** The provider would not delete it, or mail came into it: it is back, under its id. */
    refuseDestroyed(change: Change, id: MailboxId): Promise<void>
    /** As clients see them, in the order of the sidebar. */
    list(accountId: AccountId): Promise<MailboxView[]>
    /** Those, with the state they belong to. */
    at(accountId: AccountId): Promise<{ state: number; mailboxes: MailboxView[] }>
    /** As the provider may have them: with those destroyed here that it still has to let go of. */
    known(accountId: AccountId): Promise<MailboxView[]>
  }
  ingest: {
    /** Parses and stores the raw bytes of a batch: one blob pack, one fsync. Runs outside any transaction. */
    prepare(raw: readonly Buffer[]): Promise<PreparedMessage[]>
    /** Writes prepared messages: thread, list rows, counters, change log. Returns the ids in order. */
    arrive(change: Change, arrivals: readonly Arrival[]): Promise<MessageId[]>
  }
  /** The bytes of a new message; `domain` is the right side of a Message-ID that it lacks. Stores nothing. */
  compose(draft: Draft, domain: string): Buffer
  /** What the provider says is so. Never makes outbox operations. Unchanged values are no change. */
  provided: {
    set(change: Change, updates: readonly Provided[]): Promise<void>
    /** Keywords the provider added and removed since it last spoke; the others stay as they are. */
    patchKeywords(
      change: Change,
      updates: ReadonlyArray<{ id: MessageId; add: readonly string[]; remove: readonly string[] }>,
    ): Promise<void>
    /** Gone at the provider: leaves every mailbox; rows and bytes stay 30 days. */
    remove(change: Change, ids: readonly MessageId[]): Promise<void>
    /** Messages of the account with exactly these bytes, removed ones included. */
    withDigest(change: Change, digest: Buffer): Promise<MessageId[]>
    /** Messages of the account with its Message-ID or, when it has none, its bytes; without removed ones. */
    sameMessage(change: Change, message: PreparedMessage): Promise<SameMessage[]>
    /** Those of the messages that are being sent or were. */
    submitted(accountId: AccountId, ids: readonly MessageId[]): Promise<ReadonlySet<MessageId>>
  }
  /**
   * What a user (or a rule) decides: local change + journal + outbox in one transaction, undoable for 24 h. `operation`
   * is a client's name for one change of an account: sent again within 30 days it changes nothing and has the same answer.
   */
  actions: {
    /** New messages: drafts, imports and copies, which the outbox brings to the provider. Not undoable. */
    create(
      actor: Actor,
      accountId: AccountId,
      verb: string,
      messages: readonly Arrival[],
      ifState?: number,
    ): Promise<CreateOutcome | 'state-mismatch'>
    update(
      actor: Actor,
      accountId: AccountId,
      verb: string,
      patches: ReadonlyMap<MessageId, EmailPatch>,
      ifState?: number,
      operation?: string,
    ): Promise<UpdateOutcome | 'state-mismatch'>
    /** Permanent; not undoable. */
    destroy(
      actor: Actor,
      accountId: AccountId,
      ids: readonly MessageId[],
      ifState?: number,
      operation?: string,
    ): Promise<UpdateOutcome | 'state-mismatch'>
    undo(userId: UserId, journalId: JournalId): Promise<UndoOutcome>
  }
  /** Says of some mail from before there were categories what it is; returns how many. Safe to run twice, and to end in the middle. */
  sortOld(): Promise<number>
  read: {
    /** What a list holds of each category, in their order; the user's accounts are those of `within`. */
    categories(
      list: Pick<ListPage, 'within'> & ({ role: Role } | { mailboxId: MailboxId }),
      userId: UserId,
      seenAt: ReadonlyMap<Category, Date>,
    ): Promise<{ list: CategoryCount[]; states: Map<AccountId, number> }>
    /** The category of each thread, and why; a thread with nothing received in it is Primary, and left out. */
    threadCategories(accountId: AccountId, ids: readonly ThreadId[]): Promise<Map<ThreadId, CategoryView>>
    emails(accountId: AccountId, ids: readonly MessageId[], withStructure: boolean): Promise<EmailRow[]>
    /** The same with the account's state of that moment. Throws AccountGone. */
    emailsWithState(
      accountId: AccountId,
      ids: readonly MessageId[],
      withStructure: boolean,
    ): Promise<WithState<EmailRow[]>>
    /** The account's messages, newest first, at most `limit`. */
    ids(accountId: AccountId, limit: number): Promise<MessageId[]>
    /** Threads with a message in some mailbox, at most `limit`, in no order. */
    threadIds(accountId: AccountId, limit: number): Promise<ThreadId[]>
    query(accountId: AccountId, query: EmailQuery): Promise<EmailFound>
    /** What to take out of earlier results and put in, to have those of now. */
    queryChanges(accountId: AccountId, wanted: QueryChanges): Promise<QueryChanged>
    /** One list over all mail accounts of the user, newest first; snoozed mail by when it comes back. */
    list(
      userId: UserId,
      wanted: ListWanted,
      page: ListPage,
    ): Promise<{ items: ListItem[]; total: number; states: Map<AccountId, number> }>
    /** Oldest first (RFC 8621 §3). Throws AccountGone. */
    threads(accountId: AccountId, ids: readonly ThreadId[]): Promise<WithState<Map<ThreadId, MessageId[]>>>
    /**
     * The messages of threads with their structure, thread by thread, each oldest first: what `threads` and then
     * `emailsWithState` of all of them answer, in one turn. Throws AccountGone.
     */
    wholeThreads(
      accountId: AccountId,
      ids: readonly ThreadId[],
      most: number,
    ): Promise<WithState<EmailRow[]> | 'too-many'>
    /** The raw bytes of a message that was read: a row is only given to whom its bytes belong. */
    bytesOf(row: EmailRow): Promise<Buffer | undefined>
    /** Each row with them, in order; not held in memory together. */
    withBytes(rows: readonly EmailRow[]): AsyncIterable<{ row: EmailRow; raw: Buffer | undefined }>
    /** What was sent from the account since, at most `limit` of either kind: whoever collects recipients reads on. */
    sentAfter(accountId: AccountId, cursor: SentCursor, limit: number): Promise<SentPage>
    /** Raw bytes, only when a message of this account has them or a client has sent them there. */
    raw(accountId: AccountId, digest: Buffer): Promise<Buffer | undefined>
  }
  blobs: BlobReads
  uploads: Uploads
  quotas: Quotas
  snooze: Snooze
  search: {
    coverage(accountId: AccountId): Promise<SearchCoverage>
    /** What a query cannot find by its text yet; usually nothing, and cheap to ask. */
    missing(accountId: AccountId, asked: Pick<EmailQuery, 'filter' | 'sort'>): Promise<SearchGaps>
    /**
     * What a search box's text means: `from:`, `has:`, `-`, `OR` and the rest of docs/jmap.md. Days begin in the
     * IANA time zone. Never throws.
     */
    typed(text: string, where: { mailboxes: readonly MailboxView[]; timeZone: string }): EmailFilter
    /** Makes some messages found that are not yet; returns how many. Safe to run twice, and to end in the middle. */
    catchUp(): Promise<number>
    /** Reads some attachments, so that mail is found by what they say; returns how many. Safe as `catchUp` is. */
    readAttachments(): Promise<number>
    /** What of these messages a filter's words are found in (RFC 8621 §5); unknown ids are left out. */
    snippets(accountId: AccountId, filter: EmailFilter, ids: readonly MessageId[]): Promise<Snippet[]>
  }
  /** Purges messages removed more than 30 days ago; returns how many. */
  purge(): Promise<number>
  /** Hex digests of those that a message or an upload still needs; what `Blobs.sweep` asks. */
  isReferenced(digests: readonly Buffer[]): Promise<Set<string>>
}
