import type { Category, MailboxId } from '@plmail/wire'
import type { WordField } from './word-fields.ts'
import { toTerms, type WordTerm } from './search-terms.ts'

/**
 * The filter of Email/query, of the search box and of rules. `not` means none of its filters (RFC 8620 §5.5); `and` of
 * nothing is everything, `or` of nothing is nothing.
 */
export type EmailFilter =
  | { kind: 'and' | 'or' | 'not'; filters: readonly EmailFilter[] }
  /** Lies in at least one of these mailboxes. */
  | { kind: 'in-mailbox'; mailboxIds: readonly MailboxId[] }
  /** Lies in at least one mailbox that is none of these. */
  | { kind: 'in-mailbox-other-than'; mailboxIds: readonly MailboxId[] }
  | { kind: 'received-before' | 'received-from'; at: Date }
  | { kind: 'smaller-than' | 'at-least'; octets: number }
  /** `thread` judges all messages of the thread, wherever they lie. */
  | { kind: 'keyword'; keyword: string; of: 'message' | 'some-in-thread' | 'all-in-thread' }
  | { kind: 'has-attachment' }
  /** Belongs to a conversation of that category. */
  | { kind: 'category'; category: Category; of: 'thread' }
  /** Every term, each in any of the fields; at least one of both. */
  | { kind: 'words'; fields: readonly WordField[]; terms: readonly WordTerm[] }
  /** Has a header field of that name, with a value that holds the text whatever its case; null is any value. */
  | { kind: 'header'; name: string; text: string | null }

export const everything: EmailFilter = { kind: 'and', filters: [] }
export const nothing: EmailFilter = { kind: 'or', filters: [] }

/** How text is compared: as its readers would, or by octets with the case of ASCII folded (RFC 4790 §9.2). */
export type TextCollation = 'unicode' | 'ascii-casemap'

/** One step of an order; RFC 8621 §4.4.2. Messages that all steps find equal are ordered newest first, then by id. */
export type EmailSort = { isAscending: boolean } & (
  | { by: 'received' | 'sent' | 'size' }
  | { by: 'from' | 'to' | 'subject'; collation?: TextCollation }
  | { by: 'keyword'; keyword: string; of: 'message' | 'some-in-thread' | 'all-in-thread' }
)

/** Whether some condition of the tree is one of these. */
export function mentions(filter: EmailFilter, isOne: (filter: EmailFilter) => boolean): boolean {
  if (isOne(filter)) return true
  return 'filters' in filter && filter.filters.some((part) => mentions(part, isOne))
}

/** True when it asks message_search, which may lack messages (see `Mail.search.coverage`). */
export const asksIndex = (filter: EmailFilter): boolean =>
  mentions(filter, ({ kind }) => kind === 'words' || kind === 'header')

/**
 * Returns the filter of a text condition on these fields; a blank value matches everything, one without words nothing.
 */
export function wordsIn(value: string, fields: readonly WordField[]): EmailFilter {
  const terms = toTerms(value)
  if (terms.length > 0) return { kind: 'words', fields, terms }
  return value.trim() === '' ? everything : nothing
}
