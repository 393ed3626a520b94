/**
 * Signing in to a provider by OAuth 2.0 (RFC 6749 with PKCE, RFC 7636) and keeping what it granted. google/ and
 * microsoft/ implement it with the same file set; what the other side does is a value, never thrown.
 */
export interface OAuthProvider {
  /** Scopes that are requested, all at once. */
  readonly needs: readonly ScopeNeed[]
  /** Returns the URL to send the browser to. */
  authorizationUrl(client: OAuthClient, request: AuthorizationRequest): Promise<string>
  /** Turns the provider's redirect to `redirectUri` into a grant; `answer` is the query it came with. */
  exchange(
    client: OAuthClient,
    request: AuthorizationRequest,
    answer: URLSearchParams,
  ): Promise<GrantOutcome<Grant>>
  refresh(client: OAuthClient, refreshToken: string): Promise<GrantOutcome<RefreshedGrant>>
  /** Hands the permission back. */
  revoke(client: OAuthClient, refreshToken: string): Promise<Revocation>
  /** Whose mailbox an access token opens, asked of the provider anew. */
  identify(accessToken: string): Promise<GrantOutcome<SignedInIdentity>>
  /** Checks the client registration with an exchange that cannot succeed. */
  tryClient(client: OAuthClient, redirectUri: string): Promise<ClientTrial>
  /**
   * Microsoft: what the sign-in service of the client's cloud knows of its tenant; undefined when the tenant lives there,
   * else the cloud that it lives in.
   */
  tenantTrouble?(client: OAuthClient): Promise<MicrosoftCloud | 'unknown-tenant' | 'unreachable' | undefined>
  /** Lists the scopes of `needs` that were not granted. */
  missing(granted: readonly string[]): ScopeName[]
}

export interface OAuthClient {
  id: string
  secret: string
  /** Microsoft: `common`, `organizations`, `consumers` or a tenant's GUID. */
  tenant?: string
  /** Microsoft: where the registration lives. Left out: the global cloud. */
  cloud?: MicrosoftCloud
}

/** The clouds of Microsoft ("Microsoft Graph national cloud deployments"); each has tenants and addresses of its own. */
export const microsoftClouds = ['global', 'us-government', 'us-dod', 'china'] as const
export type MicrosoftCloud = (typeof microsoftClouds)[number]

export const isMicrosoftCloud = (text: string): text is MicrosoftCloud =>
  microsoftClouds.some((cloud) => cloud === text)

/** One journey to the provider and back; everything random in it is used once. */
export interface AuthorizationRequest {
  redirectUri: string
  state: string
  nonce: string
  /** PKCE code verifier: 43 characters of URL-safe base64. */
  verifier: string
  /** The address to sign in with, for a reconnection. */
  loginHint?: string
  /** Permissions requested beside `needs`, because somebody wants to use just that. */
  extra?: 'vacation'
}

export type ScopeName = 'mail' | 'sending' | 'categories' | 'calendars'

export interface ScopeNeed {
  name: ScopeName
  /** As it is asked for. */
  scope: string
  /**
   * Name of the scope on the consent screen, so that a person finds its checkbox; undefined where there is no checkbox.
   */
  box: string | undefined
  /** Without it there is nothing to connect. */
  isEssential: boolean
}

/** Who a grant speaks for. Subject and tenant never change; addresses do. */
export interface SignedInIdentity {
  subject: string
  /** Microsoft: the directory the subject lives in. */
  tenant?: string
  address: string
}

export interface Grant {
  accessToken: string
  expiresAt: Date
  refreshToken?: string
  /** When the refresh token ends whatever happens; only some answers tell. */
  endsAt?: Date
  /** As the provider spells them. */
  scopes: string[]
  identity: SignedInIdentity
}

/** `refreshToken` is there only when it replaces the one that was used. */
export type RefreshedGrant = Omit<Grant, 'identity'>

export type GrantOutcome<T> = { ok: true; value: T } | { ok: false; failure: GrantFailure }

/**
 * Why there is no access token, by who can do something about it. `said` holds the provider's own words for the
 * account page, never a secret.
 */
export type GrantFailure =
  /** The grant is over: only its owner can make a new one. */
  | { kind: 'expired-grant'; why: 'dead' | 'second-factor' | 'session-policy'; said: string }
  | { kind: 'missing-scope'; names: ScopeName[] }
  /** The registration of this installation is at fault, for all accounts at once. */
  | {
      kind: 'wrong-client'
      what: 'id' | 'secret' | 'secret-expired' | 'redirect-uri' | 'permissions'
      said: string
    }
  | { kind: 'wrong-tenant'; what: 'single-tenant' | 'other-tenant' | 'unknown-tenant'; said: string }
  | { kind: 'consent-needed'; from: 'user' | 'administrator'; said: string }
  /** The person chose not to go on. */
  | { kind: 'declined' }
  | { kind: 'throttled'; until: Date }
  /** Passes by itself. */
  | { kind: 'unreachable'; said: string }
  /** An administrator allows no such connections. */
  | { kind: 'switched-off' }
  | { kind: 'refused'; said: string }

/** `nothing-left`: it was over already. `not-offered`: the provider knows no such request. */
export type Revocation = 'revoked' | 'nothing-left' | 'not-offered' | 'not-reached'

/** The results of a trial; undefined where the provider did not get that far. */
export interface ClientTrial {
  client: boolean | undefined
  redirectUri: boolean | undefined
  /** Why something is wrong, or why nothing could be learnt. */
  failure: GrantFailure | undefined
}

/**
 * Access tokens of one account, for the clients of mail and calendars. `refused` is a token that the provider has just
 * answered 401 to: it is not given out again. Throws ProviderError.
 */
export type AccessTokens = (options?: { refused?: string }) => Promise<string>
