import { isIP } from 'node:net'
import { parseUrl } from '../../kit/parse-url.ts'
import type { OutboundPolicy } from './policies.ts'
import { isLoopbackHost, isPublicAddress } from './public-address.ts'

export type CheckedUrl = { ok: true; url: URL } | { ok: false; why: 'refused-url' | 'refused-address' }

/**
 * The checks that need no resolver: scheme, credentials, port, name, and literal addresses, which never reach the
 * resolver's own check. WHATWG parsing has already folded 127.1, 0x7f000001 and full-width digits into dotted form.
 */
export function checkUrl(text: string, policy: OutboundPolicy): CheckedUrl {
  const url = parseUrl(text)
  if (!url) return refuse('refused-url')
  if (url.protocol !== 'https:' && !(policy.http && url.protocol === 'http:')) return refuse('refused-url')
  if (url.username !== '' || url.password !== '') return refuse('refused-url')
  if (policy.loopback && isLoopbackHost(bareHost(url))) return { ok: true, url }
  const host = bareHost(url)
  if (policy.allowedHosts?.includes(host)) return { ok: true, url }
  if (!isExpectedPort(url, policy)) return refuse('refused-url')
  if (isIP(host)) return isPublicAddress(host) ? { ok: true, url } : refuse('refused-address')
  return isPublicName(host) ? { ok: true, url } : refuse('refused-address')
}

function isExpectedPort(url: URL, { ports }: OutboundPolicy): boolean {
  return ports === 'any' || ports.includes(url.port === '' ? 443 : Number(url.port))
}

/** The host without the brackets of an IPv6 literal and without the dot of a fully qualified name. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function isPublicName(name: string): boolean {
  if (!name.includes('.')) return false
  return !localSuffixes.some((suffix) => name.endsWith(suffix))
}

const localSuffixes = ['.localhost', '.internal', '.local']

function refuse(why: 'refused-url' | 'refused-address'): CheckedUrl {
  return { ok: false, why }
}
