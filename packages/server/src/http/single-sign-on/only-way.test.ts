import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ProviderInstallation,
  providerInstallation,
} from '../../../../server-testing/src/people/provider-installation.ts'
import { ada, bob, visitor } from '../../../../server-testing/src/people/test-people.ts'

const minute = 60_000

let at: ProviderInstallation
beforeEach(async () => {
  at = await providerInstallation()
  await at.link(await at.login())
})
afterEach(() => at[Symbol.asyncDispose]())

const session = (cookie: string) => at.http.app.inject({ url: '/api/session', headers: { cookie } })
const password = () => at.postForm('/login', { email: ada.email, password: ada.password })

async function onlyWay(): Promise<string> {
  const cookie = at.cookieOf(await at.visit())
  expect((await at.save({ isOnlyWay: true }, cookie)).statusCode).toBe(200)
  return cookie
}

describe('single sign-on as the only way in', () => {
  test('is switched on by who came in that way alone, and ends every other session', async () => {
    const cookie = await at.login()
    const refused = await at.save({ isOnlyWay: true }, cookie)
    expect([refused.statusCode, refused.json().errors[0].problem]).toEqual([
      422,
      'single-sign-on/only-way-needs-sign-on',
    ])
    const own = await onlyWay()
    expect([(await session(cookie)).statusCode, (await session(own)).statusCode]).toEqual([401, 200])
  })

  test('refuses the right password, a remembered browser and half a sign-in, on the server', async () => {
    const remembered = at.cookieOf(
      await at.postForm('/login', { email: ada.email, password: ada.password, remember: '1' }),
    )
    const remember = remembered.split('; ').find((cookie) => cookie.startsWith('plmail_remember='))!
    await onlyWay()
    for (const typed of [ada.password, 'wrong']) {
      const refused = await at.postForm('/login', { email: ada.email, password: typed })
      expect([refused.statusCode, at.cookieOf(refused)]).toEqual([403, ''])
      expect(refused.body).toContain('Passwords aren’t accepted here')
      expect(refused.body).not.toContain('name="password"')
    }
    expect((await session(remember)).statusCode).toBe(401)
  })

  test('leads on from the sign-in page by itself, but never with sso=0', async () => {
    await onlyWay()
    const page = await at.get('/login?next=%2Fmail')
    expect([page.statusCode, page.headers.location]).toEqual([303, '/oauth/sso/connect?next=%2Fmail'])
    const passwordlessPage = await at.get('/login?sso=0')
    expect([passwordlessPage.statusCode, passwordlessPage.body]).toEqual([
      200,
      expect.stringContaining('Sign in with Example ID'),
    ])
    expect(passwordlessPage.body).not.toContain('name="password"')
  })

  test('keeps an identity linked that is the only way in', async () => {
    const cookie = await onlyWay()
    const { identities } = (await at.get('/api/single-sign-on', cookie)).json()
    const unlinking = await at.post(
      `/api/single-sign-on/${identities[0].id}/unlink`,
      { password: ada.password },
      cookie,
    )
    expect([unlinking.statusCode, unlinking.json().problem]).toEqual([409, 'single-sign-on/only-way'])
  })

  test('is in force only while the provider answers', async () => {
    await onlyWay()
    expect((await password()).statusCode).toBe(403)
    // What it said a moment ago still counts.
    at.provider.script.outage = 'unreachable'
    expect((await password()).statusCode).toBe(403)
    at.clock.advance(minute + 1)
    const page = await at.get('/login')
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('can’t be reached right now')])
    expect((await password()).statusCode).toBe(303)
    at.provider.script.outage = undefined
    at.clock.advance(minute)
    expect((await password()).statusCode).toBe(403)
  })

  test('lets an invitation and a link to a password make what they make, and nobody in', async () => {
    await onlyWay()
    const { links, users } = at.http.people
    const { id: userId } = (await users.byEmail(ada.email))!
    const actor = { source: 'browser', userId, email: ada.email, visitor } as const
    const invitation = await links.invite(actor, { email: bob.email, isAdmin: false })
    const accepted = await at.postForm(`/invite/${invitation.token}`, {
      ...bob,
      language: 'en',
      locale: 'en',
    })
    const link = await links.makePasswordLink(actor, userId)
    const set = await at.postForm(`/password/${link.ok ? link.token : ''}`, { password: bob.password })
    for (const answer of [accepted, set])
      // Not to the page that leads on by itself: a form does not get to another origin.
      expect([answer.statusCode, answer.headers.location, at.cookieOf(answer)]).toEqual([
        303,
        '/login?sso=0',
        '',
      ])
    expect((await users.byEmail(bob.email))?.name).toBe(bob.name)
  })

  test('is not carried over to another provider, where nobody is linked', async () => {
    const cookie = await onlyWay()
    const other = { issuer: 'https://other.example', clientId: 'plmail', clientSecret: 's' }
    const refused = await at.save(other, cookie)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/issuer', problem: 'single-sign-on/issuer-of-only-way' })],
    ])
    expect((await at.save({ ...other, isOnlyWay: false }, cookie)).statusCode).toBe(200)
    expect((await password()).statusCode).toBe(303)
  })

  test('goes with the stored provider it was chosen for, when that is removed', async () => {
    const own = { issuer: at.provider.issuer, clientId: 'plmail', clientSecret: 'of plmail' }
    expect((await at.save(own, await at.login())).statusCode).toBe(200)
    const removed = await at.save({ issuer: '', clientId: '', clientSecret: '' }, await onlyWay())
    expect(removed.json().isOnlyWay).toEqual({ value: false, from: null })
  })

  test('ends with a word on the console', async () => {
    await onlyWay()
    expect(await at.http.people.singleSignOn.allowPasswords()).toBe(true)
    expect((await password()).statusCode).toBe(303)
    expect(await at.http.people.singleSignOn.allowPasswords()).toBe(false)
  })
})

