import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enrol } from '../../../../server-testing/src/people/authenticator.ts'
import {
  type ScriptedProvider,
  scriptedClient,
  scriptedProvider,
} from '../../../../server-testing/src/people/scripted-provider.ts'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import {
  cookieHeader,
  form,
  navigation,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock, type FixedClock } from '../../kit/clock.ts'
import type { User } from '../../people/index.ts'

const address = 'https://mail.example.org'
const minute = 60_000

let db: TestDatabase
let clock: FixedClock
let provider: ScriptedProvider
let http: TestHttp
let user: User
beforeEach(async () => {
  db = await testDatabase()
  clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  provider = await scriptedProvider(clock)
  http = await testHttp(db.database, {
    clock,
    publicAddress: address,
    singleSignOn: {
      ask: provider.ask,
      environment: { issuer: provider.issuer, ...scriptedClient, name: 'Example ID', isOnlyWay: false },
    },
  })
  const created = await http.people.users.create(ada, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const get = (url: string, cookie = '') => http.app.inject({ url, headers: { ...navigation, cookie } })
const post = (url: string, payload: object, cookie: string) =>
  http.app.inject({ method: 'POST', url, payload, headers: { cookie, ...ownPage } })
const postForm = (url: string, fields: Record<string, string>, cookie = '') => {
  const { payload, headers } = form(fields)
  return http.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ownPage, cookie } })
}
const login = async ({ email, password } = ada) => cookieHeader(await postForm('/login', { email, password }))
const session = (cookie: string) => http.app.inject({ url: '/api/session', headers: { cookie } })
const settings = (fields: object, cookie: string) =>
  post('/api/admin/single-sign-on', { password: ada.password, ...fields }, cookie)

interface Callback {
  query?: Record<string, string>
  connect?: string
}

/** From the button to the answer of plMail. */
async function visit({ query = {}, connect = '/oauth/sso/connect' }: Callback = {}) {
  const departure = await get(connect)
  expect(departure.statusCode).toBe(303)
  const answer = provider.signIn(String(departure.headers.location), query)
  const arrival = await get(`/oauth/sso/callback?${answer}`, cookieHeader(departure))
  return { departure, answer, arrival, browser: cookieHeader(departure) }
}

/** Ada's identity is linked in her settings. */
async function link(cookie: string, password = ada.password) {
  const linking = await post('/api/single-sign-on/link', { password }, cookie)
  expect(linking.statusCode).toBe(200)
  const answer = provider.signIn(linking.json<{ url: string }>().url)
  return get(`/oauth/sso/callback?${answer}`, `${cookie}; ${cookieHeader(linking)}`)
}

async function signedInAtProvider(): Promise<string> {
  const { arrival } = await visit()
  expect(arrival.statusCode).toBe(303)
  return cookieHeader(arrival)
}

