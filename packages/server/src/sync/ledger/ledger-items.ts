import type { AccountId, MailboxId } from '@plmail/wire'
import type { Sql, Tx } from '../../store/index.ts'

/** A remote message that was listed and is not here yet. */
export interface LedgerItem {
  remoteId: string
  /** Null where the provider tells with the message where it lies. */
  mailboxId: MailboxId | null
  attempts: number
}

/** One whose id holds within its folder only. */
export type FolderItem = LedgerItem & { mailboxId: MailboxId }

export interface Listed {
  remoteId: string
  uid: number | null
  rank: number
}

/** Attempts after which an item becomes a visible stub instead of being tried for ever. */
export const maxFetchAttempts = 5

/** Records listed messages, except those already here. Returns how many are new. */
export async function recordListed(
  tx: Tx,
  accountId: AccountId,
  mailboxId: MailboxId | null,
  listed: readonly Listed[],
  at: Date,
): Promise<number> {
  if (listed.length === 0) return 0
  const rows = await tx.query<{ remote_id: string }>(
    `insert into sync_item (account_id, mailbox_id, remote_id, uid, rank, due_at, listed_at)
     select $1, $2, l.remote_id, l.uid, l.rank, $3, $3
     from unnest($4::text[], $5::bigint[], $6::bigint[]) as l (remote_id, uid, rank)
     where not exists (
       select 1 from remote_message r
       where r.account_id = $1 and r.remote_id = l.remote_id and r.missing_since is null)
     on conflict (account_id, remote_id) do nothing
     returning remote_id`,
    [
      accountId,
      mailboxId,
      at,
      listed.map((item) => item.remoteId),
      listed.map((item) => item.uid),
      listed.map((item) => item.rank),
    ],
  )
  return rows.length
}

/** The next items to fetch, highest rank first; `listedSince` narrows to what just appeared. */
export async function nextItems(
  sql: Sql,
  accountId: AccountId,
  now: Date,
  limit: number,
  listedSince?: Date,
): Promise<LedgerItem[]> {
  const rows = await sql.query<{ remote_id: string; mailbox_id: MailboxId | null; attempts: number }>(
    `select remote_id, mailbox_id, attempts from sync_item
     where account_id = $1 and due_at <= $2 and ($4::timestamptz is null or listed_at >= $4)
     order by rank desc limit $3`,
    [accountId, now, limit, listedSince ?? null],
  )
  return rows.map((row) => ({ remoteId: row.remote_id, mailboxId: row.mailbox_id, attempts: row.attempts }))
}

/** Takes items off the ledger in the transaction that stored them (or saw them vanish). */
export async function settleItems(tx: Tx, accountId: AccountId, remoteIds: readonly string[]): Promise<void> {
  await tx.query(`delete from sync_item where account_id = $1 and remote_id = any($2)`, [
    accountId,
    remoteIds,
  ])
}

/** A void UIDVALIDITY voids everything listed under it. */
export async function dropMailboxItems(tx: Tx, accountId: AccountId, mailboxId: MailboxId): Promise<void> {
  await tx.query(`delete from sync_item where account_id = $1 and mailbox_id = $2`, [accountId, mailboxId])
}

export async function postpone(
  sql: Sql,
  accountId: AccountId,
  remoteId: string,
  error: string,
  dueAt: Date,
): Promise<void> {
  await sql.query(
    `update sync_item set attempts = attempts + 1, last_error = left($3, 500), due_at = $4
     where account_id = $1 and remote_id = $2`,
    [accountId, remoteId, error, dueAt],
  )
}

/** When the earliest item that is not due yet becomes due; undefined when none waits. */
export async function nextDue(sql: Sql, accountId: AccountId): Promise<Date | undefined> {
  const rows = await sql.query<{ due_at: Date | null }>(
    `select min(due_at) as due_at from sync_item where account_id = $1`,
    [accountId],
  )
  return rows[0]?.due_at ?? undefined
}
