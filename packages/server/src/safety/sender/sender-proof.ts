import { type HeaderVerdict, readHeaderVerdict } from './authentication.ts'
import { registrableDomain } from './believed-dkim.ts'

/**
 * Whether a message comes from the domain that its From names. `verified`: a host that can be believed says so (DMARC,
 * or a DKIM signature of that domain). `failed`: it says the opposite. `unknown`: nobody who can be believed has said.
 */
export type SenderProof = 'verified' | 'failed' | 'unknown'

/** `headers` are the values of all Authentication-Results fields, the topmost first. */
export function senderProof(
  address: string,
  headers: readonly string[],
  trustedAuthservIds: readonly string[],
): SenderProof {
  const verdict = readHeaderVerdict(headers, trustedAuthservIds)
  if (!verdict?.isBelieved) return 'unknown'
  if (isVouchedFor(address, verdict)) return 'verified'
  return verdict.dmarc === 'fail' ? 'failed' : 'unknown'
}

/**
 * Whether a host that can be believed has looked and nothing speaks for the domain of the From: DMARC failed, or it was
 * asked and neither SPF nor DKIM passed. False where nobody who can be believed has looked. Wider than a failed proof:
 * forwarding breaks SPF, so it must cost a genuine sender no more than a click.
 */
export function isSenderDoubtful(
  address: string,
  headers: readonly string[],
  trustedAuthservIds: readonly string[],
): boolean {
  const verdict = readHeaderVerdict(headers, trustedAuthservIds)
  if (!verdict?.isBelieved || isVouchedFor(address, verdict)) return false
  const { dmarc, spf, dkim } = verdict
  const hasNothingPassed = (spf !== null || dkim !== null) && spf !== 'pass' && dkim !== 'pass'
  return dmarc === 'fail' || (dmarc !== null && hasNothingPassed)
}

function isVouchedFor(address: string, verdict: HeaderVerdict): boolean {
  const domain = registrableDomain(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
  const isSigned = domain !== undefined && verdict.signedBy.includes(domain)
  // A message with several names may have passed by another than the one that is shown.
  const isAligned = verdict.dmarc === 'pass' && (verdict.dmarcOf === null || verdict.dmarcOf === domain)
  return isAligned || isSigned
}
