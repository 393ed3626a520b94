import type { AccountId, ProblemDetail, UserId, ProviderName } from '@plmail/wire'
import type { GrantFailure, Revocation, ScopeName } from '../../providers/contract/index.ts'

/** Who asks, in which signed-in browser. */
export interface Asking {
  userId: UserId
  /** The digest of the web session: what begins in one browser ends in it. */
  session: Buffer
}

export type Begun =
  | { kind: 'go'; url: string }
  | { kind: 'no-such-account' }
  | { kind: 'too-many'; retryAt: Date }
  | GrantReport

/** Something stands in the way: what it is, and what to do about it. */
export interface GrantReport {
  kind: 'told'
  problem: ProblemDetail
  advice: ProblemDetail
  /** It passes by itself. */
  isPassing: boolean
}

export type Completed =
  | { kind: 'connected' | 'reconnected'; accountId: AccountId; missing: readonly ScopeName[] }
  /** The state is unknown, used up, too old, of another browser or of another provider. */
  | { kind: 'foreign' }
  | { kind: 'too-many'; retryAt: Date }
  | (GrantReport & { accountId: AccountId | undefined })

/** `in-use`: the provider would end every permission of the mailbox, and another account still lives on one. */
export type HandedBack = Revocation | 'in-use'

export type AccessToken =
  | { ok: true; token: string; expiresAt: Date; scopes: readonly string[] }
  | { ok: false; failure: GrantFailure | { kind: 'gone' } }

export interface Grants {
  /** Returns the URL to send a browser to, to connect a mailbox or to reconnect `accountId`. */
  begin(
    asking: Asking,
    provider: ProviderName,
    accountId?: AccountId,
    /** Permissions that are requested beside those every account needs. */
    extra?: 'vacation',
  ): Promise<Begun>
  /** Completes a sign-in with the query of the redirect. */
  complete(asking: Asking, provider: ProviderName, answer: URLSearchParams): Promise<Completed>
  /**
   * A token that is good for a minute at least. `refused` is one that the provider has just answered 401 to. Of all
   * processes only one asks the provider at a time. A grant that is over, or a registration that does not work, becomes
   * the account's condition here.
   */
  accessToken(id: AccountId, options?: { refused?: string }): Promise<AccessToken>
  /** Removes states nobody came back with; for a schedule. Returns how many. */
  sweep(): Promise<number>
}
