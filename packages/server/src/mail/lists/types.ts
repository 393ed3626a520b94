import type { AccountId, Category, MailboxId, MailboxRole, MessageId, ThreadId } from '@plmail/wire'

/** Which list: one mailbox, or the mailboxes of a role; `flagged` and `all` are views of everything outside Trash and Spam. */
export type ListWanted = ({ role: MailboxRole } | { mailboxId: MailboxId }) & {
  /** Only conversations with unread mail. */
  isUnread: boolean
  /** Only conversations of it; of the views and of snoozed mail there is no such part. */
  category?: Category
}

/** A page of a list. */
export interface ListPage {
  position: number
  limit: number
  /** The only accounts to look in; all when left out. */
  within?: readonly AccountId[]
}

/** One conversation in a list over all accounts of a user. */
export interface ListItem {
  accountId: AccountId
  threadId: ThreadId
  /** The newest message of the thread in that list. */
  emailId: MessageId
  newestAt: Date
  /** Sort time: of the newest message, or of the return to the Inbox, whichever is later. */
  listedAt: Date
  /** Messages of the thread in that list, and how many of them are unread. */
  total: number
  unread: number
}
