import type { AccountId, AddressBookId } from '@plmail/wire'
import type { Change, Changes } from '../changes/index.ts'
import type { Sql } from '../store/index.ts'
import type { AddressBook, BookFields, BookRefusal, AddressBookRequest, BookRole, Contacts } from './types.ts'

export interface AddressBookNeeds {
  database: Sql
  changes: Pick<Changes, 'write'>
}

const maxBooks = 100

/** Names of the two books that every user has; a user may rename them. */
const builtIn: ReadonlyArray<{ role: BookRole; name: string }> = [
  { role: 'personal', name: 'Contacts' },
  { role: 'collected', name: 'Collected' },
]

export function createBooks(needs: AddressBookNeeds): Contacts['books'] {
  const { changes } = needs
  return {
    list: (accountId) => loadBooks(needs, accountId),
    set: async (userId, accountId, request, ifState) => {
      await loadBooks(needs, accountId)
      const cause = { actor: { kind: 'user' as const, userId }, verb: 'set-address-books' }
      const { result, state } = await changes.write(accountId, cause, async (change) => {
        const oldState = change.state - 1
        if (ifState !== undefined && ifState !== oldState) return 'state-mismatch' as const
        return { ...(await carryOut(change, request)), oldState }
      })
      return result === 'state-mismatch' ? result : { ...result, newState: state }
    },
  }
}

/** All books of an account; the first time makes the two that are always there. */
export async function loadBooks(
  { database, changes }: AddressBookNeeds,
  accountId: AccountId,
): Promise<AddressBook[]> {
  const books = await selectBooks(database, accountId)
  if (books.some(({ role }) => role === 'personal')) return books
  const cause = { actor: { kind: 'system' as const }, verb: 'make-address-books' }
  await changes.write(accountId, cause, async (change) => {
    if ((await selectBooks(change.tx, accountId)).length > 0) return
    for (const [sortOrder, { role, name }] of builtIn.entries())
      await insertBook(change, { name, description: null, sortOrder, isSubscribed: true }, role)
  })
  return selectBooks(database, accountId)
}

const columns = `id, name, description, sort_order as "sortOrder", role, is_default as "isDefault",
  is_subscribed as "isSubscribed"`

export const selectBooks = (sql: Sql, accountId: AccountId): Promise<AddressBook[]> =>
  sql.query<AddressBook>(
    `select ${columns} from address_book where account_id = $1 order by sort_order, name, id`,
    [accountId],
  )

async function insertBook(change: Change, fields: BookFields, role: BookRole | null): Promise<AddressBook> {
  const { name, description, sortOrder, isSubscribed } = fields
  const [row] = await change.tx.query<AddressBook>(
    `insert into address_book (account_id, name, description, sort_order, is_subscribed, role, is_default)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [change.accountId, name, description, sortOrder, isSubscribed, role, role === 'personal'],
  )
  if (!row) throw new Error('insert returned nothing')
  change.created('AddressBook', [row.id])
  return row
}

async function carryOut(change: Change, request: AddressBookRequest) {
  const bookById = new Map((await selectBooks(change.tx, change.accountId)).map((book) => [book.id, book]))
  const created: Array<AddressBook | BookRefusal> = []
  for (const fields of request.create)
    created.push(
      bookById.size + created.length < maxBooks ? await insertBook(change, fields, null) : 'too-many',
    )
  const refusedUpdates = new Map<AddressBookId, BookRefusal>()
  for (const [id, fields] of request.update) {
    const book = bookById.get(id)
    if (book) await updateBook(change, { ...book, ...fields })
    else refusedUpdates.set(id, 'not-found')
  }
  const refusedDestroys = await destroyBooks(change, bookById, request)
  // A book that goes in the same request is not the default of anything.
  for (const id of request.destroy) bookById.delete(id)
  const isAllDone =
    refusedUpdates.size + refusedDestroys.size === 0 &&
    !created.some((outcome) => typeof outcome === 'string')
  if (isAllDone && request.makeDefault !== undefined)
    await makeDefault(change, bookById, created, request.makeDefault)
  return { created, refusedUpdates, refusedDestroys }
}

async function updateBook(change: Change, book: AddressBook): Promise<void> {
  await change.tx.query(
    'update address_book set name = $2, description = $3, sort_order = $4, is_subscribed = $5 where id = $1',
    [book.id, book.name, book.description, book.sortOrder, book.isSubscribed],
  )
  change.updated('AddressBook', [book.id])
}

async function destroyBooks(
  change: Change,
  bookById: ReadonlyMap<AddressBookId, AddressBook>,
  { destroy, removeContents }: AddressBookRequest,
): Promise<Map<AddressBookId, BookRefusal>> {
  const refused = new Map<AddressBookId, BookRefusal>()
  for (const id of new Set(destroy)) {
    const book = bookById.get(id)
    const cards = book
      ? await change.tx.query<{ id: number }>('select id from contact_card where book_id = $1', [id])
      : []
    if (!book) refused.set(id, 'not-found')
    else if (book.role !== null || book.isDefault) refused.set(id, 'stays')
    else if (cards.length > 0 && !removeContents) refused.set(id, 'has-contents')
    else {
      await change.tx.query('delete from address_book where id = $1', [id])
      change.destroyed('AddressBook', [id])
      change.destroyed(
        'ContactCard',
        cards.map((card) => card.id),
      )
    }
  }
  return refused
}

async function makeDefault(
  change: Change,
  bookById: ReadonlyMap<AddressBookId, AddressBook>,
  created: ReadonlyArray<AddressBook | BookRefusal>,
  target: NonNullable<AddressBookRequest['makeDefault']>,
): Promise<void> {
  const book = typeof target === 'object' ? created[target.created] : bookById.get(target)
  if (typeof book !== 'object' || book.isDefault) return
  const before = [...bookById.values()].filter(({ isDefault }) => isDefault)
  await change.tx.query('update address_book set is_default = false where account_id = $1 and is_default', [
    change.accountId,
  ])
  await change.tx.query('update address_book set is_default = true where id = $1', [book.id])
  change.updated('AddressBook', [...before.map(({ id }) => id), book.id])
}
