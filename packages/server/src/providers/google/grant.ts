import * as oauth from 'oauth4webapi'
import type { Clock } from '../../kit/clock.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import type {
  AuthorizationRequest,
  ClientTrial,
  Grant,
  SignedInIdentity,
  OAuthClient,
  OAuthProvider,
  GrantOutcome,
  RefreshedGrant,
  Revocation,
  ScopeNeed,
} from '../contract/grant.ts'
import {
  type TokenAnswer,
  type TokenNeeds,
  checkedAnswer,
  toClient,
  exchangeCode,
  failed,
  readAnswer,
  readPage,
  refreshToken,
  readScopes,
  secondsFromNow,
  readText,
  createTrial,
  validated,
} from '../contract/token-endpoint.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import type { GoogleEndpoints } from './endpoints.ts'
import { googleFailure } from './grant-failure.ts'
import { vacationScope } from './vacation-scope.ts'

export interface GoogleOAuthNeeds {
  endpoints: GoogleEndpoints
  fetch: Fetch
  clock: Clock
}

/** Mail and calendars at once: a later addition would need every user to consent again. */
const googleNeeds: readonly ScopeNeed[] = [
  {
    name: 'mail',
    // Only the whole mailbox may delete for good (Gmail discovery document, scopes of messages.delete).
    scope: 'https://mail.google.com/',
    box: 'Read, compose, send, and permanently delete all your email from Gmail',
    isEssential: true,
  },
  {
    name: 'calendars',
    scope: 'https://www.googleapis.com/auth/calendar',
    box: 'See, edit, share, and permanently delete all the calendars you can access using Google Calendar',
    isEssential: false,
  },
]

const identityScopes = ['openid', 'email']

export function createGoogleOAuth({ endpoints, fetch, clock }: GoogleOAuthNeeds): OAuthProvider {
  const { authorize, token, revoke: revocation, userinfo } = endpoints
  const guarded = fetchWithin(fetch, [authorize, token, revocation, userinfo])
  const needsFor = (client: OAuthClient): TokenNeeds => ({
    server: toServer(endpoints),
    client,
    clock,
    fetch: guarded,
    toFailure: googleFailure,
  })
  return {
    needs: googleNeeds,
    authorizationUrl: (client, request) => authorizationUrl(endpoints, client, request),
    exchange: (client, request, answer) => exchange(needsFor(client), request, answer),
    refresh: async (client, used) => {
      const needs = needsFor(client)
      const answered = await refreshToken(needs, used)
      return answered.ok ? refreshed(needs, answered.value) : answered
    },
    revoke: (_client, grantedToken) => revoke(guarded, revocation, grantedToken, clock),
    identify: (accessToken) => identify(guarded, userinfo, accessToken, clock),
    tryClient: (client, redirectUri) => tryClient(needsFor(client), endpoints, redirectUri),
    missing: (granted) => googleNeeds.filter(({ scope }) => !granted.includes(scope)).map(({ name }) => name),
  }
}

function toServer({ issuer, authorize, token, revoke: revocation, userinfo, jwks }: GoogleEndpoints) {
  return {
    issuer,
    authorization_endpoint: authorize,
    token_endpoint: token,
    revocation_endpoint: revocation,
    userinfo_endpoint: userinfo,
    jwks_uri: jwks,
  } satisfies oauth.AuthorizationServer
}

/**
 * `prompt=consent` with offline access is what makes Google give a refresh token each time. `include_granted_scopes`
 * stays out: the answer would name what was granted to this client before, and not what this consent gave.
 */
