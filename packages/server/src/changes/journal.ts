import type { AccountId, JournalId, UserId } from '@plmail/wire'
import type { Sql } from '../store/index.ts'
import type { Cause, Change, JournalEntry, JournalItem, ObjectType } from './types.ts'

type Values = JournalItem['before']

/**
 * Gathers the items of one write, one for each object: the values before the first and after the last change,
 * so that an object touched twice is still taken back in one step.
 */
export class JournalDraft {
  readonly #items = new Map<string, JournalItem>()

  add(items: readonly JournalItem[]): void {
    for (const item of items) {
      const key = `${item.type} ${item.id}`
      const earlier = this.#items.get(key)
      this.#items.set(key, earlier ? joinItems(earlier, item) : item)
    }
  }

  /** By type, then by id. */
  items(): JournalItem[] {
    return [...this.#items.values()].sort((a, b) =>
      a.type === b.type ? a.id - b.id : a.type < b.type ? -1 : 1,
    )
  }
}

function joinItems(first: JournalItem, second: JournalItem): JournalItem {
  return {
    ...first,
    before: overlay(first.before, second.before, first.before),
    after: overlay(second.after, first.after, second.after),
  }
}

/** The fields of `under` covered by those of `over`; null when the object was absent (`absent` null). */
function overlay(absent: Values, under: Values, over: Values): Values {
  return absent === null ? null : { ...under, ...over }
}

/** A journal entry as a write makes it. */
export interface JournalItemEntry {
  id: JournalId
  accountId: AccountId
  state: number
  at: Date
  cause: Cause
  items: readonly JournalItem[]
}

/** The statement that writes an entry, with the values that `entryValues` names. */
export const insertEntry = `
  insert into journal (id, account_id, state, at, actor, actor_user_id, verb, undo_of, undoable_until, items)
  overriding system value values ($journalId, $accountId, $state, $at, $actor, $actorUserId, $verb, $undoOf,
    $undoableUntil, $items)`

export function entryValues({ id, accountId, state, at, cause, items }: JournalItemEntry) {
  const { actor } = cause
  return {
    journalId: id,
    accountId,
    state,
    at,
    actor: actor.kind,
    actorUserId: actor.kind === 'user' ? actor.userId : null,
    verb: cause.verb,
    undoOf: cause.undoOf ?? null,
    undoableUntil: cause.undoableUntil ?? null,
    items: JSON.stringify(items),
  }
}

/** See `Changes.journal.markUndone`. Nobody can come between: every write of the account holds its lock. */
export async function markUndone(change: Change, id: JournalId): Promise<boolean> {
  const open = await change.tx.query(
    'select 1 from journal where id = $1 and account_id = $2 and undone_by is null',
    [id, change.accountId],
  )
  if (open.length === 0) return false
  await change.tx.query('update journal set undone_by = $2 where id = $1', [id, change.journalId()])
  return true
}

/** See `Changes.journal.get`. */
export async function journalEntry(
  sql: Sql,
  userId: UserId,
  id: JournalId,
): Promise<JournalEntry | undefined> {
  const rows = await sql.query<JournalEntry>(
    `${selectEntry} where j.id = $1 and exists
       (select 1 from jmap_account a where a.id = j.account_id and a.user_id = $2)`,
    [id, userId],
  )
  return rows[0]
}

/** See `Changes.journal.list`. */
export function selectJournal(sql: Sql, accountId: AccountId, limit: number): Promise<JournalEntry[]> {
  return sql.query<JournalEntry>(`${selectEntry} where j.account_id = $1 order by j.id desc limit $2`, [
    accountId,
    limit,
  ])
}

/** Entries read at most: in one there may be thousands of objects. */
const maxEntries = 200

/** See `Changes.journal.touched`. */
export async function touchedSince(
  sql: Sql,
  accountId: AccountId,
  type: ObjectType,
  since: Date,
  limit: number,
): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `select (item->>'id')::bigint as id
     from (
       select id, items from journal
       where account_id = $1 and actor <> 'provider' and at >= $3 order by id desc limit ${maxEntries}) as entry
     cross join json_array_elements(entry.items) as item
     where item->>'type' = $2 and (item->>'id')::bigint is not null
     group by (item->>'id')::bigint order by max(entry.id) desc, 1 limit $4`,
    [accountId, type, since, limit],
  )
  return rows.map((row) => row.id)
}

const selectEntry = `
  select j.id, j.account_id as "accountId", j.at, j.verb, j.actor,
    j.undoable_until as "undoableUntil", j.undone_by as "undoneBy", j.items
  from journal j`
