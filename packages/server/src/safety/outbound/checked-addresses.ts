import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { AddressRefused, type HttpOptions, type Resolve } from '../../egress/network/index.ts'
import type { OutboundPolicy } from './policies.ts'
import { isLoopbackHost, isPublicAddress } from './public-address.ts'

/** Lets a test's loopback server stand for the public internet; decided after every check has passed. */
export interface Detour {
  address: string
  port: number
  /** The PEM certificate authority of that server. */
  ca: string
}

interface AddressOptions {
  resolve?: Resolve
  detour?: Detour
}

/**
 * Connections go only to addresses that were checked: the same list that passed is what the socket is given, so a second,
 * different answer of the resolver is never asked for. One address that is not on the public internet refuses the whole
 * name. TLS still verifies the name of the URL.
 */
export function checkedAddresses(
  policy: OutboundPolicy,
  { resolve, detour }: AddressOptions,
): NonNullable<HttpOptions['addressesOf']> {
  const isAllowed = (address: string, name: string) =>
    isPublicAddress(address) ||
    (policy.loopback === true && isLoopbackHost(address)) ||
    policy.allowedHosts?.includes(name.toLowerCase()) === true
  return async (host, systemResolve) => {
    const family = isIP(host)
    const addresses: LookupAddress[] =
      family === 0 ? await (resolve ?? systemResolve)(host) : [{ address: host, family }]
    if (addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address, host)))
      throw new AddressRefused(`${host} is not on the public internet`)
    return detour ? [{ address: detour.address, family: 4 }] : addresses
  }
}
