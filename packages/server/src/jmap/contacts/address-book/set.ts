import { addressBookWireId } from '@plmail/wire'
import type { AddressBook, BookFields, BookRefusal } from '../../../contacts/index.ts'
import { readBoolean, type JsonObject, optionalString, readPersonalAccount } from '../../engine/arguments.ts'
import type { Method } from '../../engine/method.ts'
import { invalidProperties, type SetError, setRequest } from '../../engine/set.ts'
import { findNamedObject, setObjects } from '../../engine/set-objects.ts'
import { bookJson, type ContactNeeds } from './get.ts'

/** AddressBook/set (RFC 9610 §2.3). */
export function addressBookSet({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const more = ['onDestroyRemoveContents', 'onSuccessSetIsDefault']
      const request = setRequest(args, context.caller, more, readPersonalAccount)
      const { account, ifInState } = request
      const removeContents = readBoolean(args, 'onDestroyRemoveContents', false)
      const standard = optionalString(args, 'onSuccessSetIsDefault')
      const type = bookType(context.caller.mayWrite)
      const { answer } = await setObjects(type, request, context, (objects) => {
        const makeDefault = objects.isWhole
          ? findNamedObject(standard, type, objects.names, context)
          : undefined
        const changes = { ...objects, removeContents, makeDefault }
        return contacts.books.set(context.caller.userId, account.id, changes, ifInState)
      })
      return answer
    },
  }
}

const bookType = (mayWrite: boolean) => ({
  wireId: addressBookWireId,
  readCreation: newBook,
  readPatch: readFields,
  getId: ({ id }: AddressBook) => id,
  toJson: (book: AddressBook) => bookJson(book, mayWrite),
  toError: (why: BookRefusal) => errors[why],
})

function newBook(json: JsonObject): BookFields | SetError {
  const fields = readFields(json)
  if ('type' in fields) return fields
  if (fields.name === undefined) return invalidProperties(['name'])
  return { description: null, sortOrder: 0, isSubscribed: true, ...fields, name: fields.name }
}

const errors: Readonly<Record<BookRefusal, SetError>> = {
  'not-found': { type: 'notFound' },
  'too-many': { type: 'overQuota', description: { problem: 'contacts/too-many-books' } },
  'has-contents': { type: 'addressBookHasContents' },
  stays: { type: 'forbidden', description: { problem: 'contacts/books-stay' } },
}

function readFields(json: JsonObject): Partial<BookFields> | SetError {
  const fields: { -readonly [Name in keyof BookFields]?: BookFields[Name] } = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    if (property === 'name' && isText(value, 255) && value.trim() !== '') fields.name = value.trim()
    else if (property === 'description' && (value === null || isText(value, 2000))) fields.description = value
    else if (property === 'sortOrder' && isOrder(value)) fields.sortOrder = value
    else if (property === 'isSubscribed' && typeof value === 'boolean') fields.isSubscribed = value
    else if (property !== 'shareWith' || value !== null) bad.push(property)
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max && !/[\p{Cc}\p{Cs}]/u.test(value)
const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
