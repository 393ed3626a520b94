import type { EmailAddress } from '@plmail/wire'
import { addresses, type EmailAddressGroup, groupedAddresses } from './addresses.ts'
import { parseDate } from './date.ts'
import { type HeaderRow, headerRows } from './header-rows.ts'
import { rawValue, textValue, unfolded } from './header-text.ts'
import { messageIds } from './message-ids.ts'
import type { MimePart } from './tree.ts'
import { urls } from './urls.ts'

/** The parsed forms of RFC 8621 §4.1.2 and what each answers; null where the value cannot be read so. */
export interface HeaderForms {
  asRaw: string
  asText: string
  asAddresses: EmailAddress[]
  asGroupedAddresses: EmailAddressGroup[]
  asMessageIds: string[] | null
  /** RFC 3339 with the sender's offset. */
  asDate: string | null
  asURLs: string[] | null
}

export type HeaderForm = keyof HeaderForms

/** One header field in its raw form. */
export interface EmailHeader {
  name: string
  value: string
}

type Readers = { [Form in HeaderForm]: (raw: Buffer, row: HeaderRow) => HeaderForms[Form] }

const readers: Readers = {
  asRaw: rawValue,
  asText: textValue,
  asAddresses: (raw, row) => addresses(unfolded(raw, row)),
  asGroupedAddresses: (raw, row) => groupedAddresses(unfolded(raw, row)),
  asMessageIds: (raw, row) => messageIds(unfolded(raw, row)),
  asDate: (raw, row) => parseDate(unfolded(raw, row))?.text ?? null,
  asURLs: (raw, row) => urls(unfolded(raw, row)),
}

/** The last field of that name (any case) of a part, in the wanted form; null when there is none. */
export function headerAs<Form extends HeaderForm>(
  raw: Buffer,
  part: MimePart,
  name: string,
  form: Form,
): HeaderForms[Form] | null {
  const row = lastRow(headerRows(raw, part), name)
  return row ? readRow(raw, row, form) : null
}

/** All fields of that name in the order of the message, for `:all`. */
export function allHeadersAs<Form extends HeaderForm>(
  raw: Buffer,
  part: MimePart,
  name: string,
  form: Form,
): Array<HeaderForms[Form]> {
  const lowerName = name.toLowerCase()
  const rows = headerRows(raw, part).filter((row) => row.name.toLowerCase() === lowerName)
  return rows.map((row) => readRow(raw, row, form))
}

/** Every field of a part, names as spelled, in order. */
export function allHeaders(raw: Buffer, part: MimePart): EmailHeader[] {
  return headerRows(raw, part).map((row) => ({ name: row.name, value: rawValue(raw, row) }))
}

export function readRow<Form extends HeaderForm>(raw: Buffer, row: HeaderRow, form: Form): HeaderForms[Form] {
  return readers[form](raw, row)
}

export function lastRow(rows: readonly HeaderRow[], name: string): HeaderRow | undefined {
  const lowerName = name.toLowerCase()
  return rows.findLast((row) => row.name.length === lowerName.length && row.name.toLowerCase() === lowerName)
}

const addressFields = `from sender reply-to to cc bcc resent-from resent-sender resent-reply-to resent-to resent-cc
  resent-bcc`
const textFields = 'subject comments keywords list-id'
const idFields = 'message-id in-reply-to references resent-message-id'
const urlFields = 'list-help list-unsubscribe list-subscribe list-post list-owner list-archive'
const otherFields = `return-path received content-type content-disposition content-transfer-encoding content-id
  content-language content-location content-description mime-version`

/** Fields of RFC 5322, 2369 and 2045 → the one form beside raw they may be asked in. */
const formOf = new Map<string, HeaderForm | 'none'>([
  ...names(addressFields, 'asAddresses'),
  ...names(textFields, 'asText'),
  ...names(idFields, 'asMessageIds'),
  ...names('date resent-date', 'asDate'),
  ...names(urlFields, 'asURLs'),
  ...names(otherFields, 'none'),
])

/** RFC 8621 §4.1.2: a field that RFC 5322 or 2369 defines has its own forms; any other may be read in every form. */
export function isFormAllowed(name: string, form: HeaderForm): boolean {
  const own = formOf.get(name.toLowerCase())
  if (form === 'asRaw' || own === undefined) return true
  return own === form || (own === 'asAddresses' && form === 'asGroupedAddresses')
}

function names(fields: string, form: HeaderForm | 'none'): Array<[string, HeaderForm | 'none']> {
  return fields.split(/\s+/).map((name) => [name, form])
}
