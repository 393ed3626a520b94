import { createHash } from 'node:crypto'
import type { AccountId, UserId, ProviderName } from '@plmail/wire'
import type { AuthorizationRequest } from '../../providers/contract/index.ts'
import type { AccountsOptions } from '../options.ts'
import type { Asking } from './types.ts'

/** A browser that came back from a provider with a state of ours. */
export interface Returned {
  userId: UserId
  /** The account to be connected anew; null: a new one. */
  accountId: AccountId | null
  request: AuthorizationRequest
}

/** Long enough to find a password and a second factor, shorter than a morning's forgotten window. */
const stateLifetimeMs = 15 * 60_000

/** Remembers who leaves for a provider, and from which browser. */
export async function keepState(
  { database, cipher, clock }: AccountsOptions,
  asking: Asking,
  provider: ProviderName,
  accountId: AccountId | undefined,
  request: AuthorizationRequest,
): Promise<void> {
  await database.query(
    `insert into oauth_state
       (digest, session, user_id, provider, account_id, redirect_uri, nonce, verifier, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      computeDigest(request.state),
      asking.session,
      asking.userId,
      provider,
      accountId ?? null,
      request.redirectUri,
      cipher.seal(request.nonce),
      cipher.seal(request.verifier),
      new Date(clock.now().getTime() + stateLifetimeMs),
    ],
  )
}

/** Uses the state up; undefined when it is not one of this browser's for this provider. Of two answers one gets it. */
export async function takeState(
  { database, cipher, clock }: AccountsOptions,
  asking: Asking,
  provider: ProviderName,
  state: string,
): Promise<Returned | undefined> {
  const [row] = await database.query<{
    user_id: UserId
    account_id: AccountId | null
    redirect_uri: string
    nonce: string
    verifier: string
    expires_at: Date
  }>(
    `delete from oauth_state where digest = $1 and session = $2 and user_id = $3 and provider = $4
     returning user_id, account_id, redirect_uri, nonce, verifier, expires_at`,
    [computeDigest(state), asking.session, asking.userId, provider],
  )
  if (!row || row.expires_at <= clock.now()) return undefined
  const { redirect_uri: redirectUri } = row
  const nonce = cipher.open(row.nonce, 'oauth_state.nonce')
  const verifier = cipher.open(row.verifier, 'oauth_state.verifier')
  return {
    userId: row.user_id,
    accountId: row.account_id,
    request: { redirectUri, state, nonce, verifier },
  }
}

export async function sweepStates({ database, clock }: AccountsOptions): Promise<number> {
  const swept = await database.query('delete from oauth_state where expires_at <= $1 returning 1', [
    clock.now(),
  ])
  return swept.length
}

const computeDigest = (state: string) => createHash('sha256').update(state).digest()
