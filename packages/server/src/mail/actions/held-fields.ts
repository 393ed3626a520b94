import type { AccountId, Category, MailboxId, MessageId, ThreadId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { Direction } from '../ingest/direction.ts'

/** Fields of a message that can change after it arrived. */
export interface HeldFields {
  id: MessageId
  threadId: ThreadId
  direction: Direction
  /** Lower-cased and sorted. */
  keywords: string[]
  /** Ascending; empty when the message was removed. */
  mailboxIds: MailboxId[]
  /** The category that somebody gave it by hand. */
  chosen: Chosen | null
}

export interface Chosen {
  category: Category
  /** RFC 3339: the last one of a conversation counts. */
  at: string
}

/** The messages of the account with these ids, removed ones included. */
export async function selectHeldFields(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
): Promise<Map<MessageId, HeldFields>> {
  const rows = await sql.prepared<HeldRow>(
    'mail-held',
    `select m.id, m.thread_id as "threadId", m.direction, m.keywords, m.chosen_category as category, m.chosen_at as at,
       array(select mailbox_id from message_mailbox where message_id = m.id order by mailbox_id) as "mailboxIds"
     from message m where m.account_id = $1 and m.id = any ($2::bigint[])`,
    [accountId, ids],
  )
  return new Map(
    rows.map(({ category, at, ...row }) => [
      row.id,
      { ...row, chosen: category && at && { category, at: at.toISOString() } },
    ]),
  )
}

type HeldRow = Omit<HeldFields, 'chosen'> & { category: Category | null; at: Date | null }