describe('single sign-on', () => {
  test('leads to the provider with code, PKCE, state and nonce, and back to where somebody wanted to go', async () => {
    await link(await login())
    const { departure, arrival } = await visit({ connect: '/oauth/sso/connect?next=%2Fmail%2FT3' })
    const authorization = new URL(String(departure.headers.location))
    expect(authorization.origin + authorization.pathname).toBe('https://id.example.org/authorize')
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'plmail',
      redirect_uri: `${address}/oauth/sso/callback`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(departure.headers['cache-control']).toBe('no-store')
    expect(departure.cookies).toEqual([
      expect.objectContaining({
        name: 'plmail_sso',
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/oauth/sso',
        maxAge: 600,
      }),
    ])
    expect([arrival.statusCode, arrival.headers.location]).toEqual([303, '/mail/T3'])
    expect((await session(cookieHeader(arrival))).json()).toMatchObject({ user: { email: ada.email } })
    expect(cookieHeader(arrival)).not.toContain('plmail_remember')
  })

  test('is offered on the sign-in page by its name, and leads on by itself nowhere', async () => {
    const page = await get('/login?next=%2Fmail')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('href="/oauth/sso/connect?next=%2Fmail"')
    expect(page.body).toContain('Sign in with Example ID')
  })

  test('lets in nobody by the address alone', async () => {
    provider.script.claims = { email: ada.email, email_verified: true }
    const { arrival } = await visit()
    expect([arrival.statusCode, cookieHeader(arrival)]).toEqual([422, ''])
    expect(arrival.body).toContain('Nobody here is linked to this account of Example ID')
    expect(arrival.body).toContain('href="/login?sso=0"')
  })

  test('links a verified address where the operator has said so, and an unverified one never', async () => {
    const cookie = await login()
    expect((await settings({ linksVerifiedAddresses: true }, cookie)).statusCode).toBe(200)
    provider.script.claims = { email: ada.email.toUpperCase(), email_verified: false }
    const unverified = await visit()
    expect([unverified.arrival.statusCode, unverified.arrival.body]).toEqual([
      422,
      expect.stringContaining('hasn’t verified the address ADA@EXAMPLE.ORG'),
    ])
    provider.script.claims = { email: ada.email.toUpperCase(), email_verified: 'true' }
    expect((await visit()).arrival.statusCode).toBe(422)
    provider.script.claims = { email: ada.email.toUpperCase(), email_verified: true }
    expect((await visit()).arrival.statusCode).toBe(303)
    // From then on by the subject: whatever the address is now.
    provider.script.claims = { email: 'elsewhere@example.org' }
    expect((await session(await signedInAtProvider())).json()).toMatchObject({ user: { email: ada.email } })
  })

  test('asks for the second factor of plMail, unless the operator takes the provider’s', async () => {
    const cookie = await login()
    await link(cookie)
    const { app } = await enrol(http.people, clock, user.id)
    clock.advance(minute)
    const { arrival } = await visit()
    expect(arrival.headers.location).toBe('/2fa')
    const half = cookieHeader(arrival)
    expect((await session(half)).statusCode).toBe(401)
    const code = await postForm('/2fa', { code: app.code() }, half)
    expect(code.statusCode).toBe(303)
    const full = cookieHeader(code)
    expect((await settings({ secondFactorValues: ['mfa'] }, full)).statusCode).toBe(200)
    provider.script.claims = { amr: ['pwd'] }
    expect((await visit()).arrival.headers.location).toBe('/2fa')
    provider.script.claims = { amr: ['pwd', 'mfa'] }
    expect((await visit()).arrival.headers.location).toBe('/')
    provider.script.claims = { acr: 'mfa' }
    expect((await visit()).arrival.headers.location).toBe('/')
    // Only the signed token says how somebody proved who they are.
    provider.script.claims = {}
    provider.script.userinfo = { amr: ['mfa'] }
    expect((await visit()).arrival.headers.location).toBe('/2fa')
  })
})

