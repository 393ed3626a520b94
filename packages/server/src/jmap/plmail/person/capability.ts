import { capability } from '@plmail/wire'
import type { Contacts } from '../../../contacts/index.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { cardDuplicates, maxAddresses, maxPeople, personComplete, personGet } from './methods.ts'

/** Whom an address book and sent mail know. */
export function createPeopleCapability({ contacts }: { contacts: Contacts }): Capability {
  return {
    uri: capability.people,
    ofAccount: inAccountsThat('isOfPerson'),
    limits: { maxPeopleInComplete: maxPeople, maxAddressesInGet: maxAddresses },
    methods: {
      'Person/complete': personComplete({ contacts }),
      'Person/get': personGet({ contacts }),
      'ContactCard/duplicates': cardDuplicates({ contacts }),
    },
  }
}
