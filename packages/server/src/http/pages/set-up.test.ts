import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator, enrol } from '../../../../server-testing/src/people/authenticator.ts'
import { ada, bob, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  cookieHeader,
  form,
  navigation,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { User } from '../../people/index.ts'

const day = 86_400_000
const keys = testKeys()

let db: TestDatabase
let http: TestHttp
let user: User
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, { keys, publicAddress: 'https://mail.example.org' })
  const created = await http.people.users.create({ ...ada, timeZone: 'Europe/Berlin' }, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const post = (url: string, fields: Record<string, string>, cookie: string, headers = ownPage) => {
  const { payload, headers: type } = form(fields)
  return http.app.inject({ method: 'POST', url, payload, headers: { ...type, ...headers, cookie } })
}
const get = (url: string, cookie: string) => http.app.inject({ url, headers: { ...navigation, cookie } })
const login = async (who = ada) =>
  cookieHeader(await post('/login', { email: who.email, password: who.password }, ''))
const session = (cookie: string) => http.app.inject({ url: '/api/session', headers: { cookie } })
const begin = (cookie: string, password = ada.password) =>
  post('/2fa/set-up?next=%2Fmail%2FT3', { step: 'app', password }, cookie)
const secretIn = (page: string) => /data-secret>([A-Z2-7 ]+)</.exec(page)?.[1]?.replaceAll(' ', '') ?? ''
const require = (requiredOf: 'nobody' | 'administrators' | 'everybody', graceDays: number) =>
  http.people.secondFactorPolicies.set({ source: 'console' }, { requiredOf, graceDays })

describe('whoever has to have a second factor', () => {
  test('works on until the grace period is over, and is told by when', async () => {
    const cookie = await login()
    await require('everybody', 14)
    expect((await session(cookie)).json()).toMatchObject({ enrolBy: '2026-03-15T12:00:00.000Z' })
    expect((await get('/', cookie)).statusCode).toBe(200)
    http.clock.advance(14 * day - 1)
    const late = await login()
    expect((await session(late)).statusCode).toBe(200)
    http.clock.advance(1)
    const refused = await session(late)
    expect([refused.statusCode, refused.json().problem]).toEqual([401, 'people/second-factor-required'])
    expect((await get('/mail/T3', late)).headers.location).toBe('/2fa/set-up?next=%2Fmail%2FT3')
    expect((await get('/login?next=%2Fmail%2FT3', late)).headers.location).toBe(
      '/2fa/set-up?next=%2Fmail%2FT3',
    )
  })

  test('sets up an app without script, under a new session secret, and goes on where they were', async () => {
    await require('everybody', 0)
    const cookie = await login()
    const first = await get('/2fa/set-up?next=%2Fmail%2FT3', cookie)
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(first.body).toContain(ada.email)
    const second = await begin(cookie)
    expect(second.statusCode).toBe(200)
    expect(second.body).not.toContain('<script')
    expect(second.headers['content-security-policy']).toContain("img-src 'self' data:")
    const app = createAuthenticator(secretIn(second.body), http.clock)
    const last = await post('/2fa/set-up?next=%2Fmail%2FT3', { step: 'code', code: app.code() }, cookie)
    expect([last.statusCode, last.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(last.body.match(/<li><code>/g)).toHaveLength(8)
    expect(last.body).toContain('href="/mail/T3"')
    // The cookie of before opens nothing any more (session fixation).
    expect((await session(cookie)).json().problem).toBe('people/signed-out')
    expect((await session(cookieHeader(last))).json()).toMatchObject({ enrolBy: null })
    expect((await get('/2fa/set-up?next=%2Fmail%2FT3', cookieHeader(last))).headers.location).toBe('/mail/T3')
  })

  test('is told what is wrong with password and code, by the server’s clock, and the key stays', async () => {
    await require('everybody', 0)
    const cookie = await login()
    const wrong = await begin(cookie, 'not the password')
    expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('Wrong password.')])
    expect(wrong.body).toContain('aria-invalid="true"')
    const secret = secretIn((await begin(cookie)).body)
    const code = await post('/2fa/set-up', { step: 'code', code: '000000', secret }, cookie)
    expect([code.statusCode, secretIn(code.body)]).toEqual([422, secret])
    expect(code.body).toMatch(/server’s clock says (1:00:00\sPM|13:00:00)/)
    const app = createAuthenticator(secret, http.clock)
    const skewed = app.code(new Date(http.clock.now().getTime() + 5 * 60_000))
    expect((await post('/2fa/set-up', { step: 'code', code: skewed, secret }, cookie)).body).toContain(
      'is off by about 5 minutes',
    )
    for (let failure = 2; failure < 5; failure++)
      await post('/2fa/set-up', { step: 'code', code: '000000' }, cookie)
    const closed = await post('/2fa/set-up', { step: 'code', code: app.code() }, cookie)
    expect([closed.statusCode, closed.headers['retry-after']]).toEqual([429, '900'])
  })

  test('shows its key to nobody else who is signed in as them, not even with a wrong code', async () => {
    await require('everybody', 0)
    const [cookie, other] = [await login(), await login()]
    const secret = secretIn((await begin(cookie)).body)
    const peeking = await post('/2fa/set-up', { step: 'code', code: '000000' }, other)
    expect([peeking.statusCode, peeking.body.includes('data-secret')]).toEqual([422, false])
    const guessing = await post(
      '/2fa/set-up',
      { step: 'code', code: '000000', secret: 'A'.repeat(32) },
      other,
    )
    expect([guessing.statusCode, guessing.body.includes('data-secret')]).toEqual([422, false])
    // Whoever has the page goes on where they were.
    const code = createAuthenticator(secret, http.clock).code()
    expect((await post('/2fa/set-up', { step: 'code', code }, cookie)).statusCode).toBe(200)
  })

  test('is asked for the password under its throttle, and nothing is sent from another site', async () => {
    await require('everybody', 0)
    const cookie = await login()
    for (let failure = 0; failure < 5; failure++) await begin(cookie, 'not the password')
    const closed = await begin(cookie)
    expect(closed.statusCode).toBe(429)
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0)
    const foreign = { ...ownPage, 'sec-fetch-site': 'cross-site' }
    expect(
      (await post('/2fa/set-up', { step: 'app', password: ada.password }, cookie, foreign)).statusCode,
    ).toBe(403)
  })

  test('may make a passkey instead, and signs out', async () => {
    await require('everybody', 0)
    const cookie = await login()
    const page = await get('/2fa/set-up', cookie)
    expect(page.body).toContain('data-origin="https://mail.example.org"')
    const [, hash] = /script-src '(sha256-[^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
    expect(hash).toBeDefined()
    const begun = await http.app.inject({
      method: 'POST',
      url: '/api/passkeys/registration',
      headers: { ...ownPage, cookie },
      payload: { password: ada.password },
    })
    expect([begun.statusCode, typeof begun.json().options.challenge]).toEqual([200, 'string'])
    expect((await post('/logout', {}, cookie)).headers.location).toBe('/login')
    expect((await session(cookie)).json().problem).toBe('people/signed-out')
  })

  test('has no token, no stream and no way past by being remembered', async () => {
    const cookie = await login()
    const signedIn = await http.people.sessions.open(user.id, { address: '203.0.113.7', userAgent: '' })
    await require('everybody', 1)
    const { session: opened } = (await http.people.sessions.find(signedIn.secret, {
      address: '',
      userAgent: '',
    }))!
    http.clock.advance(day - 60_000)
    const { expiresAt } = await http.people.tokens.issue(user.id, opened, 'https://mail.example.org')
    // Not for its quarter of an hour: a stream behind it would go on.
    expect(expiresAt.getTime()).toBe(http.clock.now().getTime() + 60_000)
    expect(await http.people.sessions.isOpen(opened.digest, user.id)).toBe(true)
    http.clock.advance(60_000)
    expect(await http.people.sessions.isOpen(opened.digest, user.id)).toBe(false)
    const answer = await http.app.inject({
      method: 'POST',
      url: '/api/session/token',
      headers: { ...ownPage, cookie },
    })
    expect(answer.statusCode).toBe(401)
    const remembered = await http.people.remember.issue(user.id)
    const back = await http.app.inject({
      url: '/api/session',
      headers: { cookie: `plmail_remember=${remembered.value}` },
    })
    expect(back.json().problem).toBe('people/second-factor-required')
  })
})

