import * as oauth from 'oauth4webapi'
import type { ProblemDetail } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import {
  clientAuthentication,
  clockToleranceSeconds,
  type DiscoverMetadata,
  requestOptions,
  toClient,
} from './discovery.ts'
import type { Flow } from './flows.ts'
import { type ProviderFetch, ProviderUnreached } from './provider-fetch.ts'
import { type Claims, toIdentity } from './provider-identity.ts'
import type { AdmissionRules, IdentityProvider, ProviderIdentity } from './types.ts'

export interface VerifyNeeds {
  discover: DiscoverMetadata
  fetch: ProviderFetch
  clock: Clock
}

export type Verified =
  { ok: true; identity: ProviderIdentity } | { ok: false; problem: ProblemDetail; isPassing: boolean }

interface Question {
  provider: IdentityProvider
  rules: AdmissionRules
  flow: Flow
  query: URLSearchParams
}

/** A provider that signed this long ago, or for a time to come, has another time than this server. */
const freshForSeconds = 10 * 60

/** Checks everything an answer of the provider claims: who sent it, to which question, signed by whom, when. */
export async function verifyAnswer(needs: VerifyNeeds, question: Question): Promise<Verified> {
  const { provider } = question
  const discovered = await needs.discover(provider)
  if (!discovered.ok) return discovered
  try {
    return await verify(needs, discovered.server, question)
  } catch (error) {
    if (error instanceof ProviderUnreached)
      return { ok: false, ...error.toFailure({ name: provider.name, host: new URL(provider.issuer).host }) }
    const problem = problemOf(error, provider.name)
    if (!problem) throw error
    return { ok: false, problem, isPassing: false }
  }
}

async function verify(
  needs: VerifyNeeds,
  server: oauth.AuthorizationServer,
  { provider, rules, flow, query }: Question,
): Promise<Verified> {
  const { name } = provider
  if (isMixedUp(server, query))
    return { ok: false, problem: { problem: 'single-sign-on/mixed-up', name }, isPassing: false }
  const client = toClient(provider.clientId, needs.clock)
  const options = requestOptions({ fetch: needs.fetch, issuer: provider.issuer })
  const parameters = oauth.validateAuthResponse(server, client, query, oauth.skipStateCheck)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(server, provider.clientSecret),
    parameters,
    flow.redirectUri,
    flow.verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  })
  // By the published keys: also a provider that TLS vouches for must not hand out tokens that nobody signed.
  await validateSignature(server, response, options)
  const claims = oauth.getValidatedIdTokenClaims(tokens)
  if (!claims || tokens.id_token === undefined) throw new Error('The library requires an ID token')
  const seconds = secondsOff(claims.iat, needs.clock)
  if (seconds !== 0)
    return {
      ok: false,
      problem: { problem: 'single-sign-on/clock-differs', name, seconds },
      isPassing: false,
    }
  const stale = flow.errand?.purpose === 'prove' ? checkFreshness(claims.auth_time, flow, name) : undefined
  if (stale) return { ok: false, problem: stale, isPassing: false }
  const completeClaims = await completed(claims, rules, async () => {
    if (server.userinfo_endpoint === undefined) return {}
    const answer = await oauth.userInfoRequest(server, client, tokens.access_token, options)
    return oauth.processUserInfoResponse(server, client, claims.sub, answer)
  })
  return { ok: true, identity: toIdentity(completeClaims, claims, { rules, idToken: tokens.id_token }) }
}

/**
 * Whoever proves themselves has signed in at the provider since they left for it. A provider that was sent `max_age` has to
 * say when (OpenID Connect Core §2, `auth_time`); one that says nothing, or passes on a sign-in of before, proves nothing.
 */
function checkFreshness(authTime: unknown, { startedAt }: Flow, name: string): ProblemDetail | undefined {
  if (typeof authTime !== 'number') return { problem: 'single-sign-on/no-sign-in-time', name }
  const isAnew = authTime >= startedAt.getTime() / 1000 - clockToleranceSeconds
  return isAnew ? undefined : { problem: 'single-sign-on/not-anew', name }
}

