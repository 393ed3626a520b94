import type { ActAs } from '../acts.ts'

/**
 * A peculiarity of ordinary mailboxes that no schema shows. Unlike a fault it belongs to one mailbox, lasts until it is
 * changed and is no network trouble. A provider throws on an oddity it does not have.
 */
export type Oddity =
  /**
   * Graph: calendar items, contacts or notes in a mail folder: counted in `totalItemCount`, in no list of messages. A
   * mailFolder "can contain messages, other Outlook items, and child mail folders"
   * (learn.microsoft.com/graph/api/resources/mailfolder) [D]; "not homogenous" (microsoft-graph-docs PR 17356) [F].
   */
  | { kind: 'other-items'; folder: string; count: number }
  /**
   * Graph: a folder that shows what lies in others, listed among the real ones with an `@odata.type`
   * (learn.microsoft.com/graph/api/resources/mailsearchfolder) [D]. That its delta is refused is [K].
   */
  | { kind: 'search-folder'; name: string; count: number }
  /** Graph: changes of one folder cannot be asked for, with this status; 0 ends it [F: msgraph-sdk issues, K]. */
  | { kind: 'no-delta'; folder: string; status: number }
  /**
   * Gmail: `messagesTotal` is so much higher than what can be listed, by up to `drift` more at each call. Nothing in
   * the reference of users.getProfile promises that they are equal; chats are counted [K].
   */
  | { kind: 'total-off'; by: number; drift?: number }
  /**
   * Messages that are listed and cannot be read, for ever. Graph: `$value` answers 500 for opaque S/MIME
   * (OpenArchiver #487, exchangelib #266, msgraph-docs-contrib #7758) [F]. Gmail: get answers 500, also as the only
   * part of a batch (lieer #79), 400 failedPrecondition or 403 [F].
   */
  | { kind: 'unreadable'; ids: readonly string[]; status: 400 | 403 | 500; reach?: 'content' | 'everything' }
  | { kind: 'readable'; ids: readonly string[] }
  /** Something is done of which neither history nor delta ever speaks [F: both providers' trackers]. */
  | { kind: 'untold'; act: ActAs }

/** How a message that cannot be read answers; `everything`: it does not even say where it lies. */
export interface Unreadable {
  status: 400 | 403 | 500
  reach: 'content' | 'everything'
}
