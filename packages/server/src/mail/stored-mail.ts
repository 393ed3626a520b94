import type { AccountId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'

/** How much mail an account holds here. */
export interface StoredMail {
  messages: number
  /** The sum of their raw bytes, each message counted for itself. */
  bytes: number
}

/** Accounts without mail are left out. */
export async function countStoredMail(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, StoredMail>> {
  const rows = await sql.query<StoredMail & { accountId: AccountId }>(
    `select account_id as "accountId", count(*) as messages, sum(size)::bigint as bytes
     from message where account_id = any($1::bigint[]) group by account_id`,
    [accountIds],
  )
  return new Map(rows.map(({ accountId, messages, bytes }) => [accountId, { messages, bytes }]))
}
