import type { AccountId, IdentityId, MessageId, SubmissionId, ThreadId, UserId } from '@plmail/wire'

/** An SMTP address with its ESMTP parameters (RFC 8621 §7). */
export interface EnvelopeAddress {
  email: string
  parameters: Readonly<Record<string, string | null>> | null
}

export interface Envelope {
  mailFrom: EnvelopeAddress
  rcptTo: EnvelopeAddress[]
}

/** What is known of one recipient (RFC 8621 §7 DeliveryStatus). */
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
 * `handed-over`: its end is being sent, the answer is open. `unknown`: the answer was lost. `accepted`: taken for at
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
}

export interface NewSubmission {
  identityId: IdentityId
  messageId: MessageId
  /** Made from the message's header when null. */
  envelope: Envelope | null
}

/** RFC 8621 §7.5. */
export type SubmissionRefusal =
  | { why: 'no-such-identity' | 'no-such-email' | 'no-recipients' | 'forbidden-mail-from' | 'forbidden-from' }
  | { why: 'invalid-recipients'; addresses: string[] }
  | { why: 'too-many-recipients'; most: number }
  | { why: 'too-large'; most: number }
  | { why: 'invalid-email'; properties: string[] }
  | { why: 'invalid-envelope'; description: string }

export type SubmissionMade =
  | { ok: true; id: SubmissionId; threadId: ThreadId; envelope: Envelope; sendAt: Date; messageId: MessageId }
  | ({ ok: false } & SubmissionRefusal)

/** `messageId`: the message it is about, for what follows a success. */
export type SubmissionChanged =
  { ok: true; messageId: MessageId } | { ok: false; why: 'not-found' | 'cannot-unsend' }

/** A message for the server that sends for an account. */
export interface Outgoing {
  from: string
  to: readonly string[]
  /** CRLF lines; without Bcc. */
  raw: Buffer
}

/** What came of handing a message over. Every reply begins with its three digits (RFC 5321 §4.2). */
export type Relayed =
  /** The server's last word about each recipient. */
  | { outcome: 'answered'; replies: ReadonlyMap<string, string> }
  /** The server surely has not taken it; `said` are its words or ours. */
  | { outcome: 'not-taken'; said: string }
  /** The end of the message was sent and no answer came. */
  | { outcome: 'unknown'; said: string }

/**
 * Hands a message over. `beforeEnd` is called when all but the end of the message is sent, with the recipients the
 * server takes it for; without it resolving to true the end is never sent. Never throws for what the other side does.
 */
export type Relay = (
  accountId: AccountId,
  message: Outgoing,
  beforeEnd: (recipients: readonly string[]) => Promise<boolean>,
  signal: AbortSignal,
) => Promise<Relayed>

export interface Submissions {
  create(userId: UserId, accountId: AccountId, wanted: NewSubmission): Promise<SubmissionMade>
  /** Stops a submission that is not on its way yet. */
  cancel(userId: UserId, accountId: AccountId, id: SubmissionId): Promise<SubmissionChanged>
  /** Forgets it for clients; what is not sent yet is sent all the same. */
  destroy(userId: UserId, accountId: AccountId, id: SubmissionId): Promise<SubmissionChanged>
  /** All of them when null; by id. */
  list(accountId: AccountId, ids: readonly SubmissionId[] | null): Promise<SubmissionView[]>
  /** Forgets what was settled more than 30 days ago (RFC 8621 §7 lets a server do so); returns how many. */
  sweep(): Promise<number>
}
