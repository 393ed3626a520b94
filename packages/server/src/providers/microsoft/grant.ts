import * as oauth from 'oauth4webapi'
import type { Clock } from '../../kit/clock.ts'
import type { Fetch } from '../../egress/network/index.ts'
import { fetchWithin } from '../contract/allowed-origins.ts'
import type {
  AuthorizationRequest,
  ClientTrial,
  Grant,
  GrantFailure,
  SignedInIdentity,
  OAuthClient,
  OAuthProvider,
  GrantOutcome,
  RefreshedGrant,
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
import type { MicrosoftEndpoints } from './endpoints.ts'
import { microsoftFailure } from './grant-failure.ts'

export interface MicrosoftOAuthNeeds {
  endpoints: MicrosoftEndpoints
  fetch: Fetch
  clock: Clock
}

/** Delegated permissions. Microsoft asks for them as a set, so there are no boxes to tick. */
const microsoftNeeds: readonly ScopeNeed[] = [
  { name: 'mail', scope: 'Mail.ReadWrite', box: undefined, isEssential: true },
  { name: 'sending', scope: 'Mail.Send', box: undefined, isEssential: true },
  { name: 'categories', scope: 'MailboxSettings.ReadWrite', box: undefined, isEssential: false },
  { name: 'calendars', scope: 'Calendars.ReadWrite', box: undefined, isEssential: false },
]

/** Permissions of Graph are named with the address of the cloud's Graph; those of OpenID belong to no resource. */
const getScope = ({ scopePrefix }: MicrosoftEndpoints): string =>
  [
    'offline_access',
    'openid',
    'email',
    'profile',
    ...['User.Read', ...microsoftNeeds.map((need) => need.scope)].map((name) => scopePrefix + name),
  ].join(' ')

/** The directory that all personal accounts live in. */
const consumersTenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

export function createMicrosoftOAuth({ endpoints, fetch, clock }: MicrosoftOAuthNeeds): OAuthProvider {
  const guarded = fetchWithin(fetch, [endpoints.login, endpoints.graph])
  const scope = getScope(endpoints)
  const needsFor = (client: OAuthClient): TokenNeeds => ({
    server: getServer(endpoints.login, getTenant(client), getTenant(client)),
    client,
    clock,
    fetch: guarded,
    toFailure: microsoftFailure,
  })
  const whose = (accessToken: string) => identify(guarded, endpoints.graph, accessToken, clock)
  return {
    needs: microsoftNeeds,
    authorizationUrl: (client, request) => authorizationUrl(needsFor(client), request, scope),
    exchange: (client, request, answer) => exchange(needsFor(client), { endpoints, request, answer, whose }),
    refresh: async (client, token) => {
      const needs = needsFor(client)
      const answered = await refreshToken(needs, token, { scope })
      return answered.ok ? refreshed(needs, endpoints, answered.value) : answered
    },
    // Microsoft has no address to hand one application's permission back at.
    revoke: async () => 'not-offered',
    identify: async (accessToken) => {
      const profile = await whose(accessToken)
      if (!profile.ok) return profile
      const { id, address } = profile.value
      return { ok: true, value: { subject: id, address } }
    },
    tryClient: (client, redirectUri) => tryClient(needsFor(client), redirectUri, scope),
    missing: (granted) => {
      const names = new Set(granted.map(lastSegment))
      return microsoftNeeds.filter((need) => !names.has(lastSegment(need.scope))).map(({ name }) => name)
    },
  }
}

const getTenant = ({ tenant }: OAuthClient) => tenant ?? 'common'

// Answers spell a permission with or without the address of its resource, and in any case.
const lastSegment = (permission: string) => permission.slice(permission.lastIndexOf('/') + 1).toLowerCase()

function getServer(login: string, tenant: string, issuingTenant: string) {
  const below = `${login}/${encodeURIComponent(tenant)}`
  return {
    issuer: `${login}/${issuingTenant}/v2.0`,
    authorization_endpoint: `${below}/oauth2/v2.0/authorize`,
    token_endpoint: `${below}/oauth2/v2.0/token`,
    jwks_uri: `${below}/discovery/v2.0/keys`,
  } satisfies oauth.AuthorizationServer
}

/** `response_mode=query`: a form posted from another site would come without the session's cookie. */
async function authorizationUrl(
  { server, client }: TokenNeeds,
  request: AuthorizationRequest,
  scope: string,
): Promise<string> {
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: client.id,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope,
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...(request.loginHint === undefined ? {} : { login_hint: request.loginHint }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

interface CodeExchange {
  endpoints: MicrosoftEndpoints
  request: AuthorizationRequest
  answer: URLSearchParams
  whose: (accessToken: string) => Promise<GrantOutcome<Person>>
}

async function exchange(
  needs: TokenNeeds,
  { endpoints, request, answer, whose }: CodeExchange,
): Promise<GrantOutcome<Grant>> {
  answer.delete('iss') // names a tenant, which is known only once the id token is here and names it too
  const checked = checkedAnswer(needs, answer, request.state)
  if (!checked.ok) return checked
  const answered = await exchangeCode(needs, request, checked.value, { scope: getScope(endpoints) })
  if (!answered.ok) return answered
  const issued = issuedBy(needs, endpoints.login, answered.value)
  if (!issued.ok) return issued
  const result = await validated(() =>
    // The signature need not be checked: the token came straight from the token endpoint (OpenID Connect Core §3.1.3.7).
    oauth.processAuthorizationCodeResponse(issued.value, toClient(needs), answered.value.response(), {
      expectedNonce: request.nonce,
      requireIdToken: true,
    }),
  )
  if (!result.ok) return result
  const claims = oauth.getValidatedIdTokenClaims(result.value) ?? {}
  const identity = await readIdentity(claims, () => whose(result.value.access_token))
  if (!identity.ok) return identity
  return { ok: true, value: { ...toGrant(result.value, needs.clock), identity: identity.value } }
}

/**
 * The server with the issuer that this answer must have. Every tenant issues under its own name, also for those who came
 * through `common`; which tenant that may be, the client's setting decides.
 */
function issuedBy(
  { server, client }: TokenNeeds,
  login: string,
  { body }: TokenAnswer,
): GrantOutcome<oauth.AuthorizationServer> {
  const tid = readText(readClaims(readText(body['id_token']))['tid']).toLowerCase()
  if (!guid.test(tid)) return failed({ kind: 'refused', said: 'The answer names no tenant' })
  if (!admits(getTenant(client), tid))
    return failed({
      kind: 'wrong-tenant',
      what: 'other-tenant',
      said: `The account belongs to tenant ${tid}`,
    })
  return { ok: true, value: { ...server, issuer: `${login}/${tid}/v2.0` } }
}

const guid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function admits(tenant: string, tid: string): boolean {
  if (tenant === 'common') return true
  if (tenant === 'consumers') return tid === consumersTenant
  if (tenant === 'organizations') return tid !== consumersTenant
  return tenant.toLowerCase() === tid
}

/** Reads the claims of an id token, none of them verified. */
function readClaims(idToken: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null ? { ...claims } : {}
  } catch {
    return {}
  }
}

/** `oid` is the same in every application, `sub` only in ours; the address may have to be asked for. */
async function readIdentity(
  claims: Readonly<Record<string, unknown>>,
  ask: () => Promise<GrantOutcome<Person>>,
): Promise<GrantOutcome<SignedInIdentity>> {
  const subject = readText(claims['oid'])
  const tenant = readText(claims['tid']).toLowerCase()
  if (subject === '') return failed({ kind: 'refused', said: 'The answer does not say who signed in' })
  const claimedAddress = readText(claims['email'])
  if (claimedAddress !== '') return { ok: true, value: { subject, tenant, address: claimedAddress } }
  const answer = await ask()
  return answer.ok ? { ok: true, value: { subject, tenant, address: answer.value.address } } : answer
}

async function refreshed(
  needs: TokenNeeds,
  endpoints: MicrosoftEndpoints,
  answer: TokenAnswer,
): Promise<GrantOutcome<RefreshedGrant>> {
  const hasIdToken = readText(answer.body['id_token']) !== ''
  const issued = hasIdToken ? issuedBy(needs, endpoints.login, answer) : undefined
  if (issued && !issued.ok) return issued
  const result = await validated(() =>
    oauth.processRefreshTokenResponse(issued?.value ?? needs.server, toClient(needs), answer.response()),
  )
  return result.ok ? { ok: true, value: toGrant(result.value, needs.clock) } : result
}

function toGrant(answer: oauth.TokenEndpointResponse, clock: Clock): RefreshedGrant {
  const { access_token, expires_in, refresh_token } = answer
  return {
    accessToken: access_token,
    expiresAt: secondsFromNow(expires_in, clock),
    scopes: readScopes(answer.scope),
    ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
  }
}

interface Person {
  id: string
  address: string
}

async function identify(
  fetch: Fetch,
  graph: string,
  token: string,
  clock: Clock,
): Promise<GrantOutcome<Person>> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const address = `${graph}/me?$select=id,mail,userPrincipalName`
  const read = await readAnswer(() => fetch(address, { headers, signal: AbortSignal.timeout(20_000) }), clock)
  if (!read.ok) return read
  const { status, body } = read.value
  const person = status === 200 ? readPerson(body) : undefined
  if (person) return { ok: true, value: person }
  return failed({ kind: 'refused', said: `Status ${status} to the question whose account it is` })
}

/** A guest's principal name is not an address: it spells another one with #EXT# in it. */
function readPerson(body: Record<string, unknown>): Person | undefined {
  const [id, mail, principal] = ['id', 'mail', 'userPrincipalName'].map((name) => readText(body[name]))
  const address = mail || (/^[^\s#]+@[^\s#]+$/.test(principal ?? '') ? principal : undefined)
  return id && address ? { id, address } : undefined
}

/**
 * A code that never was: Microsoft judges client, tenant and secret before it. Its page tells an address that is not
 * registered for sure; that it shows no error proves nothing [K].
 */
async function tryClient(needs: TokenNeeds, redirectUri: string, scope: string): Promise<ClientTrial> {
  const { request, answer } = createTrial(redirectUri)
  const checked = checkedAnswer(needs, answer, request.state)
  const tried = checked.ok ? await exchangeCode(needs, request, checked.value, { scope }) : checked
  const failure = tried.ok || isAboutCode(tried.failure) ? undefined : tried.failure
  if (failure?.kind === 'wrong-client' || failure?.kind === 'wrong-tenant')
    return { client: false, redirectUri: undefined, failure }
  if (failure) return { client: undefined, redirectUri: undefined, failure }
  const page = await readPage(needs.fetch, await authorizationUrl(needs, request, scope))
  if (!page?.text.includes('AADSTS50011')) return { client: true, redirectUri: undefined, failure }
  const mismatch = { kind: 'wrong-client', what: 'redirect-uri', said: '' } as const
  return { client: true, redirectUri: false, failure: mismatch }
}

/** AADSTS9002313: the code cannot be read, which is so. */
const isAboutCode = (failure: GrantFailure) =>
  failure.kind === 'expired-grant' || (failure.kind === 'refused' && failure.said.includes('AADSTS9002313'))
