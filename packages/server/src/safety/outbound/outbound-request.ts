import type { Dispatcher } from 'undici'
import { type Owner, type Purpose, SwitchedOff } from '../../egress/network/index.ts'
import { type ConnectionFault, faultOfSocketError } from '../../kit/connection-fault.ts'
import { checkUrl } from './check-url.ts'
import type { OutboundFailure } from './types.ts'
import { type OutboundPolicy, serverPolicy } from './policies.ts'
import { getFirst, type OutboundOptions, wayOut, type OutboundAgent, withinBudget } from './outbound-agent.ts'

/** A request to a server that a user named. */
interface ServerRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
}

interface ServerAnswer {
  ok: true
  status: number
  /** By name in lower case; the first where several were given. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** `fault`: what became of the connection, where one was tried. */
type ServerUnreached = OutboundFailure & { fault?: ConnectionFault }

/**
 * Speaks to servers that users name: checked, pinned, bounded. Redirects are answers like any other, so that whoever
 * follows one has its address checked as the first was. Never throws for the other side's behaviour.
 */
export type OutboundRequest = (
  serverRequest: ServerRequest,
  owner: Owner,
) => Promise<ServerAnswer | ServerUnreached>

export interface OutboundRequestOptions extends OutboundOptions {
  reason: 'caldav' | 'feed' | 'identity'
  allowHttp: boolean
  allowedHosts: readonly string[]
}

export function createOutboundRequest(options: OutboundRequestOptions): OutboundRequest {
  const { reason, allowHttp, allowedHosts } = options
  const policy: OutboundPolicy = { ...serverPolicy, http: allowHttp, allowedHosts }
  const way = wayOut(policy, options)
  return (serverRequest, owner) =>
    withinBudget<ServerAnswer | ServerUnreached>(way, (signal) =>
      sendRequest(way, { reason, owner }, serverRequest, signal),
    )
}

async function sendRequest(
  { policy, client }: OutboundAgent,
  purpose: Purpose,
  { method, url, headers, body }: ServerRequest,
  signal: AbortSignal,
): Promise<ServerAnswer | ServerUnreached> {
  const checked = checkUrl(url, policy)
  if (!checked.ok) return checked
  const sent = { 'user-agent': 'plMail', 'accept-encoding': 'identity', ...headers }
  try {
    const answer = await client.request(purpose, checked.url, {
      method: method as Dispatcher.HttpMethod,
      headers: sent,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    const chunks: Buffer[] = []
    // maxResponseSize of the agent ends a body that announced no length or lied about it
    for await (const chunk of answer.body) chunks.push(Buffer.from(chunk))
    const named = Object.entries(answer.headers).map(([name, value]) => [name, readHeader(name, value)])
    return {
      ok: true,
      status: answer.statusCode,
      body: Buffer.concat(chunks),
      headers: Object.fromEntries(named) as ServerAnswer['headers'],
    }
  } catch (error) {
    if (error instanceof SwitchedOff) throw error
    const fault = faultOfSocketError(error)?.fault
    if (fault === undefined) throw error
    return { ok: false, why: 'unreachable', fault }
  }
}

/** The ways of signing in are a list, which may come in several lines (RFC 9110 §11.6.1); of all else the first counts. */
const readHeader = (name: string, value: string | string[] | undefined): string | undefined =>
  name === 'www-authenticate' && Array.isArray(value) ? value.join(', ') : getFirst(value)
