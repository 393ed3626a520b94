import type { Language } from '@plmail/wire'
import { catalogueOf } from '@plmail/words'
import type { Disposition } from './disposition.ts'

/** What became of which message, and whose mailbox it came to. */
export interface ReceiptFacts {
  disposition: Pick<Disposition, 'type'>
  /** The subject of the message; null where it has none. */
  subject: string | null
  address: string
}

/** The subject and the sentence of a receipt for people, in the language of whoever sends it. */
export function receiptText(
  { disposition: { type }, subject, address }: ReceiptFacts,
  language: Language,
): { subject: string; textBody: string } {
  const words = catalogueOf(language).receiptMail
  const title = subject?.trim() || words.untitled
  return {
    subject: words.subject({ type, title }),
    textBody: `${words.sentence({ type, title, address })}\n`,
  }
}
