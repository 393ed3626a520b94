import { type AddressBookId, addressBookWireId, capability } from '@plmail/wire'
import type { BookFields, BookOutcome, BookRefusal, BookRequest } from '../../../contacts/index.ts'
import { booleanOf, type JsonObject, optionalString, personalOf } from '../arguments.ts'
import { type CallContext, type Method, MethodFailure } from '../method.ts'
import {
  invalidProperties,
  knownId,
  nothingSet,
  type SetError,
  type SetOutcome,
  setAnswer,
  setRequest,
} from '../set.ts'
import { bookJson, type ContactNeeds } from './get.ts'

/** AddressBook/set (RFC 9610 §2.3). */
export function addressBookSet({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    capability: capability.contacts,
    writes: true,
    run: async (args, context) => {
      const more = ['onDestroyRemoveContents', 'onSuccessSetIsDefault']
      const request = setRequest(args, context.caller, more, personalOf)
      const outcome = nothingSet()
      const named: string[] = []
      const create: BookFields[] = []
      for (const [name, json] of request.create) {
        const fields = fieldsOf(json)
        if ('type' in fields) outcome.notCreated.set(name, fields)
        else if (fields.name === undefined) outcome.notCreated.set(name, invalidProperties(['name']))
        else {
          named.push(name)
          create.push({ description: null, sortOrder: 0, isSubscribed: true, ...fields, name: fields.name })
        }
      }
      const update = new Map<AddressBookId, Partial<BookFields>>()
      for (const [text, patch] of request.update) {
        const id = addressBookWireId.decode(knownId(text, context.createdIds))
        const fields = fieldsOf(patch)
        if (id === undefined) outcome.notUpdated.set(text, { type: 'notFound' })
        else if ('type' in fields) outcome.notUpdated.set(text, fields)
        else update.set(id, fields)
      }
      const destroy = request.destroy.flatMap((text) => {
        const id = addressBookWireId.decode(knownId(text, context.createdIds))
        if (id === undefined) outcome.notDestroyed.set(text, { type: 'notFound' })
        else if (update.delete(id)) outcome.notUpdated.set(text, { type: 'willDestroy' })
        return id === undefined ? [] : [id]
      })
      const isAllFine = outcome.notCreated.size + outcome.notUpdated.size + outcome.notDestroyed.size === 0
      const asked: BookRequest = {
        ...{ create, update, destroy },
        removeContents: booleanOf(args, 'onDestroyRemoveContents', false),
        makeDefault: isAllFine
          ? defaultOf(optionalString(args, 'onSuccessSetIsDefault'), named, context)
          : undefined,
      }
      const { account, ifInState } = request
      const done = await contacts.books.set(context.caller.userId, account.id, asked, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      report(done, asked, named, context, outcome)
      return setAnswer(account, done, outcome)
    },
  }
}

function defaultOf(
  text: string | undefined,
  named: readonly string[],
  { createdIds }: CallContext,
): BookRequest['makeDefault'] {
  const at = text?.startsWith('#') ? named.indexOf(text.slice(1)) : -1
  return at >= 0 ? { created: at } : addressBookWireId.decode(knownId(text, createdIds))
}

function report(
  done: BookOutcome,
  { update, destroy }: BookRequest,
  named: readonly string[],
  { createdIds, caller }: CallContext,
  outcome: SetOutcome,
): void {
  for (const [at, name] of named.entries()) {
    const made = done.created[at] ?? 'not-found'
    if (typeof made === 'string') outcome.notCreated.set(name, errors[made])
    else {
      const { id, ...json } = bookJson(made, caller.mayWrite)
      createdIds.set(name, String(id))
      outcome.created.set(name, { id, ...json })
    }
  }
  for (const id of update.keys()) {
    const why = done.refusedUpdates.get(id)
    if (why) outcome.notUpdated.set(addressBookWireId.encode(id), errors[why])
    else outcome.updated.set(addressBookWireId.encode(id), null)
  }
  for (const id of new Set(destroy)) {
    const why = done.refusedDestroys.get(id)
    if (why) outcome.notDestroyed.set(addressBookWireId.encode(id), errors[why])
    else outcome.destroyed.push(addressBookWireId.encode(id))
  }
}

const errors: Readonly<Record<BookRefusal, SetError>> = {
  'not-found': { type: 'notFound' },
  'too-many': { type: 'overQuota', description: 'There are too many address books' },
  'has-contents': { type: 'addressBookHasContents' },
  stays: { type: 'forbidden', description: 'The first two address books and the default one stay' },
}

function fieldsOf(json: JsonObject): Partial<BookFields> | SetError {
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

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && !/[\p{Cc}\p{Cs}]/u.test(value)
const isOrder = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
