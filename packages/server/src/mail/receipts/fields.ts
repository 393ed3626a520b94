export type ReceiptField = readonly [name: string, value: string]

/** The fields of a report in groups between blank lines (RFC 3464 §2.1), names as spelt, folded lines joined. */
export function fieldGroups(bytes: Buffer): ReceiptField[][] {
  const text = bytes.toString('utf8').replace(/\r?\n[ \t]+/g, ' ')
  return text
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((group) => group.split(/\r?\n/).flatMap(parseFields))
    .filter((fields) => fields.length > 0)
}

function parseFields(line: string): ReceiptField[] {
  const colon = line.indexOf(':')
  return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]]
}

/** `rfc822; ann@example.org` without its type (RFC 3464 §2.1.2). */
export const withoutType = (value: string): string => value.slice(value.indexOf(';') + 1).trim()

/** Whether the field of a notification has a meaning of its own (RFC 8098 §3.2). */
export const isKnownField = (name: string): boolean => knownFields.has(name.toLowerCase())

const knownFields: ReadonlySet<string> = new Set([
  'reporting-ua',
  'mdn-gateway',
  'original-recipient',
  'final-recipient',
  'original-message-id',
  'disposition',
  'error',
  'failure',
  'warning',
])

/** A name for a field that the standard does not know (RFC 8098 §3.3). */
export const isExtensionField = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9-]{0,60}$/.test(name) && !isKnownField(name)