describe('a hostile or broken answer', () => {
  beforeEach(async () => {
    await link(await login())
  })

  const refusals: ReadonlyArray<[what: string, prepare: () => Callback, sentence: string]> = [
    [
      'the nonce of another sign-in',
      () => {
        provider.script.claims = { nonce: 'x' }
        return {}
      },
      'belongs to another sign-in',
    ],
    [
      'another issuer beside the code',
      () => ({ query: { iss: 'https://evil.example' } }),
      'came from a provider other than',
    ],
    [
      'another issuer in the token',
      () => {
        provider.script.claims = { iss: 'https://evil.example' }
        return {}
      },
      'came from a provider other than',
    ],
    [
      'no issuer where the provider sends one',
      () => {
        provider.script.discovery = { authorization_response_iss_parameter_supported: true }
        clock.advance(2 * minute)
        return {}
      },
      'came from a provider other than',
    ],
    [
      'a token that nobody signed',
      () => {
        provider.script.signature = 'none'
        return {}
      },
      'couldn’t be verified',
    ],
    [
      'a token that somebody else signed',
      () => {
        provider.script.signature = 'foreign'
        return {}
      },
      'couldn’t be verified',
    ],
    [
      'a token for another client',
      () => {
        provider.script.claims = { aud: 'other' }
        return {}
      },
      'couldn’t be verified',
    ],
    [
      'a token from the future',
      () => {
        const now = Math.floor(clock.now().getTime() / 1000)
        provider.script.claims = { iat: now + 300, exp: now + 900 }
        return {}
      },
      'differ by 300 seconds',
    ],
    [
      'a token from the past',
      () => {
        const now = Math.floor(clock.now().getTime() / 1000)
        provider.script.claims = { iat: now - 7500, exp: now - 7200 }
        return {}
      },
      'differ by 7,',
    ],
    ['a refusal', () => ({ query: { error: 'access_denied' } }), 'cancelled at Example ID'],
    [
      'another error',
      () => ({ query: { error: 'server_error', error_description: 'A <b>bad</b> day' } }),
      'bad',
    ],
    [
      'a code that was used',
      () => {
        provider.script.tokenError = 'invalid_grant'
        return {}
      },
      'took too long or was used before',
    ],
    [
      'a client that is refused',
      () => {
        provider.script.tokenError = 'invalid_client'
        return {}
      },
      'client ID or client secret',
    ],
  ]
  test.each(refusals)(
    '%s lets nobody in, and is told with another way in',
    async (_what, prepare, sentence) => {
      const { arrival } = await visit(prepare())
      expect([arrival.statusCode, cookieHeader(arrival)]).toEqual([422, ''])
      expect(arrival.body).toContain(sentence)
      expect(arrival.body).not.toContain('<b>')
      expect(arrival.body).toContain('href="/oauth/sso/connect"')
      expect(arrival.body).toContain('href="/login?sso=0"')
    },
  )

  test('an answer is good once, for ten minutes, in the browser that asked', async () => {
    const { answer, browser } = await visit()
    const again = await get(`/oauth/sso/callback?${answer}`, browser)
    expect([again.statusCode, again.body]).toEqual([422, expect.stringContaining('already been used')])
    const departure = await get('/oauth/sso/connect')
    const elsewhere = provider.signIn(String(departure.headers.location))
    const otherBrowser = cookieHeader(await get('/oauth/sso/connect'))
    for (const cookie of ['', otherBrowser, 'plmail_sso=x'])
      expect((await get(`/oauth/sso/callback?${elsewhere}`, cookie)).statusCode).toBe(422)
    clock.advance(10 * minute + 1)
    expect((await get(`/oauth/sso/callback?${elsewhere}`, cookieHeader(departure))).statusCode).toBe(422)
  })

  test('a page that was loaded again leads a browser that is in to the mail', async () => {
    const { answer, arrival, browser } = await visit()
    const again = await get(`/oauth/sso/callback?${answer}`, `${cookieHeader(arrival)}; ${browser}`)
    expect([again.statusCode, again.headers.location]).toEqual([303, '/'])
  })

  test.each([
    { outage: 'unreachable', status: 503, sentence: 'can’t be reached' },
    { outage: 'switched-off', status: 422, sentence: 'The administrator has turned off connections to' },
  ] as const)(
    'a provider that is $outage is told, with the password as the other way in',
    async ({ outage, status, sentence }) => {
      const departure = await get('/oauth/sso/connect')
      provider.script.outage = outage
      const late = provider.signIn(String(departure.headers.location))
      const arrival = await get(`/oauth/sso/callback?${late}`, cookieHeader(departure))
      clock.advance(2 * minute)
      for (const page of [arrival, await get('/oauth/sso/connect')]) {
        expect([page.statusCode, page.body]).toEqual([status, expect.stringContaining(sentence)])
        expect(page.body).toContain('href="/login?sso=0"')
      }
    },
  )

  test('a provider that names no address for browsers sends them nowhere', async () => {
    const cookie = await signedInAtProvider()
    for (const endpoint of ['javascript:alert(1)', 'nonsense', undefined]) {
      clock.advance(2 * minute)
      provider.script.discovery = { authorization_endpoint: endpoint, end_session_endpoint: endpoint }
      const departure = await get('/oauth/sso/connect')
      expect([departure.statusCode, departure.body]).toEqual([
        422,
        expect.stringContaining('no OpenID provider'),
      ])
    }
    const page = await get('/login', cookieHeader(await postForm('/logout', {}, cookie)))
    expect([page.statusCode, page.body.includes('id_token_hint')]).toEqual([200, false])
  })

  test('sign-ins that nobody finishes are not begun without end', async () => {
    await get('/oauth/sso/connect')
    await db.database.query(
      `update cache_entry set value = array_to_json(array_fill((value ->> 0)::int8, array[150]))::jsonb
       where key like 'single-sign-on:%'`,
    )
    const { statusCode, body, headers } = await get('/oauth/sso/connect')
    expect([statusCode, headers['retry-after'], body.includes('Too many sign-ins')]).toEqual([
      429,
      '600',
      true,
    ])
    const linking = await post('/api/single-sign-on/link', { password: ada.password }, await login())
    expect([linking.statusCode, linking.headers['retry-after']]).toEqual([429, '600'])
    clock.advance(10 * minute) // knocking does not prolong the wait
    expect((await get('/oauth/sso/connect')).statusCode).toBe(303)
  })
})
