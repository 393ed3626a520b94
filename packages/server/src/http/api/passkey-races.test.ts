import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  testOrigin,
} from '../../../../server-testing/src/people/software-authenticator.ts'
import { ada, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  ownPage,
  testHttp,
  withCookies,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { User } from '../../people/index.ts'

/** Whoever signs in while the passkeys of their user change: what was proven before must hold at the end. */
const { email, password } = ada
const proven = { session: Buffer.alloc(32), hasProvenFactor: true }

let db: TestDatabase
/** Two processes of one installation. */
let http: TestHttp
let otherProcess: TestHttp
let user: User
let key: SoftwareAuthenticator
beforeEach(async () => {
  db = await testDatabase()
  const keys = testKeys()
  http = await testHttp(db.database, { keys, publicAddress: testOrigin })
  otherProcess = await testHttp(db.database, { keys, publicAddress: testOrigin })
  const created = await http.people.users.create(ada, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
  key = createSoftwareAuthenticator()
})
afterEach(async () => {
  await http.app.close()
  await otherProcess.app.close()
  await db[Symbol.asyncDispose]()
})

const post = (url: string, payload: object, cookie = '', { app } = http) =>
  app.inject({ method: 'POST', url, payload, headers: { ...ownPage, cookie } })
function login() {
  const { payload, headers } = form({ email, password })
  return http.app.inject({ method: 'POST', url: '/login', payload, headers: { ...headers, ...ownPage } })
}

/** Asks for what a new passkey is made with; how the browser answers it. */
async function beginPasskey() {
  const cookie = cookieHeader(await login())
  const begun = await post('/api/passkeys/registration', { password }, cookie)
  const passkey = key.create(begun.json().options)
  return async () => {
    const added = await post('/api/passkeys/registration/answer', { passkey, name: 'Phone' }, cookie)
    return { added, cookie: withCookies(cookie, added) }
  }
}

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

test.each(['sign-in', 'second-factor'] as const)(
  'one challenge that is answered in two processes at once opens one session (%s)',
  async (purpose) => {
    const { cookie } = await (await beginPasskey())()
    const before = (await http.people.sessions.list(user.id)).length
    const half = purpose === 'sign-in' ? '' : cookieHeader(await login())
    const begun = await post('/api/passkeys/assertion', { for: purpose }, half)
    const body = { for: purpose, passkey: key.get(begun.json().options) }
    const jar = withCookies(half, begun)
    const answers = await Promise.all(
      [http, otherProcess].map((process) => post('/api/passkeys/assertion/answer', body, jar, process)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 422])
    expect(await http.people.sessions.list(user.id)).toHaveLength(before + 1)
    expect(cookie).not.toBe('')
  },
)

test('the last two passkeys that are removed at once with the password alone do not both go', async () => {
  const { added, cookie } = await (await beginPasskey())()
  const { id, recoveryCodes } = added.json<{ id: string; recoveryCodes: string[] }>()
  const proof = { password, code: recoveryCodes[0] }
  const begun = await post('/api/passkeys/registration', proof, cookie)
  const second = await post(
    '/api/passkeys/registration/answer',
    { passkey: createSoftwareAuthenticator().create(begun.json().options), name: 'Key' },
    cookie,
  )
  const jar = withCookies(cookie, second)
  const removals = await db.database.transaction(async (tx) => {
    // Where a right password is noted: for each of the two the other is still there.
    await tx.query('lock table familiar_address in exclusive mode')
    const both = [id, second.json<{ id: string }>().id].map((each, at) =>
      post(`/api/passkeys/${each}/removal`, { password }, jar, at === 0 ? http : otherProcess),
    )
    await locked(2)
    return { both: Promise.all(both) }
  })
  const answers = await removals.both
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 422])
  const refused = answers.find(({ statusCode }) => statusCode === 422)
  expect(refused?.json().errors[0]).toMatchObject({ pointer: '/code', problem: 'request/missing' })
  expect(await http.people.secondFactor.isOn(user.id)).toBe(true)
  expect((await login()).headers.location).toBe('/2fa')
})

test('a passkey that is removed while it stands beside the password opens no session, and trusts no browser', async () => {
  await (
    await beginPasskey()
  )()
  const { id } = (await http.people.passkeys.list(user.id)).passkeys[0]!
  const half = cookieHeader(await login())
  const begun = await post('/api/passkeys/assertion', { for: 'second-factor' }, half)
  const body = { for: 'second-factor', passkey: key.get(begun.json().options), trust: true }
  const { answered } = await db.database.transaction(async (tx) => {
    // What is read between the verdict and the session.
    await tx.query('lock table single_sign_on_configuration in access exclusive mode')
    const late = post('/api/passkeys/assertion/answer', body, half)
    await locked(1)
    expect(await http.people.passkeys.remove(user.id, id, proven)).toBe('removed')
    return { answered: late }
  })
  const late = await answered
  expect([late.statusCode, late.cookies.filter(({ value }) => value !== '')]).toEqual([401, []])
  expect(await http.people.trustedDevices.list(user.id, undefined)).toEqual([])
})

test('the first passkey that is added while somebody signs in with the password is asked for', async () => {
  const answer = await beginPasskey()
  const { both } = await db.database.transaction(async (tx) => {
    await tx.query('lock table web_session in exclusive mode')
    const late = login()
    await locked(1)
    const adding = answer()
    await locked(2)
    return { both: Promise.all([late, adding]) }
  })
  const [late, { added }] = await both
  expect(added.statusCode).toBe(200)
  expect([late.statusCode, late.headers.location]).toEqual([303, '/2fa'])
  expect(late.cookies.filter(({ value }) => value !== '').map(({ name }) => name)).toEqual(['plmail_half'])
})

test('a passkey that is removed while it signs in opens no session', async () => {
  const { cookie } = await (await beginPasskey())()
  const { id } = (await http.people.passkeys.list(user.id)).passkeys[0]!
  const begun = await post('/api/passkeys/assertion', { for: 'sign-in' })
  const body = { for: 'sign-in', passkey: key.get(begun.json().options) }
  const { answered } = await db.database.transaction(async (tx) => {
    // Where a good answer is noted, after its verdict and before its session.
    await tx.query('lock table familiar_address in exclusive mode')
    const late = post('/api/passkeys/assertion/answer', body, cookieHeader(begun))
    await locked(1)
    expect(await http.people.passkeys.remove(user.id, id, proven)).toBe('removed')
    return { answered: late }
  })
  const late = await answered
  expect([late.statusCode, late.cookies.filter(({ value }) => value !== '')]).toEqual([422, []])
  expect((await http.app.inject({ url: '/api/session', headers: { cookie } })).statusCode).toBe(200)
  expect(await http.people.sessions.list(user.id)).toHaveLength(1)
})
