import type { UserId } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cookieHeader,
  form,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { insertPasskey } from '../../../../server-testing/src/people/inserted-factors.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../../kit/clock.ts'
import { auditApi } from './audit.ts'
import { peopleApi } from './people.ts'

let db: TestDatabase
let http: TestHttp
const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
const cookies = new Map<string, string>()
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, {
    clock,
    plugins: ({ guard }, people) => [
      peopleApi({
        people,
        guard,
        clock,
        // No mailbox is connected here; what a person's accounts say is told by the whole server's tests.
        accounts: { list: async () => [] },
        mail: { stored: async () => new Map() },
      }),
      auditApi({ people, guard, clock }),
    ],
  })
  for (const [user, isAdmin] of [[ada, true] as const, [bob, false] as const]) {
    await http.people.users.create(user, { isAdmin })
    cookies.set(user.email, cookieHeader(await signIn(user)))
  }
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const signIn = ({ email, password }: typeof ada) =>
  http.app.inject({ method: 'POST', url: '/login', ...form({ email, password }) })
async function call(method: 'GET' | 'POST', path: string, payload?: object, as = ada, headers = ownPage) {
  const cookie = cookies.get(as.email) ?? ''
  const answer = await http.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers: { ...headers, cookie },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}
const idOf = async ({ email }: typeof ada): Promise<string> => {
  const { body } = await call('GET', 'people')
  return body.people.find((person: { email: string }) => person.email === email).id
}
const { password } = ada

test('an administrator sees who can sign in', async () => {
  expect((await call('GET', 'people')).body).toEqual({
    passkeys: [],
    people: [
      expect.objectContaining({ name: 'Ada', isAdmin: true, isYou: true, disabledAt: null, deletion: null }),
      expect.objectContaining({
        email: bob.email,
        isAdmin: false,
        isYou: false,
        createdAt: expect.any(String),
        lastSignedInAt: '2026-03-01T12:00:00.000Z',
        storedBytes: 0,
        accounts: [],
      }),
    ],
  })
})

describe('disabling', () => {
  test('takes the password, and the browser of the disabled is out with its next request', async () => {
    const id = await idOf(bob)
    const disable = (typedPassword: string, as = ada) =>
      call('POST', `people/${id}/disable`, { password: typedPassword, mail: 'pauses' }, as)
    expect(await disable('not the password')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password' }] },
    })
    expect((await disable(bob.password, bob)).status).toBe(403)
    expect((await disable(password)).status).toBe(204)
    expect((await call('GET', 'people', undefined, bob)).status).toBe(401)
    const refused = await signIn(bob)
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('is disabled')])
    const [, shown] = (await call('GET', 'people')).body.people
    expect(shown).toMatchObject({ disabledAt: expect.any(String), isMailPaused: true })
    // Their app passwords work again: nothing for whoever finds the browser of an administrator open.
    for (const proof of [{}, { password: 'not the password' }])
      expect(await call('POST', `people/${id}/enable`, proof)).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/password' }] },
      })
    expect((await call('POST', `people/${id}/enable`, { password })).status).toBe(204)
    expect((await signIn(bob)).statusCode).toBe(303)
  })

  test.each([
    [{}, ['/mail']],
    [{ mail: 'syncs' }, ['/password']],
    [{ password: 1, mail: 'syncs' }, ['/password']],
    [{ password: 'x', mail: 'burns' }, ['/mail']],
  ])('names the wrong fields of %j', async (body, pointers) => {
    const { status, body: answer } = await call('POST', `people/${await idOf(bob)}/disable`, body)
    expect([status, answer.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()]).toEqual([
      422,
      pointers,
    ])
  })
})

test('administrators are made and unmade, the last one never', async () => {
  const id = await idOf(bob)
  const make = (person: string, isAdmin: boolean, as = ada) =>
    call('POST', `people/${person}/administrator`, { password: as.password, isAdmin }, as)
  expect(await make(await idOf(ada), false)).toMatchObject({
    status: 409,
    body: { problem: 'people/last-administrator' },
  })
  expect((await make(id, true)).status).toBe(204)
  expect((await call('GET', 'people', undefined, bob)).status).toBe(200)
  expect((await make(await idOf(ada), false, bob)).status).toBe(204)
  expect((await call('GET', 'people')).status).toBe(403)
})

test.each(['U0', 'U987654321', 'A1', "U1'--", '%00'])('%s is nobody', async (id) => {
  const { status } = await call('POST', `people/${id}/enable`, { password })
  expect(status).toBe(404)
})

test('a page of another site changes nothing', async () => {
  const id = await idOf(bob)
  const body = { password, mail: 'syncs' }
  const answer = await call('POST', `people/${id}/disable`, body, ada, { 'sec-fetch-site': 'cross-site' })
  expect([answer.status, (await call('GET', 'people')).body.people[1].disabledAt]).toEqual([403, null])
})

test('the audit log is read page by page by administrators alone', async () => {
  const id = await idOf(bob)
  for (let n = 0; n < 26; n++) {
    await http.people.administration.disable({ source: 'console' }, Number(id.slice(1)) as UserId, 'syncs')
    await http.people.administration.enable({ source: 'console' }, Number(id.slice(1)) as UserId)
  }
  await call('POST', `people/${id}/administrator`, { password, isAdmin: true })
  const first = (await call('GET', 'audit')).body
  expect([first.entries.length, first.entries[0]]).toEqual([
    50,
    {
      id: expect.any(String),
      at: '2026-03-01T12:00:00.000Z',
      action: 'administrator-made',
      source: 'browser',
      actor: ada.email,
      subject: bob.email,
      address: '127.0.0.1',
      userAgent: 'lightMyRequest',
      detail: {},
    },
  ])
  const second = (await call('GET', `audit?before=${first.next}`)).body
  expect([second.entries.length, second.next]).toEqual([3, null])
  expect((await call('GET', 'audit?action=administrator-made&person=bob')).body.entries).toHaveLength(1)
  expect((await call('GET', 'audit?from=2027-01-01T00:00:00Z')).body.entries).toEqual([])
  for (const wrong of ['action=x', 'from=soon', 'to=2026', 'before=-1', 'person=a&person=b', 'person=%00'])
    expect(await call('GET', `audit?${wrong}`)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: `/${wrong.split('=')[0]}` }] },
    })
})

test('passkeys are counted by host, and those that a changed public address has ended are told apart', async () => {
  const id = await idOf(bob)
  for (const credential of ['a', 'b']) await insertPasskey(db.database, id, credential)
  const passkeys = async () => (await call('GET', 'people')).body.passkeys
  expect(await passkeys()).toEqual([{ host: 'mail.example.test', count: 2, isUsable: false }])
  http.settings.publicAddress = 'https://mail.example.test'
  expect(await passkeys()).toEqual([{ host: 'mail.example.test', count: 2, isUsable: true }])
  http.settings.publicAddress = 'https://new.example.test'
  expect(await passkeys()).toEqual([{ host: 'mail.example.test', count: 2, isUsable: false }])
})
