import { type EgressMode, egressModes, type ProviderName } from '@plmail/wire'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseUrl } from '../kit/parse-url.ts'
import { ConfigurationError } from './configuration-error.ts'
import type { Parsed } from './parse-result.ts'
import {
  type ProviderEndpoints,
  type ProviderVariables,
  providerEndpoints,
  providerVariables,
} from './providers.ts'
import { parsePublicAddress } from './public-address.ts'
import type { SettingProblem } from './setting-problem.ts'
import { defaultTrustedProxies, parseTrustedProxies } from './trusted-proxies.ts'

/** Environment variables by name; a blank one counts as absent, as container files pass unset ones on blank. */
export type Variables = Readonly<Record<string, string | undefined>>

export type ProcessRole = 'all' | 'web' | 'worker'
type Setting = 'prod' | 'dev' | 'test'
type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** The environment, parsed once. Paths are absolute; relative ones count from the folder of the program. */
export interface Environment {
  setting: Setting
  logLevel: LogLevel
  host: string
  port: number
  dataDirectory: string
  secretsFile: string
  /** Holds a password: never log it. */
  databaseUrl: string | undefined
  /** A direct connection beside a pooled one: LISTEN and session locks do not pass a transaction pooler. */
  databaseListenUrl: string | undefined
  blobs: BlobStorePlace
  trustedProxies: readonly string[]
  mailAllowPlaintext: boolean
  /** Push messages may go to this machine; see main/outbound-connections.ts. */
  pushAllowLoopback: boolean
  /** Mail servers that people may connect to whatever their address; on every port when none is named. */
  mailAllowedServers: ReadonlyArray<{ host: string; port: number | undefined }>
  /** Servers that users name, those of calendars, may be spoken to without encryption. */
  integrationsAllowHttp: boolean
  /** Such servers that may be reached whatever their address; names in lower case. */
  integrationsAllowedHosts: readonly string[]
  /** DEMO_MODE. */
  isDemo: boolean
  providers: Record<ProviderName, ProviderVariables>
  singleSignOn: SingleSignOnVariables
  assistant: AssistantVariables
  /** EGRESS: how far connections to other machines are allowed. */
  egress: EgressMode
  /** PROVIDER_ENDPOINTS; only in the demo and in tests. */
  providerEndpoints: ProviderEndpoints
}

/** The identity provider as the environment gives it; blanks are left out. */
interface SingleSignOnVariables {
  issuer?: string
  clientId?: string
  clientSecret?: string
  name?: string
  isOnlyWay: boolean
}

/** The model server as the environment gives it: OpenAI's chat completions; blanks are left out. */
interface AssistantVariables {
  baseUrl?: string
  apiKey?: string
  model?: string
}

type BlobStorePlace = { kind: 'folder'; path: string }

