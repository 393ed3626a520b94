import type { AccountId, AddressBookId, ContactCardId, UserId } from '@plmail/wire'

/** A JSContact Card (RFC 9553) as it is stored: everything a client sent, without `id` and `addressBookIds`. */
export type CardJson = Readonly<Record<string, unknown>>

export type BookRole = 'personal' | 'collected'

/** RFC 9610 §2. */
export interface AddressBook {
  id: AddressBookId
  name: string
  description: string | null
  sortOrder: number
  /** Set for the two that the server makes. */
  role: BookRole | null
  isDefault: boolean
  isSubscribed: boolean
}

export type BookFields = Pick<AddressBook, 'name' | 'description' | 'sortOrder' | 'isSubscribed'>

export interface AddressBookRequest {
  create: BookFields[]
  update: ReadonlyMap<AddressBookId, Partial<BookFields>>
  destroy: readonly AddressBookId[]
  /** Cards of a destroyed book go with it, instead of keeping it. */
  removeContents: boolean
  /** Becomes the default one when everything else succeeded; a number is the place of one in `create`. */
  makeDefault: AddressBookId | { created: number } | undefined
}

export type BookRefusal = 'not-found' | 'too-many' | 'has-contents' | 'stays'

interface AddressBookOutcome {
  oldState: number
  newState: number
  created: Array<AddressBook | BookRefusal>
  refusedUpdates: ReadonlyMap<AddressBookId, BookRefusal>
  refusedDestroys: ReadonlyMap<AddressBookId, BookRefusal>
}

export interface Card {
  id: ContactCardId
  bookId: AddressBookId
  card: CardJson
}

export interface CardRequest {
  /** The card as a client sent it; without a book it goes into the default one. */
  create: Array<{ bookId: AddressBookId | undefined; card: CardJson }>
  /** Gives the new card from the one that is there; a string says which property cannot be. */
  update: ReadonlyMap<
    ContactCardId,
    (before: Card) => { bookId: AddressBookId; card: CardJson } | CardRefusal
  >
  destroy: readonly ContactCardId[]
}

export type CardRefusal =
  | { why: 'not-found' | 'too-many' | 'too-large' | 'invalid-patch' }
  | { why: 'uid-taken'; existing: ContactCardId }
  | { why: 'invalid'; properties: readonly string[] }

export interface CardOutcome {
  oldState: number
  newState: number
  created: Array<Card | CardRefusal>
  updated: ReadonlyMap<ContactCardId, Card | CardRefusal>
  destroyed: ReadonlySet<ContactCardId>
}

/** The conditions of RFC 9610 §3.3.1 that ask for text. */
export const textConditions = [
  'text',
  'name',
  'name/given',
  'name/surname',
  'name/surname2',
  'nickname',
  'organization',
  'email',
  'phone',
  'onlineService',
  'address',
  'note',
] as const

/** All that are given hold. Dates are UTC. */
export interface CardCondition {
  bookId?: AddressBookId | 'none'
  uid?: string
  hasMember?: string
  kind?: string
  createdBefore?: Date
  createdAfter?: Date
  updatedBefore?: Date
  updatedAfter?: Date
  /** By the name of the condition. */
  texts: ReadonlyArray<readonly [string, string]>
}

export type CardFilter =
  { operator: 'AND' | 'OR' | 'NOT'; conditions: CardFilter[] } | { condition: CardCondition }

export type CardSort = 'created' | 'updated' | 'name' | 'name/given' | 'name/surname' | 'name/surname2'

export interface CardQuestion {
  filter: CardFilter | null
  sort: ReadonlyArray<{ property: CardSort; isAscending: boolean }>
}

/** Somebody mail can be written to. */
export interface Person {
  name: string | null
  email: string
  cardId: ContactCardId
}

/** Cards that seem to be of one person, and the address, number or name that they share. */
export interface Duplicates {
  ids: ContactCardId[]
  shared: string
}

/** A message that was sent: when, and to whom. */
export interface SentMessage {
  at: Date
  to: ReadonlyArray<{ name: string | null; email: string }>
}

export interface Contacts {
  books: {
    /** The two that every user has are made here when they are missing. */
    list(accountId: AccountId): Promise<AddressBook[]>
    set(
      userId: UserId,
      accountId: AccountId,
      request: AddressBookRequest,
      ifState: number | undefined,
    ): Promise<AddressBookOutcome | 'state-mismatch'>
  }
  cards: {
    /** Null: all, as many as `limit` allows. */
    get(accountId: AccountId, ids: readonly ContactCardId[] | null, limit: number): Promise<Card[]>
    query(accountId: AccountId, question: CardQuestion): Promise<ContactCardId[]>
    set(
      userId: UserId,
      accountId: AccountId,
      request: CardRequest,
      ifState: number | undefined,
    ): Promise<CardOutcome | 'state-mismatch'>
  }
  /** Whose names or addresses begin with what was typed, those most and last written to first. */
  complete(accountId: AccountId, typed: string, limit: number): Promise<Person[]>
  /** Cards that hold an address, each address once. */
  withAddresses(accountId: AccountId, addresses: readonly string[]): Promise<Person[]>
  duplicates(accountId: AccountId, limit: number): Promise<Duplicates[]>
  /**
   * Reads mail that was sent since the last time: some at once, the rest by a job. Whoever asks for people calls it
   * first.
   */
  collect(userId: UserId): Promise<void>
  /** The vCards in a file, each as a card of the book; a card whose uid is there already is replaced. */
  importVcards(
    userId: UserId,
    accountId: AccountId,
    bookId: AddressBookId | undefined,
    text: string,
  ): Promise<ImportedCards | 'no-book' | 'too-many'>
  /** Cards as one file; of one book, or all. */
  exportVcards(
    accountId: AccountId,
    of: { bookId?: AddressBookId; ids?: readonly ContactCardId[] },
    version: '3.0' | '4.0',
  ): Promise<string>
}

export interface ImportedCards {
  created: number
  replaced: number
  /** Number of entries that were no vCard, or too large for one. */
  unreadable: number
}
