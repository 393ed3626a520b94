import type { ProblemDetail } from '@plmail/wire'
/** Operations on folders and labels that every provider supports. */
export interface MailboxWrites {
  /** Every folder or label, with the role from special-use flags first and well-known names second. */
  listMailboxes(): Promise<ListedMailbox[]>
  createMailbox(name: string, parent: string | null): Promise<{ remoteId: string }>
  /**
   * Gives a mailbox this name and parent; one that has them already is left as it is. `below`: ids of mailboxes within
   * it that began with `from` begin with `to` now. Throws `gone` when it is not there, `refused` when the place is taken.
   */
  renameMailbox(mailbox: string, name: string, parent: string | null): Promise<Renamed>
  /** Whether the user's clients show the mailbox. */
  subscribeMailbox(mailbox: string, isSubscribed: boolean): Promise<void>
  /** Deletes a mailbox without messages. Throws `refused` when it holds any, `gone` when it is not there. */
  deleteMailbox(mailbox: string): Promise<void>
  /**
   * Returns the storage quotas that the provider reports; empty where it never reports any, undefined when it did not
   * answer this time.
   */
  quotas(): Promise<QuotaObject[] | undefined>
  close(): Promise<void>
}

/** A provider that names a message within its folder, so that a message moved is another there (IMAP). */
export interface FolderSession extends MailboxWrites {
  readonly names: 'in-folder'
  /**
   * Lists the changes in one mailbox since `position`; undefined reads it from the start. Lists, never fetches bodies.
   * A pull that could not see everything says so in `complete`.
   */
  pull(mailbox: string, position: Position | undefined, storedIds: KnownIds): Promise<Pull>
  /** Fetches whole messages in the order given; yields one result per id, in any order. */
  fetch(mailbox: string, ids: readonly string[]): AsyncIterable<FetchedRaw>
  /** Which of these ids still exist in the mailbox: the probe behind every deletion. */
  probe(mailbox: string, ids: readonly string[]): Promise<Set<string>>
  /** Sets or clears one keyword on a set of messages: one STORE. Returns the ids the server no longer has. */
  setKeyword(
    mailbox: string,
    ids: readonly string[],
    keyword: string,
    present: boolean,
  ): Promise<{ gone: string[] }>
  /** Moves a set of messages: one MOVE (or COPY + expunge). `moved` maps old id to new id when the server told. */
  move(
    from: string,
    ids: readonly string[],
    to: string,
  ): Promise<{ moved: Map<string, string>; gone: string[] }>
  /** Adds copies in another mailbox: one COPY. */
  copy(
    from: string,
    ids: readonly string[],
    to: string,
  ): Promise<{ copied: Map<string, string>; gone: string[] }>
  /** Deletes for good: \Deleted + UID EXPUNGE of exactly these. Returns the ids the server no longer had. */
  expunge(mailbox: string, ids: readonly string[]): Promise<{ gone: string[] }>
  /** Takes back a deletion that may have been begun and not finished: nobody shall expunge these. */
  undelete(mailbox: string, ids: readonly string[]): Promise<{ gone: string[] }>
  /**
   * Puts a message into the mailbox: one APPEND. Keywords that the server cannot keep are left out. `id` is undefined
   * when the server does not tell where the message is now.
   */
  append(
    mailbox: string,
    raw: Buffer,
    keywords: readonly string[],
    receivedAt: Date,
  ): Promise<{ id: string | undefined }>
  /** Ids of messages with this Message-ID in the mailbox; how a lost MOVE answer is resolved. */
  findByMessageId(mailbox: string, messageId: string): Promise<string[]>
  /**
   * Calls back when the mailbox may have changed, until stopped or the connection ends (`ended`).
   * Holds a connection of its own; the caller pulls after every call and after every (re)start.
   */
  watch(
    mailbox: string,
    on: { changed(): void; ended(error: ProviderErrorLike | undefined): void },
  ): Promise<() => Promise<void>>
}

