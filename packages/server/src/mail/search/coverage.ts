import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { SearchCoverage } from '../door.ts'

/** See `Mail.search.missing`. */
export async function missing(sql: Sql, accountId: AccountId): Promise<number> {
  const rows = await sql.prepared<{ count: number }>(
    'mail-search-missing',
    `select count(*)::int as count from message_unindexed u join message m on m.id = u.message_id
     where u.account_id = $1 and m.removed_at is null`,
    [accountId],
  )
  return rows[0]?.count ?? 0
}

/** See `Mail.search.coverage`. */
export async function coverage(sql: Sql, accountId: AccountId): Promise<SearchCoverage> {
  const [row] = await sql.query<SearchCoverage>(
    `select count(*)::int as total, count(s.message_id)::int as indexed
     from message m left join message_search s on s.message_id = m.id
     where m.account_id = $1 and m.removed_at is null`,
    [accountId],
  )
  return row ?? { indexed: 0, total: 0 }
}
