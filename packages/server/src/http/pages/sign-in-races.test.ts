import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator, enrol } from '../../../../server-testing/src/people/authenticator.ts'
import { ada, testKeys, visitor } from '../../../../server-testing/src/people/test-people.ts'
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

/** Whoever is on the way in while the way is closed behind them: what was proven before must hold at the end. */
const day = 86_400_000
const anotherPassword = 'another fine password'

let db: TestDatabase
let http: TestHttp
let user: User
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, { keys: testKeys() })
  const created = await http.people.users.create(ada, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

function post(url: string, fields: Record<string, string>, cookie = '') {
  const { payload, headers: type } = form(fields)
  return http.app.inject({ method: 'POST', url, payload, headers: { ...type, ...ownPage, cookie } })
}
const login = (fields: Record<string, string> = {}) =>
  post('/login', { email: ada.email, password: ada.password, ...fields })
const get = (url: string, cookie = '') => http.app.inject({ url, headers: { ...navigation, cookie } })
const status = async (cookie: string) =>
  (await http.app.inject({ url: '/api/session', headers: { cookie } })).statusCode
const names = (answer: { cookies: Array<{ name: string; value: string }> }) =>
  answer.cookies.filter(({ value }) => value !== '').map(({ name }) => name)
const only = (header: string, name: string) =>
  header.split('; ').find((cookie) => cookie.startsWith(`${name}=`)) ?? ''

/** Waits until so many statements wait for a lock. */
const locked = (statements: number) =>
  vi.waitUntil(
    async () => {
      const [row] = await db.database.query<{ count: number }>(
        `select count(*) as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return row?.count === statements
    },
    { timeout: 10_000 },
  )

/** Holds up whoever writes the table until something else is done, or held up there as well; answers both. */
async function heldUp<Late, Done>(
  table: 'familiar_address' | 'web_session',
  start: () => Promise<Late>,
  meanwhile: () => Promise<Done>,
): Promise<[Late, Done]> {
  const { both } = await db.database.transaction(async (tx) => {
    await tx.query(`lock table ${table} in exclusive mode`)
    const late = start()
    await locked(1)
    const done = meanwhile()
    await (table === 'web_session' ? locked(2) : done)
    return { both: Promise.all([late, done]) }
  })
  return both
}

describe('the password changes while somebody signs in with the one before', () => {
  const change = () => http.people.users.setPassword(user.id, anotherPassword)

  test.each([[{}], [{ remember: '1' }]])('and they are not signed in (%j)', async (fields) => {
    const [answer] = await heldUp('familiar_address', () => login(fields), change)
    expect([answer.statusCode, names(answer)]).toEqual([422, []])
    expect(await http.people.sessions.list(user.id)).toEqual([])
  })

  test('nor do they get to the page of codes', async () => {
    await enrol(http.people, http.clock, user.id)
    const [answer] = await heldUp('familiar_address', login, change)
    expect([answer.statusCode, names(answer)]).toEqual([422, []])
  })

  test('nor is their browser trusted, whose code was good a moment ago', async () => {
    const { app } = await enrol(http.people, http.clock, user.id)
    http.clock.advance(60_000)
    const half = cookieHeader(await login())
    const { answer } = await db.database.transaction(async (tx) => {
      // What is read between the verdict on the code and the session.
      await tx.query('lock table single_sign_on_configuration in access exclusive mode')
      const late = post('/2fa', { code: app.code(), trust: '1' }, half)
      await locked(1)
      await change()
      return { answer: late }
    })
    const late = await answer
    expect([late.headers.location, names(late)]).toEqual(['/login', []])
    expect(await http.people.trustedDevices.list(user.id, undefined)).toEqual([])
  })

  test('and a change that was proven with it is none', async () => {
    const cookie = cookieHeader(await login())
    const [answer] = await heldUp(
      'familiar_address',
      () =>
        http.app.inject({
          method: 'POST',
          url: '/api/session/password',
          headers: { cookie, ...ownPage },
          payload: { password: ada.password, newPassword: 'the password of a thief' },
        }),
      change,
    )
    expect(answer.statusCode).toBe(401)
    expect((await login({ password: anotherPassword })).statusCode).toBe(303)
  })
})

test('signing out everywhere also signs out who signs in at that moment', async () => {
  const [answer] = await heldUp('familiar_address', login, () => http.people.sessions.closeAll(user.id))
  expect(await status(cookieHeader(answer))).toBe(401)
})

describe('the second factor is switched on', () => {
  test('while somebody signs in with the password alone, and they are asked for a code', async () => {
    const secret = (await http.people.secondFactor.enrol(user.id))!
    const code = createAuthenticator(secret, http.clock).code()
    const { session } = await http.people.sessions.open(user.id, visitor)
    const [answer, confirmed] = await heldUp('web_session', login, () =>
      http.people.secondFactor.confirm(user.id, code, session.digest),
    )
    expect(confirmed).toMatchObject({ ok: true })
    expect([answer.headers.location, names(answer)]).toEqual(['/2fa', ['plmail_half']])
  })

  test('and a session of before does not come to life again with a request under way', async () => {
    const { secret, session } = await http.people.sessions.open(user.id, visitor)
    http.clock.advance(10 * 60_000)
    const { request } = await db.database.transaction(async (tx) => {
      await tx.query('update web_session set expires_at = $2 where digest = $1', [
        session.digest,
        http.clock.now(),
      ])
      const found = http.people.sessions.find(secret, visitor)
      await locked(1)
      return { request: found }
    })
    await request
    expect(await http.people.sessions.find(secret, visitor)).toBeUndefined()
  })

  test('and a session of before does not come to life again with the remembered sign-in it was opened from', async () => {
    const remember = only(cookieHeader(await login({ remember: '1' })), 'plmail_remember')
    http.clock.advance(2 * day)
    const before = only(cookieHeader(await get('/', remember)), 'plmail_session')
    expect(await status(before)).toBe(200)
    const { app } = await enrol(http.people, http.clock, user.id)
    http.clock.advance(day)
    const code = await post('/2fa', { code: app.code(), trust: '1' }, remember)
    const device = only(cookieHeader(code), 'plmail_device')
    http.clock.advance(2 * day)
    const after = await get('/', `${remember}; ${device}`)
    expect(names(after)).toContain('plmail_session')
    expect(await status(before)).toBe(401)
  })
})