/** A provider that has just begun to sign with a new key has published it: its keys are read again, once. */
async function validateSignature(
  server: oauth.AuthorizationServer,
  response: Response,
  options: ReturnType<typeof requestOptions>,
): Promise<void> {
  try {
    await oauth.validateApplicationLevelSignature(server, response, options)
  } catch (error) {
    const isUnknownKey = error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION
    if (!isUnknownKey) throw error
    // The library keeps the keys of each object that describes a server.
    await oauth.validateApplicationLevelSignature({ ...server }, response, options)
  }
}

/** RFC 9207: the issuer in the answer is the one that was asked, and is there where the provider says so. */
function isMixedUp(server: oauth.AuthorizationServer, query: URLSearchParams): boolean {
  const issuers = query.getAll('iss')
  if (issuers.some((issuer) => issuer !== server.issuer)) return true
  return issuers.length === 0 && server.authorization_response_iss_parameter_supported === true
}

/** How far a token that was issued just now is from now; 0 where that is near enough. */
function secondsOff(issuedAt: number, clock: Clock): number {
  const age = Math.round(clock.now().getTime() / 1000 - issuedAt)
  return age < -clockToleranceSeconds || age > freshForSeconds ? Math.abs(age) : 0
}

/** Some providers tell address and groups only to who asks for them with the access token. */
async function completed(
  claims: Claims,
  { groupsClaim, groups, administratorGroup }: AdmissionRules,
  askMore: () => Promise<Claims>,
): Promise<Claims> {
  const wantsGroups = groups.length > 0 || administratorGroup !== undefined
  const isComplete = claims['email'] !== undefined && (!wantsGroups || claims[groupsClaim] !== undefined)
  if (isComplete) return claims
  const { email_verified: isVerified, ...more } = await askMore()
  // It speaks of the address beside it, and not of another in the token.
  return { ...more, ...(claims['email'] === undefined && { email_verified: isVerified }), ...claims }
}

function problemOf(error: unknown, name: string): ProblemDetail | undefined {
  if (error instanceof oauth.AuthorizationResponseError)
    return error.error === 'access_denied'
      ? { problem: 'single-sign-on/declined', name }
      : {
          problem: 'single-sign-on/refused',
          name,
          serverText: shortened(error.error_description ?? error.error),
        }
  if (error instanceof oauth.ResponseBodyError) {
    const serverText = shortened(error.error_description ?? error.error)
    if (error.error === 'invalid_grant') return { problem: 'single-sign-on/code-refused', name, serverText }
    if (error.error === 'invalid_client' || error.error === 'unauthorized_client')
      return { problem: 'single-sign-on/client-refused', name, serverText }
    return { problem: 'single-sign-on/refused', name, serverText }
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return { problem: 'single-sign-on/client-refused', name, serverText: `Status ${error.status}` }
  if (!(error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError))
    return undefined
  return (
    claimProblem(error, name) ?? {
      problem: 'single-sign-on/unproven',
      name,
      serverText: shortened(error.message),
    }
  )
}

/** The claim that did not hold, by what the library says of it. */
function claimProblem(error: Error & { code?: unknown }, name: string): ProblemDetail | undefined {
  const { claim, claims, now } = readCause(error.cause)
  if (error.code === oauth.JWT_TIMESTAMP_CHECK && typeof now === 'number') {
    const claimedSeconds = typeof claim === 'string' ? claims[claim] : undefined
    const seconds = typeof claimedSeconds === 'number' ? Math.abs(Math.round(now - claimedSeconds)) : 0
    return { problem: 'single-sign-on/clock-differs', name, seconds }
  }
  if (error.code !== oauth.JWT_CLAIM_COMPARISON) return undefined
  if (claim === 'nonce') return { problem: 'single-sign-on/wrong-nonce', name }
  return claim === 'iss' ? { problem: 'single-sign-on/mixed-up', name } : undefined
}

function readCause(cause: unknown): { claim?: unknown; now?: unknown; claims: Record<string, unknown> } {
  if (typeof cause !== 'object' || cause === null) return { claims: {} }
  const { claim, now, claims } = cause as Record<string, unknown> // judged by who reads them
  const isObject = typeof claims === 'object' && claims !== null
  return { claim, now, claims: isObject ? (claims as Record<string, unknown>) : {} }
}

const shortened = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
