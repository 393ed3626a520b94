import * as oauth from 'oauth4webapi'
import type { ProblemDetail, SingleSignOnStep } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import { clientAuthentication, type DiscoverMetadata, requestOptions, toClient } from './discovery.ts'
import { effectiveSettings, type SettingsNeeds } from './effective-settings.ts'
import { fetchKeys } from './logout.ts'
import { type ProviderFetch, ProviderUnreached } from './provider-fetch.ts'
import type { CodedSingleSignOnStep, IdentityProvider } from './types.ts'

interface CheckNeeds extends SettingsNeeds {
  clock: Clock
  fetch: ProviderFetch
  discover: DiscoverMetadata
}

/** Asks the provider now, step by step; a step that fails leaves out those that need it. */
export async function checkRegistration(
  needs: CheckNeeds,
  redirectUri: string,
): Promise<CodedSingleSignOnStep[]> {
  const { provider } = await effectiveSettings(needs)
  if (!provider) return [step('discovery', 'wrong', { problem: 'single-sign-on/off' })]
  const discovered = await needs.discover(provider)
  if (!discovered.ok) return [step('discovery', 'wrong', discovered.problem)]
  const { server } = discovered
  return [
    step('discovery', 'works', { problem: 'single-sign-on/works-discovery', issuer: server.issuer }),
    signInStep(server),
    await keysStep(needs.fetch, server),
    await clientStep(needs, { provider, server, redirectUri }),
    logoutStep(server),
  ]
}

const step = (
  name: SingleSignOnStep,
  outcome: CodedSingleSignOnStep['outcome'],
  sentence: ProblemDetail,
): CodedSingleSignOnStep => ({ step: name, outcome, sentence })

function signInStep(server: oauth.AuthorizationServer): CodedSingleSignOnStep {
  const offersCode = server.response_types_supported?.includes('code') ?? true
  if (!offersCode || server.authorization_endpoint === undefined || server.token_endpoint === undefined)
    return step('sign-in', 'wrong', { problem: 'single-sign-on/no-code-flow' })
  const offersPkce = server.code_challenge_methods_supported?.includes('S256') ?? false
  return offersPkce
    ? step('sign-in', 'works', { problem: 'single-sign-on/works-sign-in' })
    : step('sign-in', 'unknown', { problem: 'single-sign-on/no-pkce' })
}

async function keysStep(
  fetch: ProviderFetch,
  server: oauth.AuthorizationServer,
): Promise<CodedSingleSignOnStep> {
  try {
    const { keys } = await fetchKeys(fetch, server.jwks_uri ?? '')
    if (keys.length > 0)
      return step('keys', 'works', { problem: 'single-sign-on/works-keys', count: keys.length })
  } catch (error) {
    if (!(error instanceof ProviderUnreached)) throw error
  }
  return step('keys', 'wrong', { problem: 'single-sign-on/no-keys' })
}

interface ClientTrial {
  provider: IdentityProvider
  server: oauth.AuthorizationServer
  redirectUri: string
}

/** Exchanges a code that nobody was given: who accepts the client refuses the code (RFC 6749 §5.2). */
async function clientStep(
  { fetch, clock }: CheckNeeds,
  { provider, server, redirectUri }: ClientTrial,
): Promise<CodedSingleSignOnStep> {
  const client = toClient(provider.clientId, clock)
  const query = new URLSearchParams({ code: 'trial', iss: server.issuer })
  try {
    const answer = oauth.validateAuthResponse(server, client, query, oauth.skipStateCheck)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuthentication(server, provider.clientSecret),
      answer,
      redirectUri,
      'trial'.repeat(9),
      requestOptions({ fetch, issuer: provider.issuer }),
    )
    await oauth.processAuthorizationCodeResponse(server, client, response)
  } catch (error) {
    return clientOutcome(error, provider)
  }
  return step('client', 'unknown', { problem: 'single-sign-on/client-untold' })
}

function clientOutcome(error: unknown, { name, issuer }: IdentityProvider): CodedSingleSignOnStep {
  if (error instanceof ProviderUnreached)
    return step('client', 'unknown', error.toFailure({ name, host: new URL(issuer).host }).problem)
  const code = error instanceof oauth.ResponseBodyError ? error.error : undefined
  if (code === 'invalid_grant') return step('client', 'works', { problem: 'single-sign-on/works-client' })
  const isRefused = code === 'invalid_client' || error instanceof oauth.WWWAuthenticateChallengeError
  if (isRefused) return step('client', 'wrong', { problem: 'single-sign-on/no-client' })
  if (!(error instanceof Error) || error instanceof TypeError) throw error
  return step('client', 'unknown', {
    problem: 'single-sign-on/client-untold',
    serverText: code ?? error.message,
  })
}

function logoutStep(server: oauth.AuthorizationServer): CodedSingleSignOnStep {
  if (server.end_session_endpoint === undefined)
    return step('logout', 'unknown', { problem: 'single-sign-on/no-logout' })
  return server.backchannel_logout_supported === true
    ? step('logout', 'works', { problem: 'single-sign-on/works-logout' })
    : step('logout', 'unknown', { problem: 'single-sign-on/no-back-channel' })
}
