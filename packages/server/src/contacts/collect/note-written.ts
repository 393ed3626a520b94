import type { AddressBookId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Random } from '../../kit/random.ts'
import { cardCount, insertCards } from '../cards/store-cards.ts'
import { maxCards } from '../cards/set-cards.ts'
import { newUid } from '../../kit/uid.ts'
import type { SentMessage } from '../types.ts'
import { joinRanks, rankAt } from './rank.ts'

/** How often, how recently and under which name somebody was written to. */
export interface WrittenAddress {
  address: string
  name: string | null
  times: number
  lastAt: Date
  rank: number
}

/** The recipients of messages, each once; own addresses and what is no address are left out. */
export function writtenTo(messages: readonly SentMessage[], own: ReadonlySet<string>): WrittenAddress[] {
  const people = new Map<string, WrittenAddress>()
  for (const { at, to } of messages)
    for (const { name, email } of to) {
      const address = email.trim().toLowerCase()
      if (own.has(address) || !isAddress(address)) continue
      const before = people.get(address)
      const spoken = getName(name, address) ?? before?.name ?? null
      people.set(address, {
        address,
        name: before && before.lastAt > at ? (before.name ?? spoken) : spoken,
        times: (before?.times ?? 0) + 1,
        lastAt: before && before.lastAt > at ? before.lastAt : at,
        rank: joinRanks(before?.rank ?? 0, rankAt(at)),
      })
    }
  return [...people.values()]
}

const isAddress = (text: string): boolean =>
  // oxlint-disable-next-line no-control-regex -- names and addresses are one line each
  text.length <= 320 && /^[^\s@<>"\u0000-\u001f]+@[^\s@<>"]+$/.test(text)

/** A name that says more than the address. */
function getName(name: string | null, address: string): string | null {
  const clean = (name ?? '')
    // oxlint-disable-next-line no-control-regex -- names and addresses are one line each
    .replace(/[\u0000-\u001f\p{Cs}]/gu, ' ')
    .trim()
    .replace(/^['"](.*)['"]$/, '$1')
  return clean === '' || clean.toLowerCase() === address ? null : clean.slice(0, 200)
}

/** Counts people as written to, and gives those without a card one in the collected book. */
export async function noteWritten(
  change: Change,
  random: Random,
  collected: AddressBookId | undefined,
  people: readonly WrittenAddress[],
): Promise<void> {
  if (people.length === 0) return
  const { accountId, tx } = change
  const addresses = people.map(({ address }) => address)
  const ranked = await tx.query<{ address: string; rank: number }>(
    'select address, rank from contact_written where account_id = $1 and address = any ($2)',
    [accountId, addresses],
  )
  const ranks = new Map(ranked.map(({ address, rank }) => [address, rank]))
  await tx.query(
    `insert into contact_written as w (account_id, address, times, last_at, rank)
     select $1, r.address, r.times, r.last_at, r.rank
     from jsonb_to_recordset($2::jsonb) as r (address text, times int, last_at timestamptz, rank float8)
     on conflict (account_id, address) do update set times = w.times + excluded.times,
       last_at = greatest(w.last_at, excluded.last_at), rank = excluded.rank`,
    [
      accountId,
      JSON.stringify(
        people.map(({ address, times, lastAt, rank }) => ({
          address,
          times,
          last_at: lastAt,
          rank: joinRanks(ranks.get(address) ?? 0, rank),
        })),
      ),
    ],
  )
  await rankCards(change, addresses)
  if (collected !== undefined) await addMissing(change, random, collected, people)
}

/** Brings the ranks of the cards of these addresses in line; ranks are no part of a card, so nothing is announced. */
async function rankCards({ accountId, tx }: Change, addresses: readonly string[]): Promise<void> {
  await tx.query(
    `with ranked as (
       update contact_card c set rank = (select max(w.rank) from contact_written w
         where w.account_id = c.account_id and w.address = any (c.addresses))
       where c.account_id = $1 and c.addresses && $2::text[] returning c.id, c.rank
     )
     update contact_term t set rank = r.rank from ranked r where t.card_id = r.id`,
    [accountId, addresses],
  )
}

async function addMissing(
  change: Change,
  random: Random,
  collected: AddressBookId,
  people: readonly WrittenAddress[],
): Promise<void> {
  const { accountId, tx } = change
  const contacts = await tx.query<{ address: string }>(
    `select distinct a.address from contact_card c cross join lateral unnest(c.addresses) as a (address)
     where c.account_id = $1 and c.addresses && $2::text[]`,
    [accountId, people.map(({ address }) => address)],
  )
  const contactAddresses = new Set(contacts.map(({ address }) => address))
  const room = Math.max(0, maxCards - (await cardCount(tx, accountId)))
  const fresh = people.filter(({ address }) => !contactAddresses.has(address)).slice(0, room)
  await insertCards(
    change,
    fresh.map(({ address, name }) => ({
      bookId: collected,
      card: {
        '@type': 'Card',
        version: '1.0',
        kind: 'individual',
        uid: newUid(random),
        ...(name !== null && { name: { full: name } }),
        emails: { e1: { address } },
      },
    })),
  )
}
