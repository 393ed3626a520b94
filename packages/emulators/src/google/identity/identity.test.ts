import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  allScopes,
  authorizeUrl,
  caller,
  client,
  consent,
  exchange,
  signIn,
  startForTest,
} from '../google-for-tests.ts'

const day = 86_400_000

describe('the authorise page', () => {
  test('shows the accounts, then a tick box for each scope that is not about identity', async () => {
    const { google } = await startForTest()
    google.addAccount('bea@example.test')
    const { url } = authorizeUrl(google)
    const chooser = await (await fetch(url)).text()
    expect(chooser).toContain('value="ada@example.test"')
    expect(chooser).toContain('value="bea@example.test"')
    const form = new URLSearchParams({ account: 'bea@example.test' })
    const page = await (await fetch(url, { method: 'POST', body: form })).text()
    expect(page.match(/type="checkbox"/g)).toHaveLength(2)
    expect(page).not.toContain('being tested')
  })

  test('says so when the app is in testing', async () => {
    const { google } = await startForTest()
    google.setTesting(client.id, true)
    const { url } = authorizeUrl(google)
    url.searchParams.set('login_hint', 'ada@example.test')
    expect(await (await fetch(url)).text()).toContain('being tested')
  })

  test('sends back the state with the code, or with access_denied when cancelled', async () => {
    const { google } = await startForTest()
    const { url } = authorizeUrl(google)
    const allowed = await consent(url, { account: 'ada@example.test', decision: 'allow' })
    expect(allowed.searchParams.get('code')).toMatch(/^4\/0/)
    expect(allowed.searchParams.get('state')).toBe('st')
    const cancelled = await consent(url, { decision: 'cancel' })
    expect(Object.fromEntries(cancelled.searchParams)).toEqual({ error: 'access_denied', state: 'st' })
  })

  test.each([
    ['redirect_uri', `${client.redirectUris[0]}/`, 'redirect_uri_mismatch', 400],
    ['client_id', 'nobody', 'invalid_client', 401],
    ['scope', 'https://mail.google.com/ weather', 'invalid_scope', 400],
    ['code_challenge_method', 'plain', 'invalid_request', 400],
    ['response_type', 'token', 'invalid_request', 400],
  ])('refuses a wrong %s on its own page and sends nobody anywhere', async (name, value, error, status) => {
    const { google } = await startForTest()
    const { url } = authorizeUrl(google)
    url.searchParams.set(name, value)
    const reply = await fetch(url, { redirect: 'manual' })
    expect(reply.status).toBe(status)
    expect(await reply.text()).toContain(`Error ${status}: ${error}`)
  })

  test('escapes what it repeats of the request', async () => {
    const { google } = await startForTest()
    const { url } = authorizeUrl(google)
    url.searchParams.set('redirect_uri', '"><script>alert(1)</script>')
    expect(await (await fetch(url)).text()).not.toContain('<script>')
  })

  test('with prompt=none needs a consent that was given before', async () => {
    const { google } = await startForTest()
    const { url } = authorizeUrl(google, { prompt: 'none' })
    url.searchParams.set('login_hint', 'ada@example.test')
    const error = async (): Promise<string | null> => {
      const reply = await fetch(url, { redirect: 'manual' })
      return new URL(reply.headers.get('location')!).searchParams.get('error')
    }
    expect(await error()).toBe('interaction_required')
    await signIn(google)
    expect(await error()).toBeNull()
  })

  test('keeps to itself that an organisation lets nobody in', async () => {
    const { google } = await startForTest()
    const { url } = authorizeUrl(google)
    const allow = (): Promise<Response> => {
      const body = new URLSearchParams({ account: 'ada@example.test', decision: 'allow' })
      return fetch(url, { method: 'POST', body, redirect: 'manual' })
    }
    google.setWall(client.id, 'admin_policy_enforced')
    const refused = await allow()
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('admin_policy_enforced')
    google.setWall(client.id, undefined)
    expect((await allow()).status).toBe(302)
  })

  test('is a problem for the log when state or PKCE are left out', async () => {
    const { google, world } = await startForTest()
    const { url } = authorizeUrl(google)
    for (const name of ['state', 'code_challenge', 'code_challenge_method']) url.searchParams.delete(name)
    await fetch(url)
    expect(world.requests.problems().join()).toMatch(/\?state: absent.*\?code_challenge: absent/)
  })
})

