import type { AccountId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { ListItem, ListPage, Role } from '../door.ts'

export interface UnifiedList {
  items: ListItem[]
  total: number
  states: Map<AccountId, number>
}

/**
 * See `Mail.read.list`. Each account's mailbox gives its newest threads by index, and only those are merged. The
 * states are read first, so that what happens meanwhile is told again by the next /changes rather than missed.
 */
export async function unifiedList(
  sql: Sql,
  changes: Changes,
  userId: UserId,
  role: Role,
  page: ListPage,
): Promise<UnifiedList> {
  const known = await changes.states(userId)
  const rows = await sql.prepared<{ accountId: AccountId; total: number }>(
    'mail-list-total',
    `select b.account_id as "accountId", b.total_threads as total
     from mailbox b join label l on l.id = b.label_id
     where l.user_id = $1 and b.role = $2 and ($3::bigint[] is null or b.account_id = any ($3))`,
    [userId, role, page.within ?? null],
  )
  const listed = new Set(rows.map((row) => row.accountId))
  return {
    items: await itemsOf(sql, userId, role, page),
    total: rows.reduce((sum, row) => sum + row.total, 0),
    states: new Map(
      known
        .filter(({ accountId }) => listed.has(accountId))
        .map(({ accountId, state }) => [accountId, state]),
    ),
  }
}

function itemsOf(
  sql: Sql,
  userId: UserId,
  role: Role,
  { position, limit, within }: ListPage,
): Promise<ListItem[]> {
  return sql.prepared<ListItem>(
    'mail-list',
    `select b.account_id as "accountId", t.thread_id as "threadId", t.newest_message_id as "emailId",
       t.newest_at as "newestAt", t.total, t.unread
     from mailbox b join label l on l.id = b.label_id
     cross join lateral (
       select thread_id, newest_message_id, newest_at, total, unread from thread_mailbox
       where mailbox_id = b.id
       order by newest_at desc, newest_message_id desc limit $3::bigint + $4::bigint
     ) t
     where l.user_id = $1 and b.role = $2 and ($5::bigint[] is null or b.account_id = any ($5))
     order by t.newest_at desc, t.newest_message_id desc
     limit $3 offset $4`,
    [userId, role, limit, position, within ?? null],
  )
}
