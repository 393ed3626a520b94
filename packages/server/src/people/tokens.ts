import { webcrypto } from 'node:crypto'
import { type UserId, userWireId } from '@plmail/wire'
import { type JWTPayload, SignJWT, compactVerify, errors, jwtVerify } from 'jose'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { createJudgedTokens, type JudgedTokens } from './verified-tokens.ts'
import type { PeopleKeys } from './keys.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

interface Issued {
  token: string
  expiresAt: Date
}

/**
 * Short-lived JWTs (HS256) for what cannot use the session cookie. Each names the session it came from in `jti`
 * (`<session digest>.<random>`), so signing out ends it at once instead of at its expiry.
 */
export interface Tokens {
  /** A Bearer token for /jmap: `iss`, `sub` (U1), `aud` jmap, `iat`, `exp` 15 minutes, `jti`. */
  issue(userId: UserId, session: Session, issuer: string): Promise<Issued>
  /** Whom it stands for, the session behind it, and its end. */
  verify(
    token: string,
    issuer: string,
  ): Promise<{ userId: UserId; session: Buffer; expiresAt: Date } | undefined>
  /** Whether it was signed here at all, however long it is over: the difference between late and forged. */
  isOurs(token: string): Promise<boolean>
  /** The subscriber cookie of the live hub: `topics` (/users/U1), `exp` one hour, `jti`. */
  issueHub(userId: UserId, session: Session): Promise<Issued>
  verifyHub(token: string): Promise<HubGrant | undefined>
}

interface HubGrant {
  userId: UserId
  topics: readonly string[]
  expiresAt: Date
  /** The session behind it, for `sessions.isOpen`. */
  session: Buffer
}

const jmapTokenSeconds = 15 * 60
export const hubTokenSeconds = 60 * 60

interface TokenNeeds {
  clock: Clock
  random: Random
  sessions: Sessions
  keys: PeopleKeys
}

export function createTokens(tokenNeeds: TokenNeeds): Tokens {
  const needs = { ...tokenNeeds, judged: createJudgedTokens() }
  const tokenKey = importedKey(needs.keys.keyFor('token'))
  // The hub secret may be shared with a hub of the administrator's own, so it signs as it is (RFC 7518 §3.2).
  const hubKey = () => new TextEncoder().encode(needs.keys.hubSecret())
  return {
    issue: async (userId, session, issuer) =>
      issue(needs, {
        key: await tokenKey(),
        lifetimeSeconds: jmapTokenSeconds,
        userId,
        session,
        claim: (jwt) => jwt.setIssuer(issuer).setAudience('jmap'),
      }),
    verify: async (token, issuer) => {
      const grant = await verify(needs, await tokenKey(), token, { issuer, audience: 'jmap' })
      return grant && { userId: grant.userId, session: grant.session, expiresAt: grant.expiresAt }
    },
    isOurs: async (token) => isSigned(await tokenKey(), token),
    issueHub: (userId, session) =>
      issue(needs, {
        key: hubKey(),
        lifetimeSeconds: hubTokenSeconds,
        userId,
        session,
        claim: (jwt) => jwt.setAudience('hub'),
        claims: {
          topics: [`/users/${userWireId.encode(userId)}`],
        },
      }),
    verifyHub: async (token) => {
      const grant = await verify(needs, hubKey(), token, { audience: 'hub' })
      const topics = grant?.claims['topics']
      if (!grant || !Array.isArray(topics)) return undefined
      const { userId, session, expiresAt } = grant
      return { userId, session, expiresAt, topics: topics.filter((topic) => typeof topic === 'string') }
    },
  }
}

type Key = webcrypto.CryptoKey | Uint8Array

/** Every request is signed with this key; handing over its bytes instead would import it anew each time. */
function importedKey(bytes: Buffer): () => Promise<webcrypto.CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  let key: Promise<webcrypto.CryptoKey> | undefined
  return () =>
    (key ??= webcrypto.subtle.importKey('raw', new Uint8Array(bytes), algorithm, false, ['sign', 'verify']))
}

interface IssuedClaims {
  key: Key
  lifetimeSeconds: number
  userId: UserId
  session: Session
  claim: (jwt: SignJWT) => SignJWT
  claims?: Record<string, unknown>
}

async function issue(
  { clock, random }: TokenNeeds,
  { key, lifetimeSeconds, userId, session, claim, claims = {} }: IssuedClaims,
): Promise<Issued> {
  const issuedAt = Math.floor(clock.now().getTime() / 1000)
  const expiresAt = Math.min(issuedAt + lifetimeSeconds, endOfReach(session))
  const jwt = new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(userWireId.encode(userId))
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .setJti(`${session.digest.toString('base64url')}.${random(9).toString('base64url')}`)
  return { token: await claim(jwt).sign(key), expiresAt: new Date(expiresAt * 1000) }
}

/** Seconds since the epoch from which on the session reaches no mail: streams behind a token of it end then. */
const endOfReach = ({ enrolBy }: Session): number =>
  enrolBy === null ? Infinity : Math.floor(enrolBy.getTime() / 1000)

async function verify(
  { clock, sessions, judged }: TokenNeeds & { judged: JudgedTokens },
  key: Key,
  token: string,
  expected: { issuer?: string; audience: string },
) {
  const claims = await verifiedClaims(judged, key, token, { ...expected, currentDate: clock.now() })
  const userId = userWireId.decode(claims?.sub)
  const [, digest] = /^([A-Za-z0-9_-]{43})\./.exec(claims?.jti ?? '') ?? []
  if (!claims?.exp || userId === undefined || digest === undefined) return undefined
  const session = Buffer.from(digest, 'base64url')
  if (!(await sessions.isOpen(session, userId))) return undefined
  return { userId, session, claims, expiresAt: new Date(claims.exp * 1000) }
}

async function verifiedClaims(
  judged: JudgedTokens,
  key: Key,
  token: string,
  expected: { issuer?: string; audience: string; currentDate: Date },
) {
  const payload = judged.get(token, expected)
  if (payload) return isOver(payload, expected.currentDate) ? undefined : payload
  try {
    const { payload: claims } = await jwtVerify(token, key, {
      ...expected,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
    })
    judged.keep(token, expected, claims)
    return claims
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

/** RFC 7519 §4.1.4: on or after. */
function isOver({ exp = 0 }: JWTPayload, now: Date): boolean {
  return exp * 1000 <= now.getTime()
}

async function isSigned(key: Key, token: string): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: ['HS256'] })
    return true
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}
