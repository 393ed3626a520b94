import { BlockList, isIP } from 'node:net'

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('0.0.0.0', 'ipv4')
ownMachine.addAddress('::1', 'ipv6')
ownMachine.addAddress('::', 'ipv6')

export interface ReachableNeeds {
  /** Every address of a host, or itself when it is one; none when it cannot be found. */
  addressesOf(host: string): Promise<readonly string[]>
}

/**
 * Why no provider could call this server at its public address, as a sentence; undefined when nothing speaks against it.
 * Asked before a registration is tried (spec, Configuration inputs).
 */
export async function unreachableBecause(
  publicAddress: string | undefined,
  { addressesOf }: ReachableNeeds,
): Promise<string | undefined> {
  if (publicAddress === undefined)
    return 'Providers need an address to call: this server’s public address (APP_PUBLIC_URL) is not set.'
  const { protocol, hostname } = new URL(publicAddress)
  if (protocol !== 'https:')
    return `Providers call addresses with https:// only, and this server’s public address (APP_PUBLIC_URL) is ${publicAddress}.`
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  if (isLocal || (await addressesOf(host)).some(isOwnMachine))
    return `No provider can call ${host}: this server’s public address (APP_PUBLIC_URL) leads to the machine itself.`
  return undefined
}

export function isOwnMachine(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && ownMachine.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
