import * as oauth from 'oauth4webapi'
import type { ProblemDetail } from '@plmail/wire'
import { type Clock, systemClock } from '../../kit/clock.ts'
import { parseUrl } from '../../kit/parse-url.ts'
import { type ProviderFetch, ProviderUnreached } from './provider-fetch.ts'
import type { IdentityProvider } from './types.ts'

type Discovered =
  { ok: true; server: oauth.AuthorizationServer } | { ok: false; problem: ProblemDetail; isPassing: boolean }

/** Returns the metadata of a provider (OpenID Connect Discovery 1.0 §4), a minute old at most. */
export type DiscoverMetadata = (provider: Pick<IdentityProvider, 'issuer' | 'name'>) => Promise<Discovered>

interface DiscoveryNeeds {
  fetch: ProviderFetch
  clock: Clock
}

const answeredForMs = 60_000
/** A provider that is back must be noticed soon, and one that is down must not be asked for every visitor. */
const failedForMs = 15_000

/** `forget` makes the next question a real one. */
export function createDiscovery(needs: DiscoveryNeeds): { discover: DiscoverMetadata; forget(): void } {
  let last: { issuer: string; name: string; until: number; answer: Promise<Discovered> } | undefined
  return {
    forget: () => {
      last = undefined
    },
    discover: (provider) => {
      const now = needs.clock.now().getTime()
      if (last?.issuer === provider.issuer && last.name === provider.name && last.until > now)
        return last.answer
      const answer = ask(needs, provider)
      const cached = { ...provider, until: now + answeredForMs, answer }
      last = cached
      answer.then(
        ({ ok }) => {
          if (!ok) cached.until = needs.clock.now().getTime() + failedForMs
        },
        () => (cached.until = 0),
      )
      return answer
    },
  }
}

async function ask(
  { fetch }: DiscoveryNeeds,
  { issuer, name }: Pick<IdentityProvider, 'issuer' | 'name'>,
): Promise<Discovered> {
  const url = parseUrl(issuer)
  if (!url) return { ok: false, problem: { problem: 'single-sign-on/not-an-issuer' }, isPassing: false }
  try {
    const options = { algorithm: 'oidc', ...requestOptions({ fetch, issuer }) } as const
    const response = await oauth.discoveryRequest(url, options)
    if (response.status !== 200) return notProvider(issuer, `Status ${response.status}`)
    const metadataIssuer = await readIssuer(response)
    if (metadataIssuer !== undefined && metadataIssuer !== issuer)
      return {
        ok: false,
        problem: { problem: 'single-sign-on/other-issuer', issuer, metadataIssuer },
        isPassing: false,
      }
    return { ok: true, server: await oauth.processDiscoveryResponse(new URL(issuer), response) }
  } catch (error) {
    if (error instanceof ProviderUnreached) return { ok: false, ...error.toFailure({ name, host: url.host }) }
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
      return notProvider(issuer, error.message)
    throw error
  }
}

/** The library compares issuers as URLs; plMail's is compared letter by letter, as tokens have it. */
async function readIssuer(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = await response.clone().json()
    const metadataIssuer =
      typeof body === 'object' && body !== null && 'issuer' in body ? body.issuer : undefined
    return typeof metadataIssuer === 'string' ? metadataIssuer.slice(0, 300) : undefined
  } catch {
    return undefined // not JSON: the library says what it is
  }
}

function notProvider(issuer: string, serverText: string): Discovered {
  const problem = { problem: 'single-sign-on/not-a-provider', issuer, serverText } as const
  return { ok: false, problem, isPassing: false }
}

/** Returns the options of each request of the library: our way out, and http only for an issuer that is written so. */
export function requestOptions({ fetch, issuer }: { fetch: ProviderFetch; issuer: string }) {
  return {
    [oauth.customFetch]: (url: string, init: Parameters<ProviderFetch>[1]) => fetch(url, init),
    // The way out refuses http wherever INTEGRATIONS_ALLOW_HTTP does not allow it.
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  }
}

/** An endpoint that browsers are sent to, as the provider wrote it; undefined for what is no address of the web. */
export function browserUrl(endpoint: string | undefined): URL | undefined {
  const url = endpoint === undefined ? undefined : parseUrl(endpoint)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** Seconds that an issuer's clock may be off. */
export const clockToleranceSeconds = 60

/** The client as the validating functions want it; their time is the clock's. */
export function toClient(clientId: string, clock: Clock): oauth.Client {
  const ahead = clock.now().getTime() - systemClock.now().getTime()
  return {
    client_id: clientId,
    [oauth.clockSkew]: Math.round(ahead / 1000),
    [oauth.clockTolerance]: clockToleranceSeconds,
  }
}

/** By the secret, in the way that the provider says it takes (OpenID Connect Discovery 1.0 §3); `basic` is the default. */
export function clientAuthentication(server: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(secret)
    : oauth.ClientSecretPost(secret)
}
