import type { Owner } from '../../egress/network/index.ts'

/** Which rules an outgoing request obeys; one list per purpose, see policies.ts. */
export type OutboundPurpose = 'discovery' | 'image'

interface OutboundResponse {
  status: number
  /** Media type as the server sent it, lower-cased, without parameters; empty when absent. */
  contentType: string
  body: Buffer
}

export type OutboundResult = { ok: true; response: OutboundResponse } | OutboundFailure

export interface OutboundFailure {
  ok: false
  why:
    | 'refused-url'
    | 'refused-address'
    | 'too-many-redirects'
    | 'too-large'
    | 'timed-out'
    | 'unreachable'
    /** An administrator allows no such connections. */
    | 'switched-off'
}

/** The only way out to addresses that strangers or users name: checked, pinned, bounded. Never throws for the other side's behaviour. */
export type Outbound = (
  purpose: OutboundPurpose,
  url: string,
  owner: Owner,
  /** Pictures: the address that sent the message they are in. */
  sender?: string,
) => Promise<OutboundResult>
