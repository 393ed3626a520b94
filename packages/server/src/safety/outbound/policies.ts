import type { OutboundPurpose } from './door.ts'

/** What one purpose may do. Every policy is https only: nothing in the product needs less. */
export interface OutboundPolicy {
  ports: readonly number[]
  maxBytes: number
  connectTimeoutMs: number
  /** Budget of the whole call: resolving, connecting, every redirect and the body. */
  totalTimeoutMs: number
  /** Also addresses of this machine, on every port. */
  loopback?: boolean
}

/** Redirects followed by hand; the specification's limit for images, kept for everything. */
export const maxRedirects = 3

const megabyte = 1024 * 1024

export const policies: Readonly<Record<OutboundPurpose, OutboundPolicy>> = {
  image: { ports: [443], maxBytes: 8 * megabyte, connectTimeoutMs: 4_000, totalTimeoutMs: 10_000 },
  discovery: { ports: [443], maxBytes: megabyte / 4, connectTimeoutMs: 3_000, totalTimeoutMs: 6_000 },
}

/** Push services: they answer with a status, soon, and a job waits for it. */
export const postPolicy: OutboundPolicy = {
  ports: [443],
  maxBytes: megabyte / 16,
  connectTimeoutMs: 3_000,
  totalTimeoutMs: 6_000,
}
