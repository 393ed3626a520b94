import type { EmailAddress } from '@plmail/wire'
import type { IdentityFields } from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { invalidProperties, type SetError } from '../../engine/set.ts'

/** Signatures hold pictures as text at times; beyond this they are no signatures. */
const maxSignatureLength = 256 * 1024
const maxNameLength = 1000
const maxAddresses = 100
const maxAddressLength = 320

// Control characters would break the header that the text is put into.
// oxlint-disable-next-line no-control-regex -- they are what is refused
const oneLine = /^[^\u0000-\u001f\u007f\p{Surrogate}]*$/u

const isOneLine = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength && oneLine.test(value)

/** Reads the identity fields that a client set (RFC 8621 §6); null means the default of a property. */
export function identityFields(json: JsonObject): Partial<IdentityFields> | SetError {
  const fields: { -readonly [K in keyof IdentityFields]?: IdentityFields[K] } = {}
  const bad: string[] = []
  for (const [property, value] of Object.entries(json)) {
    if (property === 'name' && isOneLine(value ?? '', maxNameLength)) fields.name = (value ?? '') as string
    else if ((property === 'textSignature' || property === 'htmlSignature') && isSignature(value ?? ''))
      fields[property] = (value ?? '') as string
    else if ((property === 'replyTo' || property === 'bcc') && isAddresses(value))
      fields[property] =
        value === null ? null : value.map(({ name, email }) => ({ name: name ?? null, email }))
    else bad.push(property)
  }
  return bad.length > 0 ? invalidProperties(bad) : fields
}

const isSignature = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= maxSignatureLength && !value.includes('\u0000')

function isAddresses(value: unknown): value is EmailAddress[] | null {
  if (value === null) return true
  return Array.isArray(value) && value.length <= maxAddresses && value.every(isAddress)
}

function isAddress(value: unknown): value is EmailAddress {
  if (!isObject(value)) return false
  const { name = null, email, ...rest } = value
  if (Object.keys(rest).length > 0) return false
  return (
    (name === null || isOneLine(name, maxNameLength)) && isOneLine(email, maxAddressLength) && email !== ''
  )
}
