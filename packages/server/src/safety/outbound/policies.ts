import type { OutboundPurpose } from './types.ts'

/**
 * The limits of requests for one purpose; https only, except for servers that users name where the administrator allows
 * http.
 */
export interface OutboundPolicy {
  ports: readonly number[] | 'any'
  maxBytes: number
  connectTimeoutMs: number
  /** Budget of the whole call: resolving, connecting, every redirect and the body. */
  totalTimeoutMs: number
  /** How long nothing may come; left out: as long as the whole may take. */
  idleTimeoutMs?: number
  /** Also addresses of this machine, on every port. */
  loopback?: boolean
  /** INTEGRATIONS_ALLOWED_HOSTS, in lower case: whatever their address. */
  allowedHosts?: readonly string[]
  /** INTEGRATIONS_ALLOW_HTTP. */
  http?: boolean
}

/** Redirects followed by hand, of images and of everything else. */
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

/**
 * Servers of calendars that users name: wherever they listen, on the internet. A calendar of years comes in one answer,
 * and who waits is a job.
 */
export const serverPolicy: OutboundPolicy = {
  ports: 'any',
  maxBytes: 32 * megabyte,
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 60_000,
}

/**
 * Model servers: the answer is a page at most, and a model on somebody's own machine is loaded for minutes before the
 * first word of it.
 */
export const streamPolicy: OutboundPolicy = {
  ports: 'any',
  maxBytes: 4 * megabyte,
  connectTimeoutMs: 5_000,
  totalTimeoutMs: 900_000,
  idleTimeoutMs: 300_000,
}
