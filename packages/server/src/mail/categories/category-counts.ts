import { type AccountId, categories, type Category, type CategoryCount, type MailboxId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Role } from '../types.ts'

/**
 * See `Mail.read.categories`. Counted by the index that lists of a category are walked by, so the counts are those of
 * the lists at that moment.
 */
export async function countCategories(
  sql: Sql,
  accountIds: readonly AccountId[],
  scope: { role: Role } | { mailboxId: MailboxId },
  seenAt: ReadonlyMap<Category, Date>,
): Promise<CategoryCount[]> {
  const [by, which] = 'mailboxId' in scope ? ['id', scope.mailboxId] : ['role', scope.role]
  const rows = await sql.prepared<CategoryCount>(
    `mail-categories-${by}`,
    `select t.category, count(*)::int as total, (count(*) filter (where t.thread_unread))::int as unread,
       (count(*) filter (where t.thread_unread and t.newest_at > coalesce(seen.at, '-infinity')))::int as fresh
     from mailbox box join thread_mailbox t on t.mailbox_id = box.id
     left join unnest($3::text[], $4::timestamptz[]) as seen (category, at) on seen.category = t.category
     where box.account_id = any ($1::bigint[]) and not box.is_leaving
       and box.${by} = $2::${by === 'id' ? 'bigint' : 'text'}
     group by t.category`,
    [accountIds, which, [...seenAt.keys()], [...seenAt.values()]],
  )
  const rowByCategory = new Map(rows.map((row) => [row.category, row]))
  return categories.map(
    (category) => rowByCategory.get(category) ?? { category, total: 0, unread: 0, fresh: 0 },
  )
}
