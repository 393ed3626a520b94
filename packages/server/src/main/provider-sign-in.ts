import { type AccountId, ProviderName } from '@plmail/wire'
import { type Accounts, type AccountsOptions, toCondition } from '../accounts/index.ts'
import {
  type Config,
  ConfigurationError,
  type EndpointOverrides,
  type SettingProblem,
} from '../config/index.ts'
import type { Fetch } from '../egress/network/index.ts'
import type { Clock } from '../kit/clock.ts'
import {
  type AccessTokens,
  type MicrosoftCloud,
  type OAuthClient,
  type OAuthProvider,
  ProviderError,
} from '../providers/contract/index.ts'
import { type GoogleEndpoints, googleEndpoints } from '../providers/google/endpoints.ts'
import { createGoogleOAuth } from '../providers/google/grant.ts'
import {
  type MicrosoftEndpoints,
  microsoftEndpoints,
  microsoftEndpointsByCloud,
} from '../providers/microsoft/endpoints.ts'
import { findCloud } from '../providers/microsoft/find-cloud.ts'
import { createMicrosoftOAuth } from '../providers/microsoft/grant.ts'

export interface Endpoints {
  google: GoogleEndpoints
  microsoft: MicrosoftEndpoints
  /** The endpoints of every Microsoft cloud, the global one among them. */
  microsoftByCloud: Readonly<Record<MicrosoftCloud, MicrosoftEndpoints>>
}

/** The providers' own addresses, but for those that a demo or a test puts in their place. Throws ConfigurationError. */
export function chooseEndpoints({ providerEndpoints }: Pick<Config, 'providerEndpoints'>): Endpoints {
  const { google, microsoft, microsoftClouds: national = {} } = providerEndpoints
  const problems = [
    ...overrideProblems('google', googleEndpoints, google),
    ...overrideProblems('microsoft', microsoftEndpoints, microsoft),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  const own = microsoftEndpointsByCloud
  const microsoftByCloud = {
    global: { ...own.global, ...microsoft },
    'us-government': { ...own['us-government'], ...national['us-government'] },
    'us-dod': { ...own['us-dod'], ...national['us-dod'] },
    china: { ...own.china, ...national['china'] },
  }
  return {
    google: { ...googleEndpoints, ...google },
    microsoft: microsoftByCloud.global,
    microsoftByCloud,
  }
}

function overrideProblems(provider: string, own: object, overrides: EndpointOverrides): SettingProblem[] {
  const endpointByName = new Map<string, unknown>(Object.entries(own))
  return Object.entries(overrides).flatMap(([name, address]) => {
    const problem = { setting: 'PROVIDER_ENDPOINTS', endpoint: `${provider}.${name}` }
    if (!endpointByName.has(name)) return { ...problem, fault: 'unknown-endpoint' }
    const isList = Array.isArray(endpointByName.get(name))
    if (isList === Array.isArray(address)) return []
    return { ...problem, fault: isList ? 'endpoint-is-list' : 'endpoint-is-one' }
  })
}

/** Signing in to each provider, over the network's own fetch. */
export function oauthOver(
  endpoints: Endpoints,
  fetch: Fetch,
  clock: Clock,
): ReturnType<AccountsOptions['oauth']> {
  return {
    [ProviderName.google]: createGoogleOAuth({ endpoints: endpoints.google, fetch, clock }),
    [ProviderName.microsoft]: microsoftOAuthOver(endpoints, fetch, clock),
  }
}

/** A registration lives in one cloud, and its sign-ins go there. */
function microsoftOAuthOver({ microsoftByCloud }: Endpoints, fetch: Fetch, clock: Clock): OAuthProvider {
  const within = (cloud: MicrosoftCloud) =>
    createMicrosoftOAuth({ endpoints: microsoftByCloud[cloud], fetch, clock })
  const of = (client: OAuthClient) => within(client.cloud ?? 'global')
  return {
    ...within('global'),
    authorizationUrl: (client, request) => of(client).authorizationUrl(client, request),
    exchange: (client, request, answer) => of(client).exchange(client, request, answer),
    refresh: (client, token) => of(client).refresh(client, token),
    tryClient: (client, redirectUri) => of(client).tryClient(client, redirectUri),
    tenantTrouble: async (client) => {
      const tenant = client.tenant ?? 'common'
      const registeredCloud = client.cloud ?? 'global'
      const tenantCloud = await findCloud({ clouds: microsoftByCloud, fetch, clock }, registeredCloud, tenant)
      return tenantCloud === registeredCloud ? undefined : tenantCloud
    },
  }
}

/** The endpoints of the cloud that the registration in force lives in. */
export async function microsoftEndpointsInForce(
  accounts: { providers: Pick<Accounts['providers'], 'inForce'> },
  endpoints: Endpoints,
): Promise<MicrosoftEndpoints> {
  const { client } = await accounts.providers.inForce(ProviderName.microsoft)
  return endpoints.microsoftByCloud[client?.cloud ?? 'global']
}

/**
 * Returns the account's tokens, with which a mail or calendar client signs its requests; failures are thrown as a
 * ProviderError.
 */
export function createTokens(accounts: Pick<Accounts, 'grants'>, id: AccountId): AccessTokens {
  return async (options) => {
    const token = await accounts.grants.accessToken(id, options)
    if (token.ok) return token.token
    const { failure } = token
    if (failure.kind === 'gone') throw new ProviderError('gone', 'The account has been removed')
    const quoted = 'said' in failure ? { detail: failure.said } : {}
    if (failure.kind === 'throttled')
      throw new ProviderError('throttled', 'The provider asks to come back later', { until: failure.until })
    if (failure.kind === 'switched-off')
      throw new ProviderError('switched-off', 'Signing in to the provider is switched off')
    const kind = toCondition(failure) ?? (failure.kind === 'unreachable' ? 'unreachable' : 'refused')
    throw new ProviderError(kind, `No access token: ${failure.kind}`, quoted)
  }
}
