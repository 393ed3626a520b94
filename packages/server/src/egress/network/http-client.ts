import { Agent, buildConnector, type Dispatcher, fetch, request } from 'undici'
import { isIP } from 'node:net'
import { type Resolve, resolveFor } from './look-up.ts'
import { attempted, openTcp, type SocketNeeds } from './open-socket.ts'
import type { Purpose } from './types.ts'

export interface HttpOptions {
  /** Limits of undici's connections. */
  agent?: Omit<Agent.Options, 'connect' | 'factory'>
  /** For name, TCP and TLS together. */
  connectMilliseconds?: number
  /**
   * The addresses that may be connected to, of a name or an address; rejects to refuse. `resolve` asks the system's
   * resolver. Left out: all of them.
   */
  addressesOf?(host: string, resolve: Resolve): ReturnType<Resolve>
  /** Tests: a server of this machine that stands for all others. */
  detour?: { port: number; ca: string }
}

/** The part of the platform's fetch that the clients use. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

type RequestOptions = Omit<NonNullable<Parameters<typeof request>[1]>, 'dispatcher'>

export type HttpResponse = Dispatcher.ResponseData<unknown>

/** Requests over HTTP; no two purposes, and no two people, share a connection. */
export interface HttpClient {
  request(purpose: Purpose, url: URL, options: RequestOptions): Promise<HttpResponse>
  fetch(purpose: Purpose): Fetch
  close(): Promise<void>
}

/** An agent that nobody used for so long holds no connection any more (undici's `keepAliveTimeout` is 4 s). */
const idleMs = 60_000
const maxAgents = 2_000

export function createHttpClient(needs: SocketNeeds, options: HttpOptions): HttpClient {
  const agents = new Map<string, { agent: Agent; usedAt: number }>()

  function agentFor(purpose: Purpose): Agent {
    const key = `${purpose.reason} ${purpose.owner} ${purpose.sender ?? ''}`
    const now = performance.now()
    const present = agents.get(key)
    agents.delete(key)
    const entry = present ?? { agent: createAgent(needs, purpose, options), usedAt: now }
    agents.set(key, { ...entry, usedAt: now }) // in the order of their use
    for (const [oldest, { agent, usedAt }] of agents) {
      if (now - usedAt < idleMs && agents.size <= maxAgents) break
      agents.delete(oldest)
      void agent.close() // when its requests have ended
    }
    return entry.agent
  }

  return {
    request: (purpose, url, requestOptions) =>
      attempted(needs, purpose, hostOf(url), () =>
        request(url, { ...requestOptions, dispatcher: agentFor(purpose) }),
      ),
    fetch: (purpose) => (url, init) =>
      attempted(needs, purpose, hostOf(new URL(url)), () => fetchBy(agentFor(purpose), url, init)),
    close: async () => {
      const open = [...agents.values()]
      agents.clear()
      await Promise.all(open.map(({ agent }) => agent.destroy()))
    },
  }
}

/**
 * The fetch of the platform speaks with connections of its own version of undici; this is the installed one's. Bodies are
 * those that providers are sent.
 */
async function fetchBy(dispatcher: Agent, url: string, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', headers, body = null, signal = null, redirect = 'follow' } = init
  if (body !== null && !isSendable(body)) throw new TypeError('Such a body is not sent')
  const lines = [...new Headers(headers)].map(([name, value]) => [name, value] as [string, string])
  const answer = await fetch(url, { method, headers: lines, body, signal, redirect, dispatcher })
  const { status, statusText } = answer
  return new Response(answer.body && readThrough(answer.body.getReader()), {
    status,
    statusText,
    headers: [...answer.headers],
  })
}

interface BodyReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>
  cancel(reason?: unknown): Promise<void>
}

/** A stream of the platform over one of undici's. */
function readThrough(reader: BodyReader): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done || value === undefined) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

const isSendable = (
  body: NonNullable<RequestInit['body']>,
): body is string | Uint8Array<ArrayBuffer> | URLSearchParams =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof URLSearchParams

/** As the ledger has it: without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

function createAgent(needs: SocketNeeds, purpose: Purpose, options: HttpOptions): Agent {
  const { agent, detour, addressesOf, connectMilliseconds = 10_000 } = options
  const resolve = resolveFor(needs, purpose)
  const upgrade = buildConnector({
    timeout: connectMilliseconds,
    allowH2: false,
    ...(detour && { ca: detour.ca }),
  })
  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1')
    const port = detour?.port ?? Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    const open = async () => {
      // Decided here for an address, too, which a socket does not look up.
      const addresses = await (addressesOf ? addressesOf(host, resolve) : resolve(host))
      await needs.admit(purpose.reason)
      return openTcp(needs, purpose, {
        host: isIP(host) ? (addresses[0]?.address ?? host) : host,
        port,
        deadline: AbortSignal.timeout(connectMilliseconds),
        addressesOf: async () => addresses,
        name: host,
      })
    }
    open().then(
      (socket) => {
        if (target.protocol === 'https:') return upgrade({ ...target, httpSocket: socket }, callback)
        callback(null, socket.setNoDelay(true))
      },
      (error: Error) => callback(error, null),
    )
  }
  return new Agent({ ...agent, connect })
}
