import type { EmailAddress } from '@plmail/wire'
import { allHeadersAs, headerAs, type MimeTree } from '../../../mail/mime/index.ts'
import {
  type Authentication,
  authenticationOf,
  senderWarning,
  type SenderWarning,
} from '../../../safety/index.ts'
import type { JmapAccount } from '../method.ts'
import { vouchingHosts } from './vouching.ts'

/** What has to be said beside a body: who wrote it, and whether that is so. */
export interface SenderFacts {
  /** In lower case; null when the message names nobody. */
  address: string | null
  warning: SenderWarning | null
  authentication: Authentication | null
}

export function senderFacts(raw: Buffer, { root }: MimeTree, account: JmapAccount): SenderFacts {
  const [from] = (headerAs(raw, root, 'From', 'asAddresses') ?? []) as EmailAddress[]
  const results = allHeadersAs(raw, root, 'Authentication-Results', 'asText').flatMap((one) => one ?? [])
  const trustedAuthservIds = vouchingHosts(account)
  const authentication = authenticationOf(results, trustedAuthservIds)
  if (!from) return { address: null, warning: null, authentication }
  const warning = senderWarning({
    displayName: from.name ?? '',
    address: from.email,
    authenticationResults: results,
    trustedAuthservIds,
  })
  return { address: from.email.toLowerCase(), warning, authentication }
}
