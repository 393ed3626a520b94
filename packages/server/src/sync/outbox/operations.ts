import type { AccountId, JournalId, MailboxId, MessageId } from '@plmail/wire'
import type { OutboxIntent } from '../../mail/index.ts'
import type { Sql, Tx } from '../../store/index.ts'

/** One decision waiting to reach the provider, as the outbox keeps it. */
export type Operation = OutboxIntent & {
  id: number
  attempts: number
  journalId: JournalId | null
  /** When it was first decided; nothing it did can have been listed before. */
  createdAt: Date
}

interface Row {
  id: number
  message_id: MessageId | null
  mailbox_id: MailboxId | null
  field: string
  base: unknown
  desired: unknown
  attempts: number
  journal_id: JournalId | null
  created_at: Date
}

/** The row's values were written from an OutboxIntent by this room; this is its parser. */
function toOperation(row: Row): Operation {
  const intent = {
    field: row.field,
    base: row.base,
    desired: row.desired,
    ...(row.message_id === null ? {} : { messageId: row.message_id }),
    ...(row.mailbox_id === null ? {} : { mailboxId: row.mailbox_id }),
  } as OutboxIntent
  const { id, attempts, journal_id: journalId, created_at: createdAt } = row
  return { ...intent, id, attempts, journalId, createdAt }
}

/**
 * Condition for operations on a message whose append is not done: a first append may have succeeded without an answer.
 */
const awaitsAppend = (operation: string) => `exists (
  select from outbox_op first where first.message_id = ${operation}.message_id and first.field = 'append'
    and first.state <> 'refused' and first.id <> ${operation}.id)`

/** Takes what is due, oldest first. Of one field only one operation is pending, so none overtakes another. */
export async function claimDue(
  sql: Sql,
  accountId: AccountId,
  now: Date,
  limit: number,
): Promise<Operation[]> {
  const rows = await sql.query<Row>(
    `update outbox_op o set state = 'sending', attempts = o.attempts + 1
     where o.id in (
       select id from outbox_op
       where account_id = $1 and state = 'pending' and due_at <= $2 and not ${awaitsAppend('outbox_op')}
       order by id limit $3 for update)
     returning o.id, o.message_id, o.mailbox_id, o.field, o.base, o.desired, o.attempts, o.journal_id,
       o.created_at`,
    [accountId, now, limit],
  )
  return rows.map(toOperation).sort((a, b) => a.id - b.id)
}

/**
 * Back in the queue with what a process that died left `sending`: the account's queue lets only one flush run,
 * so nobody else can still be sending it.
 */
export async function recoverSending(tx: Tx, accountId: AccountId, now: Date): Promise<void> {
  const rows = await tx.query<{ id: number }>(
    `select id from outbox_op where account_id = $1 and state = 'sending'`,
    [accountId],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) await putBack(tx, ids, now, 'Sending was interrupted')
}

/**
 * Whether what is due depends on what the server has by now: a move that was tried before may have been carried out,
 * and a message that has left its place may be found elsewhere.
 */
export async function needsLook(sql: Sql, accountId: AccountId, now: Date): Promise<boolean> {
  const rows = await sql.query<{ needed: boolean }>(
    `select exists (
       select from outbox_op o
       where o.account_id = $1 and o.state = 'pending' and o.due_at <= $2
         and (o.field in ('mailboxes', 'append', 'rename-mailbox') and o.attempts > 0
           or exists (select from remote_message r
                      where r.message_id = o.message_id and r.missing_since is not null))) as needed`,
    [accountId, now],
  )
  return rows[0]?.needed ?? false
}

/**
 * Selects the operations that the server has not fulfilled as far as we know: their message is in no place we know
 * at present, or not in exactly the mailboxes it shall be in, or lacks the keyword somewhere. One without any place at
 * the provider has nothing to wait for, unless it was sent (see `awaitingCopy`).
 */
