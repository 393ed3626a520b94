/** Contacts as the web client calls them: RFC 9610 with cards of RFC 9553, and the people extension (docs/jmap.md). */
import type { ChangesArgs, ChangesResult, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'

/** RFC 9610 §2, with our own `role`. */
export interface AddressBookView {
  id: string
  name: string
  role: 'personal' | 'collected' | null
  isDefault: boolean
  sortOrder: number
}

export interface NameComponent {
  kind: string
  value: string
}

/** The properties of a card that this client shows; others are preserved. */
export interface ContactCard {
  id: string
  addressBookIds: Record<string, true>
  uid: string
  kind?: string
  name?: { full?: string; components?: NameComponent[] }
  nicknames?: Record<string, { name: string }>
  organizations?: Record<string, { name?: string; units?: { name: string }[] }>
  titles?: Record<string, { name: string; kind?: string }>
  emails?: Record<string, ContactAddress>
  phones?: Record<
    string,
    { number: string; contexts?: Record<string, true>; features?: Record<string, true> }
  >
  addresses?: Record<string, { full?: string; components?: NameComponent[]; contexts?: Record<string, true> }>
  notes?: Record<string, { note: string }>
  links?: Record<string, { uri: string }>
  members?: Record<string, true>
  [property: string]: unknown
}

export interface ContactAddress {
  address: string
  contexts?: Record<string, true>
  pref?: number
}

export interface PersonFound {
  name: string | null
  email: string
  cardId: string
}

export interface CardQueryArgs {
  accountId: string
  filter?: Record<string, unknown> | null
  sort?: { property: string; isAscending?: boolean }[]
  position?: number
  limit?: number
  calculateTotal?: boolean
}

export interface ContactMethods {
  'AddressBook/get': { args: GetArgs; result: GetResult<AddressBookView> }
  'ContactCard/get': { args: GetArgs; result: GetResult<ContactCard> }
  'ContactCard/changes': { args: ChangesArgs; result: ChangesResult }
  'ContactCard/query': {
    args: CardQueryArgs
    result: { accountId: string; queryState: string; position: number; ids: string[]; total?: number }
  }
  'ContactCard/set': { args: SetArgs; result: SetResult }
  /** Contacts that seem to be the same person. */
  'ContactCard/duplicates': {
    args: { accountId: string; limit?: number }
    result: { accountId: string; list: { ids: string[]; shared: string }[] }
  }
  /** Whom a text that was typed may mean, best first. */
  'Person/complete': {
    args: { accountId: string; text: string; limit?: number }
    result: { accountId: string; list: PersonFound[] }
  }
  /** Who has these addresses; those that nobody has are in `notFound`. */
  'Person/get': {
    args: { accountId: string; addresses: string[] }
    result: { accountId: string; list: PersonFound[]; notFound: string[] }
  }
}
