import type { AccountId, Category, JournalId, MailboxId, MessageId, ThreadId, UserId } from '@plmail/wire'
import type { Actor } from '../../changes/index.ts'
import type { Arrival } from '../ingest/types.ts'

/** keyword → true adds, false removes. `replaceKeywords` replaces the whole set first. */
export interface EmailPatch {
  keywords?: ReadonlyMap<string, boolean>
  replaceKeywords?: ReadonlySet<string>
  mailboxes?: ReadonlyMap<MailboxId, boolean>
  replaceMailboxes?: ReadonlySet<MailboxId>
  /** Until when the message stays out of the Inbox; null ends that. Its place follows from it. */
  snoozedUntil?: Date | null
  /** When to tell that nobody has answered; null: not. */
  followUpAt?: Date | null
  /** The category of its conversation, by hand; null: what its messages say of themselves. */
  category?: Category | null
}

export type EmailRefusal =
  | 'not-found'
  | 'no-mailbox'
  | 'unknown-mailbox'
  | 'mailbox-not-selectable'
  | 'too-many-keywords'
  /** A time to see it again that has passed, or that nobody will live to see. */
  | 'time-out-of-range'

/** A message made here. */
export interface Created {
  id: MessageId
  threadId: ThreadId
}

export interface CreateOutcome {
  /** In the order asked for; of those refused, why. */
  outcomes: Array<Created | EmailRefusal>
  oldState: number
  newState: number
}

export interface UpdateOutcome {
  done: MessageId[]
  refused: Map<MessageId, EmailRefusal>
  oldState: number
  newState: number
  journalId?: JournalId
}

export type UndoOutcome =
  | { ok: true; accountId: AccountId; newState: number; restored: MessageId[]; skipped: MessageId[] }
  | { ok: false; why: 'not-found' | 'expired' | 'already-undone' | 'not-undoable' }

/**
 * Decisions of a user (or a rule): local change + journal + outbox in one transaction, undoable for 24 h. `operation`
 * is a client's name for one change of an account: sent again within 30 days it changes nothing and has the same
 * answer.
 */
export interface Actions {
  /** New messages: drafts, imports and copies, which the outbox brings to the provider. Not undoable. */
  create(
    actor: Actor,
    accountId: AccountId,
    verb: string,
    messages: readonly Arrival[],
    ifState?: number,
  ): Promise<CreateOutcome | 'state-mismatch'>
  update(
    actor: Actor,
    accountId: AccountId,
    verb: string,
    patches: ReadonlyMap<MessageId, EmailPatch>,
    ifState?: number,
    operation?: string,
  ): Promise<UpdateOutcome | 'state-mismatch'>
  /** Permanent; not undoable. */
  destroy(
    actor: Actor,
    accountId: AccountId,
    ids: readonly MessageId[],
    ifState?: number,
    operation?: string,
  ): Promise<UpdateOutcome | 'state-mismatch'>
  undo(userId: UserId, journalId: JournalId): Promise<UndoOutcome>
}
