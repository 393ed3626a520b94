import { parseMessage } from '@plmail/mail-format'
import type { AccountId, MessageId, UserId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import { type Sql, insertRow } from '../../store/index.ts'
import { apply, intents } from '../actions/apply-decisions.ts'
import { selectHeldFields } from '../actions/held-fields.ts'
import { patchMessage } from '../actions/patch-message.ts'
import { cleanText } from '../clean-text.ts'
import { selectBoxes } from '../labels/select-boxes.ts'
import { sentKeyword } from '../receipts/disposition.ts'
import type { Receipt } from '../receipts/types.ts'
import { receiptDraft } from '../receipts/write.ts'
import { hashMessageId } from '../threading/thread-input.ts'
import { maxMessageSize } from './create-submission.ts'
import type { Envelope, NewReceipt, ReceiptRefusal, ReceiptSent } from './types.ts'
import { enqueueSend } from './send-job.ts'
import type { SubmissionParts } from './submission-parts.ts'
import { readReceiptRequest } from './receipt-rules.ts'

/** More than anybody reads mail for, and few enough that a client gone astray does not ruin the account's name. */
const maxInAnHour = 100
const hourMs = 3_600_000

/** A refusal before anything is written. */
type Refused = { ok: false } & ReceiptRefusal

/** See `Submissions.sendReceipt`. */
export async function sendReceipt(
  parts: SubmissionParts,
  userId: UserId,
  accountId: AccountId,
  newReceipt: NewReceipt,
): Promise<ReceiptSent> {
  const receipt = await readReceiptRequest(parts, { userId, accountId }, newReceipt)
  if ('why' in receipt) return { ok: false, ...receipt }
  const { email: from } = receipt.from
  const raw = parts.mail.compose(receiptDraft(receipt), from.slice(from.lastIndexOf('@') + 1))
  if (raw.length > maxMessageSize) return { ok: false, why: 'too-large', max: maxMessageSize }
  const [digest] = await parts.blobs.putAll([raw])
  if (!digest) throw new Error('the bytes of a receipt were not kept')
  const outgoing = { ...newReceipt, receipt, digest, header: parseMessage(raw).messageId ?? '' }
  const cause = { actor: { kind: 'user' as const, userId }, verb: 'send-receipt' }
  const { result } = await parts.changes.write(accountId, cause, (change) => write(parts, change, outgoing))
  return result
}

interface OutgoingReceipt extends NewReceipt {
  receipt: Receipt
  digest: Buffer
  header: string
}

/** In one transaction, so that no message is marked without its receipt on the way, and none has two. */
async function write(
  parts: SubmissionParts,
  change: Change,
  outgoing: OutgoingReceipt,
): Promise<ReceiptSent | Refused> {
  const { messageId, identityId, receipt, digest, header } = outgoing
  const boxes = await selectBoxes(change.tx, change.accountId)
  const message = (await selectHeldFields(change.tx, change.accountId, [messageId])).get(messageId)
  if (!message || message.mailboxIds.length === 0) return { ok: false, why: 'not-found' }
  if (message.keywords.includes(sentKeyword)) return { ok: false, why: 'already-sent' }
  const marked = patchMessage(message, { keywords: new Map([[sentKeyword, true]]) }, boxes)
  if (typeof marked === 'string') return { ok: false, why: 'too-many-keywords' }
  if ((await sentSince(change, new Date(change.at.getTime() - hourMs))) >= maxInAnHour)
    return { ok: false, why: 'too-often', max: maxInAnHour }
  const envelope = toEnvelope(receipt)
  const inserted = await change.tx.query(
    ...insertRow(
      'submission',
      {
        account_id: change.accountId,
        identity_id: identityId,
        email_id: messageId,
        message_id: messageId,
        thread_id: message.threadId,
        blob_digest: digest,
        subject: cleanText(receipt.subject, 200),
        message_id_header: header,
        message_id_ref: hashMessageId(header),
        added_fields: '[]',
        envelope: JSON.stringify(envelope),
        recipients: JSON.stringify(fresh(envelope)),
        send_at: change.at,
        due_at: change.at,
        undo_status: 'final',
        state: 'queued',
        created_at: change.at,
        created_state: change.state,
        is_receipt: true,
      },
      'on conflict (message_id) where is_receipt do nothing returning id',
    ),
  )
  if (inserted.length === 0) return { ok: false, why: 'already-sent' }
  await parts.outbox.enqueue(change, intents(await apply(change, boxes, [marked])))
  await enqueueSend(parts.jobs, change.tx, change.accountId, change.at)
  return { ok: true, receipt }
}

async function sentSince(change: Change, time: Date): Promise<number> {
  const [row] = await change.tx.query<{ count: number }>(
    'select count(*)::int as count from submission where account_id = $1 and is_receipt and created_at > $2',
    [change.accountId, time],
  )
  return row?.count ?? 0
}

/** RFC 8098 §3: the empty sender, so that nothing ever answers a receipt. */
const toEnvelope = ({ to }: Receipt): Envelope => ({
  mailFrom: { email: '', parameters: null },
  rcptTo: to.map(({ email }) => ({ email, parameters: null })),
})

const fresh = ({ rcptTo }: Envelope) =>
  rcptTo.map(({ email }) => ({ email, reply: '', delivered: 'queued', displayed: 'unknown' }))

/** See `Submissions.messageNamed`. */
export async function messageNamed(
  sql: Sql,
  accountId: AccountId,
  messageId: string,
): Promise<MessageId | null> {
  const messages = await sql.query<{ id: MessageId }>(
    `select id from message where account_id = $1 and message_id_ref = $2 and removed_at is null limit 2`,
    [accountId, hashMessageId(messageId)],
  )
  return messages.length === 1 ? (messages[0]?.id ?? null) : null
}
