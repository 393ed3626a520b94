import type {
  AccountId,
  Category,
  MailboxId,
  MessageId,
  RuleId,
  RuleRunId,
  UserId,
  ListAction,
  RuleAction,
} from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Role } from '../labels/types.ts'

/** A filter of Email/query as clients write it (RFC 8621 §4.4.1), without mailbox ids: rules are of several accounts. */
export type RuleCondition = Readonly<Record<string, unknown>>

export interface RuleFields {
  /** `block`: mail of a sender that goes to Spam, before any other rule is asked. */
  kind: 'rule' | 'block'
  name: string
  isEnabled: boolean
  /** Ascending is the order in which rules are asked. */
  sortOrder: number
  /** The mail accounts it is about; null: all of the user. */
  accountIds: AccountId[] | null
  condition: RuleCondition
  actions: RuleAction[]
  /** Later rules are not asked about what it matched. */
  stops: boolean
}

export interface RuleRunView {
  id: RuleRunId
  state: 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  /** Number of messages that matched at the start, then of those processed, then of those changed. */
  total: number
  done: number
  changed: number
  /** Messages that an undo left alone because they were changed again since. */
  skipped: number
  beganAt: Date
}

export interface RuleView extends RuleFields {
  id: RuleId
  /** The folder that was gone when the rule was to be carried out, which switched it off. */
  problem: string | null
  /** Its latest run over mail that was here before. */
  run: RuleRunView | null
}

/** One action on every conversation of a list, however many there are. */
export interface ListRunWish {
  list: { role: Role } | { mailboxId: MailboxId } | { query: string }
  isUnread: boolean
  category?: Category
  accountIds: AccountId[]
  action: ListAction
}

export interface ListRunView extends RuleRunView {
  action: ListAction
}

export type RuleRefusal =
  'not-found' | 'too-many' | 'unfit-condition' | 'asks-nothing' | 'unknown-mailbox' | 'no-action'

export interface RuleRequest {
  create: RuleFields[]
  update: ReadonlyMap<RuleId, Partial<RuleFields>>
  destroy: readonly RuleId[]
}

export interface RuleOutcome {
  /** In the order asked for. */
  created: Array<RuleView | RuleRefusal>
  refusedUpdates: Map<RuleId, RuleRefusal>
  refusedDestroys: Map<RuleId, RuleRefusal>
  oldState: number
  newState: number
}

/** Matches of a condition in the mirrored mail, without Trash, Spam and drafts. */
export interface RuleMatches {
  total: number
  byAccount: Map<AccountId, number>
  /** The newest, newest first. */
  newest: Array<{ accountId: AccountId; id: MessageId }>
}

/** A message that has just arrived. */
export interface Arrived {
  id: MessageId
  /** Received since the account was first listed; nothing else is judged. */
  isNew: boolean
}

export interface Rules {
  list(personal: AccountId): Promise<RuleView[]>
  set(
    userId: UserId,
    personal: AccountId,
    request: RuleRequest,
    ifState?: number,
  ): Promise<RuleOutcome | 'state-mismatch'>
  /** `accountIds`: those to look in. */
  preview(
    userId: UserId,
    condition: RuleCondition,
    accountIds: readonly AccountId[],
    newest: number,
  ): Promise<RuleMatches | 'unfit-condition' | 'asks-nothing'>
  /** Carries a rule out on the mail that is here, by a job. A rule that is at it already goes on. */
  run(
    userId: UserId,
    personal: AccountId,
    id: RuleId,
    accountIds: readonly AccountId[],
  ): Promise<RuleRunView | RuleRefusal>
  /** Does one thing to everything in a list, by a job, in batches; taken back by `undoRun`. */
  runOnList(
    userId: UserId,
    personal: AccountId,
    wish: ListRunWish,
  ): Promise<ListRunView | 'unknown-mailbox' | 'unknown-list'>
  /** The runs on lists of the last day, the latest first. */
  listRuns(personal: AccountId): Promise<ListRunView[]>
  /** Takes a run back, entry by entry, by a job; ends it when it is still under way. */
  undoRun(userId: UserId, personal: AccountId, id: RuleRunId): Promise<RuleRunView | 'not-found' | 'expired'>
  /** Judges new mail of the Inbox, in the transaction that brings it. */
  arrived(change: Change, messages: readonly Arrived[]): Promise<void>
  /** Forgets runs that can no longer be undone and have nothing to tell; returns how many. */
  sweep(): Promise<number>
}
