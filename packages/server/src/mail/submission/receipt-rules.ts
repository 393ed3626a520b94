import { headerAs, type MessageSummary, type MimeTree, parseMime } from '@plmail/mail-format'
import type { AccountId, UserId } from '@plmail/wire'
import { isReceipt, maxRecipients, receiptAsked, requiresOptions } from '../receipts/receipt-request.ts'
import { type Disposition, sentKeyword } from '../receipts/disposition.ts'
import { receiptText } from '../receipts/receipt-text.ts'
import type { Receipt } from '../receipts/types.ts'
import { withoutType } from '../receipts/fields.ts'
import type { NewReceipt, ReceiptRefusal } from './types.ts'
import type { SubmissionParts } from './submission-parts.ts'

/** The receipt as it is to go out, or why RFC 8098 or RFC 9007 will not have it. */
export async function readReceiptRequest(
  parts: SubmissionParts,
  { userId, accountId }: { userId: UserId; accountId: AccountId },
  newReceipt: NewReceipt,
): Promise<Receipt | ReceiptRefusal> {
  const [email] = await parts.mail.read.emails(accountId, [newReceipt.messageId], false)
  const raw = email && (await parts.mail.read.readBytes(email))
  if (!email || !raw) return { why: 'not-found' }
  if (email.keywords.includes(sentKeyword)) return { why: 'already-sent' }
  const tree = parseMime(raw)
  const { to } = receiptAsked(raw, tree) ?? { to: [] }
  if (to.length === 0) return { why: 'not-found' }
  if (isReceipt(tree)) return forbidden('A receipt is never answered by a receipt (RFC 8098 §2.1)')
  const against = objection(raw, tree, to, newReceipt.disposition)
  if (against !== undefined) return forbidden(against)

  const identity = (await parts.identities.list(accountId)).find(({ id }) => id === newReceipt.identityId)
  const own = (await parts.getHolder(accountId))?.address.toLowerCase()
  if (!identity) return { why: 'forbidden-from' }
  const finalRecipient = newReceipt.finalRecipient ?? `rfc822; ${identity.email}`
  if (withoutType(finalRecipient).toLowerCase() !== own) return { why: 'forbidden-from' }
  const { subject } = JSON.parse(email.summary) as MessageSummary // written by mail-format
  const facts = { disposition: newReceipt.disposition, subject, address: identity.email }
  const usual = receiptText(facts, await parts.getLanguage(userId))
  return {
    from: { name: identity.name === '' ? null : identity.name, email: identity.email },
    to,
    subject: newReceipt.subject ?? usual.subject,
    textBody: newReceipt.textBody ?? usual.textBody,
    original: newReceipt.includeOriginalMessage ? raw : null,
    disposition: newReceipt.disposition,
    reportingUA: newReceipt.reportingUA,
    mdnGateway: null,
    originalRecipient: headerAs(raw, tree.root, 'original-recipient', 'asText'),
    finalRecipient,
    originalMessageId: headerAs(raw, tree.root, 'message-id', 'asText'),
    error: null,
    extensionFields: newReceipt.extensionFields,
  }
}

const forbidden = (description: string): ReceiptRefusal => ({ why: 'forbidden', description })

/** Returns the objection of RFC 8098 §2.1 and §2.2 to this receipt. */
function objection(
  raw: Buffer,
  tree: MimeTree,
  to: Receipt['to'],
  { sendingMode }: Disposition,
): string | undefined {
  if (to.length > maxRecipients) return `At most ${maxRecipients} people are sent a receipt`
  if (requiresOptions(raw, tree)) return 'The sender requires options that are not known here'
  if (sendingMode === 'mdn-sent-manually') return undefined
  const returnPath = headerAs(raw, tree.root, 'return-path', 'asAddresses')?.[0]?.email.toLowerCase()
  const isSender = to.length === 1 && to[0]?.email.toLowerCase() === returnPath
  return isSender ? undefined : 'Who asks for it is not who sent the message, so a person has to agree'
}
