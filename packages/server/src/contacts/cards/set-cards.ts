import type { AddressBookId, ContactCardId } from '@plmail/wire'
import type { Change, Changes } from '../../changes/index.ts'
import type { Random } from '../../kit/random.ts'
import { type AddressBookNeeds, loadBooks, selectBooks } from '../address-books.ts'
import type { AddressBook, Card, CardRefusal, CardRequest, Contacts } from '../types.ts'
import {
  byUid,
  cardCount,
  selectCards,
  deleteCards,
  insertCards,
  type NewCard,
  updateCards,
} from './store-cards.ts'
import { newUid } from '../../kit/uid.ts'
import { wholeCard } from './complete-card.ts'

export interface CardNeeds extends AddressBookNeeds {
  changes: Pick<Changes, 'write'>
  random: Random
}

/** Far more than anybody knows people. */
export const maxCards = 100_000

/** See `Contacts.cards.set`. */
export function setCards(needs: CardNeeds): Contacts['cards']['set'] {
  return async (userId, accountId, request, ifState) => {
    await loadBooks(needs, accountId)
    const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-contacts' }
    const { result, state } = await needs.changes.write(accountId, cause, async (change) => {
      const oldState = change.state - 1
      if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
      return { ...(await carryOut(needs, change, request)), oldState }
    })
    return result === 'state-mismatch' ? result : { ...result, newState: state }
  }
}

async function carryOut(needs: CardNeeds, change: Change, request: CardRequest) {
  const books = await selectBooks(change.tx, change.accountId)
  const destroyed = await deleteCards(change, request.destroy)
  const updated = await update(change, books, request.update)
  return { created: await create(needs, change, books, request.create), updated, destroyed }
}

const isIn = (books: readonly AddressBook[], id: AddressBookId): boolean =>
  books.some((book) => book.id === id)
const badBook: CardRefusal = { why: 'invalid', properties: ['addressBookIds'] }

async function create(
  { random }: CardNeeds,
  change: Change,
  books: readonly AddressBook[],
  requests: CardRequest['create'],
): Promise<Array<Card | CardRefusal>> {
  if (requests.length === 0) return []
  const home = books.find(({ isDefault }) => isDefault)
  let room = maxCards - (await cardCount(change.tx, change.accountId))
  const judged = requests.map(({ bookId = home?.id, card }): NewCard | CardRefusal => {
    if (bookId === undefined || !isIn(books, bookId)) return badBook
    const whole = wholeCard(card, () => newUid(random))
    if ('why' in whole) return whole as CardRefusal
    if (room <= 0) return { why: 'too-many' }
    room -= 1
    return { bookId, card: whole }
  })
  const taken = await byUid(change.tx, change.accountId, judged.flatMap(getUid))
  const seenUids = new Set<string>()
  const results = judged.map((outcome): NewCard | CardRefusal => {
    const [uid] = getUid(outcome)
    if (uid === undefined) return outcome
    const existing = taken.get(uid)
    if (existing !== undefined) return { why: 'uid-taken', existing }
    if (seenUids.has(uid)) return { why: 'invalid', properties: ['uid'] }
    seenUids.add(uid)
    return outcome
  })
  const fresh = results.filter((outcome) => 'bookId' in outcome)
  const ids = await insertCards(change, fresh)
  return results.map((outcome) =>
    'bookId' in outcome ? { id: ids[fresh.indexOf(outcome)] as ContactCardId, ...outcome } : outcome,
  )
}

const getUid = (outcome: NewCard | CardRefusal): string[] =>
  'bookId' in outcome ? [String(outcome.card['uid'])] : []

async function update(
  change: Change,
  books: readonly AddressBook[],
  updates: CardRequest['update'],
): Promise<Map<ContactCardId, Card | CardRefusal>> {
  const results = new Map<ContactCardId, Card | CardRefusal>()
  if (updates.size === 0) return results
  const before = await selectCards(change.tx, change.accountId, [...updates.keys()], updates.size)
  const cardById = new Map(before.map((card) => [card.id, card]))
  const saved: Card[] = []
  for (const [id, patch] of updates) {
    const card = cardById.get(id)
    const result = card ? patchCard(card, books, patch) : ({ why: 'not-found' } as const)
    results.set(id, result)
    if ('card' in result) saved.push(result)
  }
  await updateCards(change, saved)
  return results
}

/** A uid stays what it was: other cards name it as a member or a relative. */
function patchCard(
  before: Card,
  books: readonly AddressBook[],
  patch: (before: Card) => { bookId: AddressBookId; card: Card['card'] } | CardRefusal,
): Card | CardRefusal {
  const after = patch(before)
  if ('why' in after) return after
  if (!isIn(books, after.bookId)) return badBook
  const whole = wholeCard(after.card, () => String(before.card['uid']))
  if ('why' in whole) return whole as CardRefusal
  if (whole['uid'] !== before.card['uid']) return { why: 'invalid', properties: ['uid'] }
  return { id: before.id, bookId: after.bookId, card: whole }
}
