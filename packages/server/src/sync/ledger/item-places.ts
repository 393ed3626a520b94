import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Sql, Tx } from '../../store/index.ts'
import { remoteId } from './remote-ids.ts'

/** A message whose id holds for the whole account, and where it is known to lie. */
export interface KnownItem {
  messageId: MessageId
  /** As the provider last reported them. */
  mailboxIds: MailboxId[]
  keywords: string[]
  /** It has left where it was and was not found elsewhere yet. */
  isMissing: boolean
}

/** The places of an item as the provider reports them. */
export interface ItemPlaces {
  id: string
  messageId: MessageId
  mailboxIds: readonly MailboxId[]
  keywords: readonly string[]
}

/** The provider's id of a place; indexed for places without UID, which only such providers have. */
const itemId = `substr(r.remote_id, strpos(r.remote_id, '/') + 1)`
const isItem = `r.uid is null and ${itemId}`

/** Ledger entries of items name no mailbox: where they lie is told when they are fetched. */
export const ledgerId = (id: string): string => `/${id}`

export async function selectStoredItems(
  sql: Sql,
  accountId: AccountId,
  ids: readonly string[],
): Promise<Map<string, KnownItem>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{
    item: string
    message_id: MessageId
    mailboxes: MailboxId[]
    keywords: string[]
    missing: boolean
  }>(
    `select ${itemId} as item, r.message_id, array_agg(r.mailbox_id order by r.mailbox_id) as mailboxes,
       coalesce((array_agg(to_jsonb(r.keywords)))[1], '[]') as keywords, bool_or(r.missing_since is not null) as missing
     from remote_message r where r.account_id = $1 and ${isItem} = any($2) group by 1, 2`,
    [accountId, ids],
  )
  return new Map(
    rows.map((row) => [
      row.item,
      {
        messageId: row.message_id,
        mailboxIds: row.mailboxes,
        keywords: row.keywords,
        isMissing: row.missing,
      },
    ]),
  )
}

/** The items of messages: usually one; two while a draft and what was sent of it are both there. */
export async function selectItems(
  sql: Sql,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<Array<KnownItem & { id: string }>> {
  const rows = await sql.query<{ item: string }>(
    `select distinct ${itemId} as item from remote_message r
     where r.account_id = $1 and r.message_id = any($2) and r.uid is null`,
    [accountId, messageIds],
  )
  const storedItems = await selectStoredItems(
    sql,
    accountId,
    rows.map((row) => row.item),
  )
  return [...storedItems].map(([id, item]) => ({ id, ...item }))
}

/** Some items by chance, without these. */
export async function randomItems(
  sql: Sql,
  accountId: AccountId,
  count: number,
  without: readonly string[] = [],
): Promise<string[]> {
  const rows = await sql.query<{ item: string }>(
    `select ${itemId} as item from remote_message r
     where r.account_id = $1 and r.uid is null and r.missing_since is null and not ${itemId} = any($3)
     order by random() limit $2`,
    [accountId, count, without],
  )
  return [...new Set(rows.map((row) => row.item))]
}

/** Ids under one cursor, and of the whole account when it is null. */
export async function itemsUnder(
  sql: Sql,
  accountId: AccountId,
  mailboxId: MailboxId | null,
): Promise<Set<string>> {
  const rows = await sql.query<{ item: string }>(
    `select distinct ${itemId} as item from remote_message r
     where r.account_id = $1 and r.uid is null and r.missing_since is null
       and ($2::bigint is null or r.mailbox_id = $2)`,
    [accountId, mailboxId],
  )
  return new Set(rows.map((row) => row.item))
}

/** Exactly these places, and none of them missing. */
export async function setItemPlaces(
  tx: Tx,
  accountId: AccountId,
  items: readonly ItemPlaces[],
): Promise<void> {
  if (items.length === 0) return
  const places = items.flatMap((item) =>
    item.mailboxIds.map((mailboxId) => ({
      remote_id: remoteId(mailboxId, item.id),
      message_id: item.messageId,
      mailbox_id: mailboxId,
      keywords: item.keywords,
    })),
  )
  await tx.query(
    `delete from remote_message r where r.account_id = $1 and ${isItem} = any($2) and not r.remote_id = any($3)`,
    [accountId, items.map((item) => item.id), places.map((place) => place.remote_id)],
  )
  await tx.query(
    `insert into remote_message (account_id, remote_id, message_id, mailbox_id, uid, keywords)
     select $1, p.remote_id, p.message_id, p.mailbox_id, null, p.keywords
     from jsonb_to_recordset($2::jsonb) as p (remote_id text, message_id bigint, mailbox_id bigint, keywords text[])
     on conflict (account_id, remote_id) do update
       set message_id = excluded.message_id, keywords = excluded.keywords, missing_since = null`,
    [accountId, JSON.stringify(places)],
  )
}

/** The remote ids of all places of these items. */
export async function placesOfItems(
  sql: Sql,
  accountId: AccountId,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ remote_id: string }>(
    `select r.remote_id from remote_message r where r.account_id = $1 and ${isItem} = any($2)`,
    [accountId, ids],
  )
  return rows.map((row) => row.remote_id)
}

/** Items that were under this cursor and are not any more; all of theirs when it covers the account. */
export async function markItemsMissing(
  tx: Tx,
  accountId: AccountId,
  ids: readonly string[],
  under: MailboxId | null,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update remote_message r set missing_since = $4
     where r.account_id = $1 and ${isItem} = any($2) and r.missing_since is null
       and ($3::bigint is null or exists (
         select from remote_message f where f.account_id = $1 and f.remote_id = $3 || '/' || ${itemId}))`,
    [accountId, ids, under, at],
  )
}

export interface MissingItem {
  id: string
  since: Date
}

export async function missingItems(sql: Sql, accountId: AccountId): Promise<MissingItem[]> {
  const rows = await sql.query<{ item: string; since: Date }>(
    `select ${itemId} as item, min(r.missing_since) as since from remote_message r
     where r.account_id = $1 and r.uid is null and r.missing_since is not null group by 1 order by 2`,
    [accountId],
  )
  return rows.map((row) => ({ id: row.item, since: row.since }))
}

/** A label that is not listed any more is no place; what lies elsewhere as well has not gone with it. */
export async function dropLostLabels(tx: Tx, accountId: AccountId): Promise<MessageId[]> {
  const rows = await tx.query<{ message_id: MessageId }>(
    `delete from remote_message r
     where r.account_id = $1 and r.uid is null and r.missing_since is not null
       and exists (
         select from remote_message other where other.account_id = $1 and other.message_id = r.message_id
           and other.missing_since is null and other.uid is null
           and substr(other.remote_id, strpos(other.remote_id, '/') + 1) = ${itemId})
     returning r.message_id`,
    [accountId],
  )
  return [...new Set(rows.map((row) => row.message_id))]
}
