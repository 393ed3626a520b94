import { ProviderName } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConfigurationError } from './configuration-error.ts'
import { type Variables, readEnvironment } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'
import { parsePublicAddress } from './public-address.ts'
import { defaultTrustedProxies, parseTrustedProxies } from './trusted-proxies.ts'

const read = (variables: Variables) => readEnvironment(variables, '/srv/plmail')
const findProblems = (variables: Variables): readonly SettingProblem[] => {
  try {
    read(variables)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems
    throw error
  }
}

describe('the environment', () => {
  test('has a default for everything, and blank counts as absent', () => {
    const expected = {
      setting: 'prod',
      logLevel: 'info',
      host: '127.0.0.1',
      port: 8080,
      dataDirectory: '/srv/plmail/var',
      secretsFile: '/srv/plmail/var/secrets/generated.env',
      databaseUrl: undefined,
      databaseListenUrl: undefined,
      blobs: { kind: 'folder', path: '/srv/plmail/var/blobs' },
      trustedProxies: defaultTrustedProxies,
      mailAllowPlaintext: false,
      pushAllowLoopback: false,
      mailAllowedServers: [],
      integrationsAllowHttp: false,
      integrationsAllowedHosts: [],
      isDemo: false,
      providers: { [ProviderName.google]: {}, [ProviderName.microsoft]: {} },
      singleSignOn: { isOnlyWay: false },
      assistant: {},
      egress: 'all',
      providerEndpoints: { google: {}, microsoft: {} },
    }
    expect(read({})).toEqual(expected)
    expect(read({ PORT: '', HOST: ' ', DATABASE_URL: '', TRUSTED_PROXIES: '', APP_ENV: '' })).toEqual(
      expected,
    )
  })

  test('paths count from the folder of the program, and the data directory moves what lies in it', () => {
    const moved = read({ APP_DATA_DIR: '/data' })
    expect([moved.secretsFile, moved.blobs.path]).toEqual(['/data/secrets/generated.env', '/data/blobs'])
    const places = (url: string) => read({ BLOB_URL: url }).blobs.path
    expect(places('file:var/elsewhere')).toBe('/srv/plmail/var/elsewhere')
    expect(places('file:/abs')).toBe('/abs')
    expect(places('file:///abs/with%20space')).toBe('/abs/with space')
    expect(read({ APP_SECRETS_FILE: 'shared/s.env' }).secretsFile).toBe('/srv/plmail/shared/s.env')
  })

  test('the mail servers that are allowed are hosts, on one port or on all', () => {
    const list = 'Mail.Lan:1143, 127.0.0.1, [fd00::1]:993'
    expect(read({ MAIL_ALLOWED_SERVERS: list }).mailAllowedServers).toEqual([
      { host: 'mail.lan', port: 1143 },
      { host: '127.0.0.1', port: undefined },
      { host: 'fd00::1', port: 993 },
    ])
    for (const wrong of ['mail.lan:0', 'mail.lan:70000', 'a,,b', 'https://mail.lan', 'fd00::1'])
      expect(findProblems({ MAIL_ALLOWED_SERVERS: wrong })).toEqual([
        expect.objectContaining({ setting: 'MAIL_ALLOWED_SERVERS', fault: 'not-a-server' }),
      ])
  })

  test('the hosts of calendars that are allowed are names or addresses, without a port', () => {
    const list = 'Calendar.Lan, 127.0.0.1,[fd00::1]'
    expect(read({ INTEGRATIONS_ALLOWED_HOSTS: list }).integrationsAllowedHosts).toEqual([
      'calendar.lan',
      '127.0.0.1',
      'fd00::1',
    ])
    for (const wrong of ['calendar.lan:8443', 'a,,b', 'https://calendar.lan'])
      expect(findProblems({ INTEGRATIONS_ALLOWED_HOSTS: wrong })).toEqual([
        expect.objectContaining({ setting: 'INTEGRATIONS_ALLOWED_HOSTS', fault: 'not-a-host' }),
      ])
  })

  test('every unusable variable is named, all at once', () => {
    const problems = findProblems({
      PORT: '80.5',
      APP_ENV: 'production',
      DATABASE_URL: 'mysql://x',
      BLOB_URL: 's3://bucket/prefix?endpoint=x',
      TRUSTED_PROXIES: '10.0.0.0/8, everyone',
      APP_PUBLIC_URL: 'mail.example.org',
    })
    expect(problems.map(({ setting, fault }) => `${setting} ${fault}`).sort()).toEqual([
      'APP_ENV not-one-of',
      'APP_PUBLIC_URL unusable-address',
      'BLOB_URL bucket',
      'DATABASE_URL not-a-database',
      'PORT not-a-port',
      'TRUSTED_PROXIES not-a-range',
    ])
  })

  test('addresses in place of the providers’ own are for the demo and for tests only', () => {
    const PROVIDER_ENDPOINTS = '{"google":{"token":"http://127.0.0.1:1"},"microsoft":{"uploadOrigins":[]}}'
    const taken = { google: { token: 'http://127.0.0.1:1' }, microsoft: { uploadOrigins: [] } }
    expect(read({ PROVIDER_ENDPOINTS, APP_ENV: 'test' }).providerEndpoints).toEqual(taken)
    expect(read({ PROVIDER_ENDPOINTS, DEMO_MODE: '1' })).toMatchObject({
      isDemo: true,
      providerEndpoints: taken,
    })
    expect(findProblems({ PROVIDER_ENDPOINTS })).toEqual([
      expect.objectContaining({ fault: 'endpoints-in-production' }),
    ])
    expect(findProblems({ PROVIDER_ENDPOINTS, APP_ENV: 'dev' })).toHaveLength(1)
  })

  test.each([
    'nonsense',
    '[]',
    '{"google":{"token":"ftp://x"}}',
    '{"google":{"token":1}}',
    '{"amazon":{}}',
    '{"google":[]}',
  ])('PROVIDER_ENDPOINTS=%s is refused', (PROVIDER_ENDPOINTS) => {
    expect(findProblems({ PROVIDER_ENDPOINTS, APP_ENV: 'test' })).toEqual([
      expect.objectContaining({ setting: 'PROVIDER_ENDPOINTS' }),
    ])
  })

  test('registrations with providers are taken over, blanks left out', () => {
    const { providers } = read({
      PROVA_OAUTH_CLIENT_ID: 'id.apps.googleusercontent.com',
      PROVA_OAUTH_CLIENT_SECRET: ' ',
      PROVA_PUBSUB_TOPIC: 'projects/x/topics/y',
      PROVA_PUBSUB_VERIFICATION_TOKEN: 'token',
      PROVB_OAUTH_CLIENT_SECRET: 'secret',
      PROVB_OAUTH_TENANT: 'consumers',
    })
    expect(providers).toEqual({
      [ProviderName.google]: {
        clientId: 'id.apps.googleusercontent.com',
        topic: 'projects/x/topics/y',
        pushToken: 'token',
      },
      [ProviderName.microsoft]: { clientSecret: 'secret', tenant: 'consumers' },
    })
  })

  test.each(['65536', '-1', '0x10', '1e3', 'http'])('PORT=%s is refused', (PORT) => {
    expect(findProblems({ PORT })).toHaveLength(1)
  })

  test('a database address may name a socket, and never appears in a problem', () => {
    const socket = 'postgresql://plmail@/plmail?host=%2Frun%2Fpg'
    expect(read({ DATABASE_URL: socket }).databaseUrl).toBe(socket)
    expect(findProblems({ DATABASE_URL: 'pg://u:hunter2@h/d' }).join()).not.toContain('hunter2')
  })
})

