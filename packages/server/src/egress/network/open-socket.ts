import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { lookupOf, type Resolve, resolveFor } from './look-up.ts'
import type { Meters } from './meters.ts'
import { ConnectTimeout, outcomeOfError } from './outcome-of-error.ts'
import type { NetworkNeeds, Purpose } from './types.ts'

export interface SocketTarget {
  host: string
  port: number
  /** From the first byte on; the certificate has to be the host's. `ca`: PEM certificates trusted besides the system's. */
  tls?: { ca?: string }
  /** For name, TCP and TLS together. */
  connectMilliseconds: number
  /** Gives up waiting. */
  signal?: AbortSignal
}

export interface SocketNeeds extends NetworkNeeds {
  meters: Meters
}

/** Opens a connection that is written down. Rejects with the socket's own error, or with `SwitchedOff`. */
export async function openSocket(
  needs: SocketNeeds,
  purpose: Purpose,
  target: SocketTarget,
): Promise<Socket> {
  const { host, port, tls, connectMilliseconds, signal } = target
  return attempted(needs, purpose, host, async () => {
    const late = AbortSignal.timeout(connectMilliseconds)
    const deadline = signal ? AbortSignal.any([late, signal]) : late
    const socket = await openTcp(needs, purpose, {
      host,
      port,
      deadline,
      addressesOf: resolveFor(needs, purpose),
    })
    if (!tls) return socket
    const secured = secure(socket, host, tls)
    await ready(secured, 'secureConnect', deadline)
    return secured
  })
}

/** Writes down an attempt, whatever becomes of it. */
export async function attempted<T>(
  { admit, record }: NetworkNeeds,
  purpose: Purpose,
  host: string,
  attempt: () => Promise<T>,
): Promise<T> {
  const traffic = { reason: purpose.reason, host, times: 1, bytesOut: 0, bytesIn: 0 }
  try {
    await admit(purpose.reason)
    const result = await attempt()
    record(purpose, { ...traffic, outcome: 'connected' })
    return result
  } catch (error) {
    record(purpose, { ...traffic, outcome: outcomeOfError(error) })
    throw error
  }
}

interface TcpTarget {
  host: string
  port: number
  deadline: AbortSignal
  addressesOf: Resolve
  /** As whom it is written down, where that is not the host. */
  name?: string
}

/** A TCP connection with its meter; the attempt itself is the caller's to admit and to write down. */
export async function openTcp({ meters }: SocketNeeds, purpose: Purpose, target: TcpTarget): Promise<Socket> {
  const { host, port, deadline, addressesOf, name = host } = target
  const socket = connectTcp({ host, port, lookup: lookupOf(addressesOf) })
  const end = () => void socket.destroy(new Error('The connection was ended'))
  const counts = () => ({ bytesIn: socket.bytesRead, bytesOut: socket.bytesWritten })
  const settle = meters.add({ purpose, host: name, counts, end })
  socket.once('close', settle)
  await ready(socket, 'connect', deadline)
  return socket
}

/** Begins TLS on a connection; the server has to prove that it is the host. */
export function secure(socket: Socket, host: string, { ca }: { ca?: string } = {}): TLSSocket {
  return connectTls({
    socket,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(ca === undefined ? {} : { ca }),
  })
}

/** Waits for an event of a new socket, which is destroyed when anything else comes first. */
async function ready(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  deadline: AbortSignal,
): Promise<void> {
  const heard = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      const late = () => reject(new ConnectTimeout('no answer in time'))
      if (deadline.aborted) late()
      deadline.addEventListener('abort', late, { signal: heard.signal })
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('The connection ended')))
      socket.once(event, () => resolve())
    })
  } catch (error) {
    // A later error of a socket that nobody waits for would end the process.
    socket.on('error', () => {}).destroy()
    throw error
  } finally {
    heard.abort()
  }
}
