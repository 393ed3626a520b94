import type { UserId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { ada, bob, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  ownPage,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'

const day = 86_400_000

let db: TestDatabase
let http: TestHttp
const keys = testKeys()
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, { keys })
  await http.people.users.create(ada, { isAdmin: true })
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const credentials = { email: ada.email, password: ada.password }

function login(
  fields: Record<string, string> = {},
  url = '/login',
  headers: Record<string, string> = {},
  on = http,
) {
  const { payload, headers: type } = form({ ...credentials, ...fields })
  return on.app.inject({ method: 'POST', url, payload, headers: { ...type, ...headers } })
}

const get = (url: string, cookie = '') => http.app.inject({ url, headers: { ...navigation, cookie } })
const logout = (headers: Record<string, string>, token = '') => {
  const { payload, headers: type } = form({ token })
  return http.app.inject({ method: 'POST', url: '/logout', payload, headers: { ...type, ...headers } })
}

test('requests that a remembered browser sends side by side open one session', async () => {
  const answer = await login({ remember: '1' })
  const remember = answer.cookies.find(({ name }) => name === 'plmail_remember')?.value ?? ''
  const cookie = `plmail_remember=${remember}`
  const before = await db.database.query('select 1 from web_session')
  const answers = await Promise.all(Array.from({ length: 6 }, () => get('/', cookie)))
  const sessionCookies = answers.map(
    ({ cookies }) => cookies.find(({ name }) => name === 'plmail_session')?.value,
  )
  expect(new Set(sessionCookies).size).toBe(1)
  expect(sessionCookies[0]).toMatch(/^[\w-]{43}$/)
  expect(await db.database.query('select 1 from web_session')).toHaveLength(before.length + 1)
  for (const session of sessionCookies)
    expect((await get('/', `plmail_session=${session}`)).statusCode).toBe(200)
})

describe('signing in', () => {
  test('gives a session cookie that scripts cannot read and goes on by GET', async () => {
    const answer = await login()
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect(answer.cookies.filter((cookie) => cookie.value !== '')).toEqual([
      {
        name: 'plmail_session',
        value: expect.stringMatching(/^[\w-]{43}$/),
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      },
    ])
    expect((await get('/', cookieHeader(answer))).body).toContain('<title>client</title>')
  })

  test('takes down that no mail is to be kept in this browser, for its scripts to read, until that is taken back', async () => {
    const kept = (answer: { cookies: Array<{ name: string }> }) =>
      answer.cookies.filter(({ name }) => name === 'plmail_keep')
    expect(kept(await login())).toEqual([])
    const answer = await login({ 'no-mail-here': '1' })
    expect(kept(answer)).toEqual([
      { name: 'plmail_keep', value: 'no', path: '/', sameSite: 'Lax', maxAge: 31_536_000 },
    ])
    const cookie = 'plmail_keep=no'
    expect((await get('/login', cookie)).body).toMatch(/name="no-mail-here" value="1" checked/)
    expect((await get('/login')).body).not.toMatch(/name="no-mail-here" value="1" checked/)
    expect(kept(await login({}, '/login', { cookie }))).toMatchObject([{ value: '', path: '/' }])
    expect(
      kept(await logout({ cookie: `${cookieHeader(answer)}`, 'sec-fetch-site': 'same-origin' })),
    ).toEqual([])
  })

  test('answers a wrong password and an unknown address alike with 422', async () => {
    const [wrong, unknown] = [await login({ password: 'nope' }), await login({ email: 'nobody@example.org' })]
    expect([wrong.statusCode, unknown.statusCode]).toEqual([422, 422])
    expect(wrong.body.replaceAll(ada.email, '')).toBe(unknown.body.replaceAll('nobody@example.org', ''))
    expect(wrong.body).toContain('role="alert"')
    expect(wrong.cookies).toEqual([])
  })

  test('speaks the language that the browser asks for, on the form and in what it says', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }
    const page = await http.app.inject({ url: '/login', headers })
    expect(page.body).toContain('<html lang="de" dir="ltr">')
    expect(page.body).toContain('E-Mail-Adresse')
    expect(page.headers.vary).toBe('Accept-Language')
    const { payload, headers: type } = form({ email: ada.email, password: 'wrong' })
    const answer = await http.app.inject({
      method: 'POST',
      url: '/login',
      payload,
      headers: { ...headers, ...type },
    })
    expect(answer.body).toContain('E-Mail-Adresse oder Passwort ist falsch.')
    expect(
      (await http.app.inject({ url: '/nothing', headers: { ...headers, ...navigation } })).body,
    ).not.toContain('Sign in')
  })

  test('answers 429 with Retry-After over two processes and after a restart', async () => {
    const otherHttp = await testHttp(db.database, { keys, clock: http.clock })
    for (let failure = 0; failure < 5; failure++) {
      expect(
        (await login({ password: 'nope' }, '/login', {}, failure % 2 ? otherHttp : http)).statusCode,
      ).toBe(422)
    }
    await otherHttp.app.close()
    const restarted = await testHttp(db.database, { keys, clock: http.clock })
    for (const process of [http, restarted]) {
      const answer = await login({}, '/login', {}, process)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900'])
      expect(answer.body).toContain('Try again in 15 minutes')
    }
    http.clock.advance(15 * 60_000)
    expect((await login({}, '/login', {}, restarted)).statusCode).toBe(303)
    await restarted.app.close()
  })

  test('goes on to a path of this server only', async () => {
    expect((await login({}, '/login?next=%2Fmail%2FT3%3Fa%3Db')).headers.location).toBe('/mail/T3?a=b')
    for (const next of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:1',
    ]) {
      const answer = await login({}, `/login?next=${encodeURIComponent(next)}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    }
    expect((await login({}, '/login?next=/a&next=//evil.example')).headers.location).toBe('/')
  })

  test('remembers where a signed-out visitor wanted to go, and keeps it over a failure', async () => {
    const sent = await get('/mail/T3?q="><script>')
    expect(sent.statusCode).toBe(303)
    const answer = await get(String(sent.headers.location))
    expect(answer.body).toContain('action="/login?next=%2Fmail%2FT3')
    expect(answer.body).not.toContain('<script')
    expect((await login({ password: 'x' }, '/login?next=%2Fmail')).body).toContain(
      'action="/login?next=%2Fmail"',
    )
  })

  test('shows a hostile address as text', async () => {
    const answer = await login({ email: '"><img src=x onerror=alert(1)>' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('<img src=x')
  })

  test('refuses a form posted by another site, so nobody is signed in as somebody else', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await login({}, '/login', headers)
      expect([answer.statusCode, answer.cookies]).toEqual([403, []])
    }
  })

  test('replaces the session the browser had', async () => {
    const first = cookieHeader(await login())
    await http.people.users.create(bob, { isAdmin: false })
    const second = cookieHeader(
      await login({ email: bob.email, password: bob.password }, '/login', { cookie: first }),
    )
    expect((await http.app.inject({ url: '/api/session', headers: { cookie: first } })).statusCode).toBe(401)
    expect(
      (await http.app.inject({ url: '/api/session', headers: { cookie: second } })).json().user.name,
    ).toBe('Bob')
  })

  test('accepts nothing but a form of a person’s size', async () => {
    expect((await login({ password: 'x'.repeat(20_000) })).statusCode).toBe(413)
    const json = await http.app.inject({ method: 'POST', url: '/login', payload: credentials })
    expect(json.statusCode).toBe(415)
    expect((await http.app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(422)
  })

  test('a wrong, forged or expired cookie is nobody', async () => {
    const cookie = cookieHeader(await login())
    http.clock.advance(day)
    for (const forged of [
      cookie,
      'plmail_session=',
      'plmail_session=%00',
      `plmail_session=${'A'.repeat(43)}`,
      'plmail_remember=1.9999999999.x',
    ]) {
      expect((await get('/', forged)).headers.location).toBe('/login')
    }
  })
})

describe('a remembered sign-in', () => {
  const remembered = async () =>
    (await login({ remember: '1' })).cookies.filter(({ name }) => name === 'plmail_remember')

  test('opens a new session for 60 days', async () => {
    const cookies = await remembered()
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }])
    expect(cookies[0]?.expires?.getTime()).toBe(http.clock.now().getTime() + 60 * day)
    http.clock.advance(59 * day)
    const answer = await get('/', cookieHeader({ cookies }))
    expect(answer.statusCode).toBe(200)
    expect(cookieHeader(answer)).toMatch(/^plmail_session=/)
    http.clock.advance(day)
    expect((await get('/', cookieHeader({ cookies }))).statusCode).toBe(303)
  })

  test('leaves its browser tries of its own when strangers have failed under the name', async () => {
    const user = await http.people.users.byEmail(ada.email)
    const { value } = await http.people.remember.issue(user!.id)
    for (let failure = 0; failure < 5; failure++) await login({ password: 'nope' })
    expect((await login()).statusCode).toBe(429)
    expect((await login({}, '/login', { cookie: `plmail_remember=${value}` })).statusCode).toBe(303)
  })

  test('dies with a password change', async () => {
    const cookie = cookieHeader({ cookies: await remembered() })
    const user = await http.people.users.byEmail(ada.email)
    await http.people.users.setPassword(user!.id, 'another fine password')
    expect((await get('/', cookie)).headers.location).toBe('/login')
  })

  test('dies with "sign out everywhere", along with every session', async () => {
    const cookie = cookieHeader(await login({ remember: '1' }))
    const elsewhere = cookieHeader(await login())
    const url = '/api/session/sign-out-everywhere'
    const answer = await http.app.inject({ method: 'POST', url, headers: { cookie: elsewhere, ...ownPage } })
    expect(answer.statusCode).toBe(204)
    for (const dead of [cookie, elsewhere]) expect((await get('/', dead)).headers.location).toBe('/login')
  })
})

describe('signing out', () => {
  test('takes a form with the token of the session, or a request of our own page', async () => {
    for (const way of ['token', 'page']) {
      const cookie = cookieHeader(await login({ remember: '1' }))
      const { formToken } = (await http.app.inject({ url: '/api/session', headers: { cookie } })).json()
      const answer =
        way === 'token' ? await logout({ cookie }, formToken) : await logout({ cookie, ...ownPage })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login'])
      expect(answer.cookies.map(({ name, value }) => name + value).sort()).toEqual([
        'plmail_hub',
        'plmail_remember',
        'plmail_session',
      ])
      expect(
        (await http.app.inject({ url: '/api/session', headers: { cookie: cookie.split(';')[0] ?? '' } }))
          .statusCode,
      ).toBe(401)
    }
  })

  test('ends a remembered sign-in and what it opened, also when the browser had nothing else left', async () => {
    const cookie = cookieHeader(await login({ remember: '1' }))
    const remembered = cookie.split('; ').find((one) => one.startsWith('plmail_remember')) ?? ''
    const { user } = (await http.app.inject({ url: '/api/session', headers: { cookie } })).json()
    const sessions = () => http.people.sessions.list(Number(user.id.slice(1)) as UserId)
    expect(await sessions()).toHaveLength(1)
    expect((await logout({ cookie: remembered, ...ownPage })).statusCode).toBe(303)
    expect(await sessions()).toEqual([])
    expect((await get('/', remembered)).headers.location).toBe('/login')
  })

  test('cannot be done to somebody by another site or with another session’s token', async () => {
    const cookie = cookieHeader(await login())
    const other = cookieHeader(await login())
    const { formToken } = (await http.app.inject({ url: '/api/session', headers: { cookie: other } })).json()
    expect((await logout({ cookie })).statusCode).toBe(403)
    expect((await logout({ cookie }, formToken)).statusCode).toBe(403)
    expect((await logout({ cookie, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await get('/', cookie)).statusCode).toBe(200)
  })

  test('does nothing on GET', async () => {
    const cookie = cookieHeader(await login())
    const answer = await get('/logout', cookie)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    expect((await get('/', cookie)).statusCode).toBe(200)
  })
})
