import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bob } from '../../../../server-testing/src/people/test-people.ts'
import {
  cookieHeader,
  ownPage,
  type TestHttpOptions,
  type TestInstallation,
  testInstallation,
} from '../../../../server-testing/src/http/test-http.ts'

let at: TestInstallation
beforeEach(async () => {
  at = await testInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

describe('the session interface', () => {
  const post = (url: string, headers: Record<string, string>) =>
    at.http.app.inject({ method: 'POST', url, headers })
  const whoami = (authorization: string) =>
    at.http.app.inject({ url: '/jmap/whoami', headers: { authorization } })
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
      ...['name', 'email', 'password'].map((what) => `/api/session/${what}`),
    ]) {
      expect((await post(url, ownPage)).statusCode).toBe(401)
    }
    expect((await at.http.app.inject('/api/session')).statusCode).toBe(401)
    expect((await at.http.app.inject('/api/browsers')).statusCode).toBe(401)
  })

  test('keeps how dates and numbers are written, and names what cannot be', async () => {
    const cookie = cookieHeader(await at.login())
    const conventions = async () => {
      const { user } = (await at.http.app.inject({ url: '/api/session', headers: { cookie } })).json()
      return [user.locale, user.timeZone]
    }
    const set = (payload: object) =>
      at.http.app.inject({
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
      expect.objectContaining({ pointer: '/locale', problem: 'people/unknown-formats' }),
      expect.objectContaining({ pointer: '/timeZone', problem: 'people/unknown-time-zone' }),
    ])
    expect((await set({ locale: 7 })).statusCode).toBe(422)
    const french = { language: 'fr', locale: 'fr', timeZone: 'Europe/Paris' }
    expect((await set(french)).statusCode).toBe(422)
    expect(await conventions()).toEqual(['de-AT', 'Europe/Vienna'])
  })

  test('says what nobody has chosen yet, until the first browser has', async () => {
    const { email, name, password } = bob
    await at.http.people.users.create({ email, name, password }, { isAdmin: false })
    const cookie = cookieHeader(await at.login({ email, password }))
    const user = async () =>
      (await at.http.app.inject({ url: '/api/session', headers: { cookie } })).json().user
    expect((await user()).unchosen).toEqual(['language', 'timeZone'])
    const payload = { language: 'en', locale: 'fr', timeZone: 'Asia/Kathmandu' }
    await at.http.app.inject({
      method: 'POST',
      url: '/api/session/conventions',
      headers: { cookie, ...ownPage },
      payload,
    })
    expect(await user()).toMatchObject({ ...payload, unchosen: [] })
  })

  test('accepts changes only from a page of its own', async () => {
    at.http.settings.publicAddress = 'https://mail.example.org'
    const cookie = cookieHeader(await at.login())
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
    await at.restart({ plugins: jmap })
    await at.http.people.users.create(bob, { isAdmin: false })
    const cookies = [cookieHeader(await at.login()), cookieHeader(await at.login(bob))]
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
    await at.restart({ plugins: jmap })
    const cookie = cookieHeader(await at.login())
    for (const answer of [
      await at.http.app.inject({ url: '/jmap/whoami', headers: { cookie } }),
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
    await at.restart({ plugins: jmap })
    const challenge = async (headers: Record<string, string>) =>
      (await at.http.app.inject({ url: '/jmap/whoami', headers })).headers['www-authenticate']
    const script = { ...ownPage, 'sec-fetch-mode': 'cors' }
    expect(await challenge(script)).toBe('Bearer realm="plMail"')
    expect(await challenge({ ...script, authorization: 'Bearer nonsense' })).toBe(
      'Bearer realm="plMail", error="invalid_token"',
    )
    expect(await challenge({ ...ownPage, 'sec-fetch-mode': 'navigate' })).toContain('Basic')
  })

  test('lets only administrators where administrators go', async () => {
    await at.restart({ plugins: jmap })
    await at.http.people.users.create(bob, { isAdmin: false })
    const look = async (cookie: string) =>
      (await at.http.app.inject({ url: '/api/admin/look', headers: { cookie } })).statusCode
    expect(await look(cookieHeader(await at.login()))).toBe(200)
    expect(await look(cookieHeader(await at.login(bob)))).toBe(403)
    expect(await look('')).toBe(401)
  })

  test('issues the hub cookie only where the hub is on the same address', async () => {
    at.http.settings.publicAddress = 'https://mail.example.org'
    at.http.settings.hubAddress = 'https://mail.example.org/.well-known/hub'
    const cookie = cookieHeader(await at.login())
    const own = await post('/api/session/hub', { cookie, ...ownPage })
    expect(own.statusCode).toBe(204)
    expect(own.cookies).toMatchObject([
      { name: 'plmail_hub', path: '/.well-known/hub', httpOnly: true, secure: true, sameSite: 'Strict' },
    ])
    expect(await at.http.people.tokens.verifyHub(own.cookies[0]?.value ?? '')).toMatchObject({
      topics: [/^\/users\/U\d+$/].map((shape) => expect.stringMatching(shape)),
    })
    at.http.settings.hubAddress = 'https://hub.example.org/.well-known/hub'
    const elsewhere = await post('/api/session/hub', { cookie, ...ownPage })
    expect([elsewhere.statusCode, elsewhere.cookies]).toEqual([409, []])
    await post('/api/session/hub', { cookie, ...ownPage })
    expect(at.http.logged.filter((line) => line.includes('http.hub-elsewhere'))).toHaveLength(1)
  })
})
