import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose'
import type { AuthorizationServer } from 'oauth4webapi'
import type { SingleSignOnSessionId, UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Cipher, Database, NotifiedCache, Tx } from '../../store/index.ts'
import type { OpenSession } from '../session.ts'
import { browserUrl, clockToleranceSeconds, type DiscoverMetadata } from './discovery.ts'
import { effectiveSettings, type SettingsNeeds } from './effective-settings.ts'
import { sha256 } from './flows.ts'
import { type ProviderFetch, ProviderUnreached } from './provider-fetch.ts'
import type { IdentityProvider } from './types.ts'

export interface LogoutNeeds extends SettingsNeeds {
  store: Database
  cipher: Cipher
  clock: Clock
  fetch: ProviderFetch
  discover: DiscoverMetadata
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
}

/** Every signature with a public key; with the client secret nobody signs a token that ends sessions. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const maxTokenLength = 8_192
const maxAgeSeconds = 10 * 60
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Returns the address at which the provider ends its own session, with the token it gave as the hint. */
export async function endSessionUrl(
  needs: LogoutNeeds,
  id: SingleSignOnSessionId,
  returnTo: string,
): Promise<string | undefined> {
  const { provider } = await effectiveSettings(needs)
  const discovered = provider && (await needs.discover(provider))
  const [row] = await needs.store.query<{ idToken: string; issuer: string }>(
    `select s.id_token as "idToken", i.issuer
     from single_sign_on_session s join single_sign_on_identity i on i.id = s.identity_id where s.id = $1`,
    [id],
  )
  if (!provider || !discovered?.ok || row?.issuer !== provider.issuer) return undefined
  const url = browserUrl(discovered.server.end_session_endpoint)
  if (!url) return undefined
  url.searchParams.set('id_token_hint', needs.cipher.open(row.idToken, 'single_sign_on_session.id_token'))
  url.searchParams.set('client_id', provider.clientId)
  url.searchParams.set('post_logout_redirect_uri', returnTo)
  return url.href
}

/** Validates a logout token as a whole (OpenID Connect Back-Channel Logout 1.0 §2.6), and ends what it names. */
export function createLogOut(
  needs: LogoutNeeds,
): (token: string) => Promise<'logged-out' | 'refused' | 'unreachable'> {
  const keysOf = createProviderKeys(needs)
  return async (token) => {
    const { provider } = await effectiveSettings(needs)
    if (!provider || token.length > maxTokenLength) return 'refused'
    const discovered = await needs.discover(provider)
    if (!discovered.ok) return 'unreachable'
    try {
      const claims = await verify(needs, { token, provider, keys: keysOf(discovered.server) })
      return claims ? await endSessions(needs, provider, claims) : 'refused'
    } catch (error) {
      if (error instanceof ProviderUnreached) return 'unreachable'
      if (error instanceof errors.JOSEError) return 'refused'
      throw error
    }
  }
}

interface LogoutClaims {
  jti: string
  subject: string | undefined
  sid: string | undefined
}

async function verify(
  { clock }: LogoutNeeds,
  { token, provider, keys }: { token: string; provider: IdentityProvider; keys: JWTVerifyGetKey },
): Promise<LogoutClaims | undefined> {
  const { payload } = await jwtVerify(token, keys, {
    algorithms,
    issuer: provider.issuer,
    audience: provider.clientId,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: maxAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    currentDate: clock.now(),
  })
  return readClaims(payload)
}

/** A token with a nonce is an ID token that somebody passes off as this. */
function readClaims({ jti, sub, sid, nonce, events }: JWTPayload): LogoutClaims | undefined {
  const isLogout = typeof events === 'object' && events !== null && isObject(Reflect.get(events, logoutEvent))
  if (!isLogout || nonce !== undefined || typeof jti !== 'string' || jti === '') return undefined
  if (sid !== undefined && typeof sid !== 'string') return undefined
  return sub === undefined && sid === undefined ? undefined : { jti, subject: sub, sid }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

function endSessions(
  { store, clock, sessions }: LogoutNeeds,
  { issuer }: IdentityProvider,
  { jti, subject, sid }: LogoutClaims,
): Promise<'logged-out' | 'refused'> {
  const keptForMs = (maxAgeSeconds + 2 * clockToleranceSeconds) * 1000
  return store.transaction(async (tx): Promise<'logged-out' | 'refused'> => {
    const isNew = await tx.query(
      `insert into single_sign_on_logout (digest, expires_at) values ($1, $2)
       on conflict do nothing returning 1`,
      [sha256(JSON.stringify([issuer, jti])), new Date(clock.now().getTime() + keptForMs)],
    )
    if (isNew.length === 0) return 'refused'
    const ended = await deleteProviderSessions(tx, { issuer, subject, sid })
    for (const userId of new Set(ended)) await sessions.forget(tx, String(userId))
    return 'logged-out'
  })
}

/** Web sessions go with what they rest on. Answers whose they were. */
async function deleteProviderSessions(
  tx: Tx,
  { issuer, subject, sid }: { issuer: string; subject: string | undefined; sid: string | undefined },
): Promise<UserId[]> {
  const rows = await tx.query<{ userId: UserId }>(
    `delete from single_sign_on_session s using single_sign_on_identity i
     where i.id = s.identity_id and i.issuer = $1 and ($2::text is null or i.subject = $2)
       and ($3::text is null or s.sid = $3)
     returning s.user_id as "userId"`,
    [issuer, subject ?? null, sid ?? null],
  )
  return rows.map(({ userId }) => userId)
}

const freshForMs = 60 * 60_000
/** Anybody can write a token that names an unknown key, and each of them would make us ask the provider again. */
const betweenFetchesMs = 30_000

/** The keys that the provider signs with: fetched when they are old, or a token names a new one. */
function createProviderKeys({ fetch, clock }: LogoutNeeds): (server: AuthorizationServer) => JWTVerifyGetKey {
  let last: { url: string; at: number; keys: ReturnType<typeof createLocalJWKSet> } | undefined
  let attemptedAt = -Infinity
  const now = () => clock.now().getTime()

  async function load(url: string): Promise<ReturnType<typeof createLocalJWKSet>> {
    attemptedAt = now()
    const keys = createLocalJWKSet(await fetchKeys(fetch, url))
    last = { url, at: attemptedAt, keys }
    return keys
  }
  return (server) => async (header, token) => {
    const url = server.jwks_uri ?? ''
    const isFresh = last?.url === url && now() - last.at < freshForMs
    const keys = last && isFresh ? last.keys : await load(url)
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - attemptedAt < betweenFetchesMs) throw error
      return (await load(url))(header, token)
    }
  }
}

/** The published keys; a provider that publishes none that can be read is as good as down. */
export async function fetchKeys(fetch: ProviderFetch, url: string): Promise<JSONWebKeySet> {
  const response = await fetch(url, { method: 'GET', headers: { accept: 'application/json' } })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.status !== 200 || !isKeySet(body)) throw new ProviderUnreached('down', 'no keys')
  return body
}

const isKeySet = (body: unknown): body is JSONWebKeySet =>
  typeof body === 'object' &&
  body !== null &&
  'keys' in body &&
  Array.isArray(body.keys) &&
  body.keys.every((key: unknown) => typeof key === 'object' && key !== null && 'kty' in key)
