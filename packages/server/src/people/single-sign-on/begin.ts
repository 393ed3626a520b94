import * as oauth from 'oauth4webapi'
import type { Cache } from '../../store/index.ts'
import { addressGroup } from '../sign-in-throttle.ts'
import { browserUrl, type DiscoverMetadata } from './discovery.ts'
import { type SettingsNeeds, effectiveSettings } from './effective-settings.ts'
import { type FlowNeeds, sha256, startFlow } from './flows.ts'
import type { FlowStart, SingleSignOnFailure } from './types.ts'

export interface BeginNeeds extends FlowNeeds, SettingsNeeds {
  store: FlowNeeds['store']
  cipher: FlowNeeds['cipher']
  discover: DiscoverMetadata
  cache: Pick<Cache, 'attempts'>
}

/** Each leaves a row for ten minutes, and anybody can begin one; a company may come from one address. */
const perAddress = 150
const windowMs = 10 * 60_000

export async function begin(
  needs: BeginNeeds,
  start: FlowStart,
): Promise<{ ok: true; url: string } | SingleSignOnFailure> {
  const purpose = start.errand?.purpose ?? 'sign-in'
  const fail = (problem: SingleSignOnFailure['problem'], isPassing = false, retryAt?: Date) =>
    ({ ok: false, problem, isPassing, purpose, next: start.next, ...(retryAt && { retryAt }) }) as const
  const { provider } = await effectiveSettings(needs)
  if (!provider) return fail({ problem: 'single-sign-on/off' })
  const retryAt = await noteBeginning(needs, start.address)
  if (retryAt) return fail({ problem: 'single-sign-on/too-many' }, true, retryAt)
  const discovered = await needs.discover(provider)
  if (!discovered.ok) return fail(discovered.problem, discovered.isPassing)
  const { server } = discovered
  const url = browserUrl(server.authorization_endpoint)
  if (!url) return fail({ problem: 'single-sign-on/not-a-provider', issuer: provider.issuer, serverText: '' })
  const { state, nonce, verifier } = await startFlow(needs, provider.issuer, start)
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: start.redirectUri,
    scope: scopes(server),
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(purpose === 'prove' && freshSignIn),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { ok: true, url: url.href }
}

/** Undefined where there is room; else when there is again. One that is refused does not count, so knocking prolongs nothing. */
async function noteBeginning({ cache, clock }: BeginNeeds, address: string): Promise<Date | undefined> {
  const key = `single-sign-on:${sha256(addressGroup(address)).toString('base64url')}`
  const before = await cache.attempts.within(key, windowMs)
  if (before.count >= perAddress) return before.oldestLeavesAt ?? clock.now()
  await cache.attempts.record(key, windowMs)
  return undefined
}

/** OpenID Connect Core §3.1.2.1: whoever is signed in there signs in again, and `max_age` has the token say when. */
const freshSignIn = { prompt: 'login', max_age: '0' }

/** Some providers have a scope for groups of its own, and refuse it where they have not. */
function scopes(server: oauth.AuthorizationServer): string {
  const offered = server.scopes_supported ?? []
  return ['openid', 'profile', 'email', ...['groups'].filter((scope) => offered.includes(scope))].join(' ')
}
