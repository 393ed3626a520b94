import type { AccountId, MessageId, UserId } from '@plmail/wire'
import type { Database, Sql } from '../../store/index.ts'
import { listMailboxes } from '../labels/mailbox-row.ts'
import { query } from '../lists/query.ts'
import type { EmailFilter } from '../search/email-filter.ts'
import { asksNothing, ruleFilter } from './condition.ts'
import type { RuleCondition, RuleMatches } from './types.ts'
import type { Typed } from './typed-conditions.ts'

/** Restricts a filter to the stored mail that rules apply to: no deleted mail and no drafts. */
export async function existing(sql: Sql, accountId: AccountId, filter: EmailFilter): Promise<EmailFilter> {
  const boxes = await listMailboxes(sql, accountId)
  const mailboxIds = boxes
    .filter(({ role }) => role === 'trash' || role === 'junk' || role === 'drafts')
    .map(({ id }) => id)
  if (mailboxIds.length === 0) return filter
  return { kind: 'and', filters: [filter, { kind: 'in-mailbox-other-than', mailboxIds }] }
}

/** See `Rules.preview`: the counts and the newest are those of Email/query. */
export async function preview(
  { database, typed }: { database: Database; typed: Typed },
  userId: UserId,
  condition: RuleCondition,
  accountIds: readonly AccountId[],
  newest: number,
): Promise<RuleMatches | 'unfit-condition' | 'asks-nothing'> {
  const matches: Array<{ accountId: AccountId; total: number; ids: MessageId[] }> = []
  for (const accountId of accountIds) {
    const filter = ruleFilter(condition, await typed(userId, accountId, database))
    if (!filter) return 'unfit-condition'
    if (asksNothing(filter)) return 'asks-nothing'
    const answer = await query(database, accountId, {
      filter: await existing(database, accountId, filter),
      sort: [],
      collapseThreads: false,
      position: 0,
      limit: newest,
      calculateTotal: true,
    })
    if (answer === 'anchor-not-found') throw new Error('no anchor was given')
    matches.push({ accountId, total: answer.total ?? 0, ids: answer.ids })
  }
  const all = matches.flatMap(({ accountId, ids }) => ids.map((id) => ({ accountId, id })))
  return {
    total: matches.reduce((sum, { total }) => sum + total, 0),
    byAccount: new Map(matches.map(({ accountId, total }) => [accountId, total])),
    newest: await selectNewest(database, all, newest),
  }
}

async function selectNewest(
  sql: Sql,
  all: readonly { accountId: AccountId; id: MessageId }[],
  count: number,
): Promise<RuleMatches['newest']> {
  return sql.query<RuleMatches['newest'][number]>(
    `select m.account_id as "accountId", m.id from message m
     join unnest($1::bigint[], $2::bigint[]) as x (account_id, id) on m.id = x.id and m.account_id = x.account_id
     order by m.received_at desc, m.id desc limit $3`,
    [all.map(({ accountId }) => accountId), all.map(({ id }) => id), count],
  )
}
