import { accountWireId, contactCardWireId } from '@plmail/wire'
import type { Person } from '../../../contacts/index.ts'
import type { ContactNeeds } from '../../contacts/address-book/get.ts'
import { readInt, invalid, onlyKnown, readPersonalAccount, readStrings } from '../../engine/arguments.ts'
import type { Method } from '../../engine/method.ts'

export const maxPeople = 50
export const maxAddresses = 200
const maxTypedLength = 200

const personJson = ({ name, email, cardId }: Person) => ({
  name,
  email,
  cardId: contactCardWireId.encode(cardId),
})

/** Person/complete (people extension): whom what was typed may mean, best first. */
export function personComplete({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'text', 'limit'])
      const { id } = readPersonalAccount(args, caller)
      const { text } = args
      // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
      if (typeof text !== 'string' || text.length > maxTypedLength || /[\u0000\p{Cs}]/u.test(text))
        throw invalid('text', `a string of at most ${String(maxTypedLength)} characters`)
      const limit = Math.min(readInt(args, 'limit', 10, 1), maxPeople)
      await contacts.collect(caller.userId)
      const people = await contacts.complete(id, text, limit)
      return { accountId: accountWireId.encode(id), list: people.map(personJson) }
    },
  }
}

/** Person/get (people extension): who has these addresses; those that nobody has are in `notFound`. */
export function personGet({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'addresses'])
      const { id } = readPersonalAccount(args, caller)
      const addresses = readStrings(args, 'addresses') ?? []
      // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
      if (addresses.length > maxAddresses || addresses.some((address) => /[\u0000\p{Cs}]/u.test(address)))
        throw invalid('addresses', `at most ${String(maxAddresses)} addresses`)
      const people = await contacts.withAddresses(id, addresses)
      const presentAddresses = new Set(people.map(({ email }) => email))
      return {
        accountId: accountWireId.encode(id),
        list: people.map(personJson),
        notFound: addresses.filter((address) => !presentAddresses.has(address.toLowerCase())),
      }
    },
  }
}

/** ContactCard/duplicates (people extension): cards that seem to be of one person. */
export function cardDuplicates({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'limit'])
      const { id } = readPersonalAccount(args, caller)
      const duplicates = await contacts.duplicates(id, Math.min(readInt(args, 'limit', 50, 1), 200))
      return {
        accountId: accountWireId.encode(id),
        list: duplicates.map(({ ids, shared }) => ({ ids: ids.map(contactCardWireId.encode), shared })),
      }
    },
  }
}
