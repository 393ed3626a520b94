import { lookup } from 'node:dns/promises'
import { Agent, errors } from 'undici'
import type { OutboundFailure } from './types.ts'
import { AddressRefused, type Detour, pinnedConnector, type Resolve } from './pinned-connector.ts'
import type { OutboundPolicy } from './policies.ts'

export interface OutboundOptions {
  /** Asks the system's resolver unless a test answers itself. */
  resolve?: Resolve
  /** Tests only. */
  detour?: Detour
  /** Tighter than those of the policies. */
  limits?: Partial<Pick<OutboundPolicy, 'maxBytes' | 'totalTimeoutMs' | 'idleTimeoutMs'>>
}

/** One purpose's connections, which are shared with no other. */
export interface OutboundAgent {
  policy: OutboundPolicy
  agent: Agent
}

export function wayOut(shipped: OutboundPolicy, options: OutboundOptions): OutboundAgent {
  const policy = { ...shipped, ...options.limits }
  const agent = new Agent({
    connect: pinnedConnector(options.resolve ?? systemResolve, policy, options.detour),
    connections: 6,
    pipelining: 1,
    maxResponseSize: policy.maxBytes,
    maxHeaderSize: 16 * 1024,
    headersTimeout: policy.idleTimeoutMs ?? policy.totalTimeoutMs,
    bodyTimeout: policy.idleTimeoutMs ?? policy.totalTimeoutMs,
  })
  return { policy, agent }
}

const systemResolve: Resolve = (name) => lookup(name, { all: true })

/**
 * Runs within the budget of the way. A request that still waits for its connection does not hear the signal, so the
 * budget is also raced.
 */
export async function withinBudget<T>(
  { policy }: OutboundAgent,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | OutboundFailure> {
  const deadline = AbortSignal.timeout(policy.totalTimeoutMs)
  try {
    return await Promise.race([work(deadline), whenOver(deadline)])
  } catch (error) {
    return { ok: false, why: deadline.aborted ? 'timed-out' : reasonOf(error) }
  }
}

function whenOver(deadline: AbortSignal): Promise<OutboundFailure> {
  return new Promise((resolve) => {
    deadline.addEventListener('abort', () => resolve({ ok: false, why: 'timed-out' }), { once: true })
  })
}

export function getFirst(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

/** Everything that can go wrong between here and the end of a body is the other side's doing, hence a value. */
export function reasonOf(error: unknown): OutboundFailure['why'] {
  if (error instanceof AddressRefused) return 'refused-address'
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'too-large'
  if (error instanceof errors.ConnectTimeoutError) return 'timed-out'
  return 'unreachable'
}
