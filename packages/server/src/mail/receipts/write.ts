import { type Draft, type DraftField, type DraftPart, fieldText, plainPart } from '@plmail/mail-format'
import type { Notification, Receipt } from './types.ts'
import { notificationType } from './read.ts'

/** A receipt as a message to be composed: a text for people, the notification, and the message on request. */
export function receiptDraft(receipt: Receipt): Draft {
  const { from, to, subject, textBody, originalMessageId, disposition, original } = receipt
  const parts = [
    plainPart('text/plain', { kind: 'text', text: textBody }),
    plainPart(notificationType, { kind: 'bytes', bytes: notificationBytes(receipt) }),
    ...(original ? [plainPart('message/rfc822', { kind: 'bytes', bytes: original })] : []),
  ]
  return {
    fields: [
      { name: 'From', form: 'asAddresses', value: [from] },
      { name: 'To', form: 'asAddresses', value: to },
      { name: 'Subject', form: 'asText', value: subject },
      ...toReferenceFields(originalMessageId),
      ...(disposition.sendingMode === 'mdn-sent-automatically' ? [autoReplied] : []),
    ],
    body: reportPart(parts),
  }
}

/** RFC 3834 §5. */
const autoReplied: DraftField = { name: 'Auto-Submitted', form: 'asRaw', value: 'auto-replied' }

const reportPart = (parts: readonly DraftPart[]): DraftPart => ({
  ...plainPart('multipart/report', { kind: 'parts', parts }),
  parameters: [['report-type', 'disposition-notification']],
})

/** So that the receipt lies with what it is about; an id that cannot be written as one is left out. */
function toReferenceFields(originalMessageId: string | null): DraftField[] {
  const id = /^<([^<>\s]+)>$/.exec(originalMessageId ?? '')?.[1]
  if (id === undefined) return []
  const fields = ['In-Reply-To', 'References'].map((name): DraftField => ({
    name,
    form: 'asMessageIds',
    value: [id],
  }))
  return fields.filter((field) => fieldText(field) !== undefined)
}

/** The body of the notification part (RFC 8098 §3.1). */
function notificationBytes(receipt: Notification): Buffer {
  const { disposition, reportingUA, originalRecipient, finalRecipient, originalMessageId } = receipt
  const { actionMode, sendingMode, type } = disposition
  const lines = [
    formatLine('Reporting-UA', reportingUA),
    formatLine('Original-Recipient', originalRecipient),
    formatLine('Final-Recipient', finalRecipient),
    formatLine('Original-Message-ID', originalMessageId),
    formatLine('Disposition', `${actionMode}/${sendingMode.replace('mdn', 'MDN')}; ${type}`),
    ...Object.entries(receipt.extensionFields ?? {}).map(([name, value]) => formatLine(name, value)),
  ]
  return Buffer.from(lines.flatMap((line) => (line === undefined ? [] : [`${line}\r\n`])).join(''))
}

/** Encodes a field value outside ASCII (RFC 8098 §3.1 follows RFC 822); a value that no field can hold is left out. */
function formatLine(name: string, value: string | null): string | undefined {
  return value === null ? undefined : fieldText({ name, form: 'asText', value })
}
