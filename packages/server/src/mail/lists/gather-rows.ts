import type { AccountId, MessageId } from '@plmail/wire'
import { AccountGone, stateInSql } from '../../changes/index.ts'
import type { Database, Sql } from '../../store/index.ts'
import type { EmailFilter, EmailFound, EmailQuery, SearchFound, SearchGaps } from '../types.ts'
import { compileCondition, compileOrder, type Target } from '../search/compile-filter.ts'
import { missingStatement, nothingMissing } from '../search/coverage.ts'
import { parametersAfter } from '../search/parameters.ts'

/** PostgreSQL's integers end sooner than JMAP's, and no mailbox is as long; half, so that two can be added. */
export const bounded = (value: number): number => Math.max(-(2 ** 30), Math.min(2 ** 30, value))

/** A row that every statement of a query returns. */
export interface Row {
  /** Null when there is no such account. */
  state: number | null
  total: number
  /** Null when the anchor is not among the results. */
  position: number | null
  ids: MessageId[]
}

export function selectMatches(
  row: Row | undefined,
  accountId: AccountId,
  { calculateTotal }: EmailQuery,
): EmailFound {
  if (!row || row.state === null) throw new AccountGone(accountId)
  if (row.position === null) return 'anchor-not-found'
  const { state, position, ids, total } = row
  return { state, position, ids, ...(calculateTotal ? { total } : {}) }
}

/**
 * Messages that match, all at once; collapsed, each thread is represented by its first in order after filtering
 * (RFC 8621 §4.4.3). The values are planned with, so the statement is not prepared.
 */
export async function gathered(
  database: Database,
  accountId: AccountId,
  query: EmailQuery,
): Promise<EmailFound> {
  const { text, values } = gathering(accountId, query)
  const rows = gathersByText(query.filter)
    ? await shaped<Row>(database, text, values)
    : await byIndex<Row>(database, text, values)
  return selectMatches(rows[0], accountId, query)
}

/** The same for what is prepared, and what the index lacks, in one statement; undefined for what is not prepared. */
export function gatheredWithGaps(
  database: Database,
  accountId: AccountId,
  query: EmailQuery,
): (() => Promise<SearchFound>) | undefined {
  if (!gathersByText(query.filter)) return undefined
  const { text, values } = gathering(accountId, query)
  const withGaps = `select * from (${missingStatement(query).text}) as gaps cross join (${text}) as found`
  const name = getShape(withGaps)
  if (name === undefined) return undefined
  return async () => {
    const [row] = await database.prepared<Row & SearchGaps>(name, withGaps, values)
    const gaps = row ? { messages: row.messages, attachments: row.attachments } : nothingMissing
    return { gaps, found: selectMatches(row, accountId, query) }
  }
}

function gathering(accountId: AccountId, query: EmailQuery): { text: string; values: unknown[] } {
  const parameters = parametersAfter([accountId, query.position, query.limit])
  const target: Target = { accountId, parameters, lookup: 'indexed' }
  const condition = compileCondition(query.filter, target)
  const { keys, needsSearchRow } = compileOrder(query.sort, target)
  const columns = keys.map(({ expression }, index) => `${expression} as k${index}`).join(', ')
  const order = keys.map(({ isAscending }, index) => `k${index} ${isAscending ? '' : 'desc'}`).join(', ')
  const [distinct, grouping] = query.collapseThreads
    ? ['distinct on (m.thread_id)', `order by m.thread_id, ${order}`]
    : ['', '']
  const matching = `
    select ${distinct} m.id, ${columns}
    from message m ${needsSearchRow ? 'left join message_search s on s.message_id = m.id' : ''}
    where m.account_id = $1 and m.removed_at is null and ${condition} ${grouping}`
  const page = query.anchor
    ? aroundAnchor(order, parameters.add(query.anchor.id), parameters.add(bounded(query.anchor.offset)))
    : fromPosition(order)
  const isCounted = query.calculateTotal || query.position < 0
  const text =
    isCounted || query.anchor || query.collapseThreads
      ? `with matching as materialized (${matching}), ${page}`
      : `select ${stateInSql('$1')} as state, 0 as total, $2::int as position,
           array(select id from (${matching}) as matching order by ${order} limit $3 offset $2::int) as ids`
  return { text, values: parameters.values }
}

/** Statements that differ in their values only. Each connection keeps them, so there may not be ever more. */
const shapes = new Map<string, string>()
const maxShapes = 64

/** The name to prepare it by; undefined when there are too many already. */
function getShape(text: string): string | undefined {
  const cachedText = shapes.get(text)
  if (cachedText !== undefined || shapes.size >= maxShapes) return cachedText
  const name = `mail-query-text-${shapes.size}`
  shapes.set(text, name)
  return name
}

/** Planning takes longer than most of these statements, and no value of theirs would change the plan. */
function shaped<Found>(sql: Sql, text: string, values: readonly unknown[]): Promise<Found[]> {
  const name = getShape(text)
  return name === undefined ? sql.query<Found>(text, values) : sql.prepared<Found>(name, text, values)
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
