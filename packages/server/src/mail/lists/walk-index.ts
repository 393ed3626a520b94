import type { AccountId, MessageId, ThreadId } from '@plmail/wire'
import { AccountGone, stateInSql } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { EmailFilter, EmailFound, EmailQuery } from '../types.ts'
import { compileCondition } from '../search/compile-filter.ts'
import { addressFields } from '../search/word-fields.ts'
import { asksIndex, everything, mentions } from '../search/email-filter.ts'
import { parametersAfter } from '../search/parameters.ts'

/**
 * An index of words cannot say which of its messages is newest, so of a frequent word it gathers them all. A word
 * as frequent as that is found soon by reading the newest messages one by one. So, where no total is asked for, a
 * few are read first; how many of them have what is wanted tells which way is shorter. In a small installation the
 * index always is.
 */
const fewMessages = 30_000
/** How far walks go, each from the newest message on, in messages whose words are read. */
const walks = [200, 1_500, 6_000, 12_000, 20_000] as const
const [shortest, , , , maxLength] = walks
/** Messages it passes for each of those, because other conditions exclude them. */
const passedForOneRead = 10
/** Microseconds: of a message whose words are read, and of one that the index gathers. */
const costOfRead = 4
const costOfGathered = 12
/** Factor for phrases, for which the index gathers all messages that contain the words. */
const moreForPhrases = 10
/** Below so many results a walk promises too little to rely on, and a somewhat longer one tells more. */
const enoughToTell = 10
const caution = 1.5

/** The page, when a walk through the newest messages finds all of it; else undefined. */
export async function walk(
  sql: Sql,
  accountId: AccountId,
  emailQuery: EmailQuery,
): Promise<EmailFound | undefined> {
  if (!canEndEarly(emailQuery)) return undefined
  const messages = await messagesAbout(sql)
  if (messages < fewMessages) return undefined
  for (let reads: number | undefined = shortest; reads !== undefined;) {
    const result: Walked = await walked(sql, accountId, emailQuery, reads)
    if (result.isComplete) return result.result
    reads = nextWalk(result, emailQuery, messages)
  }
  return undefined
}

/** Whether a few of the newest messages may be all that is asked for. */
export function canEndEarly({ filter, sort, anchor, position, calculateTotal, limit }: EmailQuery): boolean {
  const isNewestFirst = sort.every(({ by, isAscending }) => by === 'received' && !isAscending)
  const isNear = position >= 0 && position + limit <= maxLength
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

/** How far to go, as the last walk makes it look; undefined when the index is quicker. */
function nextWalk(
  { reads, listed, withText }: Walked,
  emailQuery: EmailQuery,
  messages: number,
): number | undefined {
  const enough = Math.ceil(((emailQuery.position + emailQuery.limit) * reads * caution) / (listed + 1))
  const step = walks.find((size) => size > reads && size >= enough)
  const gathered = (messages * (withText + 1) * costOfGathered) / reads
  const inIndex = asksForOrder(emailQuery.filter) ? gathered * moreForPhrases : gathered
  if (step === undefined || step * costOfRead > inIndex) return undefined
  return listed < enoughToTell ? walks.find((size) => size > reads) : enough
}

/** An address or a host is looked for in one piece. */
const asksForOrder = (filter: EmailFilter): boolean =>
  mentions(
    filter,
    (part) =>
      part.kind === 'words' &&
      part.terms.some(
        ({ words, form }) =>
          words.length > 1 && (form === null || !part.fields.every((field) => addressFields.has(field))),
      ),
  )

interface Walked {
  reads: number
  /** Results that were come by, and messages that have the text, whatever else is asked of them. */
  listed: number
  withText: number
  /** The page is full, or there is no older mail. */
  isComplete: boolean
  result: EmailFound
}

async function walked(sql: Sql, accountId: AccountId, query: EmailQuery, reads: number): Promise<Walked> {
  const parameters = parametersAfter([accountId, reads, reads * passedForOneRead])
  const { text, others } = parted(query.filter)
  const target = { accountId, parameters, lookup: 'each' } as const
  const hasOthers = compileCondition(others, target)
  const [row] = await sql.query<Row>(
    `with newest as materialized (
       select * from message m where account_id = $1 and removed_at is null
       order by received_at desc, id desc limit ${others === everything ? '$2 + 0 * $3' : '$3'}),
     read as materialized (
       select id, thread_id, received_at, ${compileCondition(text, target)} as has_text
       from (select * from newest m where ${hasOthers} order by received_at desc, id desc limit $2) as m)
     select ${stateInSql('$1')} as state,
       (select count(*)::int from newest) as passed,
       (select count(*)::int from read) as read,
       array(select id from read where has_text order by received_at desc, id desc) as ids,
       array(select thread_id from read where has_text order by received_at desc, id desc) as "threadIds"`,
    parameters.values,
  )
  if (!row || row.state === null) throw new AccountGone(accountId)
  const listed = query.collapseThreads ? firstOfThreads(row.ids, row.threadIds) : row.ids
  const { position, limit } = query
  const mayPass = others === everything ? reads : reads * passedForOneRead
  return {
    reads,
    listed: listed.length,
    withText: (row.ids.length * reads) / Math.max(1, row.read),
    isComplete: listed.length >= position + limit || (row.read < reads && row.passed < mayPass),
    result: { state: row.state, position, ids: listed.slice(position, position + limit) },
  }
}

interface Row {
  /** Null when there is no such account. */
  state: number | null
  passed: number
  read: number
  ids: MessageId[]
  threadIds: ThreadId[]
}

/** Separates the filters on a message's words from all others, which are cheaper and therefore come first. */
function parted(filter: EmailFilter): { text: EmailFilter; others: EmailFilter } {
  if (filter.kind !== 'and') return { text: filter, others: everything }
  const texts = filter.filters.filter(asksIndex)
  const nonText = filter.filters.filter((part) => !asksIndex(part))
  return {
    text: { kind: 'and', filters: texts },
    others: nonText.length === 0 ? everything : { kind: 'and', filters: nonText },
  }
}

function firstOfThreads(ids: readonly MessageId[], threadIds: readonly ThreadId[]): MessageId[] {
  const seenThreads = new Set<ThreadId | undefined>()
  return ids.filter((_, index) => {
    const isFirst = !seenThreads.has(threadIds[index])
    seenThreads.add(threadIds[index])
    return isFirst
  })
}