/** imap: {uidValidity, uidNext, highestModseq} as decimal strings; opaque to sync. */
export type Position = Readonly<Record<string, string>>

/** Ids that sync already has for the mailbox, asked for only when the provider cannot tell changes itself. */
export interface KnownIds {
  all(): Promise<ReadonlyMap<string, readonly string[]>>
}

/** RFC 9208: octets of storage, or a number of messages. */
export interface QuotaObject {
  resource: 'storage' | 'messages'
  used: number
  hardLimit: number
}

export interface ListedMailbox {
  remoteId: string
  parentRemoteId: string | null
  name: string
  role: 'inbox' | 'archive' | 'drafts' | 'sent' | 'trash' | 'junk' | 'all' | 'flagged' | 'important' | null
  isSelectable: boolean
  isSubscribed: boolean
  /** A cheap figure that differs whenever the mailbox changed; equal means "skip the pull". Null: always pull. */
  fingerprint: string | null
  total: number | null
}

export interface Renamed {
  remoteId: string
  below: { from: string; to: string } | null
}

export interface Pull {
  position: Position
  /** True: the position given was unusable (UIDVALIDITY changed); every earlier id of the mailbox is void. */
  reset: boolean
  /** Ids not covered by the position given, oldest first. imap id: `<UIDVALIDITY>:<UID>`. */
  appeared: Appeared[]
  /** Current keywords of messages whose keywords may have changed. */
  keywords: Array<{ id: string; keywords: string[] }>
  /** Ids the server says are gone (VANISHED), or that a complete listing lacks. */
  vanished: string[]
  /** Whether anything was put into the mailbox since the position given, even if it has left again. */
  grew: boolean
  /** Messages in the mailbox now, for the count check. */
  total: number
  /** False when the listing stopped early; then `vanished` proves nothing and is empty. */
  complete: boolean
}

export interface Appeared {
  id: string
  uid: number
  keywords: string[]
}

export type FetchedRaw =
  | { id: string; kind: 'message'; raw: Buffer; keywords: string[]; receivedAt: Date }
  | { id: string; kind: 'gone' }
  | { id: string; kind: 'failed'; reason: string }

/** Classified where it arises; nobody above reads a provider's own codes. */
export type ProviderErrorKind =
  | 'wrong-credentials'
  | 'expired-grant'
  | 'denied'
  /** Its user has not allowed this part of it (calendars) when signing in. */
  | 'missing-scope'
  /** The organisation of the mailbox does not allow it; its administrator can. */
  | 'blocked'
  /** This installation's registration with the provider does not work; its own administrator can mend that. */
  | 'wrong-client'
  | 'unreachable'
  /** An administrator allows no such connections. */
  | 'switched-off'
  | 'tls'
  | 'throttled'
  | 'busy'
  | 'gone'
  | 'malformed'
  | 'refused'

interface ProviderErrorLike {
  readonly kind: ProviderErrorKind
  readonly message: string
}

/** Returns the problem to show for a provider's failure: ours where we have one, else the server's own words. */
export const problemOfProvider = ({ problem, detail, message }: ProviderError): ProblemDetail =>
  problem ?? { problem: 'other/text', text: detail ?? `${message}.` }

export class ProviderError extends Error implements ProviderErrorLike {
  readonly kind: ProviderErrorKind
  /** For `throttled`: when to come back. */
  readonly until: Date | undefined
  /** The server's own words, for the account page; never a secret. */
  readonly detail: string | undefined
  /** For `refused`: only because the mailbox has no room left (RFC 5530, OVERQUOTA). */
  readonly isFull: boolean
  /** The problem to show, where we know more than the server says. */
  readonly problem: ProblemDetail | undefined

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: {
      cause?: unknown
      until?: Date
      detail?: string
      isFull?: boolean
      problem?: ProblemDetail
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.until = options.until
    this.detail = options.detail
    this.isFull = options.isFull ?? false
    this.problem = options.problem
  }
}
