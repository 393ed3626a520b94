import type { EmailAddress } from '@plmail/wire'
import { type BodyLists, bodyLists, hasAttachment } from './body-lists.ts'
import { parseDate } from './date.ts'
import { type HeaderForm, type HeaderForms, lastRow, readRow } from './header-forms.ts'
import { type HeaderRow, headerRows, scanHeader } from './header-rows.ts'
import { unfolded } from './header-text.ts'
import { parseMime } from './parse.ts'
import { buildPreview } from './preview.ts'
import { toStructure } from './structure.ts'

/** The list properties of RFC 8621 §4.1.2–4.1.4 that never change, in their wire form. */
export interface MessageSummary {
  from: EmailAddress[] | null
  to: EmailAddress[] | null
  cc: EmailAddress[] | null
  bcc: EmailAddress[] | null
  replyTo: EmailAddress[] | null
  sender: EmailAddress[] | null
  subject: string | null
  /** RFC 3339 with the sender's offset. */
  sentAt: string | null
  messageId: string[] | null
  inReplyTo: string[] | null
  references: string[] | null
  hasAttachment: boolean
  /** Parts in the attachments list, pictures of the text included. */
  attachmentCount: number
  preview: string
}

/** Everything that is read of a message once and stored with it. */
export interface ParsedMessage {
  /** Without angle brackets; null when absent or unusable. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  subject: string
  /** The Date header; null when absent or not a date. */
  sentAt: Date | null
  fromAddresses: string[]
  hasAttachment: boolean
  /** The immutable list properties of RFC 8621 §4.1, as they go on the wire; see `MessageSummary`. */
  summary: Readonly<Record<string, unknown>>
  /** MIME tree with byte offsets; see `structureOf`. */
  structure: unknown
  /** A sentence for the reader when the bytes could not be understood; null otherwise. */
  unreadable: string | null
}

/** A conversation's last ancestors are enough to find it; a hostile header names tens of thousands. */
const maxReferences = 200

/** Everything ingest keeps of a message. Never throws: broken mail yields what can be read of it. */
export function parseMessage(raw: Buffer): ParsedMessage {
  const tree = parseMime(raw)
  const rows = headerRows(raw, tree.root)
  const lists = bodyLists(tree)
  const summary = buildSummary(raw, rows, lists)
  const date = lastRow(rows, 'date')
  return {
    messageId: summary.messageId?.[0] ?? null,
    inReplyTo: summary.inReplyTo ?? [],
    references: summary.references ?? [],
    subject: summary.subject ?? '',
    sentAt: (date && parseDate(unfolded(raw, date))?.at) ?? null,
    fromAddresses: getEmails(summary.from),
    hasAttachment: summary.hasAttachment,
    summary: { ...summary },
    structure: toStructure(tree),
    unreadable: unreadable(raw, rows),
  }
}

/** Whether the bytes begin with a header field, without which they are no message to anybody. */
export function parsesAsMessage(raw: Buffer): boolean {
  return scanHeader(raw, 0, raw.length).rows.length > 0
}

function buildSummary(raw: Buffer, rows: readonly HeaderRow[], lists: BodyLists): MessageSummary {
  const read = <Form extends HeaderForm>(name: string, form: Form): HeaderForms[Form] | null => {
    const row = lastRow(rows, name)
    return row ? readRow(raw, row, form) : null
  }
  return {
    from: read('from', 'asAddresses'),
    to: read('to', 'asAddresses'),
    cc: read('cc', 'asAddresses'),
    bcc: read('bcc', 'asAddresses'),
    replyTo: read('reply-to', 'asAddresses'),
    sender: read('sender', 'asAddresses'),
    subject: read('subject', 'asText'),
    sentAt: read('date', 'asDate'),
    messageId: read('message-id', 'asMessageIds'),
    inReplyTo: nearest(read('in-reply-to', 'asMessageIds')),
    references: nearest(read('references', 'asMessageIds')),
    hasAttachment: hasAttachment(lists),
    attachmentCount: lists.attachments.length,
    preview: buildPreview(raw, lists),
  }
}

/** RFC 5322 §3.6.4: the parent comes last, the start of the conversation first. */
function nearest(ids: string[] | null): string[] | null {
  if (!ids || ids.length <= maxReferences) return ids
  return [...ids.slice(0, 1), ...ids.slice(1 - maxReferences)]
}

/** Lower case, for telling whether two messages share a correspondent. */
function getEmails(addresses: readonly EmailAddress[] | null): string[] {
  return (addresses ?? []).map(({ email }) => email.toLowerCase()).filter((email) => email !== '')
}

function unreadable(raw: Buffer, rows: readonly HeaderRow[]): string | null {
  if (raw.length === 0) return 'This message is empty: the server sent no bytes for it.'
  if (rows.length > 0) return null
  const isBlank = raw.every((byte) => byte <= 32)
  return isBlank ? 'This message holds nothing but blank bytes.' : null
}