describe('single sign-on as the only way in by OIDC_ONLY', () => {
  let byEnvironment: ProviderInstallation
  let cookie: string
  /** Whoever came in before the variable was set, and one by whom an identity is linked. */
  beforeEach(async () => {
    byEnvironment = await providerInstallation(true)
    byEnvironment.provider.script.outage = 'unreachable'
    cookie = await byEnvironment.login()
    byEnvironment.provider.script.outage = undefined
    byEnvironment.clock.advance(minute + 1)
    await byEnvironment.link(cookie)
  })
  afterEach(() => byEnvironment[Symbol.asyncDispose]())
  const tryPassword = async () =>
    (await byEnvironment.postForm('/login', { email: ada.email, password: ada.password })).statusCode

  test('is not switched off in a browser', async () => {
    const refused = await byEnvironment.save({ isOnlyWay: false }, cookie)
    expect([refused.statusCode, refused.json().errors[0].problem]).toEqual([
      422,
      'single-sign-on/only-way-by-environment',
    ])
    expect(await tryPassword()).toBe(403)
  })

  test('is in force again once what the console stored against it is removed', async () => {
    await byEnvironment.http.people.singleSignOn.allowPasswords()
    expect(await tryPassword()).toBe(303)
    const restored = await byEnvironment.save({ isOnlyWay: null }, cookie)
    expect(restored.json().isOnlyWay).toEqual({ value: true, from: 'environment' })
    expect(await tryPassword()).toBe(403)
    const sessionOf = await byEnvironment.http.app.inject({ url: '/api/session', headers: { cookie } })
    expect(sessionOf.statusCode).toBe(401)
  })

  test('is what removing a stored provider leads back to, whatever was stored beside it', async () => {
    const { issuer } = byEnvironment.provider
    await byEnvironment.http.people.singleSignOn.allowPasswords()
    const own = { issuer, clientId: 'plmail', clientSecret: 'of plmail' }
    expect((await byEnvironment.save(own, cookie)).json().isOnlyWay.value).toBe(false)
    const removed = await byEnvironment.save({ issuer: '', clientId: '', clientSecret: '' }, cookie)
    expect(removed.json().isOnlyWay).toEqual({ value: true, from: 'environment' })
  })

  test('ends at the start what was opened otherwise before, and nothing else', async () => {
    const own = byEnvironment.cookieOf(await byEnvironment.visit())
    await byEnvironment.http.people.singleSignOn.endOtherSignIns()
    const statuses = [cookie, own].map(async (header) => {
      const answer = await byEnvironment.http.app.inject({ url: '/api/session', headers: { cookie: header } })
      return answer.statusCode
    })
    expect(await Promise.all(statuses)).toEqual([401, 200])
  })
})

