import { ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import { atConsentPage } from '../../../../server-testing/src/providers/at-consent-page.ts'
import {
  publicAddress,
  redirectUri,
  type TestGrants,
  testGrants,
} from '../../../../server-testing/src/accounts/test-grants.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  testHttp,
} from '../../../../server-testing/src/http/test-http.ts'
import { oauthRoutes } from './index.ts'

const mailbox = 'ada@gmail.example'

let db: TestDatabase
let room: TestGrants
let http: TestHttp
let cookie: string
beforeAll(async () => {
  db = await testDatabase()
  room = await testGrants(db.database)
  room.emulated.google.addAccount(mailbox)
  room.emulated.google.addAccount('bea@gmail.example')
  http = await testHttp(db.database, {
    clock: room.clock,
    plugins: ({ guard }) => [oauthRoutes({ grants: room.accounts.grants, guard, clock: room.clock })],
  })
  await http.people.users.create(ada, { isAdmin: true })
  await http.people.users.create(bob, { isAdmin: false })
  cookie = await signedIn(ada)
})
beforeEach(async () => {
  await db.database.query('delete from mail_account')
  await db.database.query('delete from cache_entry')
})
afterAll(async () => {
  await http.app.close()
  await room.emulated[Symbol.asyncDispose]()
  await db[Symbol.asyncDispose]()
})

async function signedIn({ email, password }: typeof ada): Promise<string> {
  const { payload, headers } = form({ email, password })
  return cookieHeader(await http.app.inject({ method: 'POST', url: '/login', payload, headers }))
}

const visit = (url: string, as = cookie, headers: Record<string, string> = {}) =>
  http.app.inject({ url, headers: { ...navigation, cookie: as, ...headers } })

/** From the connect address to where Google sends the browser: a path on this server. */
async function toGoogleAndBack(query = '', consent: Record<string, string> = {}): Promise<string> {
  const left = await visit(`/oauth/provA/connect${query}`)
  expect(left.statusCode).toBe(303)
  const back = await atConsentPage(String(left.headers.location), {
    account: mailbox,
    decision: 'allow',
    ...consent,
  })
  expect(back.origin + back.pathname).toBe(redirectUri)
  return back.pathname + back.search
}

describe('leaving', () => {
  test('sends the browser to Google with the address to return to made of the public address', async () => {
    const left = await visit('/oauth/provA/connect', cookie, { host: 'evil.example' })
    const url = new URL(String(left.headers.location))
    expect(url.searchParams.get('redirect_uri')).toBe(`${publicAddress}/oauth/provA/callback`)
    expect(left.headers['cache-control']).toBe('no-store')
  })

  test('asks for the permission to set the vacation responder where that is wanted', async () => {
    const getScopes = async (path: string) => {
      const redirect = await visit(path, cookie)
      return new URL(String(redirect.headers.location)).searchParams.get('scope') ?? ''
    }
    expect(await getScopes('/oauth/provA/connect')).not.toContain('gmail.settings.basic')
    expect(await getScopes('/oauth/provA/connect?for=vacation')).toContain('gmail.settings.basic')
  })

  test('needs a session, and has the buttons at hand after signing in', async () => {
    const left = await visit('/oauth/provA/connect?account=A7', '')
    expect([left.statusCode, left.headers.location]).toEqual([
      303,
      `/login?next=${encodeURIComponent('/settings/accounts')}`,
    ])
  })

  test('is not begun by another site', async () => {
    const left = await visit('/oauth/provA/connect', cookie, { 'sec-fetch-site': 'cross-site' })
    expect(left.statusCode).toBe(403)
  })

  test.each(['/oauth/google/connect', '/oauth/provC/callback', '/oauth/provA/connect?account=A999'])(
    'finds nothing at %s',
    async (url) => expect((await visit(url)).statusCode).toBe(404),
  )

  test.each(['A', 'a1', '1', 'A1&account=A2', '%00'])('finds no account %s', async (id) => {
    expect((await visit(`/oauth/provA/connect?account=${id}`)).statusCode).toBe(404)
  })

  test('says on a page that the server is not registered', async () => {
    const left = await visit('/oauth/provB/connect')
    expect(left.statusCode).toBe(422)
    expect(left.headers['content-type']).toMatch(/^text\/html/)
    expect(left.body).toContain('This server isn’t registered with Microsoft yet.')
  })

  test('answers 429 with Retry-After to haste', async () => {
    for (let count = 0; count < 30; count++) await visit('/oauth/provA/connect')
    const left = await visit('/oauth/provA/connect')
    expect([left.statusCode, left.headers['retry-after']]).toEqual([429, '900'])
  })

  test('is for GET only', async () => {
    const answer = await http.app.inject({ method: 'POST', url: '/oauth/provA/callback' })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })
})

