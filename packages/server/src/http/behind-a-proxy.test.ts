import { afterEach, beforeEach, expect, describe, test } from 'vitest'
import { ada } from '../../../server-testing/src/people/test-people.ts'
import {
  type TestHttpOptions,
  type TestInstallation,
  testInstallation,
} from '../../../server-testing/src/http/test-http.ts'

const proxy = '10.0.0.2'

let at: TestInstallation
beforeEach(async () => {
  at = await testInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

describe('behind a proxy', () => {
  const forwarded = {
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'mail.example.org',
    'x-forwarded-port': '8443',
  }
  const seen: TestHttpOptions['plugins'] = ({ guard }) => [
    async (app) => {
      app.get('/api/seen', async (request) => [request.ip, guard.requestAddress(request)])
    },
  ]

  test('its headers are believed only when it is listed', async () => {
    await at.restart({ trustedProxies: ['10.0.0.0/8'], plugins: seen })
    const see = async (remoteAddress: string, headers = {}) =>
      (
        await at.http.app.inject({
          url: '/api/seen',
          remoteAddress,
          headers: { host: 'inside:8080', ...headers },
        })
      ).json()
    expect(await see(proxy, forwarded)).toEqual(['203.0.113.7', 'https://mail.example.org:8443'])
    expect(await see('::ffff:10.0.0.2', forwarded)).toEqual(['203.0.113.7', 'https://mail.example.org:8443'])
    expect(await see('198.51.100.1', forwarded)).toEqual(['198.51.100.1', 'http://inside:8080'])
    const byPort = { host: 'mail.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' }
    expect(await see(proxy, byPort)).toContain('https://mail.example.org:8443')
    expect(await see(proxy, { ...byPort, host: 'mail.example.org:444' })).toContain(
      'https://mail.example.org:444',
    )
    expect(await see('192.0.2.1', byPort)).toContain('http://mail.example.org')
    expect(await see(proxy, { ...forwarded, 'x-forwarded-port': '443' })).toEqual([
      '203.0.113.7',
      'https://mail.example.org',
    ])
    expect(await see(proxy, { ...forwarded, 'x-forwarded-for': '1.2.3.4, 203.0.113.7' })).toContain(
      '203.0.113.7',
    )
    expect(await see(proxy, { ...forwarded, 'x-forwarded-host': 'a/b"@c' })).toEqual([
      '203.0.113.7',
      'https://',
    ])
  })

  test('cookies are Secure by the forwarded scheme while no public address is set', async () => {
    await at.restart({ trustedProxies: [proxy] })
    const all = async (from: string) =>
      (await at.login(ada, forwarded, from)).cookies.filter(({ value }) => value)
    expect((await all(proxy)).map(({ name, secure }) => [name, secure])).toEqual([
      ['plmail_session', true],
      ['plmail_remember', true],
    ])
    expect((await all('198.51.100.1')).map(({ secure }) => secure)).toEqual([undefined, undefined])
  })

  test('cookies are Secure by the public address once it is set', async () => {
    await at.restart({ publicAddress: 'https://mail.example.org' })
    expect((await at.login()).cookies.map(({ secure }) => secure)).toEqual([true, true, true])
    at.http.settings.publicAddress = 'http://mail.home.example'
    expect((await at.login()).cookies.map(({ secure }) => secure)).toEqual([undefined, undefined, undefined])
  })

  test('the throttle counts the visitor behind a trusted proxy and ignores a forged address', async () => {
    await at.restart({ trustedProxies: [proxy] })
    const guess = (user: number, from: string, claimed: string) =>
      at.login({ ...ada, email: `u${user}@x.org` }, { 'x-forwarded-for': claimed }, from)
    for (let user = 0; user < 25; user++) await guess(user, '198.51.100.1', `192.0.2.${user}`)
    expect((await guess(30, '198.51.100.1', '192.0.2.99')).statusCode).toBe(429)
    for (let user = 0; user < 25; user++) await guess(100 + user, proxy, `192.0.2.${user}`)
    expect((await guess(200, proxy, '192.0.2.99')).statusCode).toBe(422)
  })

  test('a proxy that writes the port beside the address does not make each connection a visitor', async () => {
    await at.restart({ trustedProxies: [proxy] })
    const guess = (user: number, claimed: string) =>
      at.login({ ...ada, email: `u${user}@x.org` }, { 'x-forwarded-for': claimed }, proxy)
    for (let user = 0; user < 24; user++) await guess(user, `192.0.2.1:${50_000 + user}`)
    expect((await guess(24, '192.0.2.1')).statusCode).toBe(422)
    expect((await guess(25, '192.0.2.1:50099')).statusCode).toBe(429)
    for (let user = 100; user < 125; user++) await guess(user, `[2001:db8::1]:${50_000 + user}`)
    expect((await guess(200, '2001:db8::2')).statusCode).toBe(429)
  })
})
