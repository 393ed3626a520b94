import type { AppPasswordView } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  ownPage,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { fixedClock } from '../../kit/clock.ts'
import { appPasswordsApi } from './app-passwords.ts'

const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
let db: TestDatabase
let http: TestHttp
let cookies: Record<'ada' | 'bob', string>
beforeAll(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, {
    clock,
    plugins: ({ guard }, people) => [
      appPasswordsApi({ people, guard, accounts: { get: async () => undefined }, clock }),
    ],
  })
  cookies = { ada: await signedIn(ada), bob: await signedIn(bob) }
})
afterAll(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

async function signedIn(person: typeof ada): Promise<string> {
  await http.people.users.create(person, { isAdmin: false })
  const fields = form({ email: person.email, password: person.password })
  return cookieHeader(await http.app.inject({ method: 'POST', url: '/login', ...fields }))
}

type Who = keyof typeof cookies
const passwords = { ada: ada.password, bob: bob.password }

const create = (who: Who, payload: Record<string, unknown>) =>
  http.app.inject({
    method: 'POST',
    url: '/api/app-passwords',
    payload: { password: passwords[who], ...payload },
    headers: { ...ownPage, cookie: cookies[who] },
  })
const revoke = (who: Who, id: string) =>
  http.app.inject({
    method: 'DELETE',
    url: `/api/app-passwords/${id}`,
    headers: { ...ownPage, cookie: cookies[who] },
  })
async function list(who: Who): Promise<AppPasswordView[]> {
  const answer = await http.app.inject({ url: '/api/app-passwords', headers: { cookie: cookies[who] } })
  return answer.json<{ appPasswords: AppPasswordView[] }>().appPasswords
}

describe('app passwords', () => {
  test('are told once, listed by hint with their last use, and revoked', async () => {
    const made = await create('ada', { name: 'Phone', scope: 'read', expiresAt: '2027-01-01T00:00:00Z' })
    expect([made.statusCode, made.headers['cache-control']]).toEqual([201, 'no-store'])
    const { secret, ...shown } = made.json<AppPasswordView & { secret: string }>()
    expect(shown).toMatchObject({ name: 'Phone', hint: secret.slice(4, 10), scope: 'read', accountId: null })
    expect(await list('ada')).toEqual([shown])
    const visitor = { address: '203.0.113.7', userAgent: 'Mailtemi' }
    await http.people.appPasswords.signIn({ secret, email: undefined, visitor })
    const at = http.clock.now().toISOString()
    expect(await list('ada')).toEqual([
      { ...shown, lastUsedAt: at, uses: [{ address: '203.0.113.7', client: 'Mailtemi', at }] },
    ])
    expect((await revoke('ada', shown.id)).statusCode).toBe(204)
    expect([await list('ada'), (await revoke('ada', shown.id)).statusCode]).toEqual([[], 404])
  })

  test('of another user do not exist', async () => {
    const { id } = (await create('ada', { name: 'Mine' })).json<AppPasswordView>()
    expect(await list('bob')).toEqual([])
    expect((await revoke('bob', id)).statusCode).toBe(404)
    expect((await list('ada')).map((appPasswordView) => appPasswordView.id)).toEqual([id])
  })

  test.each([
    [{}, '/name'],
    [{ name: 7 }, '/name'],
    [{ name: '  ' }, '/name'],
    [{ name: 'x'.repeat(301) }, '/name'],
    [{ name: 'x', scope: 'write' }, '/scope'],
    [{ name: 'x', accountId: 'A7' }, '/accountId'],
    [{ name: 'x', accountId: 'A0' }, '/accountId'],
    [{ name: 'x', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'x', expiresAt: '2026-03-02' }, '/expiresAt'],
    [{ name: 'x', expiresAt: '2026-02-28T00:00:00Z' }, '/expiresAt'],
  ])('that cannot be made (%j) name the field', async (body, pointer) => {
    const answer = await create('bob', body)
    expect(answer.statusCode).toBe(422)
    expect(
      answer.json<{ errors: Array<{ pointer: string }> }>().errors.map((error) => error.pointer),
    ).toEqual([pointer])
    expect(await list('bob')).toEqual([])
  })

  test('are made only by who knows the password', async () => {
    const unproven = await create('bob', { name: 'Passer-by', password: 'not the password' })
    expect([unproven.statusCode, unproven.json()]).toEqual([
      422,
      expect.objectContaining({
        errors: [expect.objectContaining({ pointer: '/password', problem: 'people/wrong-password' })],
      }),
    ])
    expect((await create('bob', { name: 'Passer-by', password: undefined })).statusCode).toBe(422)
    expect(await list('bob')).toEqual([])
  })

  test('need a session, and changes a page of ours', async () => {
    for (const [method, url] of [
      ['GET', '/api/app-passwords'],
      ['POST', '/api/app-passwords'],
      ['DELETE', '/api/app-passwords/K1'],
    ] as const)
      expect((await http.app.inject({ method, url, headers: ownPage })).statusCode).toBe(401)
    const foreign = { cookie: cookies.ada, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const payload = { name: 'Theirs', password: ada.password }
    expect(
      (await http.app.inject({ method: 'POST', url: '/api/app-passwords', payload, headers: foreign }))
        .statusCode,
    ).toBe(403)
  })

  test.each(['K0', 'K', '1', 'A1', 'K1e9', 'K99999999999999999'])('are not found by %s', async (id) => {
    expect((await revoke('ada', id)).statusCode).toBe(404)
  })
})
