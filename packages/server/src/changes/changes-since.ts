import type { AccountId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'
import type { ChangedSince, ObjectType } from './types.ts'
import { objectsPerState } from './recorder.ts'

/** Log rows read for one answer: bounds memory when one object changed very often. */
const rowsPerAnswer = 10_000

interface States {
  current: number
  oldest: number
}

interface LogRow extends States {
  state: number
  id: number
  change: 'created' | 'updated' | 'destroyed'
  properties: string[] | null
}

/** Without a state it is the one row that says that nothing follows `sinceState`. */
type Row = LogRow | (States & { state: null })

/** See `Changes.since`. */
export async function since(
  sql: Sql,
  accountId: AccountId,
  type: ObjectType,
  sinceState: number,
  maxChanges: number,
): Promise<ChangedSince | 'cannot-calculate'> {
  if (!Number.isSafeInteger(sinceState) || maxChanges < 1) return 'cannot-calculate'
  const logRows = await readLog(sql, accountId, type, sinceState)
  const first = logRows[0]
  if (!first || sinceState > first.current || sinceState < first.oldest) return 'cannot-calculate'
  const rows = logRows.filter((row): row is LogRow => row.state !== null)
  const taken = takeWholeStates(rows, maxChanges)
  if (taken.length === rows.length && rows.length < rowsPerAnswer) {
    return collapse(taken, sinceState, first.current, false)
  }
  const lastState = taken.at(-1)?.state
  return lastState === undefined ? 'cannot-calculate' : collapse(taken, sinceState, lastState, true)
}

/** Account and log in one statement, so that a write or a trim in between cannot tear the answer. */
function readLog(sql: Sql, accountId: AccountId, type: ObjectType, sinceState: number): Promise<Row[]> {
  return sql.prepared<Row>(
    'changes-since',
    `select a.state as current, a.oldest_state as oldest, l.*
     from jmap_account a left join lateral (
       select l.state, l.object_id as id, l.change, l.properties from change_log l
       where l.account_id = $1 and l.object_type = $2 and l.state > $3
       order by l.state, l.object_id limit ${rowsPerAnswer}
     ) l on true
     where a.id = $1 order by l.state, l.id`,
    [accountId, type, sinceState],
  )
}

/** The rows of as many complete states as fit into `maxChanges` distinct objects. */
function takeWholeStates(rows: readonly LogRow[], maxChanges: number): readonly LogRow[] {
  const seenIds = new Set<number>()
  let complete = 0
  for (const [position, row] of rows.entries()) {
    seenIds.add(row.id)
    if (seenIds.size > maxChanges) return rows.slice(0, complete)
    if (rows[position + 1]?.state !== row.state) complete = position + 1
  }
  // Cut off by the limit: the last state may go on beyond it.
  return rows.length < rowsPerAnswer ? rows : withoutLastState(rows)
}

function withoutLastState(rows: readonly LogRow[]): readonly LogRow[] {
  const last = rows.at(-1)?.state
  const tail = rows.slice(-objectsPerState).filter((row) => row.state === last).length
  return rows.slice(0, rows.length - tail)
}

interface Span {
  existedBefore: boolean
  existsAfter: boolean
  properties: Set<string> | null
}

/**
 * Merges the rows for a reader who holds `oldState`: only existence before and after the range counts, so an object
 * created and destroyed in between is never mentioned (RFC 8620 §5.2).
 */
function collapse(
  rows: readonly LogRow[],
  oldState: number,
  newState: number,
  hasMore: boolean,
): ChangedSince {
  const created: number[] = []
  const updated: number[] = []
  const destroyed: number[] = []
  const named = new Set<string>()
  const onlyNamed: number[] = []
  for (const [id, span] of spans(rows)) {
    if (!span.existedBefore) {
      if (span.existsAfter) created.push(id)
    } else if (!span.existsAfter) {
      destroyed.push(id)
    } else {
      updated.push(id)
      if (span.properties !== null) onlyNamed.push(id)
      for (const property of span.properties ?? []) named.add(property)
    }
  }
  const updatedProperties =
    updated.length > 0 && onlyNamed.length === updated.length ? [...named].sort() : null
  return { oldState, newState, hasMore, created, updated, destroyed, updatedProperties, onlyNamed }
}

function spans(rows: readonly LogRow[]): Map<number, Span> {
  const byObject = new Map<number, Span>()
  for (const { id, change, properties } of rows) {
    const span = byObject.get(id)
    if (!span) {
      byObject.set(id, {
        existedBefore: change !== 'created',
        existsAfter: change !== 'destroyed',
        properties: properties && new Set(properties),
      })
      continue
    }
    span.existsAfter = change !== 'destroyed'
    if (!properties) span.properties = null
    else if (span.properties) for (const property of properties) span.properties.add(property)
  }
  return byObject
}
