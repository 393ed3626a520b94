import ipaddr from 'ipaddr.js'

/**
 * Whether an address literal (no brackets) belongs to the public internet.
 *
 * IPv4 must be plain unicast and none of the cloud endpoints that live in public space. IPv6 must be plain unicast
 * inside 2000::/3: the registry of ranges misses IPv4-compatible ::/96, 100:0:0:1::/64 and everything above 4000::/3,
 * and whatever translates or tunnels IPv4 (mapped, 6to4, Teredo, NAT64) is refused without looking inside.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast)
  return !cloudEndpoints.has(parsed.toString())
}

/** Whether a host of a URL, without brackets, is this machine by its own word. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback')
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Azure's host agent answers on a public unicast address. */
const cloudEndpoints = new Set(['168.63.129.16'])
