import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../../../server-testing/src/people/authenticator.ts'
import {
  type ScriptedProvider,
  scriptedClient,
  scriptedProvider,
} from '../../../../server-testing/src/people/scripted-provider.ts'
import {
  createSoftwareAuthenticator,
  testOrigin,
} from '../../../../server-testing/src/people/software-authenticator.ts'
import { ada, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  ownPage,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../../kit/clock.ts'
import type { User } from '../../people/index.ts'
import { appPasswordsApi } from './app-passwords.ts'

/** Whoever adds a way in while the session that they do it in is ended: nothing of it may outlive the session. */
const { password } = ada

let db: TestDatabase
let http: TestHttp
let provider: ScriptedProvider
let user: User
let cookie: string
beforeEach(async () => {
  db = await testDatabase()
  const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  provider = await scriptedProvider(clock)
  http = await testHttp(db.database, {
    clock,
    keys: testKeys(),
    publicAddress: testOrigin,
    plugins: ({ guard }, people) => [
      appPasswordsApi({ people, guard, clock, accounts: { get: async () => undefined } }),
    ],
    singleSignOn: {
      ask: provider.ask,
      environment: { issuer: provider.issuer, ...scriptedClient, isOnlyWay: false },
    },
  })
  const created = await http.people.users.create(ada, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
  const { payload, headers } = form({ email: ada.email, password })
  cookie = cookieHeader(
    await http.app.inject({ method: 'POST', url: '/login', payload, headers: { ...headers, ...ownPage } }),
  )
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const post = (url: string, payload: object) =>
  http.app.inject({ method: 'POST', url, payload, headers: { ...ownPage, cookie } })

/** Holds the user's row until the request waits for it, and ends the session before it goes on. */
async function whileSessionEnds<Answer>(start: () => Promise<Answer>): Promise<Answer> {
  const { answer } = await db.database.transaction(async (tx) => {
    await tx.query('select 1 from app_user where id = $1 for update', [user.id])
    const late = start()
    await vi.waitUntil(
      async () =>
        (
          await db.database.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
      { timeout: 10_000 },
    )
    for (const { digest } of await http.people.sessions.list(user.id))
      await http.people.sessions.close(user.id, digest)
    return { answer: late }
  })
  return answer
}

test('a passkey that is made while its session ends is not kept', async () => {
  const begun = await post('/api/passkeys/registration', { password })
  const passkey = createSoftwareAuthenticator().create(begun.json().options)
  const answer = await whileSessionEnds(() =>
    post('/api/passkeys/registration/answer', { passkey, name: 'Of a thief' }),
  )
  expect(answer.statusCode).toBe(401)
  expect((await http.people.passkeys.list(user.id)).passkeys).toEqual([])
  expect(await http.people.secondFactor.isOn(user.id)).toBe(false)
})

test('an authenticator app that is confirmed while its session ends is not switched on', async () => {
  const { secret } = (await post('/api/second-factor/enrolment', { password })).json()
  const code = createAuthenticator(secret, http.clock).code()
  const answer = await whileSessionEnds(() => post('/api/second-factor/confirmation', { code }))
  expect(answer.statusCode).toBe(401)
  expect(await http.people.secondFactor.isOn(user.id)).toBe(false)
})

test('an app password that is made while its session ends is none', async () => {
  const answer = await whileSessionEnds(() => post('/api/app-passwords', { name: 'Of a thief', password }))
  expect(answer.statusCode).toBe(401)
  expect(await http.people.appPasswords.list(user.id)).toEqual([])
})

test('an identity that comes back while its session ends is not linked', async () => {
  const begun = await post('/api/single-sign-on/link', { password })
  const query = provider.signIn(begun.json<{ url: string }>().url)
  const headers = { ...navigation, cookie: `${cookie}; ${cookieHeader(begun)}` }
  const answer = await whileSessionEnds(() =>
    http.app.inject({ url: `/oauth/sso/callback?${query}`, headers }),
  )
  expect(answer.statusCode).toBe(422)
  expect(await http.people.singleSignOn.identities(user.id)).toEqual([])
})
