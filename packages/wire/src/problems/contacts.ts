import type { DeclaredProblems } from './parameters.ts'

/** Contacts and address books. */
export const contactsProblems = {
  'contacts/too-many': {},
  'contacts/too-many-books': {},
  'contacts/books-stay': {},
  'contacts/too-many-cards': {},
  'contacts/card-too-large': {},
  'contacts/uid-taken': {},
} as const satisfies DeclaredProblems
