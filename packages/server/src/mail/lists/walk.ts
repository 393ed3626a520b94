import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import { stateInSql } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { EmailFound, EmailQuery } from '../door.ts'
import { conditionOf } from '../search/compile.ts'
import { asksIndex } from '../search/filter.ts'
import { parametersAfter } from '../search/parameters.ts'

/**
 * An index of words cannot say which of its messages is newest, so of a frequent word it gathers them all. A word
 * as frequent as that is found soon by reading the newest messages one by one. So, where no total is asked for, a
 * few are read first; when they hold some of what is wanted, more are; else the index is the faster way. In a small
 * installation it always is.
 */
const fewMessages = 30_000
const firstSteps = 200
const moreSteps = 4_000
const hitsWorthMore = 5

/** The page, when a walk through the newest messages finds all of it; else undefined. */
export async function walk(
  sql: Sql,
  accountId: AccountId,
  wanted: EmailQuery,
): Promise<EmailFound | undefined> {
  if (!canEndEarly(wanted) || (await messagesAbout(sql)) < fewMessages) return undefined
  const first = await walked(sql, accountId, wanted, firstSteps)
  if (first.isComplete) return first.found
  if (first.hits < hitsWorthMore) return undefined
  const second = await walked(sql, accountId, wanted, moreSteps)
  return second.isComplete ? second.found : undefined
}

function canEndEarly({ filter, sort, anchor, position, calculateTotal, limit }: EmailQuery): boolean {
  const isNewestFirst = sort.every(({ by, isAscending }) => by === 'received' && !isAscending)
  const isNear = position >= 0 && position + limit <= moreSteps
  return isNear && isNewestFirst && !anchor && !calculateTotal && asksIndex(filter)
}

/** The planner's own estimate, kept by autovacuum. */
async function messagesAbout(sql: Sql): Promise<number> {
  const rows = await sql.prepared<{ count: number }>(
    'mail-query-size',
    `select reltuples::int8 as count from pg_class where oid = 'message_search'::regclass`,
  )
  return rows[0]?.count ?? 0
}

interface Walked {
  hits: number
  /** The page is full, or there is no older mail. */
  isComplete: boolean
  found: EmailFound
}

async function walked(sql: Sql, accountId: AccountId, wanted: EmailQuery, steps: number): Promise<Walked> {
  const parameters = parametersAfter([accountId, steps])
  const condition = conditionOf(wanted.filter, { accountId, parameters, lookup: 'each' })
  const [row] = await sql.query<{ state: number; passed: number; ids: MessageId[]; threadIds: ThreadId[] }>(
    `with newest as materialized (
       select * from message m where account_id = $1 and removed_at is null
       order by received_at desc, id desc limit $2),
     matching as materialized (select id, thread_id, received_at from newest m where ${condition})
     select ${stateInSql('$1')} as state,
       (select count(*)::int from newest) as passed,
       array(select id from matching order by received_at desc, id desc) as ids,
       array(select thread_id from matching order by received_at desc, id desc) as "threadIds"`,
    parameters.values,
  )
  if (!row) throw new Error('a statement without a row')
  const listed = wanted.collapseThreads ? firstOfThreads(row.ids, row.threadIds) : row.ids
  const { position, limit } = wanted
  return {
    hits: row.ids.length,
    isComplete: listed.length >= position + limit || row.passed < steps,
    found: { state: row.state, position, ids: listed.slice(position, position + limit) },
  }
}

function firstOfThreads(ids: readonly MessageId[], threadIds: readonly ThreadId[]): MessageId[] {
  const seen = new Set<ThreadId | undefined>()
  return ids.filter((_, index) => {
    const isFirst = !seen.has(threadIds[index])
    seen.add(threadIds[index])
    return isFirst
  })
}
