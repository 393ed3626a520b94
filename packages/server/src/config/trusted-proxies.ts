import ipaddr from 'ipaddr.js'
import type { Parsed } from './parse-result.ts'

/** Loopback and the private IPv4 ranges: where a reverse proxy in front of a container or on the same host lives. */
export const defaultTrustedProxies: readonly string[] = [
  '127.0.0.1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
]

/** Comma-separated addresses and CIDR ranges; `none` trusts nobody. The result suits Fastify's `trustProxy`. */
export function parseTrustedProxies(text: string): Parsed<readonly string[]> {
  if (text.trim() === 'none') return { ok: true, value: [] }
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = entries.find((entry) => !isAddressOrRange(entry))
  return wrong === undefined
    ? { ok: true, value: entries }
    : { ok: false, fault: { fault: 'not-a-range', entry: wrong } }
}

function isAddressOrRange(entry: string): boolean {
  const slash = entry.indexOf('/')
  return slash === -1 ? isAddress(entry) : isAddress(entry.slice(0, slash)) && ipaddr.isValidCIDR(entry)
}

// ipaddr.js also takes "10.1" and octal forms, which would silently mean another network than the one intended.
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