export async function unfulfilled(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select o.id from outbox_op o cross join lateral (
       select count(*) as known, count(*) filter (where r.missing_since is null) as present,
         jsonb_agg(distinct r.mailbox_id order by r.mailbox_id) filter (where r.missing_since is null) as mailboxes,
         bool_and((substr(o.field, 9) = any (r.keywords)) = (o.desired = 'true'))
           filter (where r.missing_since is null) as marked
       from remote_message r where r.message_id = o.message_id) as at_provider
     where o.id = any($1) and known > 0
       and not case o.field
         when 'destroy' then false
         when 'mailboxes' then present > 0 and mailboxes = o.desired
         else present > 0 and marked end`,
    [ids],
  )
  return rows.map((row) => row.id)
}

/** Selects the operations whose message lies nowhere at the provider as far as we know, with its present id. */
export function unplaced(
  sql: Sql,
  ids: readonly number[],
): Promise<Array<{ id: number; messageId: MessageId }>> {
  return sql.query(
    `select o.id, o.message_id as "messageId" from outbox_op o
     where o.id = any($1) and o.message_id is not null
       and not exists (select from remote_message r where r.message_id = o.message_id)`,
    [ids],
  )
}

/** The server has it: done, but for keywords, which a look must have seen once more (see `settleSent`). */
export async function confirm(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(`delete from outbox_op where id = any($1) and field not like 'keyword:%'`, [ids])
  await tx.query(`update outbox_op set state = 'sent' where id = any($1)`, [ids])
}

/**
 * To be called after a look at the whole account. A keyword that was answered may still be lost: the server may have
 * set it on a message that another client was just moving, whose copy lacks it. When every place is still there and
 * nothing waits that may be such a copy, it stuck, and what anybody does to it from now on is a new decision.
 */
export async function settleSent(sql: Sql, accountId: AccountId): Promise<void> {
  await sql.query(
    `delete from outbox_op o where o.account_id = $1 and o.state = 'sent'
       and not exists (
         select from remote_message r where r.message_id = o.message_id and r.missing_since is not null)
       and not exists (
         -- A copy may have been listed just before the decision, and not have been fetched since.
         select from sync_item i where i.account_id = $1 and i.listed_at >= o.created_at - interval '1 minute')`,
    [accountId],
  )
}

/** These messages turned out to have been moved since their keywords were answered: these are decided once more. */
export async function resend(tx: Tx, accountId: AccountId, messageIds: readonly MessageId[]): Promise<void> {
  await tx.query(
    `with sent as (
       delete from outbox_op where account_id = $1 and message_id = any($2) and state = 'sent' returning *)
     insert into outbox_op (account_id, message_id, field, base, desired, journal_id, due_at, created_at)
     select distinct on (message_id, field)
       account_id, message_id, field, base, desired, journal_id, due_at, created_at
     from sent where not exists (
       select from outbox_op newer where newer.message_id = sent.message_id and newer.field = sent.field
         and newer.state in ('pending', 'sending'))
     order by message_id, field, sent.id desc`,
    [accountId, messageIds],
  )
}

/**
 * Returns those of the messages that we may have copied or moved to the mailbox without receiving the answer: a new
 * message there with their bytes is our own.
 */
export async function triedIn(
  tx: Tx,
  accountId: AccountId,
  messageIds: readonly MessageId[],
  mailboxId: MailboxId,
): Promise<Set<MessageId>> {
  const rows = await tx.query<{ message_id: MessageId }>(
    `select message_id from outbox_op
     where account_id = $1 and message_id = any($2) and state in ('pending', 'sending') and $3 = any(tried)`,
    [accountId, messageIds, mailboxId],
  )
  return new Set(rows.map((row) => row.message_id))
}

/**
 * Back in the queue for another try; what it shall be in may hold a copy by now. Where a newer decision about the same
 * field already waits, the two become one: the newer value, measured from the older base.
 */
export async function putBack(sql: Sql, ids: readonly number[], dueAt: Date, error: string): Promise<void> {
  await sql.query(
    `update outbox_op set tried = array(
       select unnest(tried) union select id::bigint from jsonb_array_elements_text(desired) as d (id))
     where id = any($1) and state = 'sending' and field = 'mailboxes'`,
    [ids],
  )
  await sql.query(
    `with mine as (select * from outbox_op where id = any($1) and state = 'sending'),
     merged as (
       update outbox_op p set base = mine.base, attempts = greatest(p.attempts, mine.attempts),
         tried = p.tried || mine.tried
       from mine
       where p.state = 'pending' and p.account_id = mine.account_id and p.field = mine.field
         and p.message_id is not distinct from mine.message_id
         and p.mailbox_id is not distinct from mine.mailbox_id
       returning mine.id)
     delete from outbox_op where id in (select id from merged)`,
    [ids],
  )
  await sql.query(
    `update outbox_op set state = 'pending', due_at = $2, last_error = left($3, 500)
     where id = any($1) and state = 'sending'`,
    [ids, dueAt, error],
  )
}

/**
 * Refused for good: kept, so that the account page can say what never happened and why. The mailbox of a refused
 * creation goes, and would take the row along.
 * Returns the message's present id: a thread merge may have renamed it since the operation was claimed.
 */
export async function markRefused(tx: Tx, id: number, at: Date, error: string): Promise<MessageId | null> {
  const rows = await tx.query<{ message_id: MessageId | null }>(
    `update outbox_op set state = 'refused', mailbox_id = null, refused_at = $2, last_error = left($3, 500)
     where id = $1 returning message_id`,
    [id, at, error],
  )
  return rows[0]?.message_id ?? null
}

/** A newer decision about the same field waits: returns whether one did, after giving it the older base. */
export async function inheritBase(tx: Tx, accountId: AccountId, operation: Operation): Promise<boolean> {
  const rows = await tx.query<{ id: number }>(
    `update outbox_op p set base = o.base from outbox_op o
     where o.id = $2 and p.account_id = $1 and p.state = 'pending' and p.field = o.field
       and p.message_id is not distinct from o.message_id and p.mailbox_id is not distinct from o.mailbox_id
     returning p.id`,
    [accountId, operation.id],
  )
  return rows.length > 0
}

/** When the next operation is due; undefined when nothing waits. */
export async function nextOperation(sql: Sql, accountId: AccountId): Promise<Date | undefined> {
  const rows = await sql.query<{ due_at: Date | null }>(
    `select min(due_at) as due_at from outbox_op o
     where account_id = $1 and state = 'pending' and not ${awaitsAppend('o')}`,
    [accountId],
  )
  return rows[0]?.due_at ?? undefined
}

/** Returns those of the messages with local changes that may not have reached the provider. */
export async function unsettled(
  sql: Sql,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<Set<MessageId>> {
  const rows = await sql.query<{ message_id: MessageId }>(
    `select distinct message_id from outbox_op
     where account_id = $1 and message_id = any($2) and state <> 'refused'`,
    [accountId, messageIds],
  )
  return new Set(rows.map((row) => row.message_id))
}

/** The message is gone at the provider: what was decided about it has no object left. */
export async function dropMoot(
  tx: Tx,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<void> {
  await tx.query(`delete from outbox_op where account_id = $1 and message_id = any($2)`, [
    accountId,
    messageIds,
  ])
}
