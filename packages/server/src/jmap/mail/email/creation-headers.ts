import type { EmailAddress } from '@plmail/wire'
import {
  type DraftField,
  type EmailAddressGroup,
  fieldText,
  type HeaderForm,
  type HeaderValue,
} from '@plmail/mail-format'
import { isObject } from '../../engine/arguments.ts'
import { headerProperty } from './header-property.ts'

/** The properties of an Email that stand for a header field (RFC 8621 §4.1.3). */
const convenience: Readonly<Record<string, { name: string; form: HeaderForm }>> = {
  messageId: { name: 'Message-ID', form: 'asMessageIds' },
  inReplyTo: { name: 'In-Reply-To', form: 'asMessageIds' },
  references: { name: 'References', form: 'asMessageIds' },
  sender: { name: 'Sender', form: 'asAddresses' },
  from: { name: 'From', form: 'asAddresses' },
  to: { name: 'To', form: 'asAddresses' },
  cc: { name: 'Cc', form: 'asAddresses' },
  bcc: { name: 'Bcc', form: 'asAddresses' },
  replyTo: { name: 'Reply-To', form: 'asAddresses' },
  subject: { name: 'Subject', form: 'asText' },
  sentAt: { name: 'Date', form: 'asDate' },
}

export const isConvenience = (key: string): boolean => Object.hasOwn(convenience, key)

/** Header fields given by property, and under which property each field was given. */
export interface GivenFields {
  fields: DraftField[]
  /** Lower-cased field name → property. */
  properties: Map<string, string>
}

/**
 * Takes one property as header fields, adding what is wrong to `bad` under `path`. Null says there is none. RFC 8621
 * §4.6: a field is given once and in a form it may have.
 */
export function takeHeader(
  givenFields: GivenFields,
  key: string,
  value: unknown,
  path: string,
  bad: string[],
): void {
  const header = isConvenience(key) ? { ...convenience[key], isAll: false } : headerProperty(key)
  const { name, form } = header ?? {}
  if (header === undefined || name === undefined || form === undefined) return void bad.push(path)
  if (value === null) return
  const fields = readFields(name, form, header.isAll, value)
  const isTwice = givenFields.properties.has(name.toLowerCase())
  if (isTwice || fields === undefined) return void bad.push(path)
  givenFields.properties.set(name.toLowerCase(), path)
  givenFields.fields.push(...fields)
}

function readFields(
  name: string,
  form: HeaderForm,
  isAll: boolean,
  value: unknown,
): DraftField[] | undefined {
  if (isAll && !Array.isArray(value)) return undefined
  const values = isAll ? (value as unknown[]) : [value]
  const fields: DraftField[] = []
  for (const item of values) {
    const read = headerValue(form, item)
    if (read === undefined) return undefined
    // an empty list of addresses or ids is no field: RFC 5322 has none without a value
    if (Array.isArray(read.value) && read.value.length === 0) continue
    const field = { name, ...read }
    if (fieldText(field) === undefined) return undefined
    fields.push(field)
  }
  return fields
}

function headerValue(form: HeaderForm, value: unknown): HeaderValue | undefined {
  switch (form) {
    case 'asRaw':
    case 'asText':
    case 'asDate':
      return typeof value === 'string' ? { form, value } : undefined
    case 'asAddresses':
      return isListOf(value, isAddress) ? { form, value: value.map(address) } : undefined
    case 'asGroupedAddresses':
      return isListOf(value, isGroup) ? { form, value: value.map(group) } : undefined
    case 'asMessageIds':
    case 'asURLs':
      return isListOf(value, isString) ? { form, value } : undefined
  }
}

const isString = (value: unknown): value is string => typeof value === 'string'
const isName = (value: unknown): value is string | null | undefined =>
  value === undefined || value === null || isString(value)

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isOne)
}

interface GivenAddress {
  name?: string | null
  email: string
}
interface GivenGroup {
  name?: string | null
  addresses: GivenAddress[]
}

const isAddress = (value: unknown): value is GivenAddress =>
  isObject(value) && isName(value['name']) && isString(value['email'])
const isGroup = (value: unknown): value is GivenGroup =>
  isObject(value) && isName(value['name']) && isListOf(value['addresses'], isAddress)

const address = ({ name, email }: GivenAddress): EmailAddress => ({ name: name ?? null, email })
const group = ({ name, addresses }: GivenGroup): EmailAddressGroup => ({
  name: name ?? null,
  addresses: addresses.map(address),
})
