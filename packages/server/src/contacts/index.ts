/**
 * The people a user knows: address books and cards as JSContact (RFC 9553, 9610) in the user's personal account, those
 * collected from sent mail, completion while somebody types, duplicates, and vCard in and out. Owns address_book and the
 * contact_ tables. What was sent it is told by mail; it never reads a message.
 */
export { countCards } from './count-cards.ts'
export { createContacts } from './create-contacts.ts'

export { maxCardBytes } from './cards/complete-card.ts'
export * from './types.ts'
