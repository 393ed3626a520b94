import type { AccountId, MailboxId, RuleRunId, UserId, ListAction } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { MailboxView } from '../types.ts'
import { listMailboxes } from '../labels/mailbox-row.ts'
import { compileCondition, type Target } from '../search/compile-filter.ts'
import { type EmailFilter, everything, nothing } from '../search/email-filter.ts'
import { type Parameters, parametersAfter } from '../search/parameters.ts'
import type { ListRunView, ListRunWish } from './types.ts'
import type { ShownProperties } from './list-batch.ts'
import { ruleRun, runQueue } from './rule-jobs.ts'
import { runById, type RunParts, toView } from './run.ts'
import { missingPath } from './rule-folders.ts'

/** See `Rules.runOnList`. Which messages it is about is settled here, once. */
export async function startListRun(
  parts: RunParts,
  userId: UserId,
  personal: AccountId,
  wish: ListRunWish,
): Promise<ListRunView | 'unknown-mailbox' | 'unknown-list'> {
  const { changes, database } = parts
  const { action, accountIds } = wish
  if ('mailbox' in action && (await missingPath(database, accountIds, [action.mailbox])))
    return 'unknown-mailbox'
  const lists = await Promise.all(accountIds.map((id) => listIn(parts, userId, id, wish)))
  if ('mailboxId' in wish.list && !lists.some(({ shows }) => shows?.length)) return 'unknown-list'
  const shown: ShownProperties = {
    from: Object.fromEntries(lists.map((list) => [list.accountId, listLeftMailboxes(action, list)])),
  }
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'run-on-list' }
  const { result } = await changes.write(personal, cause, async (change) => {
    const [row] = await change.tx.query<{ id: RuleRunId }>(
      `insert into mail_rule_run (account_id, user_id, rule_id, name, account_ids, condition, actions, state, total,
         began_at)
       values ($1, $2, null, '', $3, $4, $5, 'running', 0, $6) returning id`,
      [personal, userId, accountIds, JSON.stringify(shown), JSON.stringify([action]), parts.clock.now()],
    )
    if (!row) throw new Error('insert returned nothing')
    for (const list of lists) await writeDown(change, row.id, list, wish)
    await change.tx.query(
      `update mail_rule_run set total = (select count(*) from mail_run_message where run_id = $1) where id = $1`,
      [row.id],
    )
    await parts.jobs.enqueue(change.tx, ruleRun, { runId: row.id }, { queue: runQueue(row.id) })
    return row.id
  })
  const run = await runById(database, result)
  if (!run) throw new Error('a run that is gone at once')
  return { ...toView(run), action }
}

/** Lists the runs of the last day, the latest first; see `Rules.listRuns`. */
export async function listRuns(sql: Sql, personal: AccountId, since: Date): Promise<ListRunView[]> {
  const rows = await sql.query<ListRunView>(
    `select id, state, total, done, changed, skipped, began_at as "beganAt", actions -> 0 as action
     from mail_rule_run where account_id = $1 and rule_id is null and began_at > $2
       and actions -> 0 is not null
     order by id desc`,
    [personal, since],
  )
  return rows
}

interface ListIn {
  accountId: AccountId
  filter: EmailFilter
  /** The mailboxes it shows; null for a view of everything. */
  shows: MailboxId[] | null
  boxes: readonly MailboxView[]
}

/** Seen from a view it is the Inbox that mail is archived from. */
function listLeftMailboxes({ type }: ListAction, { shows, boxes }: ListIn): MailboxId[] {
  if (shows || type !== 'archive') return shows ?? []
  return withRoles(boxes, ['inbox'])
}

const withRoles = (boxes: readonly MailboxView[], roles: readonly string[]): MailboxId[] =>
  boxes.filter(({ role }) => role !== null && roles.includes(role)).map(({ id }) => id)

