import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Sql, Tx } from '../../store/index.ts'

/** Where one message lives at the provider. A message may live in several mailboxes. */
export interface Location {
  remoteId: string
  messageId: MessageId
  mailboxId: MailboxId
  keywords: string[]
  isMissing: boolean
}

interface Row {
  remote_id: string
  message_id: MessageId
  mailbox_id: MailboxId
  keywords: string[]
  missing: boolean
}

const columns = `r.remote_id, r.message_id, r.mailbox_id, r.keywords, r.missing_since is not null as missing`
const toLocation = (row: Row): Location => ({
  remoteId: row.remote_id,
  messageId: row.message_id,
  mailboxId: row.mailbox_id,
  keywords: row.keywords,
  isMissing: row.missing,
})

export async function locationsById(
  sql: Sql,
  accountId: AccountId,
  remoteIds: readonly string[],
): Promise<Location[]> {
  const rows = await sql.query<Row>(
    `select ${columns} from remote_message r where r.account_id = $1 and r.remote_id = any($2)`,
    [accountId, remoteIds],
  )
  return rows.map(toLocation)
}

export async function locationsOf(
  sql: Sql,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<Location[]> {
  const rows = await sql.query<Row>(
    `select ${columns} from remote_message r where r.account_id = $1 and r.message_id = any($2) order by r.remote_id`,
    [accountId, messageIds],
  )
  return rows.map(toLocation)
}

/** Every location in a mailbox that was there at the last look. */
export async function locationsIn(sql: Sql, accountId: AccountId, mailboxId: MailboxId): Promise<Location[]> {
  const rows = await sql.query<Row>(
    `select ${columns} from remote_message r
     where r.account_id = $1 and r.mailbox_id = $2 and r.missing_since is null`,
    [accountId, mailboxId],
  )
  return rows.map(toLocation)
}

export interface NewLocation {
  remoteId: string
  messageId: MessageId
  mailboxId: MailboxId
  uid: number | null
  keywords: readonly string[]
}

export async function addLocations(
  tx: Tx,
  accountId: AccountId,
  locations: readonly NewLocation[],
): Promise<void> {
  if (locations.length === 0) return
  await tx.query(
    `insert into remote_message (account_id, remote_id, message_id, mailbox_id, uid, keywords)
     select $1, l.remote_id, l.message_id, l.mailbox_id, l.uid, l.keywords
     from jsonb_to_recordset($2::jsonb)
       as l (remote_id text, message_id bigint, mailbox_id bigint, uid bigint, keywords text[])
     on conflict (account_id, remote_id) do update
       set message_id = excluded.message_id, mailbox_id = excluded.mailbox_id,
           keywords = excluded.keywords, missing_since = null`,
    [
      accountId,
      JSON.stringify(
        locations.map((l) => ({
          remote_id: l.remoteId,
          message_id: l.messageId,
          mailbox_id: l.mailboxId,
          uid: l.uid,
          keywords: l.keywords,
        })),
      ),
    ],
  )
}

export async function dropLocations(
  tx: Tx,
  accountId: AccountId,
  remoteIds: readonly string[],
): Promise<void> {
  await tx.query(`delete from remote_message where account_id = $1 and remote_id = any($2)`, [
    accountId,
    remoteIds,
  ])
}

/** Listed before, absent now. The message keeps its mailbox until the whole account has been looked at. */
export async function markMissing(
  tx: Tx,
  accountId: AccountId,
  remoteIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx.query(
    `update remote_message set missing_since = $3
     where account_id = $1 and remote_id = any($2) and missing_since is null`,
    [accountId, remoteIds, at],
  )
}

export async function markFound(tx: Tx, accountId: AccountId, remoteIds: readonly string[]): Promise<void> {
  await tx.query(
    `update remote_message set missing_since = null
     where account_id = $1 and remote_id = any($2) and missing_since is not null`,
    [accountId, remoteIds],
  )
}

export async function setRemoteKeywords(
  tx: Tx,
  accountId: AccountId,
  updates: ReadonlyArray<{ remoteId: string; keywords: readonly string[] }>,
): Promise<void> {
  if (updates.length === 0) return
  await tx.query(
    `update remote_message r set keywords = u.keywords
     from jsonb_to_recordset($2::jsonb) as u (remote_id text, keywords text[])
     where r.account_id = $1 and r.remote_id = u.remote_id`,
    [accountId, JSON.stringify(updates.map((u) => ({ remote_id: u.remoteId, keywords: u.keywords })))],
  )
}
