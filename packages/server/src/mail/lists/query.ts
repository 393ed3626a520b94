import type { AccountId, MessageId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EmailQuery } from '../door.ts'
import { normalKeywords } from '../keywords.ts'

/**
 * See `Mail.read.query`, newest first, without the state. A plain page of one mailbox walks an index of list rows and
 * takes its total from the mailbox's counter; everything else gathers what matches and counts it. No mailbox at all
 * means every message of the account; a negative position counts from the end.
 */
export async function query(
  sql: Sql,
  accountId: AccountId,
  wanted: EmailQuery,
): Promise<{ ids: MessageId[]; total?: number }> {
  const statement = isImpossible(wanted) ? undefined : (plain(wanted) ?? filtered(wanted))
  const { ids, total } = statement ? await run(sql, accountId, wanted, statement) : { ids: [], total: 0 }
  return wanted.calculateTotal ? { ids, total } : { ids }
}

/** One statement with one row, `total` and `ids`. $1 is the account, $2 the position, $3 the limit. */
interface Statement {
  name: string
  text: string
  values: unknown[]
}

async function run(
  sql: Sql,
  accountId: AccountId,
  { position, limit }: EmailQuery,
  { name, text, values }: Statement,
): Promise<{ ids: MessageId[]; total: number }> {
  const rows = await sql.prepared<{ ids: MessageId[]; total: number }>(`mail-query-${name}`, text, [
    ...[accountId, position, limit],
    ...values,
  ])
  return rows[0] ?? { ids: [], total: 0 } // no row: the mailbox is not one of the account
}

const fromStart = (total: string) =>
  `case when $2::int < 0 then greatest(0, ${total} + $2::int) else $2::int end`

/** A keyword that no message can have. */
function isImpossible({ hasKeyword }: EmailQuery): boolean {
  return hasKeyword !== undefined && normalKeywords([hasKeyword]).length === 0
}

function plain(wanted: EmailQuery): Statement | undefined {
  const isFiltered = wanted.hasKeyword !== undefined || wanted.notKeyword !== undefined
  const [mailbox, ...others] = new Set(wanted.inMailboxes)
  if (isFiltered || mailbox === undefined || others.length > 0) return undefined
  const [name, counter, table, time, id] = wanted.collapseThreads
    ? ['threads', 'total_threads', 'thread_mailbox', 'newest_at', 'newest_message_id']
    : ['messages', 'total_emails', 'message_mailbox', 'received_at', 'message_id']
  const text = `
    select b.${counter} as total, array(
      select ${id} from ${table} where mailbox_id = $4
      order by ${time} desc, ${id} desc limit $3 offset ${fromStart(`b.${counter}`)}) as ids
    from mailbox b where b.id = $4 and b.account_id = $1`
  return { name, text, values: [mailbox] }
}

/**
 * Messages that match; collapsed, each thread is represented by its first in order after filtering
 * (RFC 8621 §4.4.3).
 */
function filtered(wanted: EmailQuery): Statement {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value) + 3}`
  const conditions = ['m.account_id = $1', 'm.removed_at is null']
  let source = 'message m'
  if (wanted.inMailboxes.length > 0) {
    const boxes = parameter([...new Set(wanted.inMailboxes)])
    source += ` join message_mailbox mm on mm.message_id = m.id and mm.mailbox_id = any (${boxes}::bigint[])`
  }
  const flagged = wanted.hasKeyword?.toLowerCase()
  const unseen = wanted.notKeyword?.toLowerCase()
  // As literals, these two select the partial indexes message_flagged and message_unseen.
  if (flagged === '$flagged') conditions.push(`'$flagged' = any (m.keywords)`)
  else if (flagged !== undefined) conditions.push(`${parameter(flagged)}::text = any (m.keywords)`)
  if (unseen === '$seen') conditions.push(`'$seen' <> all (m.keywords)`)
  else if (unseen !== undefined) conditions.push(`${parameter(unseen)}::text <> all (m.keywords)`)
  const key = wanted.collapseThreads ? 'm.thread_id' : 'm.id'
  const text = `
    with matching as materialized (
      select distinct on (${key}) m.id, m.received_at from ${source} where ${conditions.join(' and ')}
      order by ${key}, m.received_at desc, m.id desc),
    counted as materialized (select count(*)::int as total from matching)
    select total, array(
      select id from matching
      order by received_at desc, id desc limit $3 offset ${fromStart('(select total from counted)')}) as ids
    from counted`
  const asked = [
    wanted.inMailboxes.length > 0,
    flagged === '$flagged',
    flagged !== undefined,
    unseen === '$seen',
    unseen !== undefined,
  ]
  const name = `filtered-${asked.map(Number).join('')}${wanted.collapseThreads ? '-threads' : ''}`
  return { name, text, values }
}
