import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Enrolled, enrol } from '../../../../server-testing/src/people/authenticator.ts'
import { ada, bob, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  ownPage,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { User } from '../../people/index.ts'

const minute = 60_000
const day = 86_400_000
const keys = testKeys()

let db: TestDatabase
let http: TestHttp
let user: User
let enrolled: Enrolled
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, { keys })
  const created = await http.people.users.create({ ...ada, timeZone: 'Europe/Berlin' }, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
  enrolled = await enrol(http.people, http.clock, user.id)
  http.clock.advance(minute)
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

type Headers = Record<string, string>

function post(url: string, fields: Record<string, string>, headers: Headers = {}, on = http) {
  const { payload, headers: type } = form(fields)
  return on.app.inject({ method: 'POST', url, payload, headers: { ...type, ...ownPage, ...headers } })
}
const get = (url: string, cookie = '') => http.app.inject({ url, headers: { ...navigation, cookie } })
const login = (fields: Record<string, string> = {}, cookie = '', next = '') =>
  post(`/login${next}`, { email: ada.email, password: ada.password, ...fields }, { cookie })
const sendCode = (cookie: string, code = enrolled.app.code(), fields: Record<string, string> = {}) =>
  post('/2fa', { code, ...fields }, { cookie })
const session = (cookie: string) => http.app.inject({ url: '/api/session', headers: { cookie } })
const names = (answer: { cookies: Array<{ name: string; value: string }> }) =>
  answer.cookies.filter(({ value }) => value !== '').map(({ name }) => name)
const only = (header: string, name: string) =>
  header.split('; ').find((cookie) => cookie.startsWith(`${name}=`)) ?? ''

describe('the way in', () => {
  test('leads from the password to the code to a session, with a new secret at each step', async () => {
    const password = await login({}, '', '?next=%2Fmail%2FT3')
    expect([password.statusCode, password.headers.location]).toEqual([303, '/2fa?next=%2Fmail%2FT3'])
    expect(names(password)).toEqual(['plmail_half'])
    expect(password.cookies).toContainEqual(
      expect.objectContaining({ name: 'plmail_half', httpOnly: true, sameSite: 'Lax', path: '/' }),
    )
    const half = cookieHeader(password)
    const page = await get('/2fa?next=%2Fmail%2FT3', half)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.body).toContain(ada.email)
    expect(page.body).toContain('action="/2fa?next=%2Fmail%2FT3"')
    expect(page.body).toContain('autocomplete="one-time-code"')
    expect(page.body).not.toContain('<script')
    const code = await post('/2fa?next=%2Fmail%2FT3', { code: enrolled.app.code() }, { cookie: half })
    expect([code.statusCode, code.headers.location]).toEqual([303, '/mail/T3'])
    expect(names(code)).toEqual(['plmail_session'])
    expect(code.cookies).toContainEqual(expect.objectContaining({ name: 'plmail_half', value: '' }))
    expect((await session(cookieHeader(code))).statusCode).toBe(200)
  })

  test('is open to a recovery code, once', async () => {
    const [code] = enrolled.recoveryCodes
    expect((await sendCode(cookieHeader(await login()), code)).statusCode).toBe(303)
    expect((await sendCode(cookieHeader(await login()), code)).statusCode).toBe(422)
  })

  test('shows what was wrong with a code, and the server’s clock', async () => {
    const answer = await sendCode(cookieHeader(await login()), '000000', { trust: '1' })
    expect([answer.statusCode, names(answer)]).toEqual([422, []])
    expect(answer.body).toMatch(/server’s clock says (1:01:00\sPM|13:01:00)/)
    expect(answer.body).toContain('aria-invalid="true"')
    expect(answer.body).toMatch(/name="trust"[^>]*checked/)
    // Whoever guesses must not learn of codes that are good at another time.
    const later = enrolled.app.code(new Date(http.clock.now().getTime() + 10 * minute))
    const guess = await sendCode(cookieHeader(await login()), later)
    expect(guess.body).toBe(answer.body.replace(/ checked/, ' '))
  })

  test('closes after five wrong codes for every process, whichever code comes next', async () => {
    const half = cookieHeader(await login())
    const secondProcess = await testHttp(db.database, { keys, clock: http.clock })
    for (let failure = 0; failure < 5; failure++) {
      const on = failure % 2 ? secondProcess : http
      expect((await post('/2fa', { code: '000000' }, { cookie: half }, on)).statusCode).toBe(422)
    }
    await secondProcess.app.close()
    const restarted = await testHttp(db.database, { keys, clock: http.clock })
    // A password given anew opens no new tries.
    for (const cookie of [half, cookieHeader(await login())]) {
      const answer = await post('/2fa', { code: enrolled.app.code() }, { cookie }, restarted)
      expect([answer.statusCode, answer.headers['retry-after'], names(answer)]).toEqual([429, '900', []])
      expect(answer.body).toContain('Try again in 15 minutes')
    }
    await restarted.app.close()
  })

  test('takes a code once, in whichever browser', async () => {
    const [desk, laptop] = [cookieHeader(await login()), cookieHeader(await login())]
    const code = enrolled.app.code()
    const answers = await Promise.all([sendCode(desk, code), sendCode(laptop, code)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 422])
  })

  test('ends after ten minutes, with a new password, and with signing out everywhere', async () => {
    const lateHalf = cookieHeader(await login({}, '', '?next=%2Fa'))
    http.clock.advance(10 * minute)
    const late = await sendCode(lateHalf)
    expect([late.statusCode, late.headers.location, names(late)]).toEqual([303, '/login', []])
    for (const end of [
      () => http.people.sessions.closeAll(user.id),
      () => http.people.users.setPassword(user.id, 'another fine password'),
    ]) {
      const half = cookieHeader(await login())
      await end()
      expect((await sendCode(half)).headers.location).toBe('/login')
    }
  })

  test('is closed to whoever gave no password, or forges that', async () => {
    const half = only(cookieHeader(await login()), 'plmail_half')
    const bobs = await http.people.users.create(bob, { isAdmin: false })
    if (!bobs.ok) throw new Error('Bob was not made')
    const [, id] = /=(\d+)\./.exec(half) ?? []
    for (const cookie of [
      '',
      'plmail_half=',
      `${half}x`,
      half.replace(`=${id}.`, `=${bobs.user.id}.`),
      half.replace('.0.', '.1.'),
      half.replace(/\.(\d{10})\./, '.9999999999.'),
    ]) {
      for (const answer of [await get('/2fa', cookie), await sendCode(cookie)])
        expect([answer.statusCode, answer.headers.location, names(answer)]).toEqual([303, '/login', []])
    }
  })

  test('cannot be gone by the form of another site', async () => {
    const cookie = cookieHeader(await login())
    const answer = await post(
      '/2fa',
      { code: enrolled.app.code() },
      { cookie, 'sec-fetch-site': 'cross-site' },
    )
    expect([answer.statusCode, names(answer)]).toEqual([403, []])
  })

  test('goes on to a path of this server only', async () => {
    const cookie = cookieHeader(await login())
    const answer = await post('/2fa?next=//evil.example', { code: enrolled.app.code() }, { cookie })
    expect(answer.headers.location).toBe('/')
  })

  test('ends the session that the browser had, at the password already', async () => {
    await http.people.users.create(bob, { isAdmin: false })
    const bobs = cookieHeader(await post('/login', { email: bob.email, password: bob.password }))
    const password = await login({}, bobs)
    expect((await session(bobs)).statusCode).toBe(401)
    expect(password.cookies).toContainEqual(expect.objectContaining({ name: 'plmail_session', value: '' }))
  })

  test('can be left for another user, without script', async () => {
    const half = cookieHeader(await login())
    expect((await get('/login', half)).headers.location).toBe('/2fa')
    expect((await get('/mail/inbox', half)).headers.location).toBe('/2fa?next=%2Fmail%2Finbox')
    const left = await post('/logout', {}, { cookie: half })
    expect(left.headers.location).toBe('/login')
    expect(left.cookies).toContainEqual(expect.objectContaining({ name: 'plmail_half', value: '' }))
  })

  test('asks for no code once the second factor is switched off', async () => {
    const half = cookieHeader(await login())
    await http.people.secondFactor.switchOff(user.id)
    expect((await get('/2fa', half)).headers.location).toBe('/login')
    expect((await login()).headers.location).toBe('/')
  })

  test('stays open to app passwords, which have no second factor', async () => {
    const made = await http.people.appPasswords.create(user.id, {
      name: 'Phone',
      scope: null,
      accountId: null,
      expiresAt: null,
    })
    if (!made.ok) throw new Error('No app password')
    const visitor = { address: '203.0.113.9', userAgent: '' }
    const used = await http.people.appPasswords.signIn({ secret: made.secret, email: ada.email, visitor })
    expect(used).toMatchObject({ ok: true })
  })
})

