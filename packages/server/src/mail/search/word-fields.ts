/** The parts of a message that are searched apart. */
export type WordField = 'from' | 'to' | 'cc' | 'bcc' | 'subject' | 'body' | 'attachment-name' | 'list'

/**
 * A word of a field is kept as the field's letter and the word. Words are folded, so a capital letter cannot begin
 * one; the body, where most words are, goes without.
 */
export const buildMessage: Readonly<Record<WordField, string>> = {
  from: 'F',
  to: 'T',
  cc: 'C',
  bcc: 'B',
  subject: 'S',
  body: '',
  'attachment-name': 'N',
  list: 'L',
}

/** Fields that hold addresses, which are found whole, by host and by each of their words. */
export const addressFields: ReadonlySet<WordField> = new Set(['from', 'to', 'cc', 'bcc'])

/** Fields that the condition `text` covers: all. */
export const everywhere: readonly WordField[] = [
  'body',
  'subject',
  'from',
  'to',
  'cc',
  'bcc',
  'attachment-name',
]

/** Marks the messages of one account, so that a search reads no other account's; mail/ingest adds it in SQL. */
export const accountWord = (accountId: number): string => `A${accountId}`

/** Says that a message has a header field of that name. */
export const headerWord = (name: string): string => `H${name.toLowerCase()}`
