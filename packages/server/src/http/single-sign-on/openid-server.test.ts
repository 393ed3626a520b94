import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  openIdClient,
  openIdServer,
  type OpenIdServer,
  type ProviderBrowser,
} from '../../../../server-testing/src/people/openid-server.ts'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import {
  cookieHeader,
  form,
  navigation,
  ownPage,
  type TestHttp,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { type FixedClock, fixedClock } from '../../kit/clock.ts'

/** Against a provider that others wrote; what a hostile one says is in single-sign-on.test.ts. */
const address = 'https://mail.example.org'

let db: TestDatabase
let clock: FixedClock
let provider: OpenIdServer
let http: TestHttp
beforeEach(async () => {
  db = await testDatabase()
  provider = await openIdServer({
    address,
    accounts: {
      grace: { groups: ['staff', 'root'] },
      mallory: { groups: ['guests'] },
      eve: { email: 'eve@elsewhere.example' },
      trudy: { isEmailVerified: false },
    },
    logOut: async (token) =>
      (await postForm('/oauth/sso/backchannel-logout', { logout_token: token })).statusCode,
  })
  // The provider's clock is that of the machine.
  clock = fixedClock(new Date())
  http = await testHttp(db.database, {
    clock,
    publicAddress: address,
    singleSignOn: {
      ask: provider.ask,
      environment: { issuer: provider.issuer, ...openIdClient, name: 'Example ID', isOnlyWay: false },
    },
  })
  await http.people.users.create(ada, { isAdmin: true })
  await save({ makesPeople: true, groups: ['staff'], administratorGroup: 'root' })
})
afterEach(async () => {
  await http.app.close()
  await provider[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})

const get = (url: string, cookie = '') => http.app.inject({ url, headers: { ...navigation, cookie } })
const post = (url: string, payload: object, cookie: string) =>
  http.app.inject({ method: 'POST', url, payload, headers: { cookie, ...ownPage } })
function postForm(url: string, fields: Record<string, string>, cookie = '') {
  const { payload, headers } = form(fields)
  return http.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...ownPage, cookie } })
}
async function save(rules: object): Promise<void> {
  const { email, password } = ada
  const cookie = cookieHeader(await postForm('/login', { email, password }))
  const saved = await post('/api/admin/single-sign-on', { password, ...rules }, cookie)
  if (saved.statusCode !== 200) throw new Error(saved.body)
}
const session = (cookie: string) => http.app.inject({ url: '/api/session', headers: { cookie } })

/** Leaves for the provider and comes back: where to, and with which cookie. */
async function leave(browser: ProviderBrowser) {
  const left = await get('/oauth/sso/connect')
  const { origin, pathname, searchParams } = await browser.follow(String(left.headers.location))
  expect(origin + pathname).toBe(`${address}/oauth/sso/callback`)
  return { query: searchParams, cookie: cookieHeader(left) }
}
async function visit(browser: ProviderBrowser) {
  const { query, cookie } = await leave(browser)
  return get(`/oauth/sso/callback?${query}`, cookie)
}

test('somebody of an admitted group comes in, and the group of administrators makes one', async () => {
  const back = await visit(provider.browserOf('grace'))
  expect([back.statusCode, back.headers.location]).toEqual([303, '/'])
  expect((await session(cookieHeader(back))).json()).toMatchObject({
    user: { email: 'grace@example.org', name: 'grace', isAdmin: true },
  })
  const otherResponse = await visit(provider.browserOf('mallory'))
  expect([otherResponse.statusCode, otherResponse.body]).toEqual([
    422,
    expect.stringContaining('You aren’t in a group'),
  ])
})

test('a code of one sign-in is of no use in another, nor twice', async () => {
  const [stolen, own] = [await leave(provider.browserOf('grace')), await leave(provider.browserOf('grace'))]
  const swapped = new URLSearchParams(own.query)
  swapped.set('code', stolen.query.get('code') ?? '')
  const refused = await get(`/oauth/sso/callback?${swapped}`, own.cookie)
  expect([refused.statusCode, cookieHeader(refused)]).toEqual([422, ''])
  expect(refused.body).toContain('no longer accepts this sign-in')
  const good = await leave(provider.browserOf('grace'))
  expect((await get(`/oauth/sso/callback?${good.query}`, good.cookie)).statusCode).toBe(303)
  expect((await get(`/oauth/sso/callback?${good.query}`, good.cookie)).statusCode).toBe(422)
})