describe('signing out', () => {
  test('offers to end the session at the provider too, and does not lead back in', async () => {
    const cookie = await onlyWay()
    const signedOut = await at.postForm('/logout', {}, cookie)
    expect(signedOut.headers.location).toBe('/login')
    const page = await at.get('/login', at.cookieOf(signedOut))
    expect(page.statusCode).toBe(200)
    const [, link = ''] = /href="(https:\/\/id\.example\.org\/end[^"]*)"/.exec(page.body) ?? []
    const url = new URL(link.replaceAll('&amp;', '&'))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'plmail',
      post_logout_redirect_uri: 'https://mail.example.org/login?sso=0',
      id_token_hint: expect.stringMatching(/^ey/),
    })
    // A ticket that was not signed here shows nobody's token.
    const forged = await at.get('/login', `plmail_signed_out=1.${'a'.repeat(43)}`)
    expect(forged.body).not.toContain('id_token_hint')
  })
})

describe('back-channel logout', () => {
  const send = (token: string) => at.postForm('/oauth/sso/backchannel-logout', { logout_token: token })

  async function signedIn(sid: string): Promise<string> {
    at.provider.script.claims = { sid }
    return at.cookieOf(await at.visit())
  }

  test('ends the sessions of one session at the provider, or all of a person', async () => {
    const [first, second] = [await signedIn('s1'), await signedIn('s2')]
    const byPassword = await at.login()
    expect((await send(await at.provider.logoutToken({ sid: 's1' }))).statusCode).toBe(200)
    expect([(await session(first)).statusCode, (await session(second)).statusCode]).toEqual([401, 200])
    expect((await send(await at.provider.logoutToken({ sub: 'ada', sid: 's9' }))).statusCode).toBe(200)
    expect((await session(second)).statusCode).toBe(200)
    expect((await send(await at.provider.logoutToken({ sub: 'ada' }))).statusCode).toBe(200)
    expect([(await session(second)).statusCode, (await session(byPassword)).statusCode]).toEqual([401, 200])
  })

  test('obeys a token once, and none that is not one of the provider’s for us', async () => {
    const cookie = await signedIn('s1')
    const now = Math.floor(at.clock.now().getTime() / 1000)
    const claims = { sid: 's1' }
    const bad = [
      'x',
      await at.provider.logoutToken(claims, 'none'),
      await at.provider.logoutToken(claims, 'foreign'),
      await at.provider.logoutToken({ ...claims, iss: 'https://evil.example' }),
      await at.provider.logoutToken({ ...claims, aud: 'other' }),
      await at.provider.logoutToken({ ...claims, iat: now - 3600 }),
      await at.provider.logoutToken({ ...claims, jti: undefined }),
      await at.provider.logoutToken({ ...claims, events: {} }),
      await at.provider.logoutToken({ ...claims, nonce: 'n' }),
      await at.provider.logoutToken({}),
    ]
    for (const token of bad) {
      const refused = await send(token)
      expect([refused.statusCode, refused.json()]).toEqual([400, { error: 'invalid_request' }])
    }
    expect((await session(cookie)).statusCode).toBe(200)
    const token = await at.provider.logoutToken(claims)
    expect([(await send(token)).statusCode, (await send(token)).statusCode]).toEqual([200, 400])
    expect((await session(cookie)).statusCode).toBe(401)
  })
})
