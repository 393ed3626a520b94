import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import type { OutboundPolicy } from './policies.ts'
import { isLoopbackHost, isPublicAddress } from './public-address.ts'

/** All addresses of a name; rejects when there are none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/** Lets a test's loopback server stand for the public internet; decided after every check has passed. */
export interface Detour {
  address: string
  port: number
  /** The PEM certificate authority of that server. */
  ca: string
}

/** The name or literal leads to an address that is not on the public internet. */
export class AddressRefused extends Error {}

/**
 * Connects only to addresses that were checked: the same list that passed is what the socket is given, so a second,
 * different answer of the resolver is never asked for. One non-public address refuses the whole name. TLS still
 * verifies the name of the URL.
 */
export function pinnedConnector(
  resolve: Resolve,
  policy: OutboundPolicy,
  detour?: Detour,
): buildConnector.connector {
  const isAllowed = (address: string, name: string) =>
    isPublicAddress(address) ||
    (policy.loopback === true && isLoopbackHost(address)) ||
    policy.allowedHosts?.includes(name.toLowerCase()) === true
  const connect = buildConnector({
    timeout: policy.connectTimeoutMs,
    lookup: checkedLookup(resolve, isAllowed, detour),
    allowH2: false,
    ...(detour ? { ca: detour.ca } : {}),
  })
  return (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) && !isAllowed(host, host)) return callback(new AddressRefused(), null)
    if (!detour) return connect(target, callback)
    const hostname = isIP(host) ? detour.address : target.hostname
    connect({ ...target, hostname, port: String(detour.port) }, callback)
  }
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

type IsAllowed = (address: string, name: string) => boolean

function checkedLookup(resolve: Resolve, isAllowed: IsAllowed, detour: Detour | undefined) {
  return (name: string, options: LookupOptions, callback: LookupCallback): void => {
    checkedAddresses(resolve, isAllowed, name).then(
      (checked) => {
        const addresses = detour ? [{ address: detour.address, family: 4 }] : checked
        const [first] = addresses
        if (!first) return callback(new AddressRefused(), '')
        if (options.all) return callback(null, addresses)
        callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}

async function checkedAddresses(
  resolve: Resolve,
  isAllowed: IsAllowed,
  name: string,
): Promise<LookupAddress[]> {
  const addresses = await resolve(name)
  if (addresses.length === 0) throw new AddressRefused()
  if (addresses.some(({ address }) => !isAllowed(address, name))) throw new AddressRefused()
  return addresses
}
