import type { EmailAddress } from '@plmail/wire'
import addressparser from 'nodemailer/lib/addressparser'
import { singleLine } from './clean-text.ts'
import { readable } from './header-text.ts'

/** RFC 8621 §4.1.2.4; `name` is null for addresses outside any group. */
export interface EmailAddressGroup {
  name: string | null
  addresses: EmailAddress[]
}

type Mailbox = Exclude<ReturnType<typeof addressparser>[number], { group: unknown[] }>

/**
 * Addresses of an unfolded value, group by group. Encoded words are decoded only after the list is taken apart:
 * an encoded "@" or ">" must never make an address.
 */
export function groupedAddresses(value: string): EmailAddressGroup[] {
  const groups: EmailAddressGroup[] = []
  let ungrouped: EmailAddressGroup | undefined
  for (const entry of addressparser(value)) {
    if (entry.group) {
      ungrouped = undefined
      groups.push({ name: readable(entry.name), addresses: entry.group.flatMap(getMembers) })
      continue
    }
    const address = toAddress(entry)
    if (!address) continue
    if (!ungrouped) groups.push((ungrouped = { name: null, addresses: [] }))
    ungrouped.addresses.push(address)
  }
  return groups
}

/** The same without the groups. */
export function addresses(value: string): EmailAddress[] {
  return groupedAddresses(value).flatMap((group) => group.addresses)
}

function getMembers(entry: ReturnType<typeof addressparser>[number]): EmailAddress[] {
  if (entry.group) return entry.group.flatMap(getMembers)
  const address = toAddress(entry)
  return address ? [address] : []
}

function toAddress({ name, address }: Mailbox): EmailAddress | undefined {
  const email = singleLine(address).trim()
  const label = readable(name) || null
  if (email !== '') return { name: label, email }
  // Local mail: "From: root". More than one word is a name without an address.
  if (label !== null && label === name && /^[\w.+-]+$/.test(label)) return { name: null, email: label }
  return label === null ? undefined : { name: label, email: '' }
}
