import { addressBookWireId, capability, contactCardWireId } from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import { readPersonalAccount } from '../engine/arguments.ts'
import { openBytes } from '../engine/blob-bytes.ts'
import type { Capability } from '../engine/capability.ts'
import { changesMethod } from '../engine/changes.ts'
import { addressBookGet, type ContactNeeds } from './address-book/get.ts'
import { addressBookSet } from './address-book/set.ts'
import { contactCardCopy } from './contact-card/copy.ts'
import { contactCardGet } from './contact-card/get.ts'
import { contactCardQuery, contactCardQueryChanges } from './contact-card/query.ts'
import { contactCardSet } from './contact-card/set.ts'

/** JMAP for Contacts (RFC 9610). */
export function createContactsCapability({
  mail,
  contacts,
  changes,
}: ContactNeeds & { mail: Mail }): Capability {
  return {
    uri: capability.contacts,
    // RFC 9610 §1.3.1.
    ofAccount: ({ isOfPerson, caller }) =>
      isOfPerson ? { maxAddressBooksPerCard: 1, mayCreateAddressBook: caller.mayWrite } : undefined,
    methods: {
      'AddressBook/get': addressBookGet({ contacts, changes }),
      'AddressBook/changes': changesMethod(changes, 'AddressBook', addressBookWireId, readPersonalAccount),
      'AddressBook/set': addressBookSet({ contacts }),
      'ContactCard/get': contactCardGet({ contacts, changes }),
      'ContactCard/changes': changesMethod(changes, 'ContactCard', contactCardWireId, readPersonalAccount),
      'ContactCard/query': contactCardQuery({ contacts, changes }),
      'ContactCard/queryChanges': contactCardQueryChanges({ contacts, changes }),
      'ContactCard/set': contactCardSet({ contacts, open: openBytes(mail) }),
      'ContactCard/copy': contactCardCopy,
    },
  }
}
