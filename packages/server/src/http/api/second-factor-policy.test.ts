import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cookieHeader,
  form,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../../kit/clock.ts'
import { secondFactorPolicyApi } from './second-factor-policy.ts'

let db: TestDatabase
let http: TestHttp
let clock: ReturnType<typeof fixedClock>
beforeEach(async () => {
  db = await testDatabase()
  clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  http = await testHttp(db.database, {
    clock,
    plugins: ({ guard }, people) => [secondFactorPolicyApi({ people, guard, clock })],
  })
  await http.people.users.create(ada, { isAdmin: true })
  await http.people.users.create(bob, { isAdmin: false })
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

async function signIn({ email, password }: typeof ada): Promise<string> {
  return cookieHeader(await http.app.inject({ method: 'POST', url: '/login', ...form({ email, password }) }))
}
async function call(method: 'GET' | 'POST', cookie: string, payload?: object) {
  const answer = await http.app.inject({
    method,
    url: '/api/admin/second-factor-policy',
    headers: { ...ownPage, cookie },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}
const policy = { requiredOf: 'administrators', graceDays: 7, password: ada.password }

test('an administrator requires a second factor with the password, and the log tells', async () => {
  const cookie = await signIn(ada)
  expect((await call('GET', cookie)).body).toEqual({ requiredOf: 'nobody', graceDays: 14, since: null })
  expect((await call('POST', cookie, policy)).status).toBe(204)
  const since = '2026-03-01T12:00:00.000Z'
  expect((await call('GET', cookie)).body).toEqual({ requiredOf: 'administrators', graceDays: 7, since })
  const [entry] = await http.people.audit.list({}, undefined, 1)
  expect(entry).toMatchObject({
    action: 'second-factor-policy-changed',
    actor: ada.email,
    detail: { requiredOf: 'administrators', graceDays: 7 },
  })
})

test('the grace period begins anew for others, and goes on for the same', async () => {
  const cookie = await signIn(ada)
  await call('POST', cookie, policy)
  clock.advance(3_600_000)
  await call('POST', cookie, { ...policy, graceDays: 30 })
  expect((await call('GET', cookie)).body).toMatchObject({ graceDays: 30, since: '2026-03-01T12:00:00.000Z' })
  await call('POST', cookie, { ...policy, requiredOf: 'everybody' })
  expect((await call('GET', cookie)).body).toMatchObject({ since: '2026-03-01T13:00:00.000Z' })
})

test('whoever has nothing but an open browser, or is no administrator, changes nothing', async () => {
  const [asAda, asBob] = [await signIn(ada), await signIn(bob)]
  expect((await call('GET', asBob)).status).toBe(403)
  expect((await call('POST', asBob, { ...policy, password: bob.password })).status).toBe(403)
  expect(await call('POST', asAda, { ...policy, password: 'not the password' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/password', problem: 'people/wrong-password' }] },
  })
  expect((await call('GET', asAda)).body).toMatchObject({ requiredOf: 'nobody' })
})

test.each([
  [{ graceDays: 91 }, '/graceDays'],
  [{ graceDays: -1 }, '/graceDays'],
  [{ graceDays: 1.5 }, '/graceDays'],
  [{ graceDays: '7' }, '/graceDays'],
  [{ requiredOf: 'cats' }, '/requiredOf'],
])('%j is refused with the field named', async (wrong, pointer) => {
  const answer = await call('POST', await signIn(ada), { ...policy, ...wrong })
  expect([answer.status, answer.body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
    422,
    [pointer],
  ])
})

test('of wrong passwords there are five, then 429 says when to come back', async () => {
  const cookie = await signIn(ada)
  for (let failure = 0; failure < 5; failure++) await call('POST', cookie, { ...policy, password: 'wrong' })
  const answer = await http.app.inject({
    method: 'POST',
    url: '/api/admin/second-factor-policy',
    headers: { ...ownPage, cookie },
    payload: policy,
  })
  expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
})
