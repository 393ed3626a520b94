import type { AccountId, IdentityId, MessageId, SubmissionId, ThreadId, UserId } from '@plmail/wire'
import type { Disposition, Receipt } from '../receipts/types.ts'

/** An SMTP address with its ESMTP parameters (RFC 8621 §7). */
export interface EnvelopeAddress {
  email: string
  parameters: Readonly<Record<string, string | null>> | null
}

export interface Envelope {
  mailFrom: EnvelopeAddress
  rcptTo: EnvelopeAddress[]
}

/** Delivery status of one recipient (RFC 8621 §7 DeliveryStatus). */
export interface RecipientStatus {
  email: string
  /** The server's last words about this recipient; empty until there were some. */
  reply: string
  delivered: 'queued' | 'yes' | 'no' | 'unknown'
  displayed: 'yes' | 'unknown'
}

export type UndoStatus = 'pending' | 'final' | 'canceled'

/**
 * `queued`: waits for its time or for another try. `sending`: talked about with the server, which has not got it.
 * `handed-over`: its end is being sent, the answer is open. `unknown`: the answer was lost, or is to be proved by the copy in Sent. `accepted`: taken for at
 * least one recipient. `failed`: for none.
 */
export type SubmissionState =
  'queued' | 'sending' | 'handed-over' | 'unknown' | 'accepted' | 'failed' | 'canceled'

export interface SubmissionView {
  id: SubmissionId
  identityId: IdentityId
  messageId: MessageId
  threadId: ThreadId
  envelope: Envelope
  sendAt: Date
  undoStatus: UndoStatus
  state: SubmissionState
  recipients: RecipientStatus[]
  dsnBlobs: Buffer[]
  mdnBlobs: Buffer[]
  /** The name that its client has given to it. */
  operation: string | null
}

export interface NewSubmission {
  identityId: IdentityId
  messageId: MessageId
  /** Made from the message's header when null. */
  envelope: Envelope | null
  /** Created again under this name in the account, the first submission is answered and nothing is sent. */
  operation?: string
}

/** RFC 8621 §7.5. */
export type SubmissionRefusal =
  | { why: 'no-such-identity' | 'no-such-email' | 'no-recipients' | 'forbidden-mail-from' | 'forbidden-from' }
  | { why: 'invalid-recipients'; addresses: string[] }
  | { why: 'too-many-recipients'; max: number }
  | { why: 'too-large'; max: number }
  | { why: 'invalid-email'; properties: string[] }
  | { why: 'invalid-envelope'; description: string }

export type SubmissionMade =
  | {
      ok: true
      id: SubmissionId
      threadId: ThreadId
      envelope: Envelope
      sendAt: Date
      messageId: MessageId
      /** `pending` unless it had been created before. */
      undoStatus: UndoStatus
    }
  | ({ ok: false } & SubmissionRefusal)

/** `messageId`: the message it is about, for what follows a success. */
export type SubmissionChanged =
  { ok: true; messageId: MessageId } | { ok: false; why: 'not-found' | 'cannot-unsend' }

/** A receipt about a message (RFC 9007 §2.1), from the first property that a client may leave out to the last. */
export interface NewReceipt {
  identityId: IdentityId
  messageId: MessageId
  subject: string | null
  textBody: string | null
  includeOriginalMessage: boolean
  reportingUA: string | null
  disposition: Disposition
  /** With its type, `rfc822; ann@example.org`; the identity's address when null. */
  finalRecipient: string | null
  extensionFields: Readonly<Record<string, string>> | null
}

export type ReceiptRefusal =
  /** There is no such message, or its sender asks for no receipt in a way that can be granted. */
  | { why: 'not-found' }
  | { why: 'already-sent' }
  /** RFC 8098 says that nobody may send this one. */
  | { why: 'forbidden'; description: string }
  | { why: 'forbidden-from' }
  | { why: 'too-large'; max: number }
  /** The message cannot be marked: it has as many keywords as one may have. */
  | { why: 'too-many-keywords' }
  /** The account has sent as many in the last hour as it may. */
  | { why: 'too-often'; max: number }

/** As it was sent, with what the server has added. */
export type ReceiptSent = { ok: true; receipt: Receipt } | ({ ok: false } & ReceiptRefusal)

/** A message for the server that sends for an account. */
export interface OutgoingMessage {
  from: string
  to: readonly string[]
  /** CRLF lines; without Bcc. */
  raw: Buffer
}

/** Outcome of handing a message over. Every reply begins with its three digits (RFC 5321 §4.2). */
export type Relayed =
  /** The server's last word about each recipient. */
  | { outcome: 'answered'; replies: ReadonlyMap<string, string> }
  /** The server surely has not taken it; `said` are its words or ours. */
  | { outcome: 'not-taken'; said: string }
  /** The provider has taken it; its own copy in Sent, which comes by sync, is what proves that it went out. */
  | { outcome: 'taken' }
  /** The end of the message was sent and no answer came. */
  | { outcome: 'unknown'; said: string }

/**
 * Hands a message over. `beforeEnd` is called when all but the end of the message is sent, with the recipients the
 * server takes it for; without it resolving to true the end is never sent. Never throws for what the other side does.
 */
export type Relay = (
  accountId: AccountId,
  message: OutgoingMessage,
  beforeEnd: (recipients: readonly string[]) => Promise<boolean>,
  signal: AbortSignal,
) => Promise<Relayed>

export interface Submissions {
  create(userId: UserId, accountId: AccountId, submission: NewSubmission): Promise<SubmissionMade>
  /** Stops a submission that is not on its way yet. */
  cancel(userId: UserId, accountId: AccountId, id: SubmissionId): Promise<SubmissionChanged>
  /** Forgets it for clients; what is not sent yet is sent all the same. */
  destroy(userId: UserId, accountId: AccountId, id: SubmissionId): Promise<SubmissionChanged>
  /** All of them when null; by id. */
  list(accountId: AccountId, ids: readonly SubmissionId[] | null): Promise<SubmissionView[]>
  /**
   * Marks the message with `$mdnsent` and sends a receipt about it to who asked for one, both or neither, once for a
   * message. It goes at once and is no submission to clients. The identity must be one of the account's.
   */
  sendReceipt(userId: UserId, accountId: AccountId, receipt: NewReceipt): Promise<ReceiptSent>
  /** The newest submission of a message with this Message-ID, one that clients may not see any more included. */
  findByMessageId(accountId: AccountId, messageId: string): Promise<SubmissionView | undefined>
  /** The one message of the account with this Message-ID; null when there is none, or several. */
  messageNamed(accountId: AccountId, messageId: string): Promise<MessageId | null>
  /**
   * Finds messages that were given to be sent while the clock was ahead, and sends those that were only to wait a little;
   * the others keep the time that was chosen for them. Returns how many of each there are.
   */
  mendDue(): Promise<{ moved: number; chosen: number }>
  /** Forgets what was settled more than 30 days ago (RFC 8621 §7 lets a server do so); returns how many. */
  sweep(): Promise<number>
}
