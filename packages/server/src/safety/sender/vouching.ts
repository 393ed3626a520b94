import { ProviderName } from '@plmail/wire'
import { registrableDomain } from './believed-dkim.ts'

/** A mailbox, as far as it decides whom to believe about what it receives. */
export interface VouchedMailbox {
  address: string
  /** Provider that hosts the mailbox; IMAP by default. */
  provider?: 'imap' | ProviderName
}

/**
 * Hosts whose Authentication-Results headers a mailbox can believe. Gmail removes forgeries of its own name. Of other
 * mailboxes it is believed what a host of their own domain says: whoever runs it runs the mailbox. Microsoft writes
 * headers that name no host, so nobody is believed there.
 */
export function vouchingHosts({ address, provider }: VouchedMailbox): string[] {
  if (provider === ProviderName.google) return ['mx.google.com']
  if (provider === ProviderName.microsoft) return []
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  if (host === 'gmail.com' || host === 'googlemail.com') return ['mx.google.com']
  const domain = registrableDomain(host)
  return domain === undefined ? [] : [`*.${domain}`]
}