test('signing out there, asked for by plMail, ends every session that rests on it', async () => {
  const browser = provider.browserOf('grace')
  const [desk, phone] = [cookieHeader(await visit(browser)), cookieHeader(await visit(browser))]
  const elsewhere = cookieHeader(await visit(provider.browserOf('grace')))
  const out = await postForm('/logout', {}, desk)
  const page = await get('/login', cookieHeader(out))
  const [, link = ''] = /href="(http:\/\/127\.0\.0\.1:[^"]*)"/.exec(page.body) ?? []
  const returned = await browser.follow(link.replaceAll('&amp;', '&'))
  expect(returned.href).toBe(`${address}/login?sso=0`)
  expect(provider.logouts).toEqual([200])
  expect([(await session(phone)).statusCode, (await session(elsewhere)).statusCode]).toEqual([401, 200])
})

test('a verified address of the domain makes somebody, another domain or an unverified address nobody', async () => {
  await save({ groups: [], domains: ['example.org'], administratorGroup: '' })
  const known = await visit(provider.browserOf('heidi'))
  expect((await session(cookieHeader(known))).json()).toMatchObject({
    user: { email: 'heidi@example.org', isAdmin: false },
  })
  for (const [person, sentence] of [
    ['eve', 'aren’t made here for addresses like eve@elsewhere.example'],
    ['trudy', 'hasn’t verified the address trudy@example.org'],
  ] as const) {
    const refused = await visit(provider.browserOf(person))
    expect([refused.statusCode, cookieHeader(refused)]).toEqual([422, ''])
    expect(refused.body).toContain(sentence)
  }
})

test('an answer that names another provider, or none, is not taken to this one', async () => {
  for (const issuer of ['https://evil.example', undefined]) {
    const { query, cookie } = await leave(provider.browserOf('grace'))
    expect(query.get('iss')).toBe(provider.issuer)
    query.delete('iss')
    if (issuer !== undefined) query.set('iss', issuer)
    const refused = await get(`/oauth/sso/callback?${query}`, cookie)
    expect([refused.statusCode, cookieHeader(refused)]).toEqual([422, ''])
    expect(refused.body).toContain('came from a provider other than')
  }
})

test('a new key of the provider is good at once, for sign-ins and for logouts', async () => {
  const browser = provider.browserOf('grace')
  const leaveBoth = async (cookie: string) => {
    const page = await get('/login', cookieHeader(await postForm('/logout', {}, cookie)))
    const [, link = ''] = /href="(http:\/\/127\.0\.0\.1:[^"]*)"/.exec(page.body) ?? []
    await browser.follow(link.replaceAll('&amp;', '&'))
  }
  await leaveBoth(cookieHeader(await visit(browser)))
  await provider.rotateKeys()
  const [desk, phone] = [cookieHeader(await visit(browser)), cookieHeader(await visit(browser))]
  expect((await session(phone)).statusCode).toBe(200)
  // A token that names a key nobody knows has the keys read again, twice a minute at most.
  clock.advance(30_000)
  await leaveBoth(desk)
  expect(provider.logouts).toEqual([200, 200])
  expect((await session(phone)).statusCode).toBe(401)
})

test('whoever has no password proves themselves by signing in there anew, as nobody else', async () => {
  const browser = provider.browserOf('grace')
  const cookie = cookieHeader(await visit(browser))
  const prove = async (signingIn: ProviderBrowser) => {
    const leaving = await post('/api/single-sign-on/proof', { next: '/settings/profile' }, cookie)
    const { search } = await signingIn.follow(leaving.json<{ url: string }>().url)
    return get(`/oauth/sso/callback${search}`, `${cookie}; ${cookieHeader(leaving)}`)
  }
  const offer = (proven: string) => post('/api/pairings', {}, proven)
  const other = await prove(provider.browserOf('mallory'))
  expect([other.statusCode, other.body]).toEqual([422, expect.stringContaining('isn’t linked to you')])
  expect((await offer(cookie)).json().errors[0].problem).toBe('people/prove-at-provider')
  const back = await prove(browser)
  expect([back.statusCode, back.headers.location]).toEqual([303, '/settings/profile'])
  expect((await offer(cookieHeader(back))).statusCode).toBe(201)
})

test('every step of the registration works', async () => {
  const cookie = cookieHeader(await visit(provider.browserOf('grace')))
  const { steps } = (await post('/api/admin/single-sign-on/check', {}, cookie)).json()
  expect(steps.map(({ step, outcome }: { step: string; outcome: string }) => [step, outcome])).toEqual([
    ['discovery', 'works'],
    ['sign-in', 'works'],
    ['keys', 'works'],
    ['client', 'works'],
    ['logout', 'works'],
  ])
})
