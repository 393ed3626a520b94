import type { ParsedMessage } from '@plmail/mail-format'
import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Tx } from '../../store/index.ts'

/** A message's bytes, stored and parsed, ready to be written to an account. */
export interface PreparedMessage {
  digest: Buffer
  size: number
  parsed: ParsedMessage
  /** Search columns of the message; see mail/search. */
  search: SearchRow
}

/** Search data of a message: its row in message_search, without the account's mark. */
export interface SearchRow {
  /** A tsvector as text. */
  words: string
  /** Words of the subject alone. */
  subjectWords: string
  /** Sort keys for lists by sender, recipient and subject (RFC 8621 §4.4.2), in lower case. */
  fromKey: string
  toKey: string
  subjectKey: string
  /** Header fields, one a line: name, colon, decoded value; in lower case. */
  headers: string
  /** Whether there are attachments whose text can be had. */
  hasReadable: boolean
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

export interface Ingest {
  /** Parses and stores the raw bytes of a batch: one blob pack, one fsync. Runs outside any transaction. */
  prepare(raw: readonly Buffer[]): Promise<PreparedMessage[]>
  /** Writes prepared messages: thread, list rows, counters, change log. Returns the ids in order. */
  arrive(change: Change, arrivals: readonly Arrival[]): Promise<MessageId[]>
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

/** State reported by the provider. Never makes outbox operations. Unchanged values are no change. */
export interface ProvidedMail {
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
  /**
   * Messages of the account with its Message-ID or, when it has none, its bytes. Removed ones only where they are being
   * sent or were: the provider's copy of them may be yet to come.
   */
  sameMessage(change: Change, message: PreparedMessage): Promise<SameMessage[]>
  /** Returns those of the messages that are being sent or were sent. */
  submitted(accountId: AccountId, ids: readonly MessageId[]): Promise<ReadonlySet<MessageId>>
  /** Whether anything of the account is being sent, or was since then. */
  sentSince(accountId: AccountId, since: Date): Promise<boolean>
  /**
   * The provider has filed its own copy of a message that it was given to send: that is how its sending is proved. True
   * when that decides about it: whoever saw the copy asks for the next step (`enqueueSend`).
   */
  sentCopySeen(tx: Tx, accountId: AccountId, id: MessageId, at: Date): Promise<boolean>
}
