import type { Fetch } from '../../egress/network/index.ts'

/** A request was about to leave for a host that is not the provider's. */
export class ForeignOrigin extends Error {}

/**
 * Requests go to these origins only, and a redirect is answered as it is instead of being followed: secrets and tokens
 * travel in headers and bodies, and links to follow come out of answers.
 */
export function fetchWithin(fetch: Fetch, addresses: readonly string[]): Fetch {
  const allowed = new Set(addresses.map((address) => new URL(address).origin))
  return async (url, init) => {
    const { origin } = new URL(url)
    if (!allowed.has(origin)) throw new ForeignOrigin(`${origin} is none of the provider's addresses`)
    return fetch(url, { ...init, redirect: 'manual' })
  }
}
