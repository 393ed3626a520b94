import type { AccountId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'

/** Counts the contacts of accounts exactly, for whoever is about to remove them. */
export async function countCards(sql: Sql, accountIds: readonly AccountId[]): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) as count from contact_card where account_id = any($1::bigint[])',
    [accountIds],
  )
  return row?.count ?? 0
}
