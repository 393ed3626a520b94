import { fieldText } from '@plmail/mail-format'
import { emailWireId, type IdentityId } from '@plmail/wire'
import {
  parseDisposition,
  isExtensionField,
  type NewReceipt,
  type ReadReceipt,
  type Receipt,
  type ReceiptRefusal,
} from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, resolveCreationId, type SetError } from '../../engine/set.ts'

/** Properties of a sent receipt that only the server can set (RFC 9007 §2). */
const serverSet = ['mdnGateway', 'originalRecipient', 'originalMessageId', 'error']
const maxTextLength = 64 * 1024

/** An MDN object that a client wants to be sent (RFC 9007 §2), or the properties it got wrong. */
export function newReceipt(
  json: JsonObject,
  identityId: IdentityId,
  createdIds: ReadonlyMap<string, string>,
): NewReceipt | SetError {
  const { forEmailId, disposition, includeOriginalMessage = false, extensionFields = null, ...rest } = json
  const messageId = emailWireId.decode(resolveCreationId(forEmailId, createdIds))
  const parsed = isObject(disposition) ? readDisposition(disposition) : undefined
  const extensions = extensionFields === null ? null : readExtensions(extensionFields)
  const bad = Object.entries(rest).filter(([name, value]) => !(value === null || mayBe(name, value)))
  const wrong = [
    ...(typeof forEmailId === 'string' ? [] : ['forEmailId']),
    ...(parsed ? [] : ['disposition']),
    ...(typeof includeOriginalMessage === 'boolean' ? [] : ['includeOriginalMessage']),
    ...(extensions === undefined ? ['extensionFields'] : []),
    ...bad.map(([name]) => name),
    ...Object.keys(rest).filter((name) => !allowed.has(name)),
  ]
  if (wrong.length > 0 || !parsed || extensions === undefined) return invalidProperties([...new Set(wrong)])
  if (messageId === undefined) return { type: 'notFound' }
  const text = (name: string) => (rest[name] ?? null) as string | null
  return {
    identityId,
    messageId,
    disposition: parsed,
    extensionFields: extensions,
    subject: text('subject'),
    textBody: text('textBody'),
    reportingUA: text('reportingUA'),
    includeOriginalMessage: includeOriginalMessage === true,
    finalRecipient: text('finalRecipient'),
  }
}

const allowed = new Set(['subject', 'textBody', 'reportingUA', 'finalRecipient', ...serverSet])

function mayBe(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value.length > maxTextLength) return false
  if (name === 'textBody') return true
  if (name === 'subject') return isLine('Subject', value)
  if (name === 'reportingUA') return value !== '' && isLine('Reporting-UA', value)
  return name === 'finalRecipient' && /^\s*rfc822\s*;\s*\S+@\S+\s*$/i.test(value)
}

/** Returns whether a header field can carry the value unchanged. */
const isLine = (name: string, value: string): boolean =>
  value.length <= 2000 &&
  !/\p{Cc}|\p{Surrogate}/u.test(value) &&
  fieldText({ name, form: 'asText', value }) !== undefined

function readDisposition(json: JsonObject) {
  const { actionMode, sendingMode, type, ...more } = json
  return Object.keys(more).length === 0 ? parseDisposition({ actionMode, sendingMode, type }) : undefined
}

const maxExtensions = 20

function readExtensions(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  const isGood = (entry: [string, unknown]): entry is [string, string] =>
    isExtensionField(entry[0]) && typeof entry[1] === 'string' && isLine(entry[0], entry[1])
  return entries.length <= maxExtensions && entries.every(isGood) ? Object.fromEntries(entries) : undefined
}

/** Returns the properties that the server added to the client's. */
export function addedTo(json: JsonObject, receipt: Receipt): Record<string, unknown> {
  const all = {
    subject: receipt.subject,
    textBody: receipt.textBody,
    includeOriginalMessage: receipt.original !== null,
    ...notificationJson(receipt),
  }
  const isAdded = ([name, value]: [string, unknown]) => value !== null && (json[name] ?? null) === null
  return Object.fromEntries(Object.entries(all).filter(isAdded))
}

/** An MDN as it was found in a message (RFC 9007 §2.2). */
export function receiptJson(receipt: ReadReceipt, forEmailId: string | null): Record<string, unknown> {
  const { subject, textBody, includeOriginalMessage } = receipt
  return { forEmailId, subject, textBody, includeOriginalMessage, ...notificationJson(receipt) }
}

const notificationJson = (receipt: Receipt | ReadReceipt): Record<string, unknown> => ({
  reportingUA: receipt.reportingUA,
  disposition: receipt.disposition,
  mdnGateway: receipt.mdnGateway,
  originalRecipient: receipt.originalRecipient,
  finalRecipient: receipt.finalRecipient,
  originalMessageId: receipt.originalMessageId,
  error: receipt.error,
  extensionFields: receipt.extensionFields,
})

/** The errors of RFC 9007 §2.1. */
export function receiptError(refusal: ReceiptRefusal): SetError & { maxSize?: number } {
  switch (refusal.why) {
    case 'not-found':
      return { type: 'notFound', description: { problem: 'receipts/not-requested' } }
    case 'already-sent':
      return { type: 'mdnAlreadySent' }
    case 'forbidden':
      return { type: 'forbidden', description: refusal.description }
    case 'forbidden-from':
      return { type: 'forbiddenFrom', description: { problem: 'identities/answers-own-address-only' } }
    case 'too-large':
      return { type: 'tooLarge', maxSize: refusal.max }
    case 'too-many-keywords':
      return { type: 'tooManyKeywords' }
    case 'too-often':
      return { type: 'rateLimit', description: { problem: 'receipts/too-many', most: refusal.max } }
  }
}
