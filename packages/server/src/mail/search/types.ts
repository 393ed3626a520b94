import type { AccountId, MessageId } from '@plmail/wire'
import type { MailboxView } from '../labels/types.ts'
import type { EmailFilter, EmailSort } from './email-filter.ts'
import type { TypedFault } from './typed/check.ts'

export type { TypedFault }

export interface EmailQuery {
  filter: EmailFilter
  /** None means newest first. */
  sort: readonly EmailSort[]
  collapseThreads: boolean
  /** Below 0: from the end. Without meaning when there is an anchor. */
  position: number
  /** Begin so many places after (before, when negative) this message. */
  anchor?: { id: MessageId; offset: number }
  limit: number
  calculateTotal: boolean
}

/** One page, the place of its first message, and the state it belongs to. */
export type EmailFound =
  { ids: MessageId[]; position: number; total?: number; state: number } | 'anchor-not-found'

/** RFC 8620 §5.6. */
export interface QueryChanges extends Pick<
  EmailQuery,
  'filter' | 'sort' | 'collapseThreads' | 'calculateTotal'
> {
  sinceState: number
  /** Removed and added messages together. */
  maxChanges: number
  /** The last message of the results that is of interest. */
  upTo?: MessageId
}

export type QueryChanged =
  | {
      oldState: number
      newState: number
      /** May name messages that were not among the results. */
      removed: MessageId[]
      /** By ascending index. */
      added: Array<{ id: MessageId; index: number }>
      total?: number
    }
  | 'cannot-calculate'
  | 'too-many'

/** Matches of the words, as HTML with `<mark>`; null where there is none. */
export interface Snippet {
  id: MessageId
  subject: string | null
  preview: string | null
}

/** Messages that a query may have to find and cannot yet. */
export interface SearchGaps {
  /** By their words, or by parts of them where the query asks for those. At least so many while an upgrade reads anew. */
  messages: number
  /** By what their attachments say. */
  attachments: number
}

/** A page, and what it may lack. */
export interface SearchFound {
  found: EmailFound
  gaps: SearchGaps
}

/** How much of an account's mail can be found by its words already. */
export interface SearchCoverage {
  indexed: number
  total: number
}

export interface MailSearch {
  coverage(accountId: AccountId): Promise<SearchCoverage>
  /** Returns the mail that a query cannot find by its text yet; usually none, and cheap to query. */
  missing(accountId: AccountId, query: Pick<EmailQuery, 'filter' | 'sort'>): Promise<SearchGaps>
  /**
   * Parses a search box's text: `from:`, `has:`, `-`, `OR` and the rest of docs/jmap.md. Days begin in the IANA time
   * zone. Never throws.
   */
  parseTyped(text: string, where: { mailboxes: readonly MailboxView[]; timeZone: string }): EmailFilter
  /** Says what of such a text `parseTyped` would take for something else than it looks like; nothing when it is plain. */
  checkTyped(text: string, where: { mailboxes: readonly MailboxView[]; timeZone: string }): TypedFault[]
  /** Makes some messages found that are not yet; returns how many. Safe to run twice, and to end in the middle. */
  catchUp(): Promise<number>
  /** Reads some attachments, so that mail is found by what they say; returns how many. Safe as `catchUp` is. */
  readAttachments(): Promise<number>
  /** Returns where a filter's words occur in these messages (RFC 8621 §5); unknown ids are left out. */
  snippets(accountId: AccountId, filter: EmailFilter, ids: readonly MessageId[]): Promise<Snippet[]>
}
