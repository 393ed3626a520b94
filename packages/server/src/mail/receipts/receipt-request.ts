import { allHeadersAs, headerAs, leafParts, type MimeTree } from '@plmail/mail-format'
import { isAddress } from '../address-shape.ts'
import type { Receipt } from './types.ts'
import { notificationType } from './read.ts'

/** Nobody needs more, and one message must not be able to make us write to a crowd. */
export const maxRecipients = 10

/** A message's request for a receipt (RFC 8098 §2.1). */
export interface ReceiptAsked {
  /** Who wants to hear, each once. */
  to: Receipt['to']
  /** False where a reader should not even be asked: receipts, mailing lists, crowds, options that nobody knows here. */
  mayAnswer: boolean
}

/** Null where none is asked for, or nobody can be told: the field stands there once and names somebody. */
export function receiptAsked(raw: Buffer, tree: MimeTree): ReceiptAsked | null {
  const { root } = tree
  const fields = allHeadersAs(raw, root, 'disposition-notification-to', 'asAddresses')
  const [addresses = []] = fields.length === 1 ? fields : []
  const seenAddresses = new Set<string>()
  const to = addresses.filter(({ email }) => {
    const key = email.toLowerCase()
    return isAddress(email) && !seenAddresses.has(key) && seenAddresses.add(key)
  })
  if (to.length === 0) return null
  const mayAnswer =
    to.length <= maxRecipients &&
    !isReceipt(tree) &&
    !requiresOptions(raw, tree) &&
    !listFields.some((name) => headerAs(raw, root, name, 'asRaw') !== null)
  return { to, mayAnswer }
}

/** Header fields of mailing lists and bulk senders (RFC 2369, RFC 2919, RFC 8058). */
const listFields = ['list-id', 'list-post', 'list-unsubscribe', 'list-help']

/** A receipt is never answered by a receipt (RFC 8098 §2.1). */
export const isReceipt = (tree: MimeTree): boolean =>
  leafParts(tree).some(({ type }) => type === notificationType)

/** RFC 8098 §2.2: no receipt without what the sender requires, and nothing of it is known here. */
export const requiresOptions = (raw: Buffer, { root }: MimeTree): boolean =>
  /=\s*required\b/i.test(headerAs(raw, root, 'disposition-notification-options', 'asText') ?? '')
