import type { EmailAddress } from '@plmail/wire'
import { parseDate } from './date.ts'
import { type HeaderForm, type HeaderForms, lastRow, readRow } from './header-forms.ts'
import { headerRows } from './header-rows.ts'
import { unfolded } from './header-text.ts'
import { parseMime } from './parse.ts'
import { readShownText } from './take-apart.ts'
import { type MimePart, isMultipart } from './tree.ts'

/** A message in the terms of services that take it field by field. */
export interface Described {
  from: EmailAddress[]
  sender: EmailAddress[]
  replyTo: EmailAddress[]
  to: EmailAddress[]
  cc: EmailAddress[]
  bcc: EmailAddress[]
  subject: string
  sentAt: Date | null
  /** Without angle brackets, as are the next two. */
  messageId: string | null
  inReplyTo: string[]
  references: string[]
  text: { type: 'html' | 'text'; content: string }
  /** Signed or encrypted: as single fields it would not be what it was. */
  isSealed: boolean
}

/** Reads what can be told of a message in single fields. Never throws. */
export function describe(raw: Buffer): Described {
  const { root } = parseMime(raw)
  const rows = headerRows(raw, root)
  const read = <Form extends HeaderForm>(name: string, form: Form): HeaderForms[Form] | null => {
    const row = lastRow(rows, name)
    return row ? readRow(raw, row, form) : null
  }
  const people = (name: string) => read(name, 'asAddresses') ?? []
  const date = lastRow(rows, 'date')
  return {
    from: people('from'),
    sender: people('sender'),
    replyTo: people('reply-to'),
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    subject: read('subject', 'asText') ?? '',
    sentAt: (date && parseDate(unfolded(raw, date))?.at) ?? null,
    messageId: read('message-id', 'asMessageIds')?.[0] ?? null,
    inReplyTo: read('in-reply-to', 'asMessageIds') ?? [],
    references: read('references', 'asMessageIds') ?? [],
    text: readShownText(raw),
    isSealed: isSealed(root),
  }
}

/** RFC 1847, RFC 8551 §3.4. */
const sealed = /^(multipart\/(signed|encrypted)|application\/(x-)?pkcs7-mime)$/

function isSealed(part: MimePart): boolean {
  return sealed.test(part.type) || (isMultipart(part) && part.subParts.some(isSealed))
}
