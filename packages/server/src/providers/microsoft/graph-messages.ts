/** Somebody a message names. */
export interface GraphPerson {
  name: string | null
  email: string
}

/** One file of a message. */
export interface MessagePart {
  name: string
  type: string
  /** Content-ID without angle brackets. */
  cid: string | null
  isInline: boolean
  bytes: Buffer
}

interface MessageFields {
  from: readonly GraphPerson[]
  sender: readonly GraphPerson[]
  replyTo: readonly GraphPerson[]
  to: readonly GraphPerson[]
  cc: readonly GraphPerson[]
  bcc: readonly GraphPerson[]
  subject: string
  sentAt: Date | null
  messageId: string | null
  inReplyTo: readonly string[]
  references: readonly string[]
  text: { type: 'html' | 'text'; content: string }
  isSealed: boolean
}

/** Reading messages, which is not this room's trade: Graph takes large ones, and old ones, in pieces. */
export interface MailFormat {
  /** Pictures of the text stay in as long as the rest has at most `most` bytes with them. */
  takeApart(raw: Buffer, max: number): { rest: Buffer; parts: MessagePart[] }
  describe(raw: Buffer): MessageFields
}
