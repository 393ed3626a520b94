import { parseMessage } from '@plmail/mail-format'
import type { AccountId, MessageId, UserId } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'
import type { Sql } from '../../store/index.ts'
import { apply, intents } from '../actions/apply.ts'
import { selectHeldFields } from '../actions/held-fields.ts'
import { patched } from '../actions/patch.ts'
import { cleanText } from '../clean.ts'
import { boxesOf } from '../labels/boxes.ts'
import { sentKeyword } from '../receipts/disposition.ts'
import type { Receipt } from '../receipts/door.ts'
import { receiptDraft } from '../receipts/write.ts'
import { refOf } from '../threading/incoming.ts'
import { largestMessage } from './create.ts'
import type { Envelope, NewReceipt, ReceiptRefusal, ReceiptSent } from './door.ts'
import { askToSend } from './kind.ts'
import type { SubmissionParts } from './parts.ts'
import { wantedReceipt } from './receipt-rules.ts'

/** More than anybody reads mail for, and few enough that a client gone astray does not ruin the account's name. */
const mostInAnHour = 100
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
  const receipt = await wantedReceipt(parts, accountId, newReceipt)
  if ('why' in receipt) return { ok: false, ...receipt }
  const { email: from } = receipt.from
  const raw = parts.mail.compose(receiptDraft(receipt), from.slice(from.lastIndexOf('@') + 1))
  if (raw.length > largestMessage) return { ok: false, why: 'too-large', most: largestMessage }
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
  const boxes = await boxesOf(change.tx, change.accountId)
  const message = (await selectHeldFields(change.tx, change.accountId, [messageId])).get(messageId)
  if (!message || message.mailboxIds.length === 0) return { ok: false, why: 'not-found' }
  if (message.keywords.includes(sentKeyword)) return { ok: false, why: 'already-sent' }
  const marked = patched(message, { keywords: new Map([[sentKeyword, true]]) }, boxes)
  if (typeof marked === 'string') return { ok: false, why: 'too-many-keywords' }
  if ((await sentSince(change, new Date(change.at.getTime() - hourMs))) >= mostInAnHour)
    return { ok: false, why: 'too-often', most: mostInAnHour }
  const envelope = envelopeOf(receipt)
  const inserted = await change.tx.query(insertText, [
    change.accountId,
    identityId,
    messageId,
    message.threadId,
    digest,
    cleanText(receipt.subject, 200),
    header,
    refOf(header),
    JSON.stringify(envelope),
    JSON.stringify(fresh(envelope)),
    change.at,
    change.state,
  ])
  if (inserted.length === 0) return { ok: false, why: 'already-sent' }
  await parts.outbox.enqueue(change, intents(await apply(change, boxes, [marked])))
  await askToSend(parts.jobs, change.tx, change.accountId, change.at)
  return { ok: true, receipt }
}

async function sentSince(change: Change, time: Date): Promise<number> {
  const [row] = await change.tx.query<{ count: number }>(
    'select count(*)::int as count from submission where account_id = $1 and is_receipt and created_at > $2',
    [change.accountId, time],
  )
  return row?.count ?? 0
}

const insertText = `
  insert into submission (account_id, identity_id, email_id, message_id, thread_id, blob_digest, subject,
    message_id_header, message_id_ref, envelope, recipients, send_at, due_at, undo_status, state, created_at,
    created_state, added_fields, is_receipt)
  values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 'final', 'queued', $11, $12, '[]', true)
  on conflict (message_id) where is_receipt do nothing returning id`

/** RFC 8098 §3: the empty sender, so that nothing ever answers a receipt. */
const envelopeOf = ({ to }: Receipt): Envelope => ({
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
    [accountId, refOf(messageId)],
  )
  return messages.length === 1 ? (messages[0]?.id ?? null) : null
}
