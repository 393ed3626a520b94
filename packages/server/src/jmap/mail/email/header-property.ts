import { allHeadersAs, headerAs, type HeaderForm, isFormAllowed, type MimePart } from '@plmail/mail-format'

/** A property `header:Name[:asForm][:all]` (RFC 8621 §4.1.2). */
export interface HeaderProperty {
  /** As the client spelt it, which is how the answer names it. */
  key: string
  name: string
  form: HeaderForm
  /** True: a list with every field of that name; false: the last one. */
  isAll: boolean
}

// RFC 5322 §2.2: printable ASCII without the colon; a line holds 998 octets.
const shape = /^header:([!-9;-~]{1,900})(?::(as[A-Za-z]+))?(:all)?$/

const forms: Readonly<Record<string, HeaderForm>> = {
  asRaw: 'asRaw',
  asText: 'asText',
  asAddresses: 'asAddresses',
  asGroupedAddresses: 'asGroupedAddresses',
  asMessageIds: 'asMessageIds',
  asDate: 'asDate',
  asURLs: 'asURLs',
}

/** The property, or undefined when it is none or asks for a form its field may not be read in. */
export function headerProperty(key: string): HeaderProperty | undefined {
  const match = shape.exec(key)
  const name = match?.[1]
  const form = match?.[2] === undefined ? 'asRaw' : formNamed(match[2])
  if (name === undefined || form === undefined || !isFormAllowed(name, form)) return undefined
  return { key, name, form, isAll: match?.[3] !== undefined }
}

const formNamed = (name: string): HeaderForm | undefined =>
  Object.hasOwn(forms, name) ? forms[name] : undefined

/** Returns a property for a part's header field, under the property's own name. */
export function headerEntry(raw: Buffer, part: MimePart, property: HeaderProperty): [string, unknown] {
  const { key, name, form, isAll } = property
  return [key, isAll ? allHeadersAs(raw, part, name, form) : headerAs(raw, part, name, form)]
}
