import { addressBookWireId, capability, contactCardWireId } from '@plmail/wire'
import { addressBookGet, type ContactNeeds } from './address-book/get.ts'
import { addressBookSet } from './address-book/set.ts'
import type { Mail } from '../../mail/index.ts'
import { personalOf } from '../engine/arguments.ts'
import { openBytes } from '../engine/blob-bytes.ts'
import { changesMethod } from '../engine/changes.ts'
import { contactCardCopy } from './contact-card/copy.ts'
import { contactCardGet } from './contact-card/get.ts'
import { contactCardQuery, contactCardQueryChanges } from './contact-card/query.ts'
import { contactCardSet } from './contact-card/set.ts'
import type { Method } from '../engine/method.ts'

export type { ContactNeeds } from './address-book/get.ts'

/** JMAP for Contacts (RFC 9610). */
export function contactMethods(needs: ContactNeeds & { mail: Mail }): Array<[string, Method]> {
  const { changes } = needs
  const place = { capability: capability.contacts, choose: personalOf }
  return [
    ['AddressBook/get', addressBookGet(needs)],
    ['AddressBook/changes', changesMethod(changes, 'AddressBook', addressBookWireId, place)],
    ['AddressBook/set', addressBookSet(needs)],
    ['ContactCard/get', contactCardGet(needs)],
    ['ContactCard/changes', changesMethod(changes, 'ContactCard', contactCardWireId, place)],
    ['ContactCard/query', contactCardQuery(needs)],
    ['ContactCard/queryChanges', contactCardQueryChanges(needs)],
    ['ContactCard/set', contactCardSet({ ...needs, open: openBytes(needs.mail) })],
    ['ContactCard/copy', contactCardCopy],
  ]
}

/** RFC 9610 §1.3.1. */
export const contactsOfAccount = ({ mayWrite }: { mayWrite: boolean }) => ({
  maxAddressBooksPerCard: 1,
  mayCreateAddressBook: mayWrite,
})
