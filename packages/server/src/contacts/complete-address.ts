import type { AccountId, ContactCardId } from '@plmail/wire'
import { fold } from '../mail/index.ts'
import type { Sql } from '../store/index.ts'
import { displayName, getEntries, readText, wordsIn } from './cards/facts.ts'
import type { CardJson, Person } from './types.ts'

/** More words than this say nothing new. */
const maxWords = 5

/**
 * Cards one of whose names or addresses begins with each word that was typed, by rank, then by name. What looks like an
 * address is one beginning. One letter can stand for a tenth of all cards: they are ranked within the index.
 */
export async function complete(
  sql: Sql,
  accountId: AccountId,
  typed: string,
  limit: number,
): Promise<Person[]> {
  const beginnings = getPrefixes(typed)
  const rows =
    beginnings.length === 0
      ? await maxWritten(sql, accountId, limit)
      : await beginningWith(sql, accountId, beginnings, limit)
  return rows.flatMap((row) => toPeople(row, beginnings)).slice(0, limit)
}

function getPrefixes(typed: string): string[] {
  const text = fold(typed).trim()
  if (/^[^\s@]+@\S*$/.test(text)) return [text]
  return wordsIn(text).slice(0, maxWords)
}

interface Row {
  id: ContactCardId
  card: CardJson
  addresses: string[]
}

function maxWritten(sql: Sql, accountId: AccountId, limit: number): Promise<Row[]> {
  return sql.prepared<Row>(
    'contacts-most-written',
    `select c.id, c.card, c.addresses from contact_written w
     join contact_card c on c.account_id = w.account_id and c.addresses @> array[w.address]
     where w.account_id = $1 order by w.rank desc limit $2`,
    [accountId, limit],
  )
}

function beginningWith(
  sql: Sql,
  accountId: AccountId,
  [first = '', ...otherWords]: readonly string[],
  limit: number,
): Promise<Row[]> {
  return sql.prepared<Row>(
    'contacts-complete',
    `with found as (
       select t.card_id, max(t.rank) as rank from contact_term t
       where t.account_id = $1 and t.term >= $2 and t.term < $2 || U&'\\+10FFFF'
         and not exists (
           select 1 from unnest($3::text[]) as o (word)
           where not exists (
             select 1 from contact_term p where p.card_id = t.card_id and starts_with(p.term, o.word)))
       group by t.card_id order by max(t.rank) desc, t.card_id limit $4
     )
     select c.id, c.card, c.addresses from found f join contact_card c on c.id = f.card_id
     where cardinality(c.addresses) > 0
     order by f.rank desc, c.full_name collate "C", c.id`,
    [accountId, first, otherWords, limit],
  )
}

/** The addresses of a card, preferred ones first; those that begin as typed before the others. */
function toPeople({ id, card, addresses }: Row, beginnings: readonly string[]): Person[] {
  const name = displayName(card)
  const written = getEntries(card['emails']).map((email) => readText(email['address']).trim())
  const asWritten = addresses.map(
    (address) => written.find((email) => email.toLowerCase() === address) ?? address,
  )
  const typed = asWritten.filter((email) => beginnings.some((beginning) => fold(email).startsWith(beginning)))
  const matchedByName = asWritten.filter((email) => !typed.includes(email))
  return [...typed, ...matchedByName].map((email) => ({
    name: name === email.toLowerCase() ? null : name,
    email,
    cardId: id,
  }))
}

/** See `Contacts.withAddresses`. */
export async function withAddresses(
  sql: Sql,
  accountId: AccountId,
  addresses: readonly string[],
): Promise<Person[]> {
  const lowerAddresses = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const rows = await sql.query<Row>(
    `select c.id, c.card, c.addresses from contact_card c
     where c.account_id = $1 and c.addresses && $2::text[] order by c.rank desc, c.id`,
    [accountId, lowerAddresses],
  )
  return lowerAddresses.flatMap((email) => {
    const row = rows.find((candidate) => candidate.addresses.includes(email))
    return row ? [{ name: displayName(row.card) || null, email, cardId: row.id }] : []
  })
}
