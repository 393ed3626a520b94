import type {
  AccountId,
  Category,
  CategoryCount,
  CategoryReason,
  MailboxId,
  MessageId,
  ThreadId,
  UserId,
} from '@plmail/wire'
import type { BlobPlace, StoredBytes } from '../../store/index.ts'
import type { Role } from '../labels/types.ts'
import type { ListItem, ListPage, ListWanted } from '../lists/types.ts'
import type { EmailQuery, QueryChanged, QueryChanges, SearchFound } from '../search/types.ts'

/** A result with the account's state of the same moment: both come from one statement. */
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
  /** Location of the bytes, in rows that were read whole. */
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

/** Queries on mirrored mail; every answer is limited to one user or account. */
export interface Reading {
  /** Counts the mail of a list in each category, in their order; `within` names the user's accounts. */
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
  /** With what `Mail.search.missing` says of it. */
  query(accountId: AccountId, query: EmailQuery): Promise<SearchFound>
  /** Returns what to remove from earlier results and what to insert, to get the current ones. */
  queryChanges(accountId: AccountId, since: QueryChanges): Promise<QueryChanged>
  /** One list over all mail accounts of the user, newest first; snoozed mail by when it comes back. */
  list(
    userId: UserId,
    list: ListWanted,
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
    max: number,
  ): Promise<WithState<EmailRow[]> | 'too-many'>
  /** The raw bytes of a message that was read: a row is only given to whom its bytes belong. Undefined when they are damaged. */
  readBytes(row: EmailRow): Promise<Buffer | undefined>
  /** Each row with them, in order; not held in memory together. */
  withBytes(rows: readonly EmailRow[]): AsyncIterable<{ row: EmailRow; raw: StoredBytes }>
  /**
   * Lists the messages sent from the account since, at most `limit` of either kind: the collector of recipients reads
   * on.
   */
  sentAfter(accountId: AccountId, cursor: SentCursor, limit: number): Promise<SentPage>
  /** Raw bytes, only when a message of this account has them or a client has sent them there, and they are whole. */
  raw(accountId: AccountId, digest: Buffer): Promise<Buffer | undefined>
}