describe('coming back', () => {
  test('connects the mailbox and shows the accounts', async () => {
    const back = await visit(await toGoogleAndBack(), cookie, { 'sec-fetch-site': 'cross-site' })
    expect([back.statusCode, back.headers.location]).toEqual([303, '/settings/accounts'])
    const user = await http.people.users.byEmail(ada.email)
    expect(await room.accounts.list(user!.id)).toMatchObject([
      { address: mailbox, provider: ProviderName.google },
    ])
  })

  test('refuses a state that was used, is of another browser, or came without a session', async () => {
    const path = await toGoogleAndBack()
    const others = [
      await visit(path, await signedIn(bob)),
      await visit(path, await signedIn(ada)),
      await visit(path, ''),
    ]
    expect(others.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    expect((await visit(path)).statusCode).toBe(303)
    const again = await visit(path)
    expect(again.statusCode).toBe(403)
    expect(again.body).toContain('already been used')
    for (const query of ['', '?code=x', '?state=x', '?error=access_denied', '?state=a&state=b'])
      expect((await visit(`/oauth/provA/callback${query}`)).statusCode).toBe(403)
  })

  test('says in a sentence what Google answered, with a way on', async () => {
    const back = await visit(await toGoogleAndBack('', { decision: 'cancel' }))
    expect(back.statusCode).toBe(422)
    expect(back.body).toContain('You didn’t allow plMail at Google.')
    expect(back.body).toContain('href="/oauth/provA/connect"')
    expect(back.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('refuses another mailbox for an account and offers to try again with that account', async () => {
    await visit(await toGoogleAndBack())
    const user = await http.people.users.byEmail(ada.email)
    const [account] = await room.accounts.list(user!.id)
    const query = `?account=A${account!.id}`
    const back = await visit(await toGoogleAndBack(query, { account: 'bea@gmail.example' }))
    expect(back.statusCode).toBe(422)
    expect(back.body).toContain(`This account is for ${mailbox}, but you signed in as bea@gmail.example.`)
    expect(back.body).toContain(`href="/oauth/provA/connect${query}"`)
    expect((await visit(await toGoogleAndBack(query))).statusCode).toBe(303)
  })

  test('answers 503 while Google is in trouble', async () => {
    const path = await toGoogleAndBack()
    room.emulated.world.faults.arm({ operation: 'google.token', times: 1, fault: { kind: 'html' } })
    expect((await visit(path)).statusCode).toBe(503)
  })

  test('shows what strangers write as text, and logs no code, state or token', async () => {
    const left = await visit('/oauth/provA/connect')
    const state = new URL(String(left.headers.location)).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ state, error: 'x', error_description: '<script>alert(1)</script>' })
    const back = await visit(`/oauth/provA/callback?${query}`)
    expect(back.statusCode).toBe(422)
    expect(back.body).toContain('&lt;script&gt;')
    expect(back.body).not.toContain('<script>')
    await visit(await toGoogleAndBack())
    const log = http.logged.join('\n')
    expect(log).not.toMatch(/state=|code=|ya29|1\/\/0/)
  })
})
