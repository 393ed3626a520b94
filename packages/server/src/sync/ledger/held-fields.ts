import type { AccountId, MailboxId, MessageId } from '@plmail/wire'
import type { DecidedFields } from '../../mail/index.ts'
import type { Sql } from '../../store/index.ts'

/** Fields of these messages that a decision made here still holds, e.g. `keyword:$seen`, `mailboxes`. */
export async function selectHeldFields(
  sql: Sql,
  accountId: AccountId,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Set<string>>> {
  const rows = await sql.query<{ message_id: MessageId; fields: string[] }>(
    `select message_id, array_agg(distinct field) as fields from outbox_op
     where account_id = $1 and message_id = any($2) and state in ('pending', 'sending') group by message_id`,
    [accountId, messageIds],
  )
  return new Map(rows.map((row) => [row.message_id, new Set(row.fields)]))
}

/** Returns the fields of mailboxes with local changes that are still to be sent. */
export async function decidedMailboxes(sql: Sql, accountId: AccountId): Promise<DecidedFields> {
  const rows = await sql.query<{ mailbox_id: MailboxId; fields: string[] }>(
    `select mailbox_id, array_agg(distinct field) as fields from outbox_op
     where account_id = $1 and mailbox_id is not null and state in ('pending', 'sending') group by mailbox_id`,
    [accountId],
  )
  return new Map(rows.map((row) => [row.mailbox_id, new Set(row.fields)]))
}
