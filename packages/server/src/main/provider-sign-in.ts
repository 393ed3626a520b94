import type { AccountId } from '@plmail/wire'
import { type Accounts, type AccountsOptions, conditionOf } from '../accounts/index.ts'
import { type Config, ConfigurationError, type EndpointOverrides } from '../config/index.ts'
import type { Clock } from '../kit/clock.ts'
import { type AccessTokens, type Fetch, ProviderError } from '../providers/contract/index.ts'
import { type GoogleEndpoints, googleEndpoints } from '../providers/google/endpoints.ts'
import { createGoogleOAuth } from '../providers/google/grant.ts'
import { type MicrosoftEndpoints, microsoftEndpoints } from '../providers/microsoft/endpoints.ts'
import { createMicrosoftOAuth } from '../providers/microsoft/grant.ts'

export interface Endpoints {
  google: GoogleEndpoints
  microsoft: MicrosoftEndpoints
}

/** The providers' own addresses, but for those that a demo or a test puts in their place. Throws ConfigurationError. */
export function endpointsOf({ providerEndpoints }: Pick<Config, 'providerEndpoints'>): Endpoints {
  const { google, microsoft } = providerEndpoints
  const problems = [
    ...overrideProblems('google', googleEndpoints, google),
    ...overrideProblems('microsoft', microsoftEndpoints, microsoft),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return { google: { ...googleEndpoints, ...google }, microsoft: { ...microsoftEndpoints, ...microsoft } }
}

function overrideProblems(provider: string, own: object, overrides: EndpointOverrides): string[] {
  const known = new Map<string, unknown>(Object.entries(own))
  return Object.entries(overrides).flatMap(([name, address]) => {
    if (!known.has(name)) return `PROVIDER_ENDPOINTS names ${provider}.${name}, which is no address of it.`
    const isList = Array.isArray(known.get(name))
    if (isList === Array.isArray(address)) return []
    return `PROVIDER_ENDPOINTS needs ${isList ? 'a list of addresses' : 'one address'} as ${provider}.${name}.`
  })
}

/** Signing in to each provider, over the network's own fetch. */
export function oauthOver(endpoints: Endpoints, fetch: Fetch, clock: Clock): AccountsOptions['oauth'] {
  return {
    provA: createGoogleOAuth({ endpoints: endpoints.google, fetch, clock }),
    provB: createMicrosoftOAuth({ endpoints: endpoints.microsoft, fetch, clock }),
  }
}

/** What a client of mail or calendars signs its requests with: the account's tokens, trouble as a ProviderError. */
export function tokensOf(accounts: Pick<Accounts, 'grants'>, id: AccountId): AccessTokens {
  return async (options) => {
    const found = await accounts.grants.accessToken(id, options)
    if (found.ok) return found.token
    const { failure } = found
    if (failure.kind === 'gone') throw new ProviderError('gone', 'The account has been removed')
    const said = 'said' in failure ? { detail: failure.said } : {}
    if (failure.kind === 'throttled')
      throw new ProviderError('throttled', 'The provider asks to come back later', { until: failure.until })
    const kind = conditionOf(failure) ?? (failure.kind === 'unreachable' ? 'unreachable' : 'refused')
    throw new ProviderError(kind, `No access token: ${failure.kind}`, said)
  }
}
