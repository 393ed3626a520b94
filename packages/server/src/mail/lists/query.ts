import type { AccountId, Category, MailboxId, MessageId } from '@plmail/wire'
import { stateInSql } from '../../changes/index.ts'
import type { Database, Sql } from '../../store/index.ts'
import type { EmailFilter, EmailFound, EmailQuery } from '../door.ts'
import { conditionOf, orderOf, type Target } from '../search/compile.ts'
import { parametersAfter } from '../search/parameters.ts'
import { createTurnstile } from './turnstile.ts'
import { walk } from './walk.ts'

/**
 * See `Mail.read.query`. A plain page of one mailbox walks an index of list rows and takes its total from the
 * mailbox's counter; words are looked for among the newest mail first where that may be enough; everything else
 * gathers what matches and orders it. Each is one statement, so results and state belong together.
 */
export async function query(
  database: Database,
  accountId: AccountId,
  asked: EmailQuery,
): Promise<EmailFound> {
  const wanted = { ...asked, position: bounded(asked.position), limit: bounded(asked.limit) }
  const list = plainList(wanted)
  if (list !== undefined) return plain(database, accountId, list, wanted)
  return searching.pass(
    accountId,
    async () => (await walk(database, accountId, wanted)) ?? gathered(database, accountId, wanted),
  )
}

/** Fewer than there are connections, so that lists and messages open while searches run. */
const searching = createTurnstile(6, 3)

/** PostgreSQL's integers end sooner than JMAP's, and no mailbox is as long; half, so that two can be added. */
const bounded = (value: number): number => Math.max(-(2 ** 30), Math.min(2 ** 30, value))

interface Row {
  state: number
  total: number
  /** Null when the anchor is not among the results. */
  position: number | null
  ids: MessageId[]
}

function found(row: Row | undefined, { calculateTotal }: EmailQuery): EmailFound {
  if (!row) throw new Error('an account without a row')
  if (row.position === null) return 'anchor-not-found'
  const { state, position, ids, total } = row
  return { state, position, ids, ...(calculateTotal ? { total } : {}) }
}

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
    const [mailbox, ...others] = filter.mailboxIds
    return mailbox !== undefined && others.length === 0 ? { mailbox } : undefined
  }
  if (filter.kind !== 'and' || filter.filters.length !== 2 || !collapseThreads) return undefined
  const place = filter.filters.find((one) => one.kind === 'in-mailbox')
  const kind = filter.filters.find((one) => one.kind === 'category')
  const [mailbox, ...others] = place?.mailboxIds ?? []
  return mailbox !== undefined && kind && others.length === 0
    ? { mailbox, category: kind.category }
    : undefined
}

async function plain(
  sql: Sql,
  accountId: AccountId,
  { mailbox, category }: PlainList,
  wanted: EmailQuery,
): Promise<EmailFound> {
  if (category !== undefined) return plainCategory(sql, accountId, { mailbox, category }, wanted)
  const [name, counter, table, time, id] = wanted.collapseThreads
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
    [accountId, wanted.position, wanted.limit, mailbox],
  )
  return found(rows[0], wanted)
}

/** The same of one category, which has an index and no counter. */
async function plainCategory(
  sql: Sql,
  accountId: AccountId,
  { mailbox, category }: Required<PlainList>,
  wanted: EmailQuery,
): Promise<EmailFound> {
  const isCounted = wanted.calculateTotal || wanted.position < 0
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
    [accountId, wanted.position, wanted.limit, mailbox, category],
  )
  return found(rows[0], wanted)
}

/**
 * Messages that match, all at once; collapsed, each thread is represented by its first in order after filtering
 * (RFC 8621 §4.4.3). The values are planned with, so the statement is not prepared.
 */
