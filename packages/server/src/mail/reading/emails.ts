import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EmailRow } from '../door.ts'

/**
 * See `Mail.read.emails`: one statement, in the order asked for, unknown and removed ids left out. The JSON columns
 * stay text, so nothing is parsed and printed again on the way to the wire.
 */
export function emails(
  sql: Sql,
  accountId: AccountId,
  ids: readonly MessageId[],
  withStructure: boolean,
): Promise<EmailRow[]> {
  const [name, structure] = withStructure
    ? ['mail-emails-whole', 'body.structure::text']
    : ['mail-emails', 'null']
  return sql.prepared<EmailRow>(
    name,
    `select m.id, m.thread_id as "threadId", m.blob_digest as digest, m.size, m.received_at as "receivedAt",
       m.keywords, m.unreadable, body.summary::text as summary, ${structure} as structure,
       array(select mailbox_id from message_mailbox where message_id = m.id order by mailbox_id) as "mailboxIds"
     from unnest($2::bigint[]) with ordinality as wanted (id, position)
     join message m on m.id = wanted.id and m.account_id = $1 and m.removed_at is null
     join message_body body on body.message_id = m.id
     order by wanted.position`,
    [accountId, ids],
  )
}

/** See `Mail.read.ids`. */
export async function ids(sql: Sql, accountId: AccountId, limit: number): Promise<MessageId[]> {
  const rows = await sql.prepared<{ id: MessageId }>(
    'mail-ids',
    `select id from message where account_id = $1 and removed_at is null
     order by received_at desc, id desc limit $2`,
    [accountId, limit],
  )
  return rows.map((row) => row.id)
}

/** See `Mail.read.threads`; a thread without messages is left out. */
export async function threads(
  sql: Sql,
  accountId: AccountId,
  ids: readonly ThreadId[],
): Promise<Map<ThreadId, MessageId[]>> {
  const rows = await sql.prepared<{ threadId: ThreadId; ids: MessageId[] }>(
    'mail-threads',
    `select m.thread_id as "threadId", array_agg(m.id order by m.received_at, m.id) as ids
     from message m
     where m.thread_id = any ($2::bigint[]) and m.account_id = $1 and m.removed_at is null
     group by m.thread_id`,
    [accountId, ids],
  )
  return new Map(rows.map((row) => [row.threadId, row.ids]))
}
