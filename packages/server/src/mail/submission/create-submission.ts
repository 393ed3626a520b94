import type { MessageSummary } from '@plmail/mail-format'
import type { AccountId, SubmissionId, UserId } from '@plmail/wire'
import { type Sql, insertRow } from '../../store/index.ts'
import { cleanText } from '../clean-text.ts'
import type { EmailRow } from '../types.ts'
import { hashMessageId } from '../threading/thread-input.ts'
import type { Envelope, NewSubmission, SubmissionMade, SubmissionRefusal } from './types.ts'
import { checkedEnvelope, derivedEnvelope, sendTime } from './envelope.ts'
import { enqueueSend } from './send-job.ts'
import type { SubmissionParts } from './submission-parts.ts'
import { byOperation } from './submission-rows.ts'

/** Maximum message size in bytes that mail servers usually accept; a stricter server says so when it is tried. */
export const maxMessageSize = 50_000_000
const defaultUndoSeconds = 10

/** See `Submissions.create`. */
export async function create(
  parts: SubmissionParts,
  userId: UserId,
  accountId: AccountId,
  submission: NewSubmission,
): Promise<SubmissionMade> {
  // First of all: what is sent already may have left its draft behind.
  const createdBefore = await earlierSubmission(parts.database, accountId, submission)
  if (createdBefore) return createdBefore
  const judged = await judge(parts, accountId, submission)
  if ('why' in judged) return { ok: false, ...judged }
  const { email, summary, envelope, sendAt } = judged
  const header = summary.messageId?.[0] ?? mintedId(parts, envelope)
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'send' }
  const { result } = await parts.changes.write(accountId, cause, async (change): Promise<SubmissionMade> => {
    // Another request with the same name waits for the account's lock, and comes here when this one is through.
    const createdMeanwhile = await earlierSubmission(change.tx, accountId, submission)
    if (createdMeanwhile) return createdMeanwhile
    const [row] = await change.tx.query<{ id: SubmissionId }>(
      ...insertRow(
        'submission',
        {
          account_id: accountId,
          identity_id: submission.identityId,
          email_id: email.id,
          message_id: email.id,
          thread_id: email.threadId,
          blob_digest: email.digest,
          subject: cleanText(summary.subject ?? '', 200),
          message_id_header: header,
          message_id_ref: hashMessageId(header),
          added_fields: JSON.stringify(addedFields(summary, header, change.at)),
          envelope: JSON.stringify(envelope),
          recipients: JSON.stringify(fresh(envelope)),
          send_at: sendAt,
          due_at: sendAt,
          undo_status: 'pending',
          state: 'queued',
          created_at: change.at,
          created_state: change.state,
          operation: submission.operation ?? null,
        },
        'returning id',
      ),
    )
    if (!row) throw new Error('insert returned nothing')
    change.created('EmailSubmission', [row.id])
    await enqueueSend(parts.jobs, change.tx, accountId, sendAt)
    const { threadId, id: messageId } = email
    return { ok: true, id: row.id, threadId, envelope, sendAt, messageId, undoStatus: 'pending' }
  })
  return result
}

async function earlierSubmission(
  sql: Sql,
  accountId: AccountId,
  { operation }: NewSubmission,
): Promise<SubmissionMade | undefined> {
  const row = operation === undefined ? undefined : await byOperation(sql, accountId, operation)
  if (!row) return undefined
  const { id, threadId, envelope, sendAt, messageId, undoStatus } = row
  return { ok: true, id, threadId, envelope, sendAt, messageId, undoStatus }
}

const fresh = ({ rcptTo }: Envelope) =>
  rcptTo.map(({ email }) => ({ email, reply: '', delivered: 'queued', displayed: 'unknown' }))

/** A message that was imported without one gets it here, once, so that every try says the same. */
function mintedId({ random }: SubmissionParts, { mailFrom }: Envelope): string {
  const domain = mailFrom.email.slice(mailFrom.email.lastIndexOf('@') + 1)
  return `${random(16).toString('hex')}@${/^[A-Za-z0-9.-]+$/.test(domain) ? domain : 'localhost'}`
}

/** RFC 5322 §3.6 wants them of what is sent; a message that was imported may lack them. */
function addedFields(summary: MessageSummary, header: string, at: Date): string[] {
  return [
    ...(summary.messageId === null ? [`Message-ID: <${header}>`] : []),
    ...(summary.sentAt === null ? [`Date: ${at.toUTCString().replace('GMT', '+0000')}`] : []),
  ]
}

interface Judged {
  email: EmailRow
  summary: MessageSummary
  envelope: Envelope
  sendAt: Date
}

/** RFC 8621 §7.5, in the order in which a person would want to hear of it. */
async function judge(
  parts: SubmissionParts,
  accountId: AccountId,
  { identityId, messageId, envelope: givenEnvelope }: NewSubmission,
): Promise<Judged | SubmissionRefusal> {
  const identities = await parts.identities.list(accountId)
  const identity = identities.find(({ id }) => id === identityId)
  if (!identity) return { why: 'no-such-identity' }
  const [email] = await parts.mail.read.emails(accountId, [messageId], false)
  if (!email) return { why: 'no-such-email' }
  if (email.size > maxMessageSize) return { why: 'too-large', max: maxMessageSize }
  const holder = await parts.getHolder(accountId)
  const aliases = holder?.hasAliases ? identities.map((ownIdentity) => ownIdentity.email.toLowerCase()) : []
  const own = new Set([holder?.address.toLowerCase(), ...aliases])
  const isOwn = (address: string) => own.has(address.toLowerCase())
  const summary = JSON.parse(email.summary) as MessageSummary // written by mail-format
  const from = summary.from ?? []
  if (email.unreadable !== null || from.length === 0) return { why: 'invalid-email', properties: ['from'] }
  if (!from.every((address) => isOwn(address.email))) return { why: 'forbidden-from' }
  const envelope = checkedEnvelope(givenEnvelope ?? derivedEnvelope(summary, isOwn, identity.email))
  if ('why' in envelope) return envelope
  if (!isOwn(envelope.mailFrom.email)) return { why: 'forbidden-mail-from' }
  const sendAt = sendTime(envelope.mailFrom, parts.clock.now(), parts.undoSeconds ?? defaultUndoSeconds)
  return 'why' in sendAt ? sendAt : { email, summary, envelope, sendAt }
}
