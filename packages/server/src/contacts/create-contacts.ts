import type { Sql } from '../store/index.ts'
import { createBooks } from './address-books.ts'
import { queryCards } from './cards/query-cards.ts'
import { type CardNeeds, maxCards, setCards } from './cards/set-cards.ts'
import { selectCards } from './cards/store-cards.ts'
import { type CollectNeeds, createCollect } from './collect/collect.ts'
import { complete, withAddresses } from './complete-address.ts'
import type { Contacts } from './types.ts'
import { duplicates } from './duplicates.ts'
import { fromCard } from './vcard/from-card.ts'
import { importVcards } from './vcard/import-vcards.ts'

export function createContacts(needs: CardNeeds & CollectNeeds): Contacts {
  const { database } = needs
  return {
    books: createBooks(needs),
    cards: {
      get: (accountId, ids, limit) => selectCards(database, accountId, ids, limit),
      query: (accountId, question) => queryCards(database, accountId, question),
      set: setCards(needs),
    },
    complete: (accountId, typed, limit) => complete(database, accountId, typed, limit),
    withAddresses: (accountId, addresses) => withAddresses(database, accountId, addresses),
    duplicates: (accountId, limit) => duplicates(database, accountId, limit),
    collect: createCollect(needs),
    importVcards: importVcards(needs),
    exportVcards: (accountId, of, version) => exportVcards(database, accountId, of, version),
  }
}

async function exportVcards(
  sql: Sql,
  accountId: Parameters<Contacts['exportVcards']>[0],
  { bookId, ids }: Parameters<Contacts['exportVcards']>[1],
  version: '3.0' | '4.0',
): Promise<string> {
  const cards = await selectCards(sql, accountId, ids ?? null, maxCards)
  return cards
    .filter((card) => bookId === undefined || card.bookId === bookId)
    .map(({ card }) => fromCard(card, version))
    .join('')
}
