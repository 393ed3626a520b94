import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cookieHeader,
  form,
  navigation,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { fixedClock, type FixedClock } from '../../kit/clock.ts'
import { invitationsApi } from '../api/invitations.ts'

let db: TestDatabase
let http: TestHttp
let clock: FixedClock
let cookie = ''
beforeEach(async () => {
  db = await testDatabase()
  clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  http = await testHttp(db.database, {
    clock,
    publicAddress: 'https://mail.example.org',
    plugins: ({ guard }, people) => [invitationsApi({ people, guard, clock })],
  })
  await http.people.users.create(ada, { isAdmin: true })
  cookie = cookieHeader(await signIn(ada))
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const signIn = ({ email, password }: { email: string; password: string }) =>
  http.app.inject({ method: 'POST', url: '/login', ...form({ email, password }) })
async function call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const headers = { ...ownPage, cookie }
  const answer = await http.app.inject({
    method,
    url: `/api/admin/${path}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}
const pathOf = ({ url }: { url: string }) => new URL(url).pathname
const open = (url: string) => http.app.inject({ url, headers: navigation })
const fill = (url: string, fields: Record<string, string>) => {
  const { payload, headers } = form(fields)
  return http.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...navigation, ...ownPage } })
}
/** What is seen of a page but for the reference that no other has. */
const shown = ({ body }: { body: string }) => body.replaceAll(/\b[0-9a-f]{12}\b/g, '')
const actions = async () => (await http.people.audit.list({}, undefined, 99)).map(({ action }) => action)
const eve = { name: 'Eve', email: 'eve@example.org', password: 'a password of her own' }
const choices = { language: 'de', locale: 'de-DE', timeZone: 'Europe/Berlin' }

describe('an invitation', () => {
  const invite = async (body: object = { email: eve.email, isAdmin: false }) =>
    pathOf((await call('POST', 'invitations', body)).body)

  test('makes who accepts it a user, signs them in, and is good once', async () => {
    const { body } = await call('POST', 'invitations', { email: eve.email, isAdmin: false })
    expect(body).toEqual({
      url: expect.stringMatching(/^https:\/\/mail\.example\.org\/invite\/[A-Za-z0-9_-]{43}$/),
      expiresAt: '2026-03-08T12:00:00.000Z',
    })
    const path = pathOf(body)
    const page = await open(path)
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining(`value="${eve.email}"`)])
    expect(page.headers['content-security-policy']).toContain("script-src 'sha256-")
    const accepted = await fill(path, { ...eve, ...choices })
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, '/'])
    const session = await http.app.inject({
      url: '/api/session',
      headers: { cookie: cookieHeader(accepted), ...ownPage },
    })
    expect(session.json().user).toMatchObject({ name: 'Eve', isAdmin: false, ...choices })
    const replayed = await fill(path, { ...eve, email: 'mallory@example.org', ...choices })
    expect([replayed.statusCode, await http.people.users.count()]).toEqual([404, 2])
    expect(await actions()).toEqual(['invitation-accepted', 'user-invited'])
  })

  test('of several who accept it at the same time lets in one', async () => {
    const path = await invite()
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => fill(path, { ...eve, ...choices, email: `${name}@example.org` })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 404, 404])
    expect(await http.people.users.count()).toBe(2)
  })

  test('is one page whether it is used, expired, withdrawn or never was', async () => {
    const [used, expired, withdrawn] = [await invite(), await invite(), await invite()]
    await fill(used, { ...eve, ...choices })
    const [first] = (await call('GET', 'invitations')).body.invitations
    expect(first).toMatchObject({ email: eve.email, madeBy: ada.email })
    expect((await call('DELETE', `invitations/${first.id}`)).status).toBe(204)
    expect((await call('DELETE', `invitations/${first.id}`)).status).toBe(404)
    clock.advance(7 * 86_400_000)
    const unknown = await open(`/invite/${'x'.repeat(43)}`)
    expect([unknown.statusCode, unknown.body]).toEqual([
      404,
      expect.stringContaining('Ask your administrator'),
    ])
    for (const path of [used, expired, withdrawn, '/invite/x', '/invite/a/b', `${used}x`]) {
      const page = await open(path)
      expect([page.statusCode, shown(page)]).toEqual([404, shown(unknown)])
    }
    expect(await http.people.links.sweep()).toBe(1)
  })

  test('with a form that is refused stays good, and names the fields', async () => {
    const path = await invite()
    const refused = await fill(path, { ...eve, ...choices, password: 'short', email: ada.email })
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('password-problem')])
    const taken = await fill(path, { ...eve, ...choices, email: ada.email })
    expect([taken.statusCode, taken.body]).toEqual([422, expect.stringContaining('email-problem')])
    expect((await fill(path, { ...eve, ...choices })).statusCode).toBe(303)
  })

  test('that makes an administrator takes the password, and ends when its maker is none any more', async () => {
    expect(await call('POST', 'invitations', { email: '', isAdmin: true })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/password' }] },
    })
    const path = await invite({ email: '', isAdmin: true, password: ada.password })
    expect((await open(path)).statusCode).toBe(200)
    const secondAdministrator = await http.people.users.create(bob, { isAdmin: true })
    if (!secondAdministrator.ok) throw new Error('Bob was not made')
    const owner = await http.people.users.byEmail(ada.email)
    await http.people.administration.setAdministrator({ source: 'console' }, owner!.id, false)
    expect((await open(path)).statusCode).toBe(404)
    expect((await fill(path, { ...eve, ...choices })).statusCode).toBe(404)
  })

  test('is not accepted from a page of another site, and its token is stored nowhere', async () => {
    const path = await invite()
    const { payload, headers } = form({ ...eve, ...choices })
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect((await http.app.inject({ method: 'POST', url: path, payload, headers: foreign })).statusCode).toBe(
      403,
    )
    const [stored] = await db.database.query('select * from user_link')
    expect(JSON.stringify(stored)).not.toContain(path.split('/').at(-1))
    expect(http.logged.join('')).not.toContain(path.split('/').at(-1))
  })

  test('names what is wrong with it', async () => {
    expect(await call('POST', 'invitations', { email: 'nobody', isAdmin: false })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/email' }] },
    })
    expect((await call('POST', 'invitations', {})).body.errors).toHaveLength(2)
  })
})

describe('a person made by hand', () => {
  test('signs in with the password that was given', async () => {
    const { password, ...fields } = eve
    const body = { ...fields, isAdmin: false, newPassword: password }
    expect((await call('POST', 'people', body)).body).toEqual({ id: expect.any(String), link: null })
    expect((await signIn(eve)).statusCode).toBe(303)
    expect(await call('POST', 'people', { ...body, newPassword: 'short', name: '' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/name' }, { pointer: '/newPassword' }] },
    })
  })

  test('or sets it by a link', async () => {
    const { password, ...fields } = eve
    const { link } = (await call('POST', 'people', { ...fields, isAdmin: true, password: ada.password })).body
    expect((await fill(pathOf(link), { password })).headers.location).toBe('/login')
    expect((await signIn(eve)).statusCode).toBe(303)
  })
})

describe('a link to a new password', () => {
  const link = async () => {
    const user = await http.people.users.byEmail(bob.email)
    return call('POST', `people/U${user?.id}/password-link`, { password: ada.password })
  }
  beforeEach(async () => void (await http.people.users.create(bob, { isAdmin: false })))

  test('takes the administrator’s password, ends every sign-in and is good once', async () => {
    expect(await call('POST', 'people/U1/password-link', { password: 'wrong' })).toMatchObject({
      status: 422,
    })
    expect(await call('POST', 'people/U98765/password-link', { password: ada.password })).toMatchObject({
      status: 404,
    })
    const before = cookieHeader(await signIn(bob))
    const path = pathOf((await link()).body)
    expect((await open(path)).body).toContain(bob.email)
    expect((await fill(path, { password: 'short' })).statusCode).toBe(422)
    const set = await fill(path, { password: eve.password })
    expect([set.statusCode, set.headers.location]).toEqual([303, '/login'])
    const session = await http.app.inject({ url: '/api/session', headers: { cookie: before, ...ownPage } })
    expect([session.statusCode, (await signIn(bob)).statusCode]).toEqual([401, 422])
    expect((await signIn({ ...bob, password: eve.password })).statusCode).toBe(303)
    expect((await fill(path, { password: 'another password' })).statusCode).toBe(404)
    expect(await actions()).toEqual(['password-reset', 'password-link-made'])
  })

  test('is over after 24 hours, by a newer one, by another change of the password, and once its user was disabled', async () => {
    const user = await http.people.users.byEmail(bob.email)
    const [older, newer] = [pathOf((await link()).body), pathOf((await link()).body)]
    expect([(await open(older)).statusCode, (await open(newer)).statusCode]).toEqual([404, 200])
    await http.people.administration.disable({ source: 'console' }, user!.id, 'syncs')
    expect((await open(newer)).statusCode).toBe(404)
    await http.people.administration.enable({ source: 'console' }, user!.id)
    expect((await open(newer)).statusCode).toBe(404)
    const changed = pathOf((await link()).body)
    await http.people.users.setPassword(user!.id, eve.password)
    expect((await open(changed)).statusCode).toBe(404)
    const late = pathOf((await link()).body)
    clock.advance(86_400_000)
    expect((await open(late)).statusCode).toBe(404)
  })
})
