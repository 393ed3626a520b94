import ipaddr from 'ipaddr.js'

/** The host and origin that passkeys of this installation work for (WebAuthn §4 "RP ID"). */
export interface RelyingParty {
  /** The host that passkeys are made for. */
  id: string
  /** The one origin whose pages may ask for them. */
  origin: string
}

/** The reasons why a public address has no passkeys: browsers make none for IP addresses, and none over plain HTTP. */
export type NoRelyingParty = 'no-public-address' | 'ip-address' | 'not-https'

/** Decided by the configured address alone: whoever sends a request must have no say in where a passkey counts. */
export function relyingPartyOf(publicAddress: string | undefined): RelyingParty | NoRelyingParty {
  if (publicAddress === undefined) return 'no-public-address'
  const { hostname, origin, protocol } = new URL(publicAddress)
  if (ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))) return 'ip-address'
  const isLoopbackName = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLoopbackName ? { id: hostname, origin } : 'not-https'
}
