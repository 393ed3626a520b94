import { type AddressBookId, addressBookWireId, contactCardWireId } from '@plmail/wire'
import type { Card, CardRefusal } from '../../../contacts/index.ts'
import { isObject } from '../../engine/arguments.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

/** A ContactCard (RFC 9610 §3): a Card of RFC 9553 with `id` and `addressBookIds`. */
export const cardJson = ({ id, bookId, card }: Card): Record<string, unknown> => ({
  id: contactCardWireId.encode(id),
  addressBookIds: { [addressBookWireId.encode(bookId)]: true },
  ...card,
})

/** The one book of `addressBookIds`; a card is in exactly one (`maxAddressBooksPerCard`). */
export function bookIn(value: unknown, createdIds: ReadonlyMap<string, string>): AddressBookId | undefined {
  if (!isObject(value)) return undefined
  const [[text, isIn] = [], ...more] = Object.entries(value)
  if (text === undefined || isIn !== true || more.length > 0) return undefined
  return addressBookWireId.decode(text.startsWith('#') ? createdIds.get(text.slice(1)) : text)
}

export function toError(refusal: CardRefusal): SetError & { existingId?: string } {
  switch (refusal.why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'too-many':
      return { type: 'overQuota', description: { problem: 'contacts/too-many-cards' } }
    case 'too-large':
      return { type: 'tooLarge', description: { problem: 'contacts/card-too-large' } }
    case 'invalid-patch':
      return { type: 'invalidPatch' }
    case 'uid-taken':
      return {
        type: 'alreadyExists',
        description: { problem: 'contacts/uid-taken' },
        existingId: contactCardWireId.encode(refusal.existing),
      }
    case 'invalid':
      return invalidProperties([...refusal.properties])
  }
}
