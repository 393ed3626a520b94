import { createHash, timingSafeEqual } from 'node:crypto'
import type { EmulatedAnswer } from '../../http/answer.ts'
import { chance } from '../../random/seeded.ts'
import type { World } from '../../world.ts'
import { aadsts, aadstsAnswer, type Aadsts } from './aadsts.ts'
import type { Account, Directory, RegisteredClient } from './accounts.ts'
import type { SigningKeys } from './keys.ts'
import {
  readScopes,
  replyScopes,
  scopeKey,
  unknownScope,
  type AskedScopes,
  type ScopeResource,
} from './scopes.ts'
import { readTenant, refuseAccount, refuseTenant } from './tenants.ts'

export interface TokenRequest {
  tenant: string
  form: URLSearchParams
  authorization: string | undefined
}

export interface TokenService {
  world: World
  directory: Directory
  keys: SigningKeys
  origin: string
}

/** Thrown inside the endpoint: the answer is this error. */
class Denied extends Error {
  readonly reason: Aadsts

  constructor(reason: Aadsts) {
    super(reason.text)
    this.reason = reason
  }
}

/** `POST /{tenant}/oauth2/v2.0/token`, for authorisation codes and refresh tokens. */
export async function answerToken(service: TokenService, request: TokenRequest): Promise<EmulatedAnswer> {
  try {
    return await grant(service, request)
  } catch (error) {
    if (error instanceof Denied) return aadstsAnswer(service.world, error.reason)
    throw error
  }
}

interface Grant {
  account: Account
  client: RegisteredClient
  /** Everything asked for at sign-in. */
  scope: string
  nonce: string | undefined
  /** Issue time of the refresh token that was used. */
  issuedAt: number
}

async function grant(service: TokenService, request: TokenRequest): Promise<EmulatedAnswer> {
  const { form } = request
  const tenant = readTenant(request.tenant)
  const client = readClient(service.directory, request, tenant)
  deny(refuseTenant(service.directory, client, tenant))
  const type = need(form, 'grant_type')
  if (type !== 'authorization_code' && type !== 'refresh_token') throw new Denied(aadsts.wrongGrantType(type))
  readSecret(client, request)
  const scope = form.get('scope')
  const unknown = unknownScope(scope ?? '', service.directory.nationalGraph)
  if (unknown !== undefined) throw new Denied(aadsts.wrongScope(unknown))
  if (readScopes(scope ?? '').byResource.size > 1) throw new Denied(aadsts.twoResources(scope ?? ''))
  const granted =
    type === 'authorization_code'
      ? redeemCode(service, client, tenant, form)
      : useRefreshToken(service, client, form)
  const foreign = refuseAccount(client, tenant, granted.account)
  // On a redirect the same refusal is access_denied.
  deny(foreign && { ...foreign, error: 'invalid_grant' })
  deny(getObstacle(granted.account))
  return answerGrant(service, granted, scope ?? granted.scope)
}

function redeemCode(
  { world, directory }: TokenService,
  client: RegisteredClient,
  tenant: string,
  form: URLSearchParams,
): Grant {
  const code = directory.code(need(form, 'code'))
  const redirectUri = need(form, 'redirect_uri')
  if (code === undefined || code.client !== client.id) throw new Denied(aadsts.malformed())
  if (code.isRedeemed) throw new Denied(aadsts.redeemed())
  if (code.expiresAt <= world.clock.now().getTime()) throw new Denied(aadsts.expired())
  if (code.redirectUri !== redirectUri) throw new Denied(aadsts.otherRedirect())
  if (code.tenant !== tenant) throw new Denied(aadsts.otherTenant())
  if (code.challenge !== undefined && !fitsChallenge(form.get('code_verifier'), code.challenge))
    throw new Denied(aadsts.wrongVerifier())
  code.isRedeemed = true
  const { account, scope, nonce } = code
  return { account, client, scope, nonce, issuedAt: world.clock.now().getTime() }
}

/** [D] Idle for this long, a refresh token is dead. */
const idleMs = 90 * 24 * 3600_000

/** Every use gives a new one [D]; the old one lives on, unless reuse is watched for. */
function useRefreshToken(
  { world, directory }: TokenService,
  client: RegisteredClient,
  form: URLSearchParams,
): Grant {
  const token = directory.refreshToken(need(form, 'refresh_token'))
  const now = world.clock.now().getTime()
  if (token === undefined || token.client !== client.id) throw new Denied(aadsts.malformed())
  if (token.ended === 'expired') throw new Denied(aadsts.expired())
  if (token.ended !== undefined) throw new Denied(aadsts.revoked())
  if (now - token.lastUsedAt > idleMs) throw new Denied(aadsts.idle(new Date(token.issuedAt)))
  if (token.isSpent && client.watchesReuse) {
    directory.end(token.account, 'revoked')
    throw new Denied(aadsts.revoked())
  }
  deny(getObstacle(token.account))
  token.isSpent = true
  token.lastUsedAt = now
  const { account, scope, issuedAt } = token
  return { account, client, scope, nonce: undefined, issuedAt }
}

