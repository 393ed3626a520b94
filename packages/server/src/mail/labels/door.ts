import type { AccountId, LabelId, MailboxId } from '@plmail/wire'

/** A folder or label as the provider lists it. */
export interface RemoteMailbox {
  /** Stable key at the provider; IMAP: the full path. */
  remoteId: string
  parentRemoteId: string | null
  name: string
  role: Role | null
  isSelectable: boolean
  isSubscribed: boolean
}

export type Role =
  | 'inbox'
  | 'archive'
  | 'drafts'
  | 'sent'
  | 'trash'
  | 'junk'
  | 'all'
  | 'flagged'
  | 'important'
  /** Mail that is kept out of the Inbox for a while (RFC 9979); made by plMail when it is first needed. */
  | 'snoozed'

export interface MailboxView {
  id: MailboxId
  accountId: AccountId
  labelId: LabelId
  remoteId: string | null
  parentId: MailboxId | null
  name: string
  role: Role | null
  sortOrder: number
  isSelectable: boolean
  isSubscribed: boolean
  /** The role was chosen here: the provider gives the folder none. */
  hasOwnRole: boolean
  /** Destroyed here, and its folder is still at the provider; only in `known`. */
  isLeaving: boolean
  totalEmails: number
  unreadEmails: number
  totalThreads: number
  unreadThreads: number
  /** The colour somebody chose: one of twelve, 30 degrees apart. */
  hue: number | null
}

/** A mailbox that a user asks for. */
export interface WantedMailbox {
  name: string
  parentId: MailboxId | null
  role: Role | null
  /** The usual one of the role when left out. */
  sortOrder?: number
  /** True when left out. */
  isSubscribed?: boolean
  /** 0 to 11; none when left out. */
  hue?: number | null
}

/** What is to be different about a mailbox. */
export type MailboxPatch = Partial<WantedMailbox>

export type MailboxRefusal =
  | 'not-found'
  | 'already-exists'
  | 'unknown-parent'
  /** It would lie within itself. */
  | 'cycle'
  | 'bad-name'
  | 'role-taken'
  /** The provider gives this role, or gives the mailbox one. */
  | 'role-fixed'
  /** Inbox, and the provider's own roots and views. */
  | 'forbidden'
  | 'has-child'
  | 'has-email'

/** Fields of mailboxes that somebody decided about here and the provider has not been told of, by outbox field. */
export type DecidedFields = ReadonlyMap<MailboxId, ReadonlySet<string>>
