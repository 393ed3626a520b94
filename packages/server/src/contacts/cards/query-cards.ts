import type { AccountId, ContactCardId } from '@plmail/wire'
import { fold } from '../../mail/index.ts'
import type { Sql } from '../../store/index.ts'
import type { CardCondition, CardFilter, CardQuestion, CardSort } from '../types.ts'

/** See `Contacts.cards.query`: the ids of all cards that answer, in order. */
export async function queryCards(
  sql: Sql,
  accountId: AccountId,
  { filter, sort }: CardQuestion,
): Promise<ContactCardId[]> {
  const values: unknown[] = [accountId]
  const where = filter === null ? 'true' : compileCondition(filter, values)
  const order = [
    ...sort.map(({ property, isAscending }) => `${columns[property]} ${isAscending ? 'asc' : 'desc'}`),
    'c.id',
  ]
  const rows = await sql.query<{ id: ContactCardId }>(
    `select c.id from contact_card c where c.account_id = $1 and (${where}) order by ${order.join(', ')}`,
    values,
  )
  return rows.map(({ id }) => id)
}

const columns: Readonly<Record<CardSort, string>> = {
  created: 'c.created_at',
  updated: 'c.updated_at',
  name: 'c.full_name collate "C"',
  'name/given': 'c.given collate "C"',
  'name/surname': 'c.surname collate "C"',
  'name/surname2': 'c.surname2 collate "C"',
}

function compileCondition(filter: CardFilter, values: unknown[]): string {
  if ('condition' in filter) return buildConditions(filter.condition, values)
  const parts = filter.conditions.map((condition) => `(${compileCondition(condition, values)})`)
  if (filter.operator === 'AND') return parts.join(' and ') || 'true'
  const any = parts.join(' or ') || 'false'
  return filter.operator === 'OR' ? any : `not (${any})`
}

function buildConditions(condition: CardCondition, values: unknown[]): string {
  const parts: string[] = []
  const with_ = (sql: string, value: unknown): void => {
    values.push(value)
    parts.push(sql.replaceAll('?', `$${String(values.length)}`))
  }
  const { bookId, uid, hasMember, kind, createdBefore, createdAfter, updatedBefore, updatedAfter } = condition
  if (bookId === 'none') parts.push('false')
  else if (bookId !== undefined) with_('c.book_id = ?', bookId)
  if (uid !== undefined) with_('c.uid = ?', uid)
  if (hasMember !== undefined) with_(`c.card -> 'members' -> ? = 'true'`, hasMember)
  if (kind !== undefined) with_('c.kind = ?', kind)
  if (createdBefore) with_('c.created_at < ?', createdBefore)
  if (createdAfter) with_('c.created_at >= ?', createdAfter)
  if (updatedBefore) with_('c.updated_at < ?', updatedBefore)
  if (updatedAfter) with_('c.updated_at >= ?', updatedAfter)
  for (const [name, text] of condition.texts) {
    // Every word stands somewhere in what is asked; all fields together for `text`.
    const place = name === 'text' ? 'c.texts::text' : `(c.texts ->> '${name.replaceAll("'", "''")}')`
    const words = fold(text)
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length === 0) parts.push('false')
    for (const word of words) with_(`position(? in ${place}) > 0`, name === 'text' ? inJson(word) : word)
  }
  return parts.join(' and ') || 'true'
}

/** A word as it stands within JSON text. */
const inJson = (word: string): string => JSON.stringify(word).slice(1, -1)
