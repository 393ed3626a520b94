import type { AccountId, MailboxId } from '@plmail/wire'
import type { Position } from '../../providers/contract/index.ts'
import type { Sql, Tx } from '../../store/index.ts'

export interface Cursor {
  position: Position
  /** The listing's fingerprint when the mailbox was last read; equal means nothing happened since. */
  fingerprint: string | null
  remoteTotal: number | null
}

interface StoredPosition {
  position: Position
  fingerprint: string | null
}

export async function readCursors(sql: Sql, accountId: AccountId): Promise<Map<MailboxId, Cursor>> {
  const rows = await sql.query<{
    mailbox_id: MailboxId
    position: StoredPosition
    remote_total: number | null
  }>(
    `select mailbox_id, position, remote_total from sync_cursor where account_id = $1 and mailbox_id is not null`,
    [accountId],
  )
  return new Map(
    rows.map((row) => [row.mailbox_id, { ...row.position, remoteTotal: row.remote_total }] as const),
  )
}

export async function writeCursor(
  tx: Tx,
  accountId: AccountId,
  mailboxId: MailboxId | null,
  cursor: Cursor,
  at: Date,
): Promise<void> {
  await tx.query(
    `insert into sync_cursor (account_id, mailbox_id, position, remote_total, looked_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, mailbox_id) do update
       set position = excluded.position, remote_total = excluded.remote_total, looked_at = excluded.looked_at`,
    [
      accountId,
      mailboxId,
      JSON.stringify({ position: cursor.position, fingerprint: cursor.fingerprint }),
      cursor.remoteTotal,
      at,
    ],
  )
}

/** How far a mailbox, or the account when it is null, has been read. */
export async function readCursor(
  sql: Sql,
  accountId: AccountId,
  mailboxId: MailboxId | null,
): Promise<Position | undefined> {
  const rows = await sql.query<{ position: StoredPosition }>(
    `select position from sync_cursor where account_id = $1 and mailbox_id is not distinct from $2`,
    [accountId, mailboxId],
  )
  return rows[0]?.position.position
}

/** These mailboxes were looked at and had not changed. */
export async function touchCursors(
  sql: Sql,
  accountId: AccountId,
  mailboxIds: readonly MailboxId[],
  at: Date,
): Promise<void> {
  await sql.query(`update sync_cursor set looked_at = $3 where account_id = $1 and mailbox_id = any($2)`, [
    accountId,
    mailboxIds,
    at,
  ])
}

/** The next look at this mailbox reads it from the start and compares. */
export async function dropCursor(sql: Sql, accountId: AccountId, mailboxId: MailboxId): Promise<void> {
  await sql.query(`delete from sync_cursor where account_id = $1 and mailbox_id = $2`, [accountId, mailboxId])
}
