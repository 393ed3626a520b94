import type { AccountId, TrustedSenderId, UserId } from '@plmail/wire'

/** A sender whose pictures a user always wants to see. */
export interface TrustedSenderView {
  id: TrustedSenderId
  /** In lower case. */
  address: string
  createdAt: Date
}

export type TrustedSenderRefusal =
  /** Nothing a From header could hold. */
  'no-address' | 'too-many'

export interface TrustedSenderRequest {
  /** Addresses; one that is trusted already stays what it is. */
  create: readonly string[]
  destroy: readonly TrustedSenderId[]
}

/** In the order asked for; refusals in the place of what was to be. */
export interface TrustedSenderOutcome {
  created: Array<TrustedSenderView | TrustedSenderRefusal>
  destroyed: TrustedSenderId[]
  oldState: number
  newState: number
}

/** Trusted senders of a user; every account here is a personal one. */
export interface TrustedSenders {
  /** By address. */
  list(accountId: AccountId): Promise<TrustedSenderView[]>
  /** Returns those of the addresses that are trusted, in lower case. */
  among(accountId: AccountId, addresses: readonly string[]): Promise<ReadonlySet<string>>
  /** Adds and removes, in one write. */
  set(
    userId: UserId,
    accountId: AccountId,
    request: TrustedSenderRequest,
    ifState?: number,
  ): Promise<TrustedSenderOutcome | 'state-mismatch'>
}
