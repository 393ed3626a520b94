import { errors } from 'undici'
import type { Owner } from '../../egress/network/index.ts'
import { type ConnectionFault, faultOfSocketError } from '../../kit/connection-fault.ts'
import { checkUrl } from './check-url.ts'
import type { OutboundFailure } from './types.ts'
import { type OutboundPolicy, streamPolicy } from './policies.ts'
import { getFirst, type OutboundAgent, type OutboundOptions, reasonOf, wayOut } from './outbound-agent.ts'

/** A request whose answer is read as it comes. */
interface StreamRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Ends the call, and with it the connection. */
  signal: AbortSignal
}

interface StreamAnswer {
  ok: true
  status: number
  /** By name in lower case; the first where several were given. */
  headers: Readonly<Record<string, string | undefined>>
  /**
   * Hands over the body as it comes; resolves at its end. What `onBytes` throws ends the reading and is thrown here.
   * Is to be called, or `discard`.
   */
  read(onBytes: (bytes: Buffer) => void): Promise<{ ok: true } | OutboundFailure>
  discard(): void
}

type Unreached = OutboundFailure & { fault?: ConnectionFault }

/**
 * Posts to a server that an administrator named and reads a long answer: checked, pinned and bounded as `OutboundRequest`
 * is, with a limit for silence beside that of the whole. Follows no redirect. Never throws for the other side's behaviour.
 */
export type OutboundStream = (streamRequest: StreamRequest) => Promise<StreamAnswer | Unreached>

export interface OutboundStreamOptions extends OutboundOptions {
  allowHttp: boolean
  allowedHosts: readonly string[]
  /** Only addresses of this machine. */
  isLoopbackOnly?: boolean
}

export function createOutboundStream(options: OutboundStreamOptions): (owner: Owner) => OutboundStream {
  const { allowHttp, allowedHosts, isLoopbackOnly = false } = options
  const policy: OutboundPolicy = { ...streamPolicy, http: allowHttp, allowedHosts, loopback: isLoopbackOnly }
  const way = wayOut(policy, options)
  return (owner) => async (streamRequest) => {
    const checked = checkUrl(streamRequest.url, way.policy)
    if (!checked.ok) return checked
    if (isLoopbackOnly && !/^(127\.0\.0\.1|\[::1\]|localhost)$/.test(checked.url.hostname))
      return { ok: false, why: 'refused-address' }
    return open(way, owner, checked.url, streamRequest)
  }
}

async function open(
  { policy, client }: OutboundAgent,
  owner: Owner,
  url: URL,
  { headers, body, signal }: StreamRequest,
): Promise<StreamAnswer | Unreached> {
  const deadline = AbortSignal.timeout(policy.totalTimeoutMs)
  const failure = (error: unknown): Unreached => {
    const isLate =
      deadline.aborted ||
      error instanceof errors.BodyTimeoutError ||
      error instanceof errors.HeadersTimeoutError
    const fault = faultOfSocketError(error)?.fault
    return { ok: false, why: isLate ? 'timed-out' : reasonOf(error), ...(fault !== undefined && { fault }) }
  }
  try {
    const answer = await client.request({ reason: 'assistant', owner }, url, {
      method: 'POST',
      headers: { 'user-agent': 'plMail', 'accept-encoding': 'identity', ...headers },
      body,
      signal: AbortSignal.any([signal, deadline]),
    })
    const named = Object.entries(answer.headers).map(([name, value]) => [name, getFirst(value)])
    const discard = () => void answer.body.on('error', () => {}).destroy()
    return {
      ok: true,
      status: answer.statusCode,
      headers: Object.fromEntries(named) as StreamAnswer['headers'],
      read: async (onBytes) => {
        const chunks = answer.body[Symbol.asyncIterator]()
        for (;;) {
          const chunk = await chunks.next().catch((error: unknown) => failure(error))
          if ('ok' in chunk) return chunk
          if (chunk.done) return { ok: true }
          try {
            onBytes(Buffer.from(chunk.value))
          } catch (error) {
            discard()
            throw error
          }
        }
      },
      discard,
    }
  } catch (error) {
    return failure(error)
  }
}
