import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../test/fixtures/database.ts'
import { createHealth } from '../health/index.ts'
import { ada, bob, testKeys } from '../people/people-for-tests.ts'
import {
  type TestHttp,
  type TestHttpOptions,
  cookieHeader,
  form,
  navigation,
  ownPage,
  rawAnswer,
  testHttp,
} from './http-for-tests.ts'
import { Problem } from './index.ts'

const proxy = '10.0.0.2'
const keys = testKeys()

let db: TestDatabase
let http: TestHttp
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, { keys })
  await http.people.users.create(ada, { isAdmin: true })
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

async function restart(options: TestHttpOptions): Promise<void> {
  await http.app.close()
  http = await testHttp(db.database, { keys, ...options })
}

function login(who = ada, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const { payload, headers: type } = form({ email: who.email, password: who.password, remember: '1' })
  return http.app.inject({
    method: 'POST',
    url: '/login',
    remoteAddress,
    payload,
    headers: { ...type, ...headers },
  })
}

describe('every answer', () => {
  test.each(['/', '/login', '/api/session', '/healthz', '/nothing', '/assets/main-abc123.js', '/%E0%A4%A'])(
    'of %s carries the security headers',
    async (url) => {
      const { headers } = await http.app.inject({ url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['strict-transport-security']).toBeUndefined()
    },
  )

  test('asks for https next time when the public address is https, as soon as it is', async () => {
    http.settings.publicAddress = 'https://mail.example.org'
    expect((await http.app.inject('/login')).headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

describe('refusals', () => {
  test('are problem+json for programs and a page for people, with a reference that is in the log', async () => {
    const json = await http.app.inject('/api/nothing')
    expect(json.headers['content-type']).toContain('application/problem+json')
    expect(json.json()).toEqual({
      type: 'about:blank',
      title: 'Not found',
      status: 404,
      detail: 'Not found.',
      reference: expect.stringMatching(/^[0-9a-f]{12}$/),
    })
    const page = await http.app.inject({ url: '/assets/no"><script>', headers: navigation })
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).not.toContain('<script')
    for (const reference of [json.json().reference, /<code>([0-9a-f]{12})/.exec(page.body)?.[1]]) {
      expect(http.logged.some((line) => line.includes(reference))).toBe(true)
    }
  })

  test('name the methods an address does answer', async () => {
    const put = await http.app.inject({ method: 'PUT', url: '/api/session/token', payload: {} })
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'POST'])
    const post = await http.app.inject({ method: 'DELETE', url: '/login?next=/' })
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
    expect((await http.app.inject({ method: 'POST', url: '/nothing', payload: {} })).statusCode).toBe(404)
  })

  test('of an unexpected error tell the person nothing of it and the log everything', async () => {
    await restart({
      plugins: () => [
        async (app) => {
          app.get('/api/broken', () => Promise.reject(new Error('the secret plan')))
          app.get('/api/refused', () =>
            Promise.reject(new Problem('invalid', { errors: [{ pointer: '/host', detail: 'No.' }] })),
          )
        },
      ],
    })
    const broken = await http.app.inject('/api/broken')
    expect(broken.statusCode).toBe(500)
    expect(broken.body).not.toContain('secret plan')
    const line = http.logged.find((text) => text.includes(broken.json().reference))
    expect(line).toContain('secret plan')
    expect((await http.app.inject('/api/refused')).json()).toMatchObject({
      status: 422,
      errors: [{ pointer: '/host' }],
    })
  })

  test('of a body: 413 too large, 415 of another type, 400 broken', async () => {
    await restart({
      plugins: () => [async (app) => void app.post('/api/echo', async (request) => request.body)],
    })
    const post = (payload: string, type = 'application/json') =>
      http.app.inject({ method: 'POST', url: '/api/echo', payload, headers: { 'content-type': type } })
    expect((await post('{"a":1}')).json()).toEqual({ a: 1 })
    expect((await post(JSON.stringify('x'.repeat(1_100_000)))).statusCode).toBe(413)
    expect((await post('{"a":1}', 'text/plain')).statusCode).toBe(415)
    expect((await post('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await post('{"a":')).statusCode).toBe(400)
  })

  test('of a body that is announced and missing come as problems too', async () => {
    const empty = await http.app.inject({
      method: 'POST',
      url: '/api/session/token',
      headers: { 'content-type': 'application/json' },
    })
    expect([empty.statusCode, empty.headers['content-type']]).toEqual([400, 'application/problem+json'])
  })
})

describe('what is no request', () => {
  test.each([
    ['NONSENSE\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ])('%.20j is answered like everything else, and logged', async (request, status) => {
    await http.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = http.app.server.address() as AddressInfo
    const [head = '', body = ''] = (await rawAnswer(port, request)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(head).toContain('content-type: application/problem+json')
    expect(head).toContain('x-content-type-options: nosniff')
    const problem = JSON.parse(body) as { status: number; reference: string }
    expect(problem.status).toBe(status)
    expect(http.logged.join()).toContain(problem.reference)
  })
})

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
    await restart({ trustedProxies: ['10.0.0.0/8'], plugins: seen })
    const see = async (remoteAddress: string, headers = {}) =>
      (
        await http.app.inject({
          url: '/api/seen',
          remoteAddress,
          headers: { host: 'inside:8080', ...headers },
        })
      ).json()
    expect(await see(proxy, forwarded)).toEqual(['203.0.113.7', 'https://mail.example.org:8443'])
    expect(await see('::ffff:10.0.0.2', forwarded)).toEqual(['203.0.113.7', 'https://mail.example.org:8443'])
    expect(await see('198.51.100.1', forwarded)).toEqual(['198.51.100.1', 'http://inside:8080'])
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
    await restart({ trustedProxies: [proxy] })
    const all = async (from: string) =>
      (await login(ada, forwarded, from)).cookies.filter(({ value }) => value)
    expect((await all(proxy)).map(({ name, secure }) => [name, secure])).toEqual([
      ['plmail_session', true],
      ['plmail_remember', true],
    ])
    expect((await all('198.51.100.1')).map(({ secure }) => secure)).toEqual([undefined, undefined])
  })

  test('cookies are Secure by the public address once it is set', async () => {
    await restart({ publicAddress: 'https://mail.example.org' })
    expect((await login()).cookies.map(({ secure }) => secure)).toEqual([true, true, true])
    http.settings.publicAddress = 'http://mail.home.example'
    expect((await login()).cookies.map(({ secure }) => secure)).toEqual([undefined, undefined, undefined])
  })

  test('the throttle counts the visitor behind a trusted proxy and ignores a forged address', async () => {
    await restart({ trustedProxies: [proxy] })
    const guess = (user: number, from: string, claimed: string) =>
      login({ ...ada, email: `u${user}@x.org` }, { 'x-forwarded-for': claimed }, from)
    for (let user = 0; user < 25; user++) await guess(user, '198.51.100.1', `192.0.2.${user}`)
    expect((await guess(30, '198.51.100.1', '192.0.2.99')).statusCode).toBe(429)
    for (let user = 0; user < 25; user++) await guess(100 + user, proxy, `192.0.2.${user}`)
    expect((await guess(200, proxy, '192.0.2.99')).statusCode).toBe(422)
  })

  test('a proxy that writes the port beside the address does not make each connection a visitor', async () => {
    await restart({ trustedProxies: [proxy] })
    const guess = (user: number, claimed: string) =>
      login({ ...ada, email: `u${user}@x.org` }, { 'x-forwarded-for': claimed }, proxy)
    for (let user = 0; user < 24; user++) await guess(user, `192.0.2.1:${50_000 + user}`)
    expect((await guess(24, '192.0.2.1')).statusCode).toBe(422)
    expect((await guess(25, '192.0.2.1:50099')).statusCode).toBe(429)
    for (let user = 100; user < 125; user++) await guess(user, `[2001:db8::1]:${50_000 + user}`)
    expect((await guess(200, '2001:db8::2')).statusCode).toBe(429)
  })
})

describe('the session interface', () => {
  const post = (url: string, headers: Record<string, string>) =>
    http.app.inject({ method: 'POST', url, headers })
  const whoami = (authorization: string) =>
    http.app.inject({ url: '/jmap/whoami', headers: { authorization } })
  const jmap: TestHttpOptions['plugins'] = ({ guard }) => [
    async (app) => {
      app.get('/jmap/whoami', { preHandler: guard.requireToken }, async (request) =>
        guard.requireToken(request),
      )
      app.get('/api/admin/look', { preHandler: guard.requireAdmin }, async () => ({ ok: true }))
    },
  ]

  test('needs a session', async () => {
    for (const url of [
      '/api/session/token',
      '/api/session/hub',
      '/api/session/conventions',
      '/api/session/sign-out-everywhere',
    ]) {
      expect((await post(url, ownPage)).statusCode).toBe(401)
    }
    expect((await http.app.inject('/api/session')).statusCode).toBe(401)
  })

  test('keeps how dates and numbers are written, and names what cannot be', async () => {
    const cookie = cookieHeader(await login())
    const conventions = async () => {
      const { user } = (await http.app.inject({ url: '/api/session', headers: { cookie } })).json()
      return [user.locale, user.timeZone]
    }
    const set = (payload: object) =>
      http.app.inject({
        method: 'POST',
        url: '/api/session/conventions',
        headers: { cookie, ...ownPage },
        payload,
      })
    expect((await set({ locale: 'de-AT', timeZone: 'Europe/Vienna' })).statusCode).toBe(204)
    expect(await conventions()).toEqual(['de-AT', 'Europe/Vienna'])
    const refused = await set({ locale: 'no such tag', timeZone: 'Mars/Base' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual([
      { pointer: '/locale', detail: expect.any(String) },
      { pointer: '/timeZone', detail: expect.any(String) },
    ])
    expect((await set({ locale: 7 })).statusCode).toBe(422)
    expect(await conventions()).toEqual(['de-AT', 'Europe/Vienna'])
  })

  test('accepts changes only from a page of its own', async () => {
    http.settings.publicAddress = 'https://mail.example.org'
    const cookie = cookieHeader(await login())
    const status = async (headers: Record<string, string>) =>
      (await post('/api/session/token', { cookie, host: 'inside:8080', ...headers })).statusCode
    expect(await status({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await status({ 'sec-fetch-site': 'none' })).toBe(200)
    expect(await status({ origin: 'https://mail.example.org' })).toBe(200)
    expect(await status({ origin: 'http://inside:8080' })).toBe(200)
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.example.org' },
      { origin: 'https://mail.example.org.evil.example' },
      { origin: 'null' },
      { origin: 'http://inside:9090' },
    ]) {
      expect(await status(headers)).toBe(403)
    }
  })

  test('gives a token for /jmap that stands for its user until the session ends', async () => {
    await restart({ plugins: jmap })
    await http.people.users.create(bob, { isAdmin: false })
    const cookies = [cookieHeader(await login()), cookieHeader(await login(bob))]
    const tokens = []
    for (const cookie of cookies)
      tokens.push((await post('/api/session/token', { cookie, ...ownPage })).json())
    const ids = await Promise.all(
      tokens.map(async ({ token }) => (await whoami(`Bearer ${token}`)).json().userId),
    )
    expect(new Set(ids).size).toBe(2)
    expect(tokens[0].expiresAt).toBe('2026-03-01T12:15:00.000Z')
    await post('/api/session/sign-out-everywhere', { cookie: cookies[0] ?? '', ...ownPage })
    expect((await whoami(`Bearer ${tokens[0].token}`)).statusCode).toBe(401)
    expect((await whoami(`Bearer ${tokens[1].token}`)).statusCode).toBe(200)
  })

  test('the JMAP realm answers 401 and challenges with Basic, which is how programs sign in', async () => {
    await restart({ plugins: jmap })
    const cookie = cookieHeader(await login())
    for (const answer of [
      await http.app.inject({ url: '/jmap/whoami', headers: { cookie } }),
      await whoami('Bearer nonsense'),
      await whoami('Bearer '),
      await whoami('Digest username="ada"'),
      await whoami('Basic YTpi'),
    ]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('Basic realm="plMail", charset="UTF-8"')
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
  })

  test('the JMAP realm does not make the browser ask the user on behalf of our own pages', async () => {
    await restart({ plugins: jmap })
    const challenge = async (headers: Record<string, string>) =>
      (await http.app.inject({ url: '/jmap/whoami', headers })).headers['www-authenticate']
    const script = { ...ownPage, 'sec-fetch-mode': 'cors' }
    expect(await challenge(script)).toBe('Bearer realm="plMail"')
    expect(await challenge({ ...script, authorization: 'Bearer nonsense' })).toBe(
      'Bearer realm="plMail", error="invalid_token"',
    )
    expect(await challenge({ ...ownPage, 'sec-fetch-mode': 'navigate' })).toContain('Basic')
  })

  test('lets only administrators where administrators go', async () => {
    await restart({ plugins: jmap })
    await http.people.users.create(bob, { isAdmin: false })
    const look = async (cookie: string) =>
      (await http.app.inject({ url: '/api/admin/look', headers: { cookie } })).statusCode
    expect(await look(cookieHeader(await login()))).toBe(200)
    expect(await look(cookieHeader(await login(bob)))).toBe(403)
    expect(await look('')).toBe(401)
  })

  test('issues the hub cookie only where the hub is on the same address', async () => {
    http.settings.publicAddress = 'https://mail.example.org'
    http.settings.hubAddress = 'https://mail.example.org/.well-known/hub'
    const cookie = cookieHeader(await login())
    const own = await post('/api/session/hub', { cookie, ...ownPage })
    expect(own.statusCode).toBe(204)
    expect(own.cookies).toMatchObject([
      { name: 'plmail_hub', path: '/.well-known/hub', httpOnly: true, secure: true, sameSite: 'Strict' },
    ])
    expect(await http.people.tokens.verifyHub(own.cookies[0]?.value ?? '')).toMatchObject({
      topics: [/^\/users\/U\d+$/].map((shape) => expect.stringMatching(shape)),
    })
    http.settings.hubAddress = 'https://hub.example.org/.well-known/hub'
    const elsewhere = await post('/api/session/hub', { cookie, ...ownPage })
    expect([elsewhere.statusCode, elsewhere.cookies]).toEqual([409, []])
    expect(http.logged.some((line) => line.includes('http.hub-elsewhere'))).toBe(true)
  })
})

describe('the web client', () => {
  test('is the answer to every address a signed-in browser goes to, under its own policy', async () => {
    const cookie = cookieHeader(await login())
    for (const url of ['/', '/mail/inbox/T3', '/settings?tab=1']) {
      const answer = await http.app.inject({ url, headers: { cookie, ...navigation } })
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html><title>client</title>'])
      expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'sha256-frame';")
      expect(answer.headers['cache-control']).toBe('private, no-cache')
    }
    const fetched = await http.app.inject({
      url: '/mail/inbox',
      headers: { cookie, accept: '*/*', 'sec-fetch-mode': 'cors' },
    })
    expect(fetched.statusCode).toBe(404)
  })

  test('has files that are compressed before and kept for ever when their name is a hash', async () => {
    const script = await http.app.inject({
      url: '/assets/main-abc123.js',
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect([script.body, script.headers['content-encoding']]).toEqual(['brotli', 'br'])
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await http.app.inject('/assets/main-abc123.js')).body).toBe('plain')
    expect((await http.app.inject('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('gives away no file outside its folder and no shell by the file’s name', async () => {
    for (const url of [
      '/assets/../index.html',
      '/assets/..%2findex.html',
      '/assets/%2e%2e/%2e%2e/etc/passwd',
      '/index.html',
      '/assets/',
    ]) {
      const answer = await http.app.inject({ url })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('client')
    }
  })
})

describe('/healthz', () => {
  test('tells verdicts and nothing else, and fails only with the database', async () => {
    const ok = await http.app.inject('/healthz')
    expect([ok.statusCode, ok.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: true, queue: true, workers: null } },
    ])
    const checks = {
      database: () => Promise.reject(new Error('down')),
      queue: async () => false,
      workers: async () => false,
    }
    await restart({ health: createHealth({ checks }) })
    const down = await http.app.inject('/healthz')
    expect([down.statusCode, down.json().status]).toEqual([503, 'error'])
  })
})

describe('stopping', () => {
  test('ends streams that would otherwise go on for ever', async () => {
    await restart({
      plugins: ({ streams }) => [
        async (app) => {
          app.get('/api/stream', (_request, reply) => {
            reply.hijack()
            reply.raw.write('first')
            streams.add(() => reply.raw.end('last'))
          })
        },
      ],
    })
    const address = await http.app.listen({ host: '127.0.0.1', port: 0 })
    const answer = await fetch(`${address}/api/stream`)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    await http.app.close()
    expect(await answer.text()).toBe('firstlast')
  })
})
