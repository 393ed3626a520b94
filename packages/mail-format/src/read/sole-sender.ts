import type { EmailAddress } from '@plmail/wire'
import { allHeadersAs } from './header-forms.ts'
import type { MimePart } from './tree.ts'

/**
 * Who wrote a message: the only address of its only From field. Where it names several nobody knows which of them a
 * host has vouched for (RFC 5322 §3.6 allows one field; RFC 7489 §6.6.1 leaves the others to whoever reads).
 */
export function soleSender(raw: Buffer, root: MimePart): EmailAddress | undefined {
  const [only, ...fields] = allHeadersAs(raw, root, 'From', 'asAddresses')
  const [address, ...more] = only ?? []
  return fields.length === 0 && more.length === 0 ? address : undefined
}