describe('APP_PUBLIC_URL', () => {
  test.each([
    ['https://mail.example.org', 'https://mail.example.org'],
    ['https://mail.example.org/', 'https://mail.example.org'],
    ['https://mail.example.org//', 'https://mail.example.org'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['HTTPS://Mail.Example.ORG:443', 'https://mail.example.org'],
    [' https://[::1]:8443 ', 'https://[::1]:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ])('%s is kept as %s', (given, kept) => {
    expect(parsePublicAddress(given)).toEqual({ ok: true, value: kept })
  })

  test.each([
    '',
    'mail.example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'https://example.org/mail',
    'https://example.org?',
    'https://example.org/#',
    'https://user:pw@example.org',
    'https://',
    'http://exa mple',
  ])('%j is refused', (given) => {
    expect(parsePublicAddress(given).ok).toBe(false)
  })

  test('whatever is accepted is an origin, and is accepted again as it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          const outcome = parsePublicAddress(text)
          if (!outcome.ok) return
          expect(new URL(outcome.value).origin).toBe(outcome.value)
          expect(parsePublicAddress(outcome.value)).toEqual(outcome)
        },
      ),
    )
  })
})

describe('TRUSTED_PROXIES', () => {
  test('takes addresses and ranges of both families', () => {
    expect(parseTrustedProxies(' 127.0.0.1, 10.0.0.0/8 ,fd00::/8,::1,')).toEqual({
      ok: true,
      value: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::1'],
    })
    expect(parseTrustedProxies('none')).toEqual({ ok: true, value: [] })
  })

  test.each(['10.1', '010.0.0.1', '10.0.0.0/33', 'localhost', '0x7f.1', '10.0.0.0/', '*', '1.2.3.4/8/8'])(
    '%s is refused instead of meaning another network',
    (entry) => {
      expect(parseTrustedProxies(`127.0.0.1,${entry}`).ok).toBe(false)
    },
  )
})
