import type { AccountId, MailboxId, MessageId, ThreadId, UserId } from '@plmail/wire'
import type { OpenBlob, StoredBytes } from '../../store/index.ts'

export type { OpenBlob } from '../../store/index.ts'

/** Whose account bytes are sent to, and who sends them: each user's unused uploads are bounded together. */
export interface Uploader {
  userId: UserId
  accountId: AccountId
}

export interface Upload {
  /** SHA-256 of the bytes. */
  digest: Buffer
  size: number
}

export interface Uploads {
  /**
   * Keeps bytes for a day, so that a message can be made of them. When the uploads of a user take more than room.ts
   * allows, the oldest go first (RFC 8620 §6). What the source throws is thrown, nothing kept.
   */
  keep(uploader: Uploader, source: AsyncIterable<Buffer>, maxBytes: number): Promise<Upload | 'too-large'>
  /** The same bytes in another account; undefined when `from` may not read them. */
  copy(from: AccountId, to: Uploader, digest: Buffer): Promise<Upload | undefined>
  /** Forgets uploads older than a day; returns how many. Their bytes go with the next sweep of blobs. */
  sweep(): Promise<number>
}

/** A message whose bytes are those asked for. */
export interface BlobUse {
  digest: Buffer
  messageId: MessageId
  threadId: ThreadId
  mailboxIds: MailboxId[]
}

export interface BlobReads {
  /** Bytes of the account to be read piece by piece; undefined for what neither a message nor an upload holds. */
  open(accountId: AccountId, digest: Buffer): Promise<OpenBlob | undefined>
  /**
   * Whole bytes in the order asked for, undefined where `open` would be. Not held in memory together, so the walk may
   * go over many.
   */
  readEach(accountId: AccountId, digests: readonly Buffer[]): AsyncIterable<StoredBytes>
  /** The messages of the account, not those removed, that these bytes are. */
  uses(accountId: AccountId, digests: readonly Buffer[]): Promise<BlobUse[]>
}