async function answerGrant(
  service: TokenService,
  granted: Grant,
  parameter: string,
): Promise<EmulatedAnswer> {
  const { world, directory, keys, origin } = service
  const { account, client } = granted
  const scopes = readScopes(parameter)
  const resource: ScopeResource = [...scopes.byResource.keys()][0] ?? 'graph'
  const consents = account.consents.get(client.id) ?? new Map<string, string>()
  refuseUnconsented(scopes, consents, client)
  const names = [...consents.values()].filter((name) => readScopes(name).byResource.has(resource))
  const now = world.clock.now().getTime()
  // Between an hour and an hour and a half [D].
  const seconds = 3599 + Math.floor(chance(world.seed, 'token life', account.email, now) * 1800)
  const token = directory.issueAccess({
    account,
    client: client.id,
    resource,
    scopes: new Set(names.map(scopeKey)),
    expiresAt: now + seconds * 1000,
  })
  const { scope, issuedAt, nonce } = granted
  const all = readScopes(scope)
  const isOffline = scopes.offline || all.offline
  const about = all.openid ? { ...scopes, openid: true, profile: all.profile, email: all.email } : scopes
  return {
    status: 200,
    headers: { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' },
    body: {
      token_type: 'Bearer',
      scope: replyScopes(names, about, account.isPersonal),
      expires_in: seconds,
      ext_expires_in: seconds,
      access_token: token.value,
      ...(isOffline && {
        refresh_token: directory.issueRefresh({ account, client: client.id, scope, issuedAt }).value,
      }),
      ...(about.openid && {
        id_token: await keys.idToken({ account, client: client.id, nonce, askedScopes: about, origin }),
      }),
    },
  }
}

/** A permission that was added to the request later, or taken back since, needs a new consent. */
function refuseUnconsented(
  scopes: AskedScopes,
  consents: ReadonlyMap<string, string>,
  client: RegisteredClient,
): void {
  const names = [...scopes.byResource.values()].flat().filter((name) => scopeKey(name) !== '.default')
  const isCovered = names.length > 0 ? names.every((name) => consents.has(scopeKey(name))) : consents.size > 0
  if (!isCovered) throw new Denied(aadsts.notConsented(client.id))
}

export function getObstacle(account: Account): Aadsts | undefined {
  switch (account.obstacle) {
    case 'mfa':
      return aadsts.secondFactor()
    case 'conditional-access':
      return aadsts.conditionalAccess()
    case 'disabled':
      return aadsts.disabled()
    default:
      return undefined
  }
}

function readClient(directory: Directory, request: TokenRequest, tenant: string): RegisteredClient {
  const [basicId] = readBasic(request.authorization)
  const id = request.form.get('client_id') ?? basicId
  if (id === undefined || id === '') throw new Denied(aadsts.missing('client_id'))
  const client = directory.client(id)
  if (client === undefined) throw new Denied(aadsts.unknownClient(id, tenant))
  return client
}

function readSecret(client: RegisteredClient, request: TokenRequest): void {
  const secret = request.form.get('client_secret') ?? readBasic(request.authorization)[1]
  if (secret === undefined || secret === '') throw new Denied(aadsts.secretMissing())
  if (!sameText(secret, client.secret)) throw new Denied(aadsts.wrongSecret(client.id))
  if (client.isSecretExpired) throw new Denied(aadsts.secretExpired(client.id))
}

function readBasic(header: string | undefined): [string?, string?] {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return []
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  // Both halves are form-encoded before they are joined (RFC 6749, 2.3.1).
  return [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))]
}

function formDecoded(text: string): string {
  return new URLSearchParams(`a=${text}`).get('a') ?? ''
}

function need(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value === null || value === '') throw new Denied(aadsts.missing(name))
  return value
}

function deny(reason: Aadsts | undefined): void {
  if (reason) throw new Denied(reason)
}

function fitsChallenge(verifier: string | null, challenge: string): boolean {
  if (verifier === null) return false
  return sameText(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

function sameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return first !== undefined && second !== undefined && timingSafeEqual(first, second)
}
