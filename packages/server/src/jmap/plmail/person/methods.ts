import { accountWireId, capability, contactCardWireId } from '@plmail/wire'
import type { Person } from '../../../contacts/index.ts'
import type { ContactNeeds } from '../../contacts/address-book/get.ts'
import { intOf, invalid, onlyKnown, personalOf, stringsOf } from '../../engine/arguments.ts'
import type { Method } from '../../engine/method.ts'

const mostPeople = 50
const mostAddresses = 200
const longestTyped = 200

const personJson = ({ name, email, cardId }: Person) => ({
  name,
  email,
  cardId: contactCardWireId.encode(cardId),
})

/** The methods of the people extension. */
export function personMethods(needs: Pick<ContactNeeds, 'contacts'>): Array<[string, Method]> {
  return [
    ['ContactCard/duplicates', cardDuplicates(needs)],
    ['Person/complete', personComplete(needs)],
    ['Person/get', personGet(needs)],
  ]
}

/** Person/complete (people extension): whom what was typed may mean, best first. */
function personComplete({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    capability: capability.people,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'text', 'limit'])
      const { id } = personalOf(args, caller)
      const { text } = args
      // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
      if (typeof text !== 'string' || text.length > longestTyped || /[\u0000\p{Cs}]/u.test(text))
        throw invalid('text', `a string of at most ${String(longestTyped)} characters`)
      const limit = Math.min(intOf(args, 'limit', 10, 1), mostPeople)
      await contacts.collect(caller.userId)
      const people = await contacts.complete(id, text, limit)
      return { accountId: accountWireId.encode(id), list: people.map(personJson) }
    },
  }
}

/** Person/get (people extension): who has these addresses; those that nobody has are in `notFound`. */
function personGet({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    capability: capability.people,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'addresses'])
      const { id } = personalOf(args, caller)
      const addresses = stringsOf(args, 'addresses') ?? []
      // oxlint-disable-next-line no-control-regex -- PostgreSQL keeps no NUL and no half character
      if (addresses.length > mostAddresses || addresses.some((address) => /[\u0000\p{Cs}]/u.test(address)))
        throw invalid('addresses', `at most ${String(mostAddresses)} addresses`)
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
function cardDuplicates({ contacts }: Pick<ContactNeeds, 'contacts'>): Method {
  return {
    capability: capability.people,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'limit'])
      const { id } = personalOf(args, caller)
      const duplicates = await contacts.duplicates(id, Math.min(intOf(args, 'limit', 50, 1), 200))
      return {
        accountId: accountWireId.encode(id),
        list: duplicates.map(({ ids, shared }) => ({ ids: ids.map(contactCardWireId.encode), shared })),
      }
    },
  }
}
