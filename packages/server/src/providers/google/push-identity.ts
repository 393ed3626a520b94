import { createLocalJWKSet, errors, type JWK, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose'
import type { Clock } from '../../kit/clock.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import { readAnswer } from '../contract/token-endpoint.ts'
import type { GoogleEndpoints } from './endpoints.ts'

export interface PushIdentityNeeds {
  endpoints: Pick<GoogleEndpoints, 'jwks' | 'issuer'>
  fetch: Fetch
  clock: Clock
}

/** The identity with which the push subscription was told to sign its notifications. */
export interface ExpectedIdentity {
  serviceAccount: string
  /** Any of them. Pub/Sub's default is the address that it posts to. */
  audiences: readonly string[]
}

export type PushIdentityTrouble =
  | 'no-identity'
  | 'invalid-identity'
  | 'expired-identity'
  | 'wrong-audience'
  | 'wrong-service-account'
  | 'identity-keys-unreachable'

/** Why the Authorization header of a Pub/Sub push does not prove its sender; undefined when it does. */
export type CheckPushIdentity = (
  authorization: string | undefined,
  expected: ExpectedIdentity,
) => Promise<PushIdentityTrouble | undefined>

const maxTokenLength = 8_192
const clockToleranceSeconds = 60

/**
 * Checks the OIDC token of a push subscription with authentication enabled (Cloud Pub/Sub, "Authenticate push
 * subscriptions"): Google's signature, issuer, audience, expiry, and the verified address of the service account.
 */
export function createPushIdentityCheck({ endpoints, fetch, clock }: PushIdentityNeeds): CheckPushIdentity {
  const keys = createGoogleKeys(fetchWithin(fetch, [endpoints.jwks]), endpoints.jwks, clock)
  // Google's own tokens carry either spelling (OpenID Connect, "Validating an ID token").
  const issuer = [endpoints.issuer, endpoints.issuer.replace(/^https?:\/\//, '')]
  return async (authorization, { serviceAccount, audiences }) => {
    const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined || token.length > maxTokenLength) return 'no-identity'
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer,
        audience: [...audiences],
        requiredClaims: ['exp', 'iat'],
        clockTolerance: clockToleranceSeconds,
        currentDate: clock.now(),
      })
      return isFrom(payload, serviceAccount) ? undefined : 'wrong-service-account'
    } catch (error) {
      if (error instanceof KeysUnreachable) return 'identity-keys-unreachable'
      if (error instanceof errors.JOSEError) return toTrouble(error)
      throw error
    }
  }
}

const isFrom = ({ email, email_verified }: JWTPayload, serviceAccount: string): boolean =>
  email_verified === true && typeof email === 'string' && email.toLowerCase() === serviceAccount.toLowerCase()

function toTrouble(error: errors.JOSEError): PushIdentityTrouble {
  if (error instanceof errors.JWTExpired) return 'expired-identity'
  const isAudience = error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud'
  return isAudience ? 'wrong-audience' : 'invalid-identity'
}

const freshForMs = 60 * 60_000
/** Anybody can write a token that names an unknown key, and each of them would make us ask Google again. */
const betweenFetchesMs = 30_000

class KeysUnreachable extends Error {}

/** Google's signing keys, which it changes every few days: fetched when they are old or a token names a new one. */
function createGoogleKeys(fetch: Fetch, url: string, clock: Clock): JWTVerifyGetKey {
  let keys: ReturnType<typeof createLocalJWKSet> | undefined
  let fetchedAt = -Infinity
  let attemptedAt = -Infinity
  let fetching: Promise<void> | undefined

  const download = async (): Promise<void> => {
    attemptedAt = clock.now().getTime()
    const read = await readAnswer(() => fetch(url, { signal: AbortSignal.timeout(10_000) }), clock)
    const list: unknown = read.ok && read.value.status === 200 ? read.value.body['keys'] : undefined
    if (!Array.isArray(list)) return
    keys = createLocalJWKSet({ keys: list.filter(isKey) })
    fetchedAt = attemptedAt
  }
  const refresh = async (): Promise<void> => {
    const isTooSoon = clock.now().getTime() - attemptedAt < betweenFetchesMs
    if (!fetching && !isTooSoon) fetching = download().finally(() => (fetching = undefined))
    await fetching
  }
  return async (header, token) => {
    if (clock.now().getTime() - fetchedAt >= freshForMs) await refresh()
    if (!keys) throw new KeysUnreachable()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refresh()
      return keys(header, token)
    }
  }
}

const isKey = (value: unknown): value is JWK =>
  typeof value === 'object' && value !== null && 'kty' in value && typeof value.kty === 'string'
