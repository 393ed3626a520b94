import type { AccountId, MessageId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Database, Sql } from '../../store/index.ts'
import type { EmailQuery, QueryChanged, QueryChanges } from '../types.ts'
import { asksTooMuch } from '../search/compile-filter.ts'
import { asksIndex, mentions } from '../search/email-filter.ts'
import { parametersAfter } from '../search/parameters.ts'
import { query } from './query.ts'

/** Changed messages that one answer is worked out from; beyond, asking anew is no more work. */
const maxChanged = 5_000
/** Writes that happen while the answer is worked out make it start again. */
const maxTries = 5

/**
 * See `Mail.read.queryChanges`. The log tells which messages may have come, gone or moved; all of those are taken out
 * and the ones that are among the results now put in again, which is exact whatever the filter judges by.
 */
export async function queryChanges(
  { database, changes }: { database: Database; changes: Changes },
  accountId: AccountId,
  request: QueryChanges,
): Promise<QueryChanged> {
  if (await isCutShort(database, accountId, request)) return 'cannot-calculate'
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const since = await changes.since(accountId, 'Email', request.sinceState, maxChanged)
    if (since === 'cannot-calculate' || since.hasMore) return 'cannot-calculate'
    const affected = await affectedBy(database, accountId, request, since)
    if (affected === undefined) return 'cannot-calculate'
    const isUnmoved = affected.size === 0 && !request.calculateTotal
    const emailQuery = await query(database, accountId, {
      filter: request.filter,
      sort: request.sort,
      collapseThreads: request.collapseThreads,
      position: 0,
      limit: isUnmoved ? 0 : unbounded,
      calculateTotal: request.calculateTotal,
    })
    if (emailQuery === 'anchor-not-found' || emailQuery.state !== since.newState) continue
    return difference(request, since.created, affected, emailQuery)
  }
  return 'cannot-calculate'
}

/** New words may then take the place of others, and with them mail that has not changed. There are never fewer words. */
async function isCutShort(
  database: Database,
  accountId: AccountId,
  { filter }: Pick<EmailQuery, 'filter'>,
): Promise<boolean> {
  if (!asksIndex(filter)) return false
  const parameters = parametersAfter([])
  const isCut = asksTooMuch(filter, { accountId, parameters, lookup: 'indexed' })
  const [row] = await database.query<{ isCut: boolean }>(`select ${isCut} as "isCut"`, parameters.values)
  return row?.isCut ?? false
}

const unbounded = Number.MAX_SAFE_INTEGER

type Since = Exclude<Awaited<ReturnType<Changes['since']>>, 'cannot-calculate'>

/** Messages that may have come into the results, left them or moved in them; undefined when that is not known. */
async function affectedBy(
  sql: Sql,
  accountId: AccountId,
  list: Pick<EmailQuery, 'filter' | 'sort' | 'collapseThreads'>,
  { created, updated, destroyed }: Since,
): Promise<ReadonlySet<number> | undefined> {
  const changed = [...created, ...destroyed, ...(isMutable(list) ? updated : [])]
  if (changed.length === 0 || !judgesThreads(list)) return new Set(changed)
  const rows = await sql.query<{ id: number }>(
    `with touched as materialized (
       select thread_id from message where account_id = $1 and id = any ($2::bigint[])
       union
       select m.thread_id from message_former_id f join message m on m.id = f.message_id
       where m.account_id = $1 and f.former_id = any ($2::bigint[])),
     member as materialized (
       select id from message where account_id = $1 and thread_id in (select thread_id from touched))
     select id from member
     union all
     select former_id from message_former_id where message_id in (select id from member)`,
    [accountId, changed],
  )
  const affected = new Set(rows.map((row) => row.id))
  // What is forgotten altogether may have stood for a thread that another message stands for now.
  return changed.every((id) => affected.has(id)) ? affected : undefined
}

/** By what messages can lose and gain: keywords and mailboxes. Everything else of an Email stays (RFC 8621 §4). */
function isMutable({ filter, sort }: Pick<EmailQuery, 'filter' | 'sort'>): boolean {
  const isJudgedSo = mentions(filter, ({ kind }) => mutableKinds.has(kind))
  return isJudgedSo || sort.some(({ by }) => by === 'keyword')
}

const mutableKinds: ReadonlySet<string> = new Set([
  'in-mailbox',
  'in-mailbox-other-than',
  'keyword',
  'category',
])

/** One message's change may bring in, take out or move others of its thread. */
function judgesThreads({
  filter,
  sort,
  collapseThreads,
}: Pick<EmailQuery, 'filter' | 'sort' | 'collapseThreads'>): boolean {
  const isOfThread = (reference: object) => 'of' in reference && reference.of !== 'message'
  return collapseThreads || sort.some(isOfThread) || mentions(filter, isOfThread)
}

function difference(
  since: QueryChanges,
  created: readonly number[],
  affected: ReadonlySet<number>,
  { ids, state, total }: { ids: MessageId[]; state: number; total?: number },
): QueryChanged {
  const fresh = new Set(created)
  const removed = [...affected].filter((id) => !fresh.has(id)).map((id) => id as MessageId)
  const last = lastOfInterest(since, ids)
  const added = ids.flatMap((id, index) => (affected.has(id) && index <= last ? [{ id, index }] : []))
  if (removed.length + added.length > since.maxChanges) return 'too-many'
  return {
    oldState: since.sinceState,
    newState: state,
    removed,
    added,
    ...(total === undefined ? {} : { total }),
  }
}

/** RFC 8620 §5.6 upToId: only where nothing but coming and going moves messages. */
function lastOfInterest(since: QueryChanges, ids: readonly MessageId[]): number {
  if (since.upTo === undefined || isMutable(since) || judgesThreads(since)) return Infinity
  const at = ids.indexOf(since.upTo)
  return at < 0 ? Infinity : at
}
