import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import { askToSend, type Mail } from '../../mail/index.ts'
import type { Tx } from '../../store/index.ts'
import type { NewLocation } from '../ledger/locations.ts'

/** The place at the provider of a message that was created locally. */
export type AppendedPlace = Omit<NewLocation, 'messageId'>

/** The message of an append that still has to be done, under its present id; undefined when it is done or moot. */
export async function appendPending(tx: Tx, id: number): Promise<MessageId | undefined> {
  const rows = await tx.query<{ message_id: MessageId }>(
    `select message_id from outbox_op where id = $1 and state = 'sending' and message_id is not null`,
    [id],
  )
  return rows[0]?.message_id
}

/** Says, before the message is sent, where it may lie from now on without our having heard of it. */
export async function noteTry(tx: Tx, id: number, mailboxId: MailboxId): Promise<void> {
  await tx.query(
    `update outbox_op set tried = tried || $2::bigint where id = $1 and not ($2::bigint = any (tried))`,
    [id, mailboxId],
  )
}

/** The folder it was made for is gone: it goes here instead. */
export async function redirect(tx: Tx, id: number, mailboxId: MailboxId): Promise<void> {
  await tx.query(`update outbox_op set desired = jsonb_build_array($2::bigint) where id = $1`, [
    id,
    mailboxId,
  ])
}

export async function triedMailboxes(tx: Tx, id: number): Promise<MailboxId[]> {
  const rows = await tx.query<{ tried: MailboxId[] }>(`select tried from outbox_op where id = $1`, [id])
  return rows[0]?.tried ?? []
}

/**
 * The message lies at this place: it is done, and what else it shall be in is a decision of its own from now on. When
 * another message was taken to be the one at this place, nothing is settled.
 */
export async function settleAppend(
  tx: Tx,
  accountId: AccountId,
  id: number,
  place: AppendedPlace,
  at: Date,
): Promise<void> {
  await tx.query(
    `with op as (select message_id, base, desired, journal_id from outbox_op where id = $2 and account_id = $1),
     listed as (delete from sync_item i using op where i.account_id = $1 and i.remote_id = $3),
     located as (
       insert into remote_message (account_id, remote_id, message_id, mailbox_id, uid, keywords)
       select $1, $3, op.message_id, $4, $5, $6 from op
       on conflict (account_id, remote_id) do nothing returning message_id),
     elsewhere as (
       insert into outbox_op (account_id, message_id, field, base, desired, journal_id, due_at, created_at)
       select $1, op.message_id, 'mailboxes', jsonb_build_array($4::bigint), op.desired, op.journal_id, $7, $7
       from op join located using (message_id) where op.desired <> jsonb_build_array($4::bigint)
       on conflict (account_id, coalesce(message_id, 0), coalesce(mailbox_id, 0), field) where state = 'pending'
       do nothing)
     delete from outbox_op where id = $2 and account_id = $1 and exists (select from located)`,
    [accountId, id, place.remoteId, place.mailboxId, place.uid, place.keywords, at],
  )
}

/** As `settleAppend`, for a message that was listed before the answer to its APPEND was heard. */
export const settleEcho = (change: Change, id: number, place: AppendedPlace): Promise<void> =>
  settleAppend(change.tx, change.accountId, id, place, change.at)

/** The server has it but did not say where: the next look will tell. */
export async function markStored(tx: Tx, id: number): Promise<void> {
  await tx.query(`update outbox_op set state = 'sent' where id = $1`, [id])
}

/** The append of one of these messages that may have reached this mailbox without our hearing of it. */
export async function unheardAppend(
  tx: Tx,
  accountId: AccountId,
  messageIds: readonly MessageId[],
  mailboxId: MailboxId,
): Promise<number | undefined> {
  if (messageIds.length === 0) return undefined
  const rows = await tx.query<{ id: number }>(
    `select id from outbox_op
     where account_id = $1 and message_id = any($2) and field = 'append' and state <> 'refused' and $3 = any(tried)
     order by id limit 1`,
    [accountId, messageIds, mailboxId],
  )
  return rows[0]?.id
}

/** Whether a copy in one of these mailboxes may be what we stored there ourselves. */
async function mayBeOurAppend(
  tx: Tx,
  accountId: AccountId,
  messageId: MessageId,
  mailboxIds: readonly MailboxId[],
): Promise<boolean> {
  const rows = await tx.query(
    `select from outbox_op
     where account_id = $1 and message_id = $2 and field = 'append' and state <> 'refused' and tried && $3::bigint[]
     limit 1`,
    [accountId, messageId, mailboxIds],
  )
  return rows.length > 0
}

/** Whether something is listed in these mailboxes that nobody has read yet: it may be what was tried before. */
export async function isUnread(
  tx: Tx,
  accountId: AccountId,
  mailboxIds: readonly MailboxId[],
): Promise<boolean> {
  const rows = await tx.query<{ unread: boolean }>(
    `select exists (
       select from sync_item where account_id = $1 and mailbox_id = any($2::bigint[])) as unread`,
    [accountId, mailboxIds],
  )
  return rows[0]?.unread ?? false
}

/** Lists those of the remote ids at which no message is stored. */
export async function unknownPlaces(
  tx: Tx,
  accountId: AccountId,
  remoteIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select wanted.id from unnest($2::text[]) as wanted (id)
     where not exists (select from remote_message r where r.account_id = $1 and r.remote_id = wanted.id)`,
    [accountId, remoteIds],
  )
  return rows.map((row) => row.id)
}

/** The provider's own copy proves that it sent the message; one that we may have stored there ourselves does not. */
export async function noteSentCopy(
  { mail, jobs }: { mail: Pick<Mail, 'provided'>; jobs: Pick<Jobs, 'enqueue'> },
  { tx, accountId, at }: Pick<Change, 'tx' | 'accountId' | 'at'>,
  messageId: MessageId,
  mailboxIds: readonly MailboxId[],
): Promise<void> {
  if (await mayBeOurAppend(tx, accountId, messageId, mailboxIds)) return
  if (await mail.provided.sentCopySeen(tx, accountId, messageId, at)) await askToSend(jobs, tx, accountId, at)
}

/** The message need not be stored any more: the provider has it without our doing. */
export async function dropAppend(tx: Tx, accountId: AccountId, messageId: MessageId): Promise<void> {
  await tx.query(
    `delete from outbox_op where account_id = $1 and message_id = $2 and field = 'append' and state <> 'refused'`,
    [accountId, messageId],
  )
}

/** Whatever waits to be done to this message. */
export async function dropPending(tx: Tx, accountId: AccountId, messageId: MessageId): Promise<void> {
  await tx.query(`delete from outbox_op where account_id = $1 and message_id = $2 and state <> 'refused'`, [
    accountId,
    messageId,
  ])
}
