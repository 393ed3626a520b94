import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Sql, Tx } from '../../store/index.ts'

/** The place of one message at the provider. A message may be in several mailboxes. */
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

export async function selectLocations(
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

/** Lists the places of the messages of outbox operations, under their present ids. */
export async function locationsOfOperations(
  sql: Sql,
  accountId: AccountId,
  operationIds: readonly number[],
): Promise<Array<{ operationId: number; place: Location }>> {
  const rows = await sql.query<Row & { operation_id: number }>(
    `select o.id as operation_id, ${columns}
     from outbox_op o join remote_message r on r.message_id = o.message_id and r.account_id = o.account_id
     where o.account_id = $1 and o.id = any($2) order by r.remote_id`,
    [accountId, operationIds],
  )
  return rows.map((row) => ({ operationId: row.operation_id, place: toLocation(row) }))
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

export interface NewPlace {
  /** A place the message has (or had until now). */
  from: string
  to: string
  uid: number | null
}

/**
 * Writes down where the server put messages: copies keep the old place, moves (`leaving`) give it up. One statement,
 * by place instead of message, so that no message is without a place in between and a merge cannot confuse it.
 */
export async function followPlaces(
  tx: Tx,
  accountId: AccountId,
  mailboxId: MailboxId,
  places: readonly NewPlace[],
  leaving: boolean,
): Promise<void> {
  if (places.length === 0) return
  await tx.query(
    `with place as (select * from jsonb_to_recordset($3::jsonb) as x ("from" text, "to" text, uid bigint)),
     -- the pull may already have listed what we put there ourselves
     listed as (delete from sync_item i using place where i.account_id = $1 and i.remote_id = place."to"),
     left_behind as (
       delete from remote_message r using place where $4 and r.account_id = $1 and r.remote_id = place."from")
     insert into remote_message (account_id, remote_id, message_id, mailbox_id, uid, keywords)
     select $1, place."to", r.message_id, $2, place.uid, r.keywords
     from place join remote_message r on r.account_id = $1 and r.remote_id = place."from"
     on conflict (account_id, remote_id) do nothing`,
    [accountId, mailboxId, JSON.stringify(places), leaving],
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
    `update remote_message r set missing_since = $3, present_at = ${lastLook}
     where r.account_id = $1 and r.remote_id = any($2) and r.missing_since is null`,
    [accountId, remoteIds, at],
  )
}

/**
 * Folders that are not listed any more were deleted or renamed by another client: all that was known in them is missing,
 * what waited to be fetched is void, and one that comes back is read whole. Returns those that still have places, until
 * it is decided what became of these.
 */
export async function loseFolders(
  tx: Tx,
  accountId: AccountId,
  mailboxIds: readonly MailboxId[],
  at: Date,
): Promise<Set<MailboxId>> {
  if (mailboxIds.length === 0) return new Set()
  await tx.query(
    `update remote_message r set missing_since = $3, present_at = ${lastLook}
     where r.account_id = $1 and r.mailbox_id = any($2) and r.missing_since is null`,
    [accountId, mailboxIds, at],
  )
  await tx.query(`delete from sync_item where account_id = $1 and mailbox_id = any($2)`, [
    accountId,
    mailboxIds,
  ])
  await tx.query(`delete from sync_cursor where account_id = $1 and mailbox_id = any($2)`, [
    accountId,
    mailboxIds,
  ])
  const rows = await tx.query<{ mailbox_id: MailboxId }>(
    `select distinct mailbox_id from remote_message where account_id = $1 and mailbox_id = any($2)`,
    [accountId, mailboxIds],
  )
  return new Set(rows.map((row) => row.mailbox_id))
}

const lastLook = `(
  select c.looked_at from sync_cursor c where c.account_id = r.account_id and c.mailbox_id = r.mailbox_id)`

/** Whether something is missing, or went missing at this moment or later. */
export async function anyMissing(sql: Sql, accountId: AccountId, since?: Date): Promise<boolean> {
  const rows = await sql.query<{ any: boolean }>(
    `select exists (select from remote_message where account_id = $1
         and missing_since is not null and missing_since >= coalesce($2::timestamptz, '-infinity')) as any`,
    [accountId, since ?? null],
  )
  return rows[0]?.any ?? false
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
