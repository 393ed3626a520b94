import type { CardJson, Contacts, ImportedCards } from '../types.ts'
import { loadBooks } from '../address-books.ts'
import { type CardNeeds, maxCards } from '../cards/set-cards.ts'
import { byUid, cardCount, insertCards, type NewCard, updateCards } from '../cards/store-cards.ts'
import { newUid } from '../../kit/uid.ts'
import { wholeCard } from '../cards/complete-card.ts'
import { readVcards } from './lines.ts'
import { toCard } from './to-card.ts'

/** So many go into the database with one statement. */
const batch = 500

/** See `Contacts.importVcards`. */
export function importVcards(needs: CardNeeds): Contacts['importVcards'] {
  return async (userId, accountId, bookId, text) => {
    const books = await loadBooks(needs, accountId)
    const book = books.find(({ id, isDefault }) => (bookId === undefined ? isDefault : id === bookId))
    if (!book) return 'no-book'
    const { cards, unreadable } = cardsIn(text, () => newUid(needs.random))
    const cause = { actor: { kind: 'user' as const, userId }, verb: 'import-contacts' }
    const { result } = await needs.changes.write(accountId, cause, async (change) => {
      const idByUid = await byUid(change.tx, accountId, [...cards.keys()])
      if ((await cardCount(change.tx, accountId)) + cards.size - idByUid.size > maxCards)
        return 'too-many' as const
      const all = [...cards].map(([uid, card]) => ({ uid, card, bookId: book.id }))
      const fresh: NewCard[] = all.filter(({ uid }) => !idByUid.has(uid))
      const replaced = all.flatMap(({ uid, ...card }) => {
        const id = idByUid.get(uid)
        return id === undefined ? [] : [{ ...card, id }]
      })
      for (let at = 0; at < fresh.length; at += batch) await insertCards(change, fresh.slice(at, at + batch))
      for (let at = 0; at < replaced.length; at += batch)
        await updateCards(change, replaced.slice(at, at + batch))
      return { created: fresh.length, replaced: replaced.length, unreadable } satisfies ImportedCards
    })
    return result
  }
}

/** The cards of a file by uid; of several with one uid the last counts. */
function cardsIn(text: string, uid: () => string): { cards: Map<string, CardJson>; unreadable: number } {
  // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
  const read = readVcards(text.replace(/\u0000|\p{Cs}/gu, ''))
  const cards = new Map<string, CardJson>()
  let unreadable = read.broken
  for (const properties of read.cards) {
    const card = wholeCard(toCard(properties), uid)
    if ('why' in card) unreadable += 1
    else cards.set(String(card['uid']), card as CardJson)
  }
  return { cards, unreadable }
}