describe('a remembered sign-in', () => {
  const remembered = async () => {
    const code = await sendCode(cookieHeader(await login({ remember: '1' })))
    expect(names(code).toSorted()).toEqual(['plmail_remember', 'plmail_session'])
    http.clock.advance(day)
    return only(cookieHeader(code), 'plmail_remember')
  }

  test('is given with the code, not with the password', async () => {
    expect(names(await login({ remember: '1' }))).toEqual(['plmail_half'])
  })

  test('is one factor: it opens no session, only the page of codes, and goes on after that', async () => {
    const cookie = await remembered()
    const sent = await get('/mail/inbox', cookie)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/2fa?next=%2Fmail%2Finbox'])
    expect(names(sent)).toEqual([])
    expect((await session(cookie)).statusCode).toBe(401)
    expect((await get('/2fa', cookie)).body).toContain(ada.email)
    const code = await sendCode(cookie)
    const back = cookieHeader(code)
    expect(only(back, 'plmail_remember')).toBe(cookie)
    expect((await session(back)).statusCode).toBe(200)
    http.clock.advance(day)
    expect((await session(back)).statusCode).toBe(401)
  })

  test('made before there was a second factor is asked for it too', async () => {
    await http.people.secondFactor.switchOff(user.id)
    const cookie = only(cookieHeader(await login({ remember: '1' })), 'plmail_remember')
    enrolled = await enrol(http.people, http.clock, user.id)
    expect((await get('/', cookie)).headers.location).toBe('/2fa')
    expect((await session(cookie)).statusCode).toBe(401)
  })

  test('is ended by signing out on the page of codes', async () => {
    const cookie = await remembered()
    expect((await post('/logout', {}, { cookie })).statusCode).toBe(303)
    expect((await get('/2fa', cookie)).headers.location).toBe('/login')
  })
})

