import type { ProviderName } from '@plmail/wire'
import type { GrantFailure, OAuthClient } from '../../providers/contract/index.ts'
import type { AccountsOptions } from '../options.ts'

/** How the newest sign-in ended that says something of the registration. */
export interface SignInOutcome {
  redirectUri: string
  endedAt: Date
  /** Why nothing was granted; null: everything essential was. */
  failure: GrantFailure | null
}

/** Remembers how a sign-in ended, unless that says nothing of the registration. */
export async function recordOutcome(
  { database, clock }: AccountsOptions,
  provider: ProviderName,
  signIn: { client: OAuthClient; redirectUri: string; failure: GrantFailure | null },
): Promise<void> {
  const { client, redirectUri, failure } = signIn
  if (failure !== null && !isAboutRegistration(failure)) return
  await database.query(
    `insert into sign_in_outcome (provider, client_id, redirect_uri, ended_at, failure) values ($1, $2, $3, $4, $5)
     on conflict (provider) do update set client_id = $2, redirect_uri = $3, ended_at = $4, failure = $5`,
    [provider, client.id, redirectUri, clock.now(), failure],
  )
}

/** Undefined when nobody has signed in with this registration yet. */
export async function lastOutcome(
  { database }: AccountsOptions,
  provider: ProviderName,
  client: OAuthClient,
): Promise<SignInOutcome | undefined> {
  const [row] = await database.query<SignInOutcome>(
    `select redirect_uri as "redirectUri", ended_at as "endedAt", failure
     from sign_in_outcome where provider = $1 and client_id = $2`,
    [provider, client.id],
  )
  return row
}

/** The rest is a matter of the person, of the network or of the moment. */
function isAboutRegistration({ kind }: GrantFailure): boolean {
  return kind === 'consent-needed' || kind === 'wrong-client' || kind === 'missing-scope'
}
