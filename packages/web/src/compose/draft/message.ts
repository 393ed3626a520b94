import type { EmailAddress, EmailCreate, NewBodyPart } from '@plmail/wire'
import type { Sender } from './answer.ts'
import { isAddress } from './recipients.ts'

/** A file of the message, uploading or uploaded. */
export interface DraftFile {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly size: number
  /** Content-ID of a picture in the text; without brackets. */
  readonly cid: string | undefined
  /** Blob of its bytes; undefined until they are uploaded. */
  readonly blob: { readonly accountId: string; readonly blobId: string } | undefined
  /** `waiting`: for a network. */
  readonly state: 'uploading' | 'waiting' | 'kept' | 'failed' | 'too-large'
  /** 0 to 1. */
  readonly progress: number
}

export type Body =
  { readonly html: string; readonly text: string } | { readonly html: null; readonly text: string }

/** All fields of a message except its text. */
export interface Fields {
  readonly sender: Sender
  readonly to: readonly EmailAddress[]
  readonly cc: readonly EmailAddress[]
  readonly bcc: readonly EmailAddress[]
  readonly subject: string
  readonly files: readonly DraftFile[]
  readonly thread: { readonly inReplyTo: string[]; readonly references: string[] } | undefined
  readonly asksReceipt: boolean
}

/** All recipients with a valid address. */
export function recipientsOf({ to, cc, bcc }: Pick<Fields, 'to' | 'cc' | 'bcc'>): EmailAddress[] {
  return [...to, ...cc, ...bcc].filter(({ email }) => isAddress(email))
}

/** The draft as the server makes a message of it (RFC 8621 §4.6). Files that are not up yet come with a later saving. */
export function emailOf(fields: Fields, body: Body, draftsId: string, messageId: string): EmailCreate {
  const { identity } = fields.sender
  const me = { name: identity.name === '' ? null : identity.name, email: identity.email }
  const sendable = (people: readonly EmailAddress[]): EmailAddress[] =>
    people.filter(({ email }) => isAddress(email))
  return {
    mailboxIds: { [draftsId]: true },
    keywords: { $draft: true, $seen: true },
    from: [me],
    to: sendable(fields.to),
    cc: sendable(fields.cc),
    bcc: sendable(fields.bcc),
    ...(identity.replyTo ? { replyTo: identity.replyTo } : {}),
    subject: fields.subject.replace(/[\r\n]+/g, ' '),
    messageId: [messageId],
    ...fields.thread,
    ...(fields.asksReceipt ? { 'header:Disposition-Notification-To:asAddresses': [me] } : {}),
    textBody: [{ partId: 'text', type: 'text/plain' }],
    ...(body.html === null ? {} : { htmlBody: [{ partId: 'html', type: 'text/html' }] }),
    bodyValues: { text: { value: body.text }, ...(body.html === null ? {} : { html: { value: body.html } }) },
    attachments: fields.files.flatMap((file) => partOf(file, body)),
  }
}

/** A picture removed from the text is removed from the files too. */
function partOf({ name, type, cid, blob }: DraftFile, { html }: Body): NewBodyPart[] {
  if (!blob) return []
  if (cid === undefined) return [{ blobId: blob.blobId, type, name, disposition: 'attachment' }]
  if (!html?.includes(`cid:${cid}`)) return []
  return [{ blobId: blob.blobId, type, name, disposition: 'inline', cid }]
}

/** Returns the size of a message's files in transit: base64 makes four bytes of three, and lines have ends. */
export function weightOf(files: readonly DraftFile[]): number {
  return files.reduce((sum, { size }) => sum + Math.ceil((size * 4) / 3 / 76) * 78, 0)
}
