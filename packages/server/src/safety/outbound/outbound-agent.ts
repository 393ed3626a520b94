import { errors } from 'undici'
import {
  AddressRefused,
  type HttpClient,
  type Network,
  type Resolve,
  SwitchedOff,
} from '../../egress/network/index.ts'
import { checkedAddresses, type Detour } from './checked-addresses.ts'
import type { OutboundFailure } from './types.ts'
import type { OutboundPolicy } from './policies.ts'

export interface OutboundOptions {
  network: Pick<Network, 'http'>
  /** Asks the system's resolver unless a test answers itself. */
  resolve?: Resolve
  /** Tests only. */
  detour?: Detour
  /** Tighter than those of the policies. */
  limits?: Partial<Pick<OutboundPolicy, 'maxBytes' | 'totalTimeoutMs' | 'idleTimeoutMs'>>
}

/** Requests within one policy. */
export interface OutboundAgent {
  policy: OutboundPolicy
  client: HttpClient
}

export function wayOut(shipped: OutboundPolicy, options: OutboundOptions): OutboundAgent {
  const policy = { ...shipped, ...options.limits }
  const { network, detour } = options
  const client = network.http({
    connectMilliseconds: policy.connectTimeoutMs,
    addressesOf: checkedAddresses(policy, options),
    ...(detour && { detour }),
    agent: {
      connections: 6,
      pipelining: 1,
      maxResponseSize: policy.maxBytes,
      maxHeaderSize: 16 * 1024,
      headersTimeout: policy.idleTimeoutMs ?? policy.totalTimeoutMs,
      bodyTimeout: policy.idleTimeoutMs ?? policy.totalTimeoutMs,
    },
  })
  return { policy, client }
}

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

const timeouts = new Set(['ConnectTimeout', 'ConnectTimeoutError'])

/** Everything that can go wrong between here and the end of a body is the other side's doing, hence a value. */
export function reasonOf(error: unknown): OutboundFailure['why'] {
  if (error instanceof SwitchedOff) return 'switched-off'
  if (error instanceof AddressRefused) return 'refused-address'
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'too-large'
  if (error instanceof Error && timeouts.has(error.name)) return 'timed-out'
  return 'unreachable'
}