async function authorizationUrl(
  { authorize }: GoogleEndpoints,
  client: OAuthClient,
  request: AuthorizationRequest,
): Promise<string> {
  const url = new URL(authorize)
  const parameters = {
    client_id: client.id,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: scopesFor(request).join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
    ...(request.loginHint === undefined ? {} : { login_hint: request.loginHint }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** A permission more is asked for only where somebody wants what it is for, so that others have not to allow it. */
function scopesFor({ extra }: AuthorizationRequest): string[] {
  const needed = googleNeeds.map(({ scope }) => scope)
  return [...needed, ...(extra === 'vacation' ? [vacationScope] : []), ...identityScopes]
}

async function exchange(
  needs: TokenNeeds,
  request: AuthorizationRequest,
  answer: URLSearchParams,
): Promise<GrantOutcome<Grant>> {
  const checked = checkedAnswer(needs, answer, request.state)
  if (!checked.ok) return checked
  const answered = await exchangeCode(needs, request, checked.value)
  if (!answered.ok) return answered
  const { server } = needs
  const result = await validated(() =>
    // The signature need not be checked: the token came straight from the token endpoint (OpenID Connect Core §3.1.3.7).
    oauth.processAuthorizationCodeResponse(server, toClient(needs), answered.value.response(), {
      expectedNonce: request.nonce,
      requireIdToken: true,
    }),
  )
  if (!result.ok) return result
  const claims = oauth.getValidatedIdTokenClaims(result.value)
  const identity = readIdentity(claims ?? {})
  if (!identity) return failed({ kind: 'refused', said: 'The answer names no mail address' })
  return { ok: true, value: { ...toGrant(result.value, needs.clock), identity } }
}

async function refreshed(needs: TokenNeeds, answer: TokenAnswer): Promise<GrantOutcome<RefreshedGrant>> {
  const result = await validated(() =>
    oauth.processRefreshTokenResponse(needs.server, toClient(needs), answer.response()),
  )
  return result.ok ? { ok: true, value: toGrant(result.value, needs.clock) } : result
}

function toGrant(answer: oauth.TokenEndpointResponse, clock: Clock): RefreshedGrant {
  const { access_token, expires_in, refresh_token, scope } = answer
  const ends = answer['refresh_token_expires_in']
  return {
    accessToken: access_token,
    expiresAt: secondsFromNow(expires_in, clock),
    scopes: readScopes(scope),
    ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
    ...(typeof ends === 'number' && ends > 0 ? { endsAt: secondsFromNow(ends, clock) } : {}),
  }
}

function readIdentity(claims: Readonly<Record<string, unknown>>): SignedInIdentity | undefined {
  const [subject, address] = [readText(claims['sub']), readText(claims['email'])]
  return subject === '' || address === '' ? undefined : { subject, address }
}

async function identify(
  fetch: Fetch,
  userinfo: string,
  token: string,
  clock: Clock,
): Promise<GrantOutcome<SignedInIdentity>> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const read = await readAnswer(
    () => fetch(userinfo, { headers, signal: AbortSignal.timeout(20_000) }),
    clock,
  )
  if (!read.ok) return read
  const identity = read.value.status === 200 ? readIdentity(read.value.body) : undefined
  if (identity) return { ok: true, value: identity }
  return failed({ kind: 'refused', said: `Status ${read.value.status} to the question whose account it is` })
}

/** Either token ends the whole grant; 400 says that there is none any more. */
async function revoke(fetch: Fetch, address: string, token: string, clock: Clock): Promise<Revocation> {
  const body = new URLSearchParams({ token })
  const signal = AbortSignal.timeout(10_000)
  const read = await readAnswer(() => fetch(address, { method: 'POST', body, signal }), clock)
  if (!read.ok) return 'not-reached'
  if (read.value.status === 200) return 'revoked'
  return read.value.status === 400 ? 'nothing-left' : 'not-reached'
}

/** A code that never was: Google judges client and secret before it. The address is judged by the page that asks. */
async function tryClient(
  needs: TokenNeeds,
  endpoints: GoogleEndpoints,
  redirectUri: string,
): Promise<ClientTrial> {
  const { request, answer } = createTrial(redirectUri)
  const checked = checkedAnswer(needs, answer, request.state)
  const tried = checked.ok ? await exchangeCode(needs, request, checked.value) : checked
  const failure = tried.ok || tried.failure.kind === 'expired-grant' ? undefined : tried.failure
  if (failure?.kind === 'wrong-client' && failure.what !== 'redirect-uri')
    return { client: false, redirectUri: undefined, failure }
  if (failure && failure.kind !== 'wrong-client')
    return { client: undefined, redirectUri: undefined, failure }
  const page = await readPage(needs.fetch, await authorizationUrl(endpoints, needs.client, request))
  const answersAsOwner = failure ? false : page && knowsAddress(page)
  const mismatch = { kind: 'wrong-client', what: 'redirect-uri', said: '' } as const
  return {
    client: true,
    redirectUri: answersAsOwner,
    failure: answersAsOwner === false ? (failure ?? mismatch) : undefined,
  }
}

/** [K] A mismatch is answered with an error page, or with a redirect to one whose address carries the error in base64. */
function knowsAddress({ status, location, text }: { status: number; location: string; text: string }) {
  const error = parseUrl(location)?.searchParams.get('authError') ?? null
  const refusalText = `${text} ${location} ${Buffer.from(error ?? '', 'base64').toString('latin1')}`
  if (refusalText.includes('redirect_uri_mismatch')) return false
  return status < 400 && error === null ? true : undefined
}
