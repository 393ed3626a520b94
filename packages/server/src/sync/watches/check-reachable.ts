import { BlockList, isIP } from 'node:net'
import type { ProblemDetail } from '@plmail/wire'

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('0.0.0.0', 'ipv4')
ownMachine.addAddress('::1', 'ipv6')
ownMachine.addAddress('::', 'ipv6')

export interface ReachableNeeds {
  /** Every address of a host, or itself when it is one; none when it cannot be found. */
  listAddresses(host: string): Promise<readonly string[]>
}

/**
 * Why no provider could call this server at its public address; undefined when nothing speaks against it.
 * Asked before a registration is tried (spec, Configuration inputs).
 */
export async function unreachableBecause(
  publicAddress: string | undefined,
  { listAddresses }: ReachableNeeds,
): Promise<ProblemDetail | undefined> {
  if (publicAddress === undefined) return { problem: 'instant/no-public-address' }
  const { protocol, hostname } = new URL(publicAddress)
  if (protocol !== 'https:') return { problem: 'instant/not-https', publicAddress }
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  if (isLocal || (await listAddresses(host)).some(isOwnMachine))
    return { problem: 'instant/own-machine', host }
  return undefined
}

function isOwnMachine(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && ownMachine.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
