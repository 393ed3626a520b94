import { getServers, type LookupAddress, type LookupOptions } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { NetworkNeeds, Purpose } from './types.ts'

/** All addresses of a name; rejects when there are none. */
export type Resolve = (name: string) => Promise<LookupAddress[]>

/** Records of the domain name system that tell where servers are. */
export type DnsRecords = Pick<Resolver, 'resolveSrv' | 'resolveMx' | 'resolveTxt'>

/** By the system's resolver, whichever way it goes. */
export function resolveFor({ record }: Pick<NetworkNeeds, 'record'>, purpose: Purpose): Resolve {
  return async (name) => {
    if (isIP(name)) return [{ address: name, family: isIP(name) }]
    recordQuestion({ record }, purpose)
    return lookup(name, { all: true })
  }
}

/** A person is waiting for the form to be filled in. */
const patience = { timeout: 2_000, tries: 1 }

/** Each question is admitted and written down by itself. */
export function recordsFor(needs: NetworkNeeds, purpose: Purpose): DnsRecords {
  const resolver = new Resolver(patience)
  const admitted = async <T>(ask: () => Promise<T>): Promise<T> => {
    await needs.admit(purpose.reason)
    recordQuestion(needs, purpose)
    return ask()
  }
  return {
    resolveSrv: (name) => admitted(() => resolver.resolveSrv(name)),
    resolveMx: (name) => admitted(() => resolver.resolveMx(name)),
    resolveTxt: (name) => admitted(() => resolver.resolveTxt(name)),
  }
}

/** The name that is looked up is written down with the connection that it is for; here counts who was asked. */
function recordQuestion({ record }: Pick<NetworkNeeds, 'record'>, { reason, owner }: Purpose): void {
  const traffic = { reason: 'name-server', outcome: 'connected', times: 1, bytesOut: 0, bytesIn: 0 } as const
  // The second is asked when the first does not answer, which the system's resolver does not tell.
  for (const server of getServers()) record({ reason, owner }, { ...traffic, host: withoutPort(server) })
}

/** `10.0.0.1`, `10.0.0.1:5353`, `[fe80::1]:5353`. */
function withoutPort(server: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(server) ?? []
  return bracketed ?? plain ?? server
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/** As sockets want it. */
export type Lookup = (name: string, options: LookupOptions, callback: LookupCallback) => void

/** Answers a socket with addresses that were looked up before. */
export function lookupOf(addressesOf: Resolve): Lookup {
  return (name, options, callback) => {
    addressesOf(name).then(
      (addresses) => {
        const [first] = addresses
        if (options.all === true) return callback(null, addresses)
        if (!first) return callback(new Error(`${name} has no address`), '')
        callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }
}