/** Throws ConfigurationError naming every unusable variable at once. `home` is the folder of the program. */
export function readEnvironment(variables: Variables, home: string): Environment {
  const problems: SettingProblem[] = []
  const read = reader(variables, problems)
  const dataDirectory = resolve(home, read.text('APP_DATA_DIR') ?? 'var')
  const environment: Environment = {
    setting: read.oneOf('APP_ENV', ['prod', 'dev', 'test'], 'prod'),
    logLevel: read.oneOf('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    host: read.text('HOST') ?? '127.0.0.1',
    port: read.port('PORT', 8080),
    dataDirectory,
    secretsFile: resolve(home, read.text('APP_SECRETS_FILE') ?? join(dataDirectory, 'secrets/generated.env')),
    databaseUrl: read.parsed('DATABASE_URL', postgresUrl),
    databaseListenUrl: read.parsed('DATABASE_LISTEN_URL', postgresUrl),
    blobs: read.parsed('BLOB_URL', (text) => blobPlace(text, home)) ?? {
      kind: 'folder',
      path: join(dataDirectory, 'blobs'),
    },
    trustedProxies: read.parsed('TRUSTED_PROXIES', parseTrustedProxies) ?? defaultTrustedProxies,
    mailAllowPlaintext: read.oneOf('MAIL_ALLOW_PLAINTEXT', ['0', '1'], '0') === '1',
    pushAllowLoopback: read.oneOf('PUSH_ALLOW_LOOPBACK', ['0', '1'], '0') === '1',
    mailAllowedServers: read.parsed('MAIL_ALLOWED_SERVERS', mailServers) ?? [],
    integrationsAllowHttp: read.oneOf('INTEGRATIONS_ALLOW_HTTP', ['0', '1'], '0') === '1',
    integrationsAllowedHosts: read.parsed('INTEGRATIONS_ALLOWED_HOSTS', hostNames) ?? [],
    isDemo: read.oneOf('DEMO_MODE', ['0', '1'], '0') === '1',
    providers: providerVariables(read.text),
    singleSignOn: singleSignOnVariables(read),
    assistant: assistantVariables(read),
    egress: read.oneOf('EGRESS', egressModes, 'all'),
    providerEndpoints: read.parsed('PROVIDER_ENDPOINTS', providerEndpoints) ?? { google: {}, microsoft: {} },
  }
  if (read.text('PROVIDER_ENDPOINTS') && !environment.isDemo && environment.setting !== 'test')
    problems.push({ setting: 'PROVIDER_ENDPOINTS', fault: 'endpoints-in-production' })
  read.parsed('APP_PUBLIC_URL', publicAddress)
  const cloud = read.text('PROVB_CLOUD')
  if (cloud !== undefined && !clouds.includes(cloud))
    problems.push({ setting: 'PROVB_CLOUD', fault: 'not-one-of', choices: clouds })
  if (problems.length > 0) throw new ConfigurationError(problems)
  return environment
}

/** Microsoft's national clouds, as providers/contract names them. */
const clouds = ['global', 'us-government', 'us-dod', 'china']

function reader(variables: Variables, problems: SettingProblem[]) {
  const text = (name: string) => variables[name]?.trim() || undefined
  const parsed = <T>(name: string, parse: (text: string) => Parsed<T>): T | undefined => {
    const raw = text(name)
    if (raw === undefined) return undefined
    const outcome = parse(raw)
    if (outcome.ok) return outcome.value
    problems.push({ setting: name, ...outcome.fault })
    return undefined
  }
  return {
    text,
    parsed,
    port: (name: string, otherwise: number) => parsed(name, portNumber) ?? otherwise,
    oneOf: <T extends string>(name: string, allowed: readonly T[], otherwise: T): T =>
      parsed(name, (raw) => choice(raw, allowed)) ?? otherwise,
  }
}

function singleSignOnVariables(read: ReturnType<typeof reader>): SingleSignOnVariables {
  const issuer = read.parsed('OIDC_ISSUER', webAddress)
  const clientId = read.text('OIDC_CLIENT_ID')
  const clientSecret = read.text('OIDC_CLIENT_SECRET')
  const name = read.text('OIDC_NAME')
  return {
    ...(issuer !== undefined && { issuer }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(name !== undefined && { name }),
    isOnlyWay: read.oneOf('OIDC_ONLY', ['0', '1'], '0') === '1',
  }
}

function assistantVariables(read: ReturnType<typeof reader>): AssistantVariables {
  const baseUrl = read.parsed('ASSISTANT_BASE_URL', modelAddress)
  const apiKey = read.text('ASSISTANT_API_KEY')
  const model = read.text('ASSISTANT_MODEL')
  return {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKey !== undefined && { apiKey }),
    ...(model !== undefined && { model }),
  }
}

function modelAddress(text: string): Parsed<string> {
  return /^https?:\/\/[^?#@\s]+$/.test(text) && parseUrl(text)
    ? { ok: true, value: text.replace(/\/+$/, '') }
    : { ok: false, fault: { fault: 'not-a-web-address' } }
}

/** As it is written: an issuer is compared letter by letter. */
function webAddress(text: string): Parsed<string> {
  return /^https?:\/\/[^?#\s]+$/.test(text) && parseUrl(text)
    ? { ok: true, value: text }
    : { ok: false, fault: { fault: 'not-an-issuer' } }
}

function portNumber(text: string): Parsed<number> {
  const value = Number(text)
  return /^\d{1,5}$/.test(text) && value <= 65_535
    ? { ok: true, value }
    : { ok: false, fault: { fault: 'not-a-port' } }
}

/** `host`, `host:port`, `[IPv6]:port`, separated by commas. */
function mailServers(text: string): Parsed<Array<{ host: string; port: number | undefined }>> {
  const servers = text.split(',').map((entry) => {
    const [, bracketed, plain, port] =
      /^(?:\[([\da-f:.]+)\]|([a-z\d._-]+))(?::(\d{1,5}))?$/i.exec(entry.trim()) ?? []
    const host = (bracketed ?? plain)?.toLowerCase()
    return { host, port: port === undefined ? undefined : Number(port), entry }
  })
  const wrong = servers.find(({ host, port = 1 }) => host === undefined || port < 1 || port > 65_535)
  if (wrong) return { ok: false, fault: { fault: 'not-a-server', entry: wrong.entry.trim() } }
  return { ok: true, value: servers.map(({ host = '', port }) => ({ host, port })) }
}

/** Names or addresses, without a port, separated by commas. */
function hostNames(text: string): Parsed<string[]> {
  const hosts = text.split(',').map((entry) =>
    entry
      .trim()
      .replace(/^\[(.*)\]$/, '$1')
      .toLowerCase(),
  )
  const wrong = hosts.find((host) => !/^[a-z\d._:-]+$/.test(host) || /^[^:]*:[^:]*$/.test(host))
  return wrong === undefined
    ? { ok: true, value: hosts }
    : { ok: false, fault: { fault: 'not-a-host', entry: wrong } }
}

function publicAddress(text: string): Parsed<string> {
  const address = parsePublicAddress(text)
  return address.ok ? address : { ok: false, fault: { fault: 'unusable-address', problem: address.problem } }
}

function choice<T extends string>(text: string, allowed: readonly T[]): Parsed<T> {
  const value = allowed.find((candidate) => candidate === text)
  return value ? { ok: true, value } : { ok: false, fault: { fault: 'not-one-of', choices: allowed } }
}

function postgresUrl(text: string): Parsed<string> {
  return /^postgres(ql)?:\/\//.test(text) && parseUrl(text.replace(/@\//, '@localhost/'))
    ? { ok: true, value: text }
    : { ok: false, fault: { fault: 'not-a-database' } }
}

function blobPlace(text: string, home: string): Parsed<BlobStorePlace> {
  if (text.startsWith('s3://')) return { ok: false, fault: { fault: 'bucket' } }
  if (!text.startsWith('file:')) return { ok: false, fault: { fault: 'not-a-folder' } }
  if (!text.startsWith('file://')) {
    const path = text.slice('file:'.length)
    return path
      ? { ok: true, value: { kind: 'folder', path: resolve(home, path) } }
      : { ok: false, fault: { fault: 'no-folder' } }
  }
  try {
    return { ok: true, value: { kind: 'folder', path: fileURLToPath(text) } }
  } catch {
    return { ok: false, fault: { fault: 'remote-folder' } }
  }
}
