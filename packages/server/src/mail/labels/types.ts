import type { AccountId, LabelId, MailboxId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'

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

/** Requested changes to a mailbox. */
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

export interface Mailboxes {
  /** Makes the account's mailboxes equal the provider's list; returns remoteId → id. Destroys nothing that still has a pending create. */
  reconcile(
    change: Change,
    remote: readonly RemoteMailbox[],
    /** Kept for now though no longer listed: sync has still to see where their messages went. */
    inUse?: ReadonlySet<MailboxId>,
    /** Fields decided by the user, which win over the provider's list. */
    decided?: DecidedFields,
  ): Promise<Map<string, MailboxId>>
  /** A user's new folder: a row now, created remotely through the outbox. */
  create(
    change: Change,
    mailbox: WantedMailbox,
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
  /** Returns the mailboxes with the state they belong to. */
  at(accountId: AccountId): Promise<{ state: number; mailboxes: MailboxView[] }>
  /** As the provider may have them: with those destroyed here that it still has to let go of. */
  selectMailboxes(accountId: AccountId): Promise<MailboxView[]>
}
