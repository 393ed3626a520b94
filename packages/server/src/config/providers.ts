import { ProviderName } from '@plmail/wire'
import { parseUrl } from '../kit/parse-url.ts'
import type { Parsed } from './parse-result.ts'

/** A registration with a provider as the environment gives it; blanks are left out. */
export interface ProviderVariables {
  clientId?: string
  clientSecret?: string
  /** Microsoft. */
  tenant?: string
  cloud?: string
  /** Google. */
  topic?: string
  pushToken?: string
  pushServiceAccount?: string
  pushAudience?: string
}

/** Addresses in place of the providers' own, by their names in the endpoint maps. */
export interface ProviderEndpoints {
  google: EndpointOverrides
  microsoft: EndpointOverrides
  /** The endpoints of Microsoft's national clouds, by their names. */
  microsoftClouds?: Readonly<Record<string, EndpointOverrides>>
}

export type EndpointOverrides = Readonly<Record<string, string | readonly string[]>>

/** The registrations that the environment gives; those that an administrator has stored come before them. */
export function providerVariables(
  text: (name: string) => string | undefined,
): Record<ProviderName, ProviderVariables> {
  return {
    [ProviderName.google]: present({
      clientId: text('PROVA_OAUTH_CLIENT_ID'),
      clientSecret: text('PROVA_OAUTH_CLIENT_SECRET'),
      topic: text('PROVA_PUBSUB_TOPIC'),
      pushToken: text('PROVA_PUBSUB_VERIFICATION_TOKEN'),
      pushServiceAccount: text('PROVA_PUBSUB_SERVICE_ACCOUNT'),
      pushAudience: text('PROVA_PUBSUB_AUDIENCE'),
    }),
    [ProviderName.microsoft]: present({
      clientId: text('PROVB_OAUTH_CLIENT_ID'),
      clientSecret: text('PROVB_OAUTH_CLIENT_SECRET'),
      tenant: text('PROVB_OAUTH_TENANT'),
      cloud: text('PROVB_CLOUD'),
    }),
  }
}

function present(variables: Readonly<Record<string, string | undefined>>): ProviderVariables {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined))
}

/** `{"google": {"token": "http://127.0.0.1:…", …}, "microsoft": {…}}`; each value an address or a list of them. */
export function providerEndpoints(text: string): Parsed<ProviderEndpoints> {
  const unreadable = { ok: false, fault: { fault: 'not-endpoints' } } as const
  const parsed = parseJson(text)
  if (!isObject(parsed)) return unreadable
  const names = ['google', 'microsoft', 'microsoftClouds']
  const unknown = Object.keys(parsed).find((name) => !names.includes(name))
  if (unknown !== undefined) return { ok: false, fault: { fault: 'unknown-provider', entry: unknown } }
  const { google = {}, microsoft = {}, microsoftClouds } = parsed
  if (!isOverrides(google) || !isOverrides(microsoft)) return unreadable
  if (microsoftClouds === undefined) return { ok: true, value: { google, microsoft } }
  if (!isByCloud(microsoftClouds)) return unreadable
  return { ok: true, value: { google, microsoft, microsoftClouds } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empty: nothing stands in its place, as before the names of permissions in the global cloud. */
const isAddress = (value: unknown): value is string =>
  value === '' || (typeof value === 'string' && /^https?:\/\//.test(value) && parseUrl(value) !== undefined)

const isOverrides = (value: unknown): value is EndpointOverrides =>
  isObject(value) &&
  Object.values(value).every((item) => (Array.isArray(item) ? item.every(isAddress) : isAddress(item)))

const isByCloud = (value: unknown): value is Record<string, EndpointOverrides> =>
  isObject(value) && Object.values(value).every(isOverrides)