describe('whoever need not', () => {
  test('is not asked: others than administrators, and who has a factor', async () => {
    const made = await http.people.users.create(bob, { isAdmin: false })
    if (!made.ok) throw new Error('Bob was not made')
    await require('administrators', 0)
    const [asAda, asBob] = [await login(), await login(bob)]
    expect([(await session(asAda)).statusCode, (await session(asBob)).statusCode]).toEqual([401, 200])
    await http.people.administration.setAdministrator({ source: 'console' }, made.user.id, true)
    expect((await session(asBob)).statusCode).toBe(401)
    await http.people.administration.setAdministrator({ source: 'console' }, made.user.id, false)
    await enrol(http.people, http.clock, user.id)
    await require('everybody', 0)
    expect((await session(asBob)).statusCode).toBe(401)
    await require('nobody', 0)
    expect((await session(asBob)).statusCode).toBe(200)
  })

  test('are programs with app passwords', async () => {
    const created = await http.people.appPasswords.create(user.id, {
      name: 'phone',
      scope: null,
      accountId: null,
      expiresAt: null,
    })
    if (!created.ok) throw new Error(created.why)
    await require('everybody', 0)
    const signIn = { secret: created.secret, email: undefined, visitor: { address: '', userAgent: '' } }
    expect((await http.people.appPasswords.signIn(signIn)).ok).toBe(true)
  })

  test('is everybody who comes in later, for as many days', async () => {
    await require('everybody', 7)
    http.clock.advance(30 * day)
    await http.people.users.create(bob, { isAdmin: false })
    expect((await session(await login(bob))).json()).toMatchObject({ enrolBy: '2026-04-07T12:00:00.000Z' })
    // The last factor removed, its owner sets up another.
    await enrol(http.people, http.clock, user.id)
    await http.people.secondFactor.switchOff(user.id)
    expect((await session(await login())).json().problem).toBe('people/second-factor-required')
  })
})
