import type { AccountId, AddressBookId, ContactCardId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import type { Card, CardJson } from '../types.ts'
import { type CardFacts, extractFacts } from './facts.ts'

/** The rows of cards: what is written beside a card so that it is found, and how it is read. */

const columns = `c.id, c.book_id as "bookId", c.card`

export async function selectCards(
  sql: Sql,
  accountId: AccountId,
  ids: readonly ContactCardId[] | null,
  limit: number,
): Promise<Card[]> {
  return sql.query<Card>(
    `select ${columns} from contact_card c
     where c.account_id = $1 and ($2::bigint[] is null or c.id = any ($2)) order by c.id limit $3`,
    [accountId, ids, limit],
  )
}

export async function cardCount(sql: Sql, accountId: AccountId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*) as count from contact_card where account_id = $1',
    [accountId],
  )
  return row?.count ?? 0
}

/** Cards by uid, of those asked for. */
export async function byUid(
  sql: Sql,
  accountId: AccountId,
  uids: readonly string[],
): Promise<Map<string, ContactCardId>> {
  const rows = await sql.query<{ uid: string; id: ContactCardId }>(
    'select uid, id from contact_card where account_id = $1 and uid = any ($2)',
    [accountId, uids],
  )
  return new Map(rows.map(({ uid, id }) => [uid, id]))
}

export interface NewCard {
  bookId: AddressBookId
  card: CardJson
}

/** Many at once, in the order given; their uids are new to the account. */
export async function insertCards(change: Change, cards: readonly NewCard[]): Promise<ContactCardId[]> {
  if (cards.length === 0) return []
  const rows = cards.map(({ bookId, card }, at) => toRow(at, bookId, card, extractFacts(card)))
  const inserted = await change.tx.query<{ id: ContactCardId; uid: string }>(
    `insert into contact_card (account_id, book_id, uid, kind, card, given, surname, surname2, full_name, texts,
       addresses, created_at, updated_at)
     select $1, r.book_id, r.uid, r.kind, r.card, r.given, r.surname, r.surname2, r.full_name, r.texts, r.addresses,
       $3, $3
     from jsonb_to_recordset($2::jsonb) as r (at int, book_id bigint, uid text, kind text, card jsonb, given text,
       surname text, surname2 text, full_name text, texts jsonb, addresses text[])
     order by r.at returning id, uid`,
    [change.accountId, JSON.stringify(rows), change.at],
  )
  const ids = new Map(inserted.map(({ uid, id }) => [uid, id]))
  const inOrder = rows.map(({ uid }) => ids.get(uid)).filter((id) => id !== undefined)
  await writeTerms(
    change,
    inOrder.map((id, at) => ({ id, terms: rows[at]?.terms ?? [] })),
  )
  change.created('ContactCard', inOrder)
  return inOrder
}

/** Replaces cards that are there. */
export async function updateCards(
  change: Change,
  cards: ReadonlyArray<NewCard & { id: ContactCardId }>,
): Promise<void> {
  if (cards.length === 0) return
  const rows = cards.map(({ id, bookId, card }) => ({ id, ...toRow(0, bookId, card, extractFacts(card)) }))
  await change.tx.query(
    `update contact_card c set book_id = r.book_id, uid = r.uid, kind = r.kind, card = r.card, given = r.given,
       surname = r.surname, surname2 = r.surname2, full_name = r.full_name, texts = r.texts, addresses = r.addresses,
       updated_at = $3
     from jsonb_to_recordset($2::jsonb) as r (id bigint, book_id bigint, uid text, kind text, card jsonb, given text,
       surname text, surname2 text, full_name text, texts jsonb, addresses text[])
     where c.account_id = $1 and c.id = r.id`,
    [change.accountId, JSON.stringify(rows), change.at],
  )
  const ids = rows.map(({ id }) => id)
  await change.tx.query('delete from contact_term where card_id = any ($1::bigint[])', [ids])
  await writeTerms(change, rows)
  change.updated('ContactCard', ids)
}

export async function deleteCards(
  change: Change,
  ids: readonly ContactCardId[],
): Promise<Set<ContactCardId>> {
  if (ids.length === 0) return new Set()
  const gone = await change.tx.query<{ id: ContactCardId }>(
    'delete from contact_card where account_id = $1 and id = any ($2::bigint[]) returning id',
    [change.accountId, ids],
  )
  change.destroyed(
    'ContactCard',
    gone.map(({ id }) => id),
  )
  return new Set(gone.map(({ id }) => id))
}

function toRow(at: number, bookId: AddressBookId, card: CardJson, facts: CardFacts) {
  const { given, surname, surname2, fullName, texts, addresses, terms } = facts
  const { uid, kind } = card
  return {
    at,
    book_id: bookId,
    uid: String(uid),
    kind: String(kind),
    card,
    given,
    surname,
    surname2,
    full_name: fullName,
    texts,
    addresses,
    terms,
  }
}

/** Terms with the rank of the card, which follows from whom its addresses were written to. */
async function writeTerms(
  change: Change,
  cards: ReadonlyArray<{ id: ContactCardId; terms: readonly string[] }>,
): Promise<void> {
  const ids = cards.map(({ id }) => id)
  await change.tx.query(
    `update contact_card c set rank = coalesce((select max(w.rank) from contact_written w
       where w.account_id = c.account_id and w.address = any (c.addresses)), 0)
     where c.id = any ($1::bigint[])`,
    [ids],
  )
  await change.tx.query(
    `insert into contact_term (account_id, term, card_id, rank)
     select $1, t.term, r.id, c.rank from jsonb_to_recordset($2::jsonb) as r (id bigint, terms text[])
     join contact_card c on c.id = r.id cross join lateral unnest(r.terms) as t (term)`,
    [change.accountId, JSON.stringify(cards.map(({ id, terms }) => ({ id, terms })))],
  )
}