describe('a trusted device', () => {
  const trusted = async (fields: Record<string, string> = {}) => {
    const code = await sendCode(cookieHeader(await login(fields)), enrolled.app.code(), { trust: '1' })
    const device = code.cookies.find(({ name }) => name === 'plmail_device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    expect(device?.expires?.getTime()).toBe(http.clock.now().getTime() + 30 * day)
    return { cookie: cookieHeader(code), device: `plmail_device=${device?.value}` }
  }

  test('needs the password alone, for 30 days from its last use', async () => {
    const { device } = await trusted()
    for (const days of [29, 29]) {
      http.clock.advance(days * day)
      const answer = await login({}, device)
      expect([answer.headers.location, names(answer).toSorted()]).toEqual([
        '/',
        ['plmail_device', 'plmail_session'],
      ])
    }
    http.clock.advance(30 * day)
    expect((await login({}, device)).headers.location).toBe('/2fa')
  })

  test('does not take the place of the password', async () => {
    const { device } = await trusted()
    expect((await get('/', device)).headers.location).toBe('/login')
    expect((await login({ password: 'nope' }, device)).statusCode).toBe(422)
  })

  test('that is remembered comes back without either', async () => {
    const { cookie } = await trusted({ remember: '1' })
    http.clock.advance(2 * day)
    const back = await get('/', cookie)
    expect([back.statusCode, names(back).toSorted()]).toEqual([200, ['plmail_device', 'plmail_session']])
  })

  test('of one user is none of another', async () => {
    const { device } = await trusted()
    const made = await http.people.users.create(bob, { isAdmin: false })
    if (!made.ok) throw new Error('Bob was not made')
    await enrol(http.people, http.clock, made.user.id)
    const answer = await post('/login', { email: bob.email, password: bob.password }, { cookie: device })
    expect(answer.headers.location).toBe('/2fa')
  })

  test('is trusted only when that was ticked, and stays trusted over signing out', async () => {
    expect(names(await sendCode(cookieHeader(await login())))).toEqual(['plmail_session'])
    http.clock.advance(minute)
    const { cookie, device } = await trusted()
    const left = await post('/logout', {}, { cookie })
    expect(left.cookies.map(({ name }) => name)).not.toContain('plmail_device')
    expect((await login({}, device)).headers.location).toBe('/')
  })

  test('revoked elsewhere, is signed out at its next request and asked for a code', async () => {
    const { cookie, device } = await trusted({ remember: '1' })
    const again = await login({}, device)
    http.clock.advance(minute)
    const elsewhere = cookieHeader(await sendCode(cookieHeader(await login())))
    const listed = await http.app.inject({ url: '/api/trusted-devices', headers: { cookie: elsewhere } })
    const [{ id, isThisOne }] = listed.json().trustedDevices
    expect(isThisOne).toBe(false)
    const url = `/api/trusted-devices/${id}`
    const headers = { cookie: elsewhere, ...ownPage }
    expect((await http.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
    for (const signedIn of [cookie, cookieHeader(again)])
      expect((await session(signedIn)).statusCode).toBe(401)
    expect((await get('/', cookie)).headers.location).toBe('/2fa')
    expect((await login({}, device)).headers.location).toBe('/2fa')
    expect((await session(elsewhere)).statusCode).toBe(200)
  })
})

test('no other site signs a browser out, though it sends no cookies along', async () => {
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const { payload, headers: type } = form({})
    const answer = await http.app.inject({
      method: 'POST',
      url: '/logout',
      payload,
      headers: { ...type, ...headers },
    })
    expect([answer.statusCode, answer.cookies]).toEqual([403, []])
  }
})
