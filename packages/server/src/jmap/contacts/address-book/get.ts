import { addressBookWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { AddressBook, Contacts } from '../../../contacts/index.ts'
import { onlyKnown, readPersonalAccount } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'

export interface ContactNeeds {
  contacts: Contacts
  changes: Changes
}

const properties = [
  'id',
  'name',
  'description',
  'sortOrder',
  'isDefault',
  'isSubscribed',
  'shareWith',
  'myRights',
  'role',
]

/** AddressBook/get (RFC 9610 §2.1). */
export function addressBookGet({ contacts, changes }: ContactNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, addressBookWireId, properties, readPersonalAccount)
      // before the state is read, because the first time makes the books
      const all = await contacts.books.list(request.account.id)
      return answerGet(changes, request, addressBookWireId, async () => {
        const listed = request.ids === null ? all : all.filter(({ id }) => request.ids?.includes(id))
        return listed.map((book) => ({
          id: book.id,
          json: pick(bookJson(book, caller.mayWrite), request.properties),
        }))
      })
    },
  }
}

/** `role` is our own: `personal`, `collected`, or null. */
export const bookJson = (book: AddressBook, mayWrite: boolean): Record<string, unknown> => ({
  ...book,
  id: addressBookWireId.encode(book.id),
  shareWith: null,
  myRights: {
    mayRead: true,
    mayWrite,
    mayShare: false,
    mayDelete: mayWrite && book.role === null && !book.isDefault,
  },
})
