/** The JMAP types for writing and sending mail: RFC 8621 §4.6, §6, §7, RFC 8620 §6.3. Types only. */
import type { EmailAddress, EmailBodyPart, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'

/** As whom an account sends (RFC 8621 §6). */
export interface Identity {
  id: string
  name: string
  email: string
  replyTo: EmailAddress[] | null
  bcc: EmailAddress[] | null
  textSignature: string
  htmlSignature: string
  mayDelete: boolean
}

export interface SubmissionAddress {
  email: string
  /** HOLDFOR in seconds or HOLDUNTIL as a UTC date (RFC 4865). */
  parameters?: Record<string, string | null> | null
}

export interface SubmissionEnvelope {
  mailFrom: SubmissionAddress
  rcptTo: SubmissionAddress[]
}

/** The mail server's status for one recipient (RFC 8621 §7). */
export interface DeliveryStatus {
  smtpReply: string
  delivered: 'queued' | 'yes' | 'no' | 'unknown'
  displayed: 'unknown' | 'yes'
}

/** A message on its way out (RFC 8621 §7). */
export interface EmailSubmission {
  id: string
  identityId: string
  emailId: string
  threadId: string
  envelope: SubmissionEnvelope
  /** UTC. */
  sendAt: string
  undoStatus: 'pending' | 'final' | 'canceled'
  deliveryStatus: Record<string, DeliveryStatus> | null
  /** The receipts that came for it (RFC 9007); blobs that `MDN/parse` reads. */
  mdnBlobIds?: string[]
}

export interface SubmissionCreate {
  identityId: string
  emailId: string
  envelope?: SubmissionEnvelope
}

export interface SubmissionQueryArgs {
  accountId: string
  filter?: {
    emailIds?: string[]
    /** The names of the journal extension. */
    operations?: string[]
    undoStatus?: EmailSubmission['undoStatus']
    before?: string
    after?: string
  }
  sort?: { property: 'emailId' | 'threadId' | 'sentAt'; isAscending?: boolean }[]
  position?: number
  limit?: number
}

/** A leaf of a new message: from `bodyValues` by `partId`, or from a blob. */
export interface NewBodyPart {
  partId?: string
  blobId?: string
  type: string
  name?: string | null
  disposition?: 'inline' | 'attachment'
  cid?: string
}

/** A message to be made (RFC 8621 §4.6), as far as the web client writes one. */
export interface EmailCreate {
  mailboxIds: Record<string, true>
  keywords: Record<string, true>
  from: EmailAddress[]
  to: EmailAddress[]
  cc: EmailAddress[]
  bcc: EmailAddress[]
  replyTo?: EmailAddress[]
  subject: string
  messageId?: string[]
  inReplyTo?: string[]
  references?: string[]
  textBody: NewBodyPart[]
  htmlBody?: NewBodyPart[]
  attachments: NewBodyPart[]
  bodyValues: Record<string, { value: string }>
  'header:Disposition-Notification-To:asAddresses'?: EmailAddress[]
}

/**
 * Properties of the source of a reply, a forward or the editing of a draft; `Email/get` with these gives an
 * `EmailSource`.
 */
export const emailSourceProperties = [
  'id',
  'threadId',
  'blobId',
  'mailboxIds',
  'keywords',
  'messageId',
  'inReplyTo',
  'references',
  'from',
  'to',
  'cc',
  'bcc',
  'replyTo',
  'subject',
  'sentAt',
  'receivedAt',
  'textBody',
  'htmlBody',
  'attachments',
  'bodyValues',
  'size',
  'header:Mail-Followup-To:asAddresses',
  'header:Disposition-Notification-To:asAddresses',
  'header:Delivered-To:asAddresses:all',
] as const

export interface EmailSource {
  id: string
  threadId: string
  blobId: string
  mailboxIds: Record<string, true>
  keywords: Record<string, true>
  messageId: string[] | null
  inReplyTo: string[] | null
  references: string[] | null
  from: EmailAddress[] | null
  to: EmailAddress[] | null
  cc: EmailAddress[] | null
  bcc: EmailAddress[] | null
  replyTo: EmailAddress[] | null
  subject: string | null
  sentAt: string | null
  receivedAt: string
  textBody: EmailBodyPart[]
  htmlBody: EmailBodyPart[]
  attachments: EmailBodyPart[]
  bodyValues: Record<string, { value: string; isTruncated: boolean }>
  size: number
  'header:Mail-Followup-To:asAddresses': EmailAddress[] | null
  'header:Disposition-Notification-To:asAddresses': EmailAddress[] | null
  'header:Delivered-To:asAddresses:all': EmailAddress[][] | null
}

/** The methods behind the composer; part of `JmapMethods`. */
export interface ComposingMethods {
  'Identity/get': { args: GetArgs; result: GetResult<Identity> }
  'Identity/set': { args: SetArgs; result: SetResult }
  'EmailSubmission/get': { args: GetArgs; result: GetResult<EmailSubmission> }
  'EmailSubmission/query': {
    args: SubmissionQueryArgs
    result: { accountId: string; ids: string[]; position: number }
  }
  'EmailSubmission/set': {
    /** Created again under the same `operation`, the first submission is answered. */
    args: SetArgs<SubmissionCreate> & { operation?: string }
    result: SetResult<{ id: string; sendAt: string; threadId: string }>
  }
  'Blob/copy': {
    args: { fromAccountId: string; accountId: string; blobIds: string[] }
    result: { copied: Record<string, string> | null; notCopied: Record<string, { type: string }> | null }
  }
}