describe('the token endpoint', () => {
  test('answers a code with tokens, the scopes in its own order, and an id_token that its keys verify', async () => {
    const { google, world } = await startForTest()
    const tokens = await signIn(google)
    expect(tokens).toMatchObject({ expires_in: 3599, token_type: 'Bearer' })
    expect(tokens.refresh_token).toMatch(/^1\/\//)
    expect(tokens).not.toHaveProperty('refresh_token_expires_in')
    expect(tokens.scope.split(' ').sort()).toEqual(
      [
        'https://mail.google.com/',
        'https://www.googleapis.com/auth/calendar',
        'https://www.googleapis.com/auth/userinfo.email',
        'openid',
      ].sort(),
    )
    expect(tokens.scope).not.toBe(allScopes)
    const { payload } = await jwtVerify(tokens.id_token!, createRemoteJWKSet(new URL(google.urls.jwks)), {
      issuer: google.urls.issuer,
      audience: client.id,
      currentDate: world.clock.now(),
    })
    expect(payload).toMatchObject({ email: 'ada@example.test', email_verified: true, nonce: 'no' })
    expect(payload.sub).toMatch(/^\d{21}$/)
    expect(world.requests.problems()).toEqual([])
  })

  test('grants only the boxes left ticked', async () => {
    const { google } = await startForTest()
    const { scope } = await signIn(google, {
      form: { boxes: 'shown', scope: ['https://www.googleapis.com/auth/calendar'] },
    })
    expect(scope).toContain('calendar')
    expect(scope).toContain('openid')
    expect(scope).not.toContain('mail.google.com')
  })

  test('adds what was granted earlier when that is asked for', async () => {
    const { google } = await startForTest()
    await signIn(google, { scope: 'https://www.googleapis.com/auth/drive openid' })
    expect((await signIn(google)).scope).not.toContain('drive')
    const { url, verifier } = authorizeUrl(google)
    url.searchParams.set('include_granted_scopes', 'true')
    const back = await consent(url, { account: 'ada@example.test', decision: 'allow' })
    const { body } = await exchange(google, { code: back.searchParams.get('code')!, code_verifier: verifier })
    expect(body['scope']).toContain('auth/drive')
  })

  test('gives a refresh token only for offline access, and on first consent or with prompt=consent', async () => {
    const { google } = await startForTest()
    const online = await signIn(google, { accessType: 'online' })
    expect(online.refresh_token).toBeUndefined()
    const again = await signIn(google, { prompt: 'select_account' })
    expect(again.refresh_token).toBeUndefined()
    const forced = await signIn(google, { prompt: 'consent' })
    expect(forced.refresh_token).toBeDefined()
  })

  test('takes a code once, with its own redirect URI and its own verifier', async () => {
    const { google } = await startForTest()
    const get = async (): Promise<{ code: string; code_verifier: string }> => {
      const { url, verifier } = authorizeUrl(google)
      const back = await consent(url, { account: 'ada@example.test', decision: 'allow' })
      return { code: back.searchParams.get('code')!, code_verifier: verifier }
    }
    const first = await get()
    expect((await exchange(google, first)).status).toBe(200)
    expect(await exchange(google, first)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const elsewhere = { ...(await get()), redirect_uri: 'http://127.0.0.1:1/other' }
    expect(await exchange(google, elsewhere)).toMatchObject({
      status: 400,
      body: { error: 'redirect_uri_mismatch' },
    })
    const foreign = { ...(await get()), code_verifier: 'x'.repeat(43) }
    expect(await exchange(google, foreign)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const { code } = await get()
    expect(await exchange(google, { code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('forgets a code after ten minutes', async () => {
    const { google, world } = await startForTest()
    const { url, verifier } = authorizeUrl(google)
    const back = await consent(url, { account: 'ada@example.test', decision: 'allow' })
    await world.clock.advance(601_000)
    const late = await exchange(google, { code: back.searchParams.get('code')!, code_verifier: verifier })
    expect(late).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('says which of client, secret and grant type is wrong', async () => {
    const { google } = await startForTest()
    expect(await exchange(google, { client_id: 'nobody' })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    expect(await exchange(google, { client_secret: 'wrong' })).toEqual({
      status: 401,
      body: { error: 'invalid_client', error_description: 'Unauthorized' },
    })
    expect(await exchange(google, { grant_type: 'password' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
  })

  test('refuses an access token shown to it, and tells the log', async () => {
    const { google, world } = await startForTest()
    const { access_token: token } = await signIn(google)
    const reply = await fetch(google.urls.token, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    })
    expect(reply.status).toBe(400)
    expect(world.requests.problems().join()).toContain('sent to the sign-in origin')
  })

  test('refreshes without a new refresh token', async () => {
    const { google } = await startForTest()
    const { refresh_token: token = '' } = await signIn(google)
    const { status, body } = await exchange(google, { grant_type: 'refresh_token', refresh_token: token })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('refresh_token')
    expect(body['scope']).toContain('https://mail.google.com/')
  })
})

describe('grants end', () => {
  const refresh = async (
    google: Parameters<typeof exchange>[0],
    token: string | undefined,
  ): Promise<unknown> =>
    (await exchange(google, { grant_type: 'refresh_token', refresh_token: token ?? '' })).body

  test('for access tokens after an hour of the virtual clock', async () => {
    const { google, world } = await startForTest()
    const call = caller(google, (await signIn(google)).access_token)
    await world.clock.advance(3_599_000)
    expect((await call('GET', '/profile')).status).toBe(200)
    await world.clock.advance(1_000)
    expect(await call('GET', '/profile')).toMatchObject({
      status: 401,
      body: { error: { code: 401, errors: [{ reason: 'authError' }], status: 'UNAUTHENTICATED' } },
    })
  })

  test('after seven days for an app in testing, also when it was published meanwhile', async () => {
    const { google, world } = await startForTest()
    google.setTesting(client.id, true)
    const tokens = await signIn(google)
    expect(tokens.refresh_token_expires_in).toBe(604_799)
    google.setTesting(client.id, false)
    await world.clock.advance(7 * day - 1000)
    expect(await refresh(google, tokens.refresh_token)).toHaveProperty('access_token')
    await world.clock.advance(1000)
    expect(await refresh(google, tokens.refresh_token)).toEqual({
      error: 'invalid_grant',
      error_description: 'Token has been expired or revoked.',
    })
  })

  test('after half a year without use', async () => {
    const { google, world } = await startForTest()
    const { refresh_token: token } = await signIn(google)
    await world.clock.advance(183 * day)
    expect(await refresh(google, token)).toMatchObject({ error: 'invalid_grant' })
  })

  test('by revocation with either token, which kills both', async () => {
    const { google } = await startForTest()
    const { access_token: access, refresh_token: token } = await signIn(google)
    const revoke = async (): Promise<number> =>
      (await fetch(google.urls.revoke, { method: 'POST', body: new URLSearchParams({ token: access }) }))
        .status
    expect(await revoke()).toBe(200)
    expect(await revoke()).toBe(400)
    expect(await refresh(google, token)).toMatchObject({ error: 'invalid_grant' })
    expect((await caller(google, access)('GET', '/profile')).status).toBe(401)
  })

  test('by a password change when they hold mail', async () => {
    const { google } = await startForTest()
    const mail = await signIn(google)
    const identity = await signIn(google, { scope: 'openid email' })
    google.grants.changePassword('ada@example.test')
    expect(await refresh(google, mail.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(google, identity.refresh_token)).toHaveProperty('access_token')
  })

  test('by a session policy, which names itself', async () => {
    const { google } = await startForTest()
    const { refresh_token: token } = await signIn(google)
    google.grants.askForSignIn('ada@example.test')
    expect(await refresh(google, token)).toMatchObject({
      error: 'invalid_grant',
      error_subtype: 'invalid_rapt',
    })
  })

  test('without a word for the oldest of more than a hundred', async () => {
    const { google } = await startForTest()
    const first = await signIn(google)
    const second = await signIn(google)
    for (let i = 0; i < 99; i++) await signIn(google)
    expect(await refresh(google, first.refresh_token)).toMatchObject({ error: 'invalid_grant' })
    expect(await refresh(google, second.refresh_token)).toHaveProperty('access_token')
  })
})

describe('userinfo', () => {
  test('says who a token belongs to, and nothing to others', async () => {
    const { google } = await startForTest()
    const ask = async (token: string): Promise<Response> =>
      fetch(google.urls.userinfo, { headers: { authorization: `Bearer ${token}` } })
    const known = await ask((await signIn(google)).access_token)
    expect(await known.json()).toMatchObject({ email: 'ada@example.test', email_verified: true })
    expect((await ask('ya29.nobody')).status).toBe(401)
    const mailOnly = await signIn(google, { scope: 'https://mail.google.com/' })
    expect((await ask(mailOnly.access_token)).status).toBe(401)
  })
})

test('faults strike the sign-in too: a token endpoint that is down, and one whose reply is lost', async () => {
  const { google, world } = await startForTest()
  const { refresh_token: token = '' } = await signIn(google)
  world.faults.arm({
    operation: 'google.token',
    account: 'ada@example.test',
    times: 1,
    fault: { kind: 'html' },
  })
  world.faults.arm({
    operation: 'google.token',
    times: 1,
    fault: { kind: 'reset', when: 'after' },
  })
  const form = { grant_type: 'refresh_token', refresh_token: token }
  await expect(exchange(google, form)).rejects.toThrow('JSON')
  await expect(exchange(google, form)).rejects.toThrow('fetch failed')
  expect((await exchange(google, form)).status).toBe(200)
})