async function gathered(database: Database, accountId: AccountId, wanted: EmailQuery): Promise<EmailFound> {
  const parameters = parametersAfter([accountId, wanted.position, wanted.limit])
  const target: Target = { accountId, parameters, lookup: 'indexed' }
  const condition = conditionOf(wanted.filter, target)
  const { keys, needsSearchRow } = orderOf(wanted.sort, target)
  const columns = keys.map(({ expression }, index) => `${expression} as k${index}`).join(', ')
  const order = keys.map(({ isAscending }, index) => `k${index} ${isAscending ? '' : 'desc'}`).join(', ')
  const [distinct, grouping] = wanted.collapseThreads
    ? ['distinct on (m.thread_id)', `order by m.thread_id, ${order}`]
    : ['', '']
  const matching = `
    select ${distinct} m.id, ${columns}
    from message m ${needsSearchRow ? 'left join message_search s on s.message_id = m.id' : ''}
    where m.account_id = $1 and m.removed_at is null and ${condition} ${grouping}`
  const page = wanted.anchor
    ? aroundAnchor(order, parameters.add(wanted.anchor.id), parameters.add(bounded(wanted.anchor.offset)))
    : fromPosition(order)
  const isCounted = wanted.calculateTotal || wanted.position < 0
  const text =
    isCounted || wanted.anchor || wanted.collapseThreads
      ? `with matching as materialized (${matching}), ${page}`
      : `select ${stateInSql('$1')} as state, 0 as total, $2::int as position,
           array(select id from (${matching}) as matching order by ${order} limit $3 offset $2::int) as ids`
  const rows = gathersByText(wanted.filter)
    ? await shaped<Row>(database, text, parameters.values)
    : await byIndex<Row>(database, text, parameters.values)
  return found(rows[0], wanted)
}

/** Statements that differ in their values only. Each connection keeps them, so there may not be ever more. */
const shapes = new Map<string, string>()
const mostShapes = 64

/** Planning takes longer than most of these statements, and no value of theirs would change the plan. */
function shaped<Found>(sql: Sql, text: string, values: readonly unknown[]): Promise<Found[]> {
  const known = shapes.get(text)
  if (known === undefined && shapes.size >= mostShapes) return sql.query<Found>(text, values)
  const name = known ?? `mail-query-text-${shapes.size}`
  shapes.set(text, name)
  return sql.prepared<Found>(name, text, values)
}

/** True when all that is wanted has some text, so that the messages with it are fetched by their ids (compile.ts). */
function gathersByText(filter: EmailFilter): boolean {
  if (filter.kind === 'and') return filter.filters.some(gathersByText)
  return filter.kind === 'words' || filter.kind === 'header'
}

/** Runs one statement without sequential scans: an account's mail costs the same however many others there are. */
function byIndex<Found>(database: Database, text: string, values: readonly unknown[]): Promise<Found[]> {
  return database.transaction(async (tx) => {
    tx.send('mail-query-no-scans', 'set local enable_seqscan = off')
    tx.send('mail-query-cheap-pages', 'set local random_page_cost = 1.1')
    return tx.query<Found>(text, values)
  })
}

const fromPosition = (order: string) => `
  counted as materialized (select count(*)::int as total from matching),
  placed as materialized (
    select total, case when $2::int < 0 then greatest(0, total + $2::int) else $2::int end as position from counted)
  select ${stateInSql('$1')} as state, total, position,
    array(select id from matching order by ${order} limit $3 offset (select position from placed)) as ids
  from placed`

/** $2 is not used, but every value must have a type. */
const aroundAnchor = (order: string, anchor: string, offset: string) => `
  ordered as materialized (
    select coalesce(array_agg(id order by ${order}), '{}') as all_ids, $2::int as unused from matching),
  placed as materialized (
    select all_ids, greatest(0, array_position(all_ids, ${anchor}::bigint) - 1 + ${offset}::int) as position,
      array_position(all_ids, ${anchor}::bigint) is null as is_missing
    from ordered)
  select ${stateInSql('$1')} as state, cardinality(all_ids) as total,
    case when not is_missing then position end as position,
    coalesce(all_ids[position + 1 : position + $3::int], '{}') as ids
  from placed`
