import type { FastifyRequest } from 'fastify'
import { parseUrl } from '../../kit/parse-url.ts'
import type { Origin } from './origin.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isStateChanging(request: FastifyRequest): boolean {
  return !safe.has(request.method)
}

/**
 * Returns the origin of a request according to the browser. `own`: by a page of this server, or by the user directly
 * (`Sec-Fetch-Site: same-origin|none`, or an `Origin` that is ours). `foreign`: by another site. `unsaid`: neither
 * header, so no browser of recent years; it carries only cookies that it was given.
 */
export function madeBy(
  request: FastifyRequest,
  origin: Origin,
  publicAddress: string | undefined,
): 'own' | 'foreign' | 'unsaid' {
  const site = request.headers['sec-fetch-site']
  const claimed = request.headers.origin
  if (site === undefined && claimed === undefined) return 'unsaid'
  if (site === 'same-origin' || site === 'none') return 'own'
  const isOurs = claimed !== undefined && (claimed === publicAddress || parseHost(claimed) === origin.host)
  return isOurs ? 'own' : 'foreign'
}

// Only the host is compared: behind a proxy that is not trusted the scheme we see is not the browser's.
function parseHost(origin: string): string | undefined {
  return parseUrl(origin)?.host || undefined
}
