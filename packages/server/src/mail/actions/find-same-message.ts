import type { AccountId, MessageId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql, Tx } from '../../store/index.ts'
import type { PreparedMessage, SameMessage } from '../types.ts'
import { hashMessageId } from '../threading/thread-input.ts'

/** States of a submission in which the message is with the provider, or will be. */
const isLive = `s.state in ('queued', 'sending', 'handed-over', 'unknown', 'accepted')`

/** See `Mail.provided.sameMessage`; oldest first. A removed message has no mailboxes. */
export async function sameMessage(change: Change, message: PreparedMessage): Promise<SameMessage[]> {
  const { messageId } = message.parsed
  // By way of the thread: no index knows messages by their Message-ID alone.
  const byMessageId = `m.message_id_ref = $2 and m.thread_id in (
    select thread_id from thread_ref where account_id = $1 and ref = $2)`
  return change.tx.query<SameMessage>(
    `select m.id, m.keywords, array(select mailbox_id from message_mailbox where message_id = m.id) as "mailboxIds",
       exists (select from submission s where s.message_id = m.id and ${isLive}) as "isSubmitted"
     from message m
     where m.account_id = $1
       and (m.removed_at is null or exists (select from submission s where s.message_id = m.id and ${isLive}))
       and ${messageId === null ? 'm.blob_digest = $2' : byMessageId}
     order by m.id`,
    [change.accountId, messageId === null ? message.digest : hashMessageId(messageId)],
  )
}

/** See `Mail.provided.submitted`. */
export async function submitted(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<ReadonlySet<MessageId>> {
  const rows = await sql.query<{ message_id: MessageId }>(
    `select s.message_id from submission s
     where s.account_id = $1 and s.message_id = any($2) and ${isLive}`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.message_id))
}

/** See `Mail.provided.sentCopySeen`. A copy that comes after its sender was told that nobody knows settles it after all. */
export async function sentCopySeen(tx: Tx, accountId: AccountId, id: MessageId, at: Date): Promise<boolean> {
  const rows = await tx.query<{ isDue: boolean }>(
    `update submission set copy_seen_at = $3, due_at = case state when 'unknown' then $3 else due_at end
     where account_id = $1 and message_id = $2 and not is_receipt and state in ('handed-over', 'unknown')
       and copy_seen_at is null
     returning state = 'unknown' as "isDue"`,
    [accountId, id, at],
  )
  return rows.some(({ isDue }) => isDue)
}

/** See `Mail.provided.sentSince`. */
export async function sentSince(sql: Sql, accountId: AccountId, since: Date): Promise<boolean> {
  const rows = await sql.query(
    `select from submission s where s.account_id = $1 and ${isLive} and coalesce(s.settled_at, 'infinity') > $2 limit 1`,
    [accountId, since],
  )
  return rows.length > 0
}
