import type { AccountId, MessageId } from '@plmail/wire'
import type { Sql } from '../../store/index.ts'
import type { EmailQuery } from '../door.ts'
import { normalKeywords } from '../ingest/keywords.ts'

/**
 * See `Mail.read.query`, newest first, without the state. A plain page of one mailbox walks an index of list rows and
 * takes its total from the mailbox's counter; everything else walks messages newest first and counts when asked.
 * No mailbox at all means every message of the account.
 */
export async function query(
  sql: Sql,
  accountId: AccountId,
  wanted: EmailQuery,
): Promise<{ ids: MessageId[]; total?: number }> {
  const plan = planFor(wanted)
  if (!plan) return wanted.calculateTotal ? { ids: [], total: 0 } : { ids: [] }
  const fromEnd = wanted.position < 0
  const values = [accountId, ...plan.values]
  const counting = wanted.calculateTotal || fromEnd
  const total = counting ? await countOf(sql, plan, values) : undefined
  const position = fromEnd ? Math.max(0, (total ?? 0) + wanted.position) : wanted.position
  const ids = await pageOf(sql, plan, values, position, wanted.limit)
  return wanted.calculateTotal && total !== undefined ? { ids, total } : { ids }
}

interface Plan {
  name: string
  values: unknown[]
  /** Selects one row with `total`. */
  count: string
  /** Selects `id`, in order; limit and offset are appended. */
  page: string
}

/** Undefined when nothing can match: a keyword that no message can have. */
function planFor(wanted: EmailQuery): Plan | undefined {
  if (wanted.hasKeyword !== undefined && normalKeywords([wanted.hasKeyword]).length === 0) return undefined
  const [only, ...others] = [...new Set(wanted.inMailboxes)]
  const isFiltered = wanted.hasKeyword !== undefined || wanted.notKeyword !== undefined
  if (only !== undefined && others.length === 0 && !isFiltered) return plainPlan(only, wanted.collapseThreads)
  return filteredPlan(wanted)
}

function plainPlan(mailbox: number, collapse: boolean): Plan {
  const scope = 'exists (select from mailbox where id = $2 and account_id = $1)'
  const counter = collapse ? 'total_threads' : 'total_emails'
  return {
    name: collapse ? 'threads' : 'messages',
    values: [mailbox],
    count: `select coalesce((select ${counter} from mailbox where id = $2 and account_id = $1), 0) as total`,
    page: collapse
      ? `select newest_message_id as id from thread_mailbox where mailbox_id = $2 and ${scope}
         order by newest_at desc, newest_message_id desc`
      : `select message_id as id from message_mailbox where mailbox_id = $2 and ${scope}
         order by received_at desc, message_id desc`,
  }
}

/**
 * Messages that match, each standing for its thread when no newer one of the thread matches: the first in order after
 * filtering (RFC 8621 §4.4.3). Said as "no newer one exists", so that a page ends early instead of grouping them all.
 */
function filteredPlan(wanted: EmailQuery): Plan {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value) + 1}` // $1 is the account
  const conditions: Array<(row: string) => string> = []
  if (wanted.inMailboxes.length > 0) {
    const ids = parameter([...new Set(wanted.inMailboxes)])
    conditions.push(
      (row) => `exists (select from message_mailbox mm
        where mm.message_id = ${row}.id and mm.mailbox_id = any (${ids}::bigint[]))`,
    )
  }
  if (wanted.hasKeyword !== undefined) {
    const keyword = parameter(wanted.hasKeyword.toLowerCase())
    conditions.push((row) => `${row}.keywords @> array[${keyword}::text]`)
  }
  if (wanted.notKeyword !== undefined) {
    const keyword = parameter(wanted.notKeyword.toLowerCase())
    conditions.push((row) => `not ${row}.keywords @> array[${keyword}::text]`)
  }
  const matches = (row: string) =>
    [`${row}.account_id = $1`, `${row}.removed_at is null`, ...conditions.map((one) => one(row))].join(
      ' and ',
    )
  const first = `and not exists (select from message newer where newer.thread_id = m.thread_id
    and (newer.received_at, newer.id) > (m.received_at, m.id) and ${matches('newer')})`
  const counted = wanted.collapseThreads ? 'distinct m.thread_id' : '*'
  const shape = [
    wanted.inMailboxes.length > 0,
    wanted.hasKeyword !== undefined,
    wanted.notKeyword !== undefined,
  ]
  return {
    name: `filtered-${shape.map(Number).join('')}${wanted.collapseThreads ? '-threads' : ''}`,
    values,
    count: `select count(${counted})::int as total from message m where ${matches('m')}`,
    page: `select m.id from message m where ${matches('m')} ${wanted.collapseThreads ? first : ''}
      order by m.received_at desc, m.id desc`,
  }
}

async function countOf(sql: Sql, plan: Plan, values: readonly unknown[]): Promise<number> {
  const [row] = await sql.prepared<{ total: number }>(`mail-count-${plan.name}`, plan.count, values)
  return row?.total ?? 0
}

async function pageOf(
  sql: Sql,
  plan: Plan,
  values: readonly unknown[],
  position: number,
  limit: number,
): Promise<MessageId[]> {
  if (limit === 0) return []
  const rows = await sql.prepared<{ id: MessageId }>(
    `mail-page-${plan.name}`,
    `${plan.page} limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, position],
  )
  return rows.map((row) => row.id)
}
