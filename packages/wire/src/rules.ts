import type { Category } from './categories.ts'
import type { ChangesArgs, ChangesResult, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'
import type { EmailFilter } from './email-filter.ts'
import type { MailboxRole } from './mailbox-role.ts'

/** The rule for new mail (rules extension; docs/jmap.md). Rules live in the personal account. */
export interface Rule {
  id: string
  /** `block`: mail of a sender goes to Spam, before any other rule is asked. */
  kind: 'rule' | 'block'
  name: string
  isEnabled: boolean
  sortOrder: number
  /** The mail accounts it is about; null: all. */
  accountIds: string[] | null
  /** A filter of Email/query without `inMailbox` and `inMailboxOtherThan`. */
  condition: EmailFilter
  actions: RuleAction[]
  /** Later rules are not asked about what it matched. */
  stops: boolean
  /** The folder that was gone, for which the rule was switched off; null: it was not. */
  problem: string | null
  /** Its latest run over mail that was here before. */
  run: RuleRun | null
}

/** Mailboxes are named by path, with `/` between the names. */
export type RuleAction =
  | { type: 'addTo' | 'moveTo'; mailbox: string }
  | { type: 'archive' | 'trash' | 'junk' | 'markRead' | 'star' | 'mute' }

export interface RuleRun {
  id: string
  state: 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  /** Number of messages that matched when it began, that were processed, and that were changed. */
  total: number
  done: number
  changed: number
  /** Number of messages that an undo left alone because they were changed again since. */
  skipped: number
  /** UTC, RFC 3339; a run can be undone for 24 hours. */
  beganAt: string
}

/** The actions on everything in a list at once (lists extension). Mailboxes are named by path. */
export type ListAction =
  | { type: 'archive' | 'trash' | 'junk' | 'inbox' | 'markRead' | 'markUnread' | 'star' | 'unstar' }
  | { type: 'moveTo' | 'addTo' | 'removeFrom'; mailbox: string }
  /** Into another category, by hand (categories extension). */
  | { type: 'categorise'; category: Category }

/** One action on every conversation of a list; `total` and what follows are messages. */
export interface ListRun extends RuleRun {
  action: ListAction
}

/** Which list, as in List/query; with `query` what answers a search. */
export interface ListRunArgs {
  role?: MailboxRole
  accountId?: string
  mailboxId?: string
  query?: string
  isUnread?: boolean
  /** Categories extension. */
  category?: Category
  action: ListAction
}

/** The properties of a rule that a client sets; the rest has a default. */
export type RuleCreate = Pick<Rule, 'name' | 'condition' | 'actions'> &
  Partial<Pick<Rule, 'kind' | 'isEnabled' | 'sortOrder' | 'accountIds' | 'stops'>>

export interface RulePreviewArgs {
  accountId: string
  condition: EmailFilter
  /** The mail accounts to look in; null: all. */
  accountIds?: string[] | null
  /** How many of the newest matches are wanted, at most 50. */
  limit?: number
}

export interface RulePreview {
  accountId: string
  total: number
  byAccount: Record<string, number>
  /** Newest first. */
  newest: Array<{ accountId: string; emailId: string }>
}

/** How a reader can leave the list that an email came from (unsubscribe extension); `to` is the host or address asked. */
export interface EmailUnsubscribe {
  /** `page`: nothing but a page to visit. */
  by: 'oneClick' | 'mail' | 'page'
  to: string
  page: string | null
}

export interface EmailUnsubscribeResult {
  accountId: string
  id: string
  /** `oneClick` and `mail`: it was asked for by that. `refused`: the list's server answered `status`. */
  outcome: 'oneClick' | 'mail' | 'noWay' | 'unreachable' | 'switchedOff' | 'notSent' | 'refused'
  status: number | null
}

export interface RuleMethods {
  /** Does one thing to every conversation of a list or a search; a job works it off. */
  'List/run': { args: ListRunArgs; result: { run: ListRun } }
  /** The runs of the last day, the latest first. */
  'List/runs': { args: Record<string, never>; result: { list: ListRun[] } }
  /** Takes back what a run did, for 24 hours; one that is under way ends. */
  'List/undoRun': { args: { id: string }; result: { run: ListRun } }
  /** The rules, in the order in which they are asked. */
  'Rule/get': { args: GetArgs; result: GetResult<Rule> }
  /** Ids of those that were made, changed or removed since a state. */
  'Rule/changes': { args: ChangesArgs; result: ChangesResult }
  /** Makes rules, changes and removes them. */
  'Rule/set': { args: SetArgs<RuleCreate>; result: SetResult<Rule> }
  /** How many messages a condition matches now, and the newest of them. */
  'Rule/preview': { args: RulePreviewArgs; result: RulePreview }
  /** Applies a rule to the mail that is there already; a job works it off. */
  'Rule/run': { args: { accountId: string; id: string }; result: { accountId: string; run: RuleRun } }
  /** Leaves the mailing list that a message came from. */
  'Email/unsubscribe': { args: { accountId: string; id: string }; result: EmailUnsubscribeResult }
  /** Takes back what a run did, for 24 hours. */
  'Rule/undoRun': { args: { accountId: string; id: string }; result: { accountId: string; run: RuleRun } }
}
