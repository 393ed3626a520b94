import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { ImportProgress } from '../types.ts'

/** Accounts with something left to fetch, and how far they have come. */
export async function selectProgress(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, ImportProgress>> {
  const rows = await sql.query<{ account_id: AccountId; waiting: number; here: number }>(
    `select a.account_id,
       (select count(*) from sync_item i where i.account_id = a.account_id) as waiting,
       (select count(*) from remote_message r where r.account_id = a.account_id and r.uid is not null)
         + (select count(distinct r.message_id) from remote_message r
            where r.account_id = a.account_id and r.uid is null) as here
     from unnest($1::bigint[]) as a (account_id)`,
    [accountIds],
  )
  const importing = rows.filter((row) => row.waiting > 0)
  return new Map(importing.map((row) => [row.account_id, { done: row.here, total: row.here + row.waiting }]))
}