/** The list as it is meant in one account. */
async function listIn(
  { database, typed }: RunParts,
  userId: UserId,
  accountId: AccountId,
  { list, isUnread, category }: ListRunWish,
): Promise<ListIn> {
  const boxes = await listMailboxes(database, accountId)
  const outside: EmailFilter = {
    kind: 'in-mailbox-other-than',
    mailboxIds: withRoles(boxes, ['trash', 'junk']),
  }
  const unread: EmailFilter = isUnread
    ? { kind: 'not', filters: [{ kind: 'keyword', keyword: '$seen', of: 'all-in-thread' }] }
    : everything
  const listed = (filters: readonly EmailFilter[], shows: MailboxId[] | null = null): ListIn => ({
    accountId,
    boxes,
    shows,
    filter: { kind: 'and', filters: [...filters, unread] },
  })
  if ('query' in list) return listed([(await typed(userId, accountId, database))(list.query)])
  if ('role' in list && list.role === 'all') return listed([outside])
  if ('role' in list && list.role === 'flagged')
    return listed([outside, { kind: 'keyword', keyword: '$flagged', of: 'message' }])
  const mailboxIds = boxes
    .filter(({ id, role }) => ('role' in list ? role === list.role : id === list.mailboxId))
    .map(({ id }) => id)
  const kind: EmailFilter[] = category === undefined ? [] : [{ kind: 'category', category, of: 'thread' }]
  return listed([mailboxIds.length > 0 ? { kind: 'in-mailbox', mailboxIds } : nothing, ...kind], mailboxIds)
}

/** Returns which messages of the conversations an action covers: those in the list, all, or the newest of each. */
function about({ type }: ListAction, isView: boolean): 'here' | 'threads' | 'newest' {
  if (type === 'markRead' || type === 'unstar') return 'threads'
  if (type === 'markUnread' || type === 'star' || type === 'categorise') return 'newest'
  return isView ? 'threads' : 'here'
}

async function writeDown(
  change: Change,
  runId: RuleRunId,
  list: ListIn,
  { action }: ListRunWish,
): Promise<void> {
  const parameters = parametersAfter([list.accountId, runId])
  const target: Target = { accountId: list.accountId, parameters, lookup: 'indexed', isNested: true }
  const matching = `
    select m.id, m.thread_id, m.received_at, m.keywords from message m
    where m.account_id = $1 and m.removed_at is null and ${compileCondition(list.filter, target)}`
  const which = {
    here: () => 'select id from matching',
    threads: () => `
      select m.id from message m
      where m.account_id = $1 and m.removed_at is null and m.thread_id in (select thread_id from matching)
        and ${ofThread(action, list, parameters)}`,
    newest: () =>
      `select distinct on (thread_id) id from matching ${lasting(action)} order by thread_id, received_at desc, id desc`,
  }
  await change.tx.query(
    `with matching as materialized (${matching})
     insert into mail_run_message (run_id, account_id, message_id)
     select $2::bigint, $1::bigint, id from (${which[about(action, list.shows === null)]()}) as wanted`,
    parameters.values,
  )
}

/** A draft goes when it is sent, and what was said with it. */
const lasting = ({ type }: ListAction): string =>
  type === 'categorise' ? `where '$draft' <> all (keywords)` : ''

/**
 * Returns the condition for messages of whole conversations that the action changes: no drafts, nothing in Trash, and
 * archiving covers the Inbox alone.
 */
function ofThread({ type }: ListAction, { boxes }: ListIn, parameters: Parameters): string {
  if (type === 'markRead') return 'not m.is_seen'
  if (type === 'unstar') return 'm.is_flagged'
  const ids = (roles: readonly string[]) => parameters.add(withRoles(boxes, roles))
  const lies = (condition: string) =>
    `exists (select from message_mailbox mm where mm.message_id = m.id and mm.mailbox_id ${condition})`
  return type === 'archive'
    ? lies(`= any (${ids(['inbox'])}::bigint[])`)
    : lies(`<> all (${ids(['trash', 'junk', 'drafts'])}::bigint[])`)
}
