import type { AccountId, Category, MailboxId } from '@plmail/wire'
import { stateInSql } from '../../changes/index.ts'
import type { Database, Sql } from '../../store/index.ts'
import type { EmailFound, EmailQuery, SearchFound } from '../types.ts'
import { canMiss, missing, nothingMissing } from '../search/coverage.ts'
import { bounded, selectMatches, gathered, gatheredWithGaps, type Row } from './gather-rows.ts'
import { createFairSemaphore } from './fair-semaphore.ts'
import { canEndEarly, walk } from './walk-index.ts'

/**
 * A plain page of one mailbox walks an index of list rows and takes its total from the
 * mailbox's counter; words are looked for among the newest mail first where that may be enough; everything else
 * gathers what matches and orders it. Each is one statement, so results and state belong together.
 */
export async function query(
  database: Database,
  accountId: AccountId,
  emailQuery: EmailQuery,
): Promise<EmailFound> {
  const bounds = { ...emailQuery, position: bounded(emailQuery.position), limit: bounded(emailQuery.limit) }
  const list = plainList(bounds)
  if (list !== undefined) return plain(database, accountId, list, bounds)
  return searching.pass(
    accountId,
    async () => (await walk(database, accountId, bounds)) ?? gathered(database, accountId, bounds),
  )
}

/** See `Mail.read.query`. What is missing is asked first: what is indexed in between is found and said to be missing. */
export async function search(
  database: Database,
  accountId: AccountId,
  emailQuery: EmailQuery,
): Promise<SearchFound> {
  if (!canMiss(emailQuery))
    return { gaps: nothingMissing, found: await query(database, accountId, emailQuery) }
  const bounds = { ...emailQuery, position: bounded(emailQuery.position), limit: bounded(emailQuery.limit) }
  const both = canEndEarly(bounds) ? undefined : gatheredWithGaps(database, accountId, bounds)
  if (both) return searching.pass(accountId, both)
  const gaps = await missing(database, accountId, bounds)
  return { gaps, found: await query(database, accountId, bounds) }
}

/** Fewer than there are connections, so that lists and messages open while searches run. */
const searching = createFairSemaphore(6, 3)

interface PlainList {
  mailbox: MailboxId
  category?: Category
}

/** The mailbox, when the query is a page of all there is in it or of its conversations of one category, newest first. */
function plainList({ filter, sort, anchor, collapseThreads }: EmailQuery): PlainList | undefined {
  const [first, ...more] = sort
  const isNewestFirst = !first || (first.by === 'received' && !first.isAscending && more.length === 0)
  if (anchor || !isNewestFirst) return undefined
  if (filter.kind === 'in-mailbox') {
    const [mailbox, ...otherMailboxes] = filter.mailboxIds
    return mailbox !== undefined && otherMailboxes.length === 0 ? { mailbox } : undefined
  }
  if (filter.kind !== 'and' || filter.filters.length !== 2 || !collapseThreads) return undefined
  const place = filter.filters.find((part) => part.kind === 'in-mailbox')
  const kind = filter.filters.find((part) => part.kind === 'category')
  const [mailbox, ...otherMailboxes] = place?.mailboxIds ?? []
  return mailbox !== undefined && kind && otherMailboxes.length === 0
    ? { mailbox, category: kind.category }
    : undefined
}

async function plain(
  sql: Sql,
  accountId: AccountId,
  { mailbox, category }: PlainList,
  bounds: EmailQuery,
): Promise<EmailFound> {
  if (category !== undefined) return plainCategory(sql, accountId, { mailbox, category }, bounds)
  const [name, counter, table, time, id] = bounds.collapseThreads
    ? ['threads', 'total_threads', 'thread_mailbox', 'newest_at', 'newest_message_id']
    : ['messages', 'total_emails', 'message_mailbox', 'received_at', 'message_id']
  const rows = await sql.prepared<Row>(
    `mail-query-${name}`,
    `select a.state, total, position, array(
       select ${id} from ${table} where mailbox_id = b.id
       order by ${time} desc, ${id} desc limit $3 offset position) as ids
     from (select ${stateInSql('$1')} as state) as a
     left join mailbox b on b.id = $4 and b.account_id = $1
     cross join lateral (select coalesce(b.${counter}, 0) as total) as counted
     cross join lateral (
       select case when $2::int < 0 then greatest(0, total + $2::int) else $2::int end as position) as placed`,
    [accountId, bounds.position, bounds.limit, mailbox],
  )
  return selectMatches(rows[0], accountId, bounds)
}

/** The same of one category, which has an index and no counter. */
async function plainCategory(
  sql: Sql,
  accountId: AccountId,
  { mailbox, category }: Required<PlainList>,
  bounds: EmailQuery,
): Promise<EmailFound> {
  const isCounted = bounds.calculateTotal || bounds.position < 0
  const rows = await sql.prepared<Row>(
    `mail-query-category${isCounted ? '-counted' : ''}`,
    `select a.state, total, position, array(
       select newest_message_id from thread_mailbox where mailbox_id = b.id and category = $5::text
       order by newest_at desc, newest_message_id desc limit $3 offset position) as ids
     from (select ${stateInSql('$1')} as state) as a
     left join mailbox b on b.id = $4 and b.account_id = $1
     cross join lateral (select ${
       isCounted
         ? '(select count(*)::int from thread_mailbox where mailbox_id = b.id and category = $5::text)'
         : '0'
     } as total) as counted
     cross join lateral (
       select case when $2::int < 0 then greatest(0, total + $2::int) else $2::int end as position) as placed`,
    [accountId, bounds.position, bounds.limit, mailbox, category],
  )
  return selectMatches(rows[0], accountId, bounds)
}
