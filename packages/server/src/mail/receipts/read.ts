import {
  decodePart,
  decodeText,
  headerAs,
  leafParts,
  type MimePart,
  parseMime,
  readable,
} from '@plmail/mail-format'
import { type Disposition, parseDisposition } from './disposition.ts'
import type { Notification, ReadReceipt } from './types.ts'
import { type ReceiptField, fieldGroups, isKnownField } from './fields.ts'

export const notificationType = 'message/disposition-notification'

/** More than any program writes; what lies beyond is left out. */
const maxFields = 100
const maxValueLength = 2000

/** Reads a message as a receipt (RFC 8098 §3); undefined for whatever is none. */
export function readReceipt(raw: Buffer): ReadReceipt | undefined {
  const tree = parseMime(raw)
  if (tree.root.type !== 'multipart/report') return undefined
  const parts = leafParts(tree)
  const part = parts.find(({ type }) => type === notificationType)
  const notification = part && readNotification(decodePart(raw, part))
  if (!notification) return undefined
  return {
    ...notification,
    subject: headerAs(raw, tree.root, 'subject', 'asText'),
    textBody: humanText(raw, parts.slice(0, parts.indexOf(part))),
    includeOriginalMessage: parts.some(({ type }) => type === 'message/rfc822'),
  }
}

/** For people: what stands in front of the notification. */
function humanText(raw: Buffer, before: readonly MimePart[]): string | null {
  const text = before.find(({ type }) => type === 'text/plain')
  return text ? decodeText(raw, text).value : null
}

/** The fields of the notification part; undefined without a disposition that RFC 9007 has a name for. */
export function readNotification(bytes: Buffer): Notification | undefined {
  const fields = (fieldGroups(bytes)[0] ?? []).slice(0, maxFields).map(cleaned)
  const all = (name: string) => fields.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
  const first = (name: string) => all(name)[0] ?? null
  const disposition = dispositionIn(first('disposition') ?? '')
  if (!disposition) return undefined
  const errors = all('error')
  const extensions = fields.filter(([name]) => name !== '' && !isKnownField(name))
  return {
    disposition,
    reportingUA: first('reporting-ua'),
    mdnGateway: first('mdn-gateway'),
    originalRecipient: first('original-recipient'),
    finalRecipient: first('final-recipient'),
    originalMessageId: first('original-message-id'),
    error: errors.length === 0 ? null : errors,
    extensionFields: extensions.length === 0 ? null : Object.fromEntries(extensions),
  }
}

const cleaned = ([name, value]: ReceiptField): ReceiptField => [
  readable(name),
  readable(value.slice(0, maxValueLength)),
]

/** `manual-action/MDN-sent-manually; displayed/error` (RFC 8098 §3.2.6), in any case. */
function dispositionIn(value: string): Disposition | undefined {
  const [, actionMode, sendingMode, type] =
    /^([\w-]+)\s*\/\s*([\w-]+)\s*;\s*([\w-]+)/.exec(value.toLowerCase()) ?? []
  return parseDisposition({ actionMode, sendingMode, type })
}
