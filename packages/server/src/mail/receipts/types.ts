import type { Disposition } from './disposition.ts'

export type { Disposition } from './disposition.ts'

/** Content of the notification part; addresses with their type, `rfc822; ann@example.org`. */
export interface Notification {
  disposition: Disposition
  reportingUA: string | null
  mdnGateway: string | null
  originalRecipient: string | null
  finalRecipient: string | null
  /** With its angle brackets, as it stands there. */
  originalMessageId: string | null
  error: string[] | null
  extensionFields: Readonly<Record<string, string>> | null
}

/** A receipt that somebody has sent: what tells a sender what became of a message (MDN, RFC 8098). */
export interface ReadReceipt extends Notification {
  subject: string | null
  textBody: string | null
  includeOriginalMessage: boolean
}

/** A receipt to be written. */
export interface Receipt extends Notification {
  from: { name: string | null; email: string }
  to: ReadonlyArray<{ name: string | null; email: string }>
  subject: string
  textBody: string
  /** The bytes of the message it is about, to be sent along; null: they are not. */
  original: Buffer | null
}
