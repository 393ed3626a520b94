import type { AccountId, MailboxId } from '@plmail/wire'
import type { ProviderError } from '../../providers/contract/index.ts'
import type { Sql } from '../../store/index.ts'

/** A folder that could not be read to its end. */
export interface FolderFailure {
  mailboxId: MailboxId
  error: ProviderError
}

/** Trouble that has lasted for so many looks is the folder's own, and nothing else waits for it. */
const lastingAttempts = 3

/** Writes down which folders could not be read this time; the others are in order. Returns the looks in vain of each. */
export async function noteFolderTrouble(
  sql: Sql,
  accountId: AccountId,
  failures: readonly FolderFailure[],
  at: Date,
): Promise<Map<MailboxId, number>> {
  const ids = failures.map((failure) => failure.mailboxId)
  await sql.query('delete from folder_trouble where account_id = $1 and not mailbox_id = any($2)', [
    accountId,
    ids,
  ])
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ mailbox_id: MailboxId; attempts: number }>(
    `insert into folder_trouble (account_id, mailbox_id, since, attempts, reason)
     select $1, f.mailbox_id, $2, 1, left(f.reason, 500) from unnest($3::bigint[], $4::text[]) as f (mailbox_id, reason)
     on conflict (account_id, mailbox_id) do update
       set attempts = folder_trouble.attempts + 1, reason = excluded.reason
     returning mailbox_id, attempts`,
    [accountId, at, ids, failures.map(({ error }) => error.detail ?? error.message)],
  )
  return new Map(rows.map((row) => [row.mailbox_id, row.attempts]))
}

export const isLasting = (attempts: number): boolean => attempts >= lastingAttempts

export async function troubledFolders(
  sql: Sql,
  accountIds: readonly AccountId[],
): Promise<Map<AccountId, MailboxId[]>> {
  const rows = await sql.query<{ account_id: AccountId; mailbox_ids: MailboxId[] }>(
    `select account_id, array_agg(mailbox_id order by mailbox_id) as mailbox_ids from folder_trouble
     where account_id = any($1) and attempts >= $2 group by account_id`,
    [accountIds, lastingAttempts],
  )
  return new Map(rows.map((row) => [row.account_id, row.mailbox_ids]))
}
