import type { AccountId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { SentCursor, SentPage } from '../types.ts'

/**
 * Lists messages sent from an account after the cursor, newest last: those in Sent from elsewhere by arrival here,
 * those sent from here by time of sending. A message sent from here was a draft before, so its id does not show when it
 * was sent. Junk with a forged sender is in no Sent.
 */
export async function sentAfter(
  sql: Sql,
  accountId: AccountId,
  cursor: SentCursor,
  limit: number,
): Promise<SentPage> {
  const [synced, submitted] = await Promise.all([
    syncedAfter(sql, accountId, cursor.messageId, limit),
    submittedAfter(sql, accountId, cursor.settledAt, limit),
  ])
  return {
    messages: [...synced, ...submitted].map(({ at, summary, recipients }) => ({
      at,
      to: summary ? recipientsIn(summary) : (recipients ?? []).map(({ email }) => ({ name: null, email })),
    })),
    cursor: {
      messageId: synced.at(-1)?.id ?? cursor.messageId,
      settledAt: submitted.at(-1)?.at ?? cursor.settledAt,
    },
    isMore: synced.length === limit || submitted.length === limit,
  }
}

interface Row {
  id: number
  at: Date
  summary: Summary | null
  recipients: Array<{ email: string }> | null
}
type Summary = Partial<Record<'to' | 'cc' | 'bcc', Array<{ name: string | null; email: string }> | null>>

function syncedAfter(sql: Sql, accountId: AccountId, after: number, limit: number): Promise<Row[]> {
  return sql.prepared<Row>(
    'mail-sent-elsewhere',
    `select m.id, m.received_at as at, b.summary, null::json as recipients
     from message m join message_body b on b.message_id = m.id
     where m.account_id = $1 and m.direction = 'out' and m.id > $2
       and exists (select 1 from message_mailbox mm join mailbox x on x.id = mm.mailbox_id
         where mm.message_id = m.id and x.role = 'sent')
       and not exists (select 1 from submission s where s.message_id = m.id)
     order by m.id limit $3`,
    [accountId, after, limit],
  )
}

/** Settled a moment ago may still be committing behind a later one. */
const settling = `interval '2 seconds'`

function submittedAfter(sql: Sql, accountId: AccountId, after: Date, limit: number): Promise<Row[]> {
  return sql.prepared<Row>(
    'mail-sent-from-here',
    `select s.id, s.settled_at as at, b.summary, s.recipients
     from submission s left join message_body b on b.message_id = s.message_id
     where s.account_id = $1 and s.state = 'accepted' and s.settled_at > $2 and s.settled_at < now() - ${settling}
     order by s.settled_at, s.id limit $3`,
    [accountId, after, limit],
  )
}

const recipientsIn = ({ to, cc, bcc }: Summary) => [to, cc, bcc].flatMap((some) => some ?? [])
