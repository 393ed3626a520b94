import type { Socket } from 'node:net'
import { outcomeOfError } from './outcome-of-error.ts'
import { createHttpClient, type HttpClient, type HttpOptions } from './http-client.ts'
import { type Lookup, lookupOf, type DnsRecords, recordsFor, type Resolve, resolveFor } from './look-up.ts'
import { type ByteCounts, createMeters } from './meters.ts'
import { openSocket, type SocketNeeds, type SocketTarget } from './open-socket.ts'
import type { NetworkNeeds, Purpose } from './types.ts'

/**
 * The only way from this program to other machines. Whoever wants a connection says why and on whose behalf; it is
 * written down, and refused before a name server is asked where that is switched off.
 */
export interface Network {
  /** Sockets for one purpose. */
  dialer(purpose: Purpose): Dialer
  http(options: HttpOptions): HttpClient
  records(purpose: Purpose): DnsRecords
  /** The addresses of a name, which is as much of a connection as a look-up is. */
  addresses(purpose: Purpose): Resolve
  /** Ends the connections of these purposes. */
  endWhere(test: (purpose: Purpose) => boolean): void
  /** Records the bytes of open connections. */
  collect(): void
  close(): Promise<void>
}

/** Connections for a purpose that was named before. */
export interface Dialer {
  connect(target: SocketTarget): Promise<Socket>
  /** For a client that takes no socket: `open` makes it with a look-up that it has to go by. */
  lend<T>(host: string, open: (lookup: Lookup) => LentClient<T>): Promise<T>
}

/** A client that opens its connection by itself, going by nothing but the look-up that it was given. */
export interface LentClient<T> {
  opened: Promise<T>
  counts(): ByteCounts
  end(): void
  /** `ended` is to be called once. */
  onEnd(ended: () => void): void
}

export function createNetwork(network: NetworkNeeds): Network {
  const meters = createMeters(network.record)
  const needs = { ...network, meters }
  const clients: HttpClient[] = []
  return {
    dialer: (purpose) => ({
      connect: (target) => openSocket(needs, purpose, target),
      lend: (host, open) => lend(needs, purpose, host, open),
    }),
    http: (options) => {
      const client = createHttpClient(needs, options)
      clients.push(client)
      return client
    },
    records: (purpose) => recordsFor(needs, purpose),
    addresses: (purpose) => async (name) => {
      await needs.admit(purpose.reason)
      return resolveFor(needs, purpose)(name)
    },
    endWhere: (test) => meters.endWhere(test),
    collect: () => meters.collect(),
    close: async () => {
      meters.collect()
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

/** What the client refuses after the server has spoken, a password say, is no failure of the connection. */
async function lend<T>(
  needs: SocketNeeds,
  purpose: Purpose,
  host: string,
  open: (lookup: Lookup) => LentClient<T>,
): Promise<T> {
  const traffic = { reason: purpose.reason, host, times: 1, bytesOut: 0, bytesIn: 0 }
  let client: LentClient<T> | undefined
  let settle = () => {}
  try {
    await needs.admit(purpose.reason)
    client = open(lookupOf(resolveFor(needs, purpose)))
    const { counts, end } = client
    settle = needs.meters.add({ purpose, host, counts, end })
    client.onEnd(settle)
    const opened = await client.opened
    needs.record(purpose, { ...traffic, outcome: 'connected' })
    return opened
  } catch (error) {
    const hasSpoken = client !== undefined && client.counts().bytesIn > 0
    needs.record(purpose, { ...traffic, outcome: hasSpoken ? 'connected' : outcomeOfError(error) })
    settle()
    throw error
  }
}
