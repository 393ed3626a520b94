import { allHeadersAs, headerAs, type MimeTree, soleSender } from '@plmail/mail-format'
import type { EmailAddress, Authentication, SenderWarning } from '@plmail/wire'
import {
  readAuthentication,
  isSenderDoubtful,
  senderProof,
  senderWarning,
  vouchingHosts,
} from '../../../safety/index.ts'
import type { JmapAccount } from '../../engine/method.ts'

/** Facts shown beside a body: the sender, and whether that is genuine. */
export interface RenderedSenderFacts {
  /** In lower case; null when the message names nobody. */
  address: string | null
  warning: SenderWarning | null
  authentication: Authentication | null
  /** Whether a host that is believed says that the address is not made up. */
  isVerified: boolean
  /** Whether a host that is believed has looked and does not vouch for the address, or the message names several. */
  isRefuted: boolean
}

export function senderFacts(raw: Buffer, { root }: MimeTree, account: JmapAccount): RenderedSenderFacts {
  const [from] = (headerAs(raw, root, 'From', 'asAddresses') ?? []) as EmailAddress[]
  const results = allHeadersAs(raw, root, 'Authentication-Results', 'asText').flatMap(
    (values) => values ?? [],
  )
  const trustedAuthservIds = vouchingHosts(account)
  const authentication = readAuthentication(results, trustedAuthservIds)
  if (!from) return { address: null, warning: null, authentication, isVerified: false, isRefuted: false }
  const warning = senderWarning({
    displayName: from.name ?? '',
    address: from.email,
    authenticationResults: results,
    trustedAuthservIds,
  })
  const address = from.email.toLowerCase()
  // Of several addresses nobody knows which one the host has vouched for.
  const isSole = soleSender(raw, root) !== undefined
  const isVerified = isSole && senderProof(address, results, trustedAuthservIds) === 'verified'
  const isRefuted = isSole
    ? isSenderDoubtful(address, results, trustedAuthservIds)
    : authentication?.isBelieved === true
  return { address, warning, authentication, isVerified, isRefuted }
}
