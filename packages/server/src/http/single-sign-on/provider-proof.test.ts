import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import {
  type ProviderInstallation,
  providerInstallation,
} from '../../../../server-testing/src/people/provider-installation.ts'

/** Whoever has no password proves themselves by signing in anew at the provider. */
const eve = { sub: 'eve', email: 'eve@corp.example', email_verified: true, name: 'Eve', groups: ['mail'] }
const mallory = { ...eve, sub: 'mallory', email: 'mallory@corp.example', name: 'Mallory' }
const newPassword = 'a sentence for one person alone'

let at: ProviderInstallation
beforeEach(async () => {
  at = await providerInstallation()
  await at.save({ makesPeople: true, groups: ['mail'] }, await at.login())
})
afterEach(() => at[Symbol.asyncDispose]())

const arrive = async (who = eve): Promise<string> => {
  at.provider.script.claims = who
  return at.cookieOf(await at.visit())
}
const start = (cookie: string, next = '/settings/security') =>
  at.post('/api/single-sign-on/proof', { next }, cookie)
/** A deed that takes proof: it leads to an app password. */
const pair = (cookie: string, fields = {}) => at.post('/api/pairings', fields, cookie)
const problemOf = (answer: Awaited<ReturnType<typeof pair>>) => {
  const { problem, errors = [] } = answer.json<{ problem?: string; errors?: { problem: string }[] }>()
  return [answer.statusCode, errors[0]?.problem ?? problem]
}
const proveAtProvider = [422, 'people/prove-at-provider']
const provenUntil = async (cookie: string) =>
  (await at.get('/api/single-sign-on/proof', cookie)).json<{ provenUntil: string | null }>().provenUntil

describe('a fresh sign-in at the provider', () => {
  test('is asked for anew, and stands for the password for five minutes', async () => {
    const before = await arrive()
    const refused = await pair(before)
    expect(problemOf(refused)).toEqual(proveAtProvider)
    expect(refused.json().errors).toMatchObject([
      { pointer: '/password', parameters: { name: 'Example ID' } },
    ])
    const { searchParams } = new URL((await start(before)).json().url)
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
    const back = await at.prove(before)
    expect([back.statusCode, back.headers.location]).toEqual([303, '/settings/security'])
    const cookie = at.cookieOf(back)
    expect(await provenUntil(cookie)).toBe('2026-03-01T12:05:00.000Z')
    expect((await pair(cookie)).statusCode).toBe(201)
    at.clock.advance(5 * 60_000 - 1)
    expect((await pair(cookie)).statusCode).toBe(201)
    at.clock.advance(1)
    expect([await provenUntil(cookie), problemOf(await pair(cookie))]).toEqual([null, proveAtProvider])
  })

  test('gives the session another secret, and counts in no other session', async () => {
    const [before, elsewhere] = [await arrive(), await arrive()]
    const cookie = at.cookieOf(await at.prove(before))
    expect((await pair(before)).statusCode).toBe(401)
    expect(problemOf(await pair(elsewhere))).toEqual(proveAtProvider)
    expect((await pair(cookie)).statusCode).toBe(201)
  })

  test('leads back to a path of this server alone', async () => {
    const cookie = await arrive()
    const leaving = await start(cookie, '//evil.example/')
    const answer = at.provider.signIn(leaving.json().url)
    const back = await at.get(`/oauth/sso/callback?${answer}`, `${cookie}; ${at.cookieOf(leaving)}`)
    expect(back.headers.location).toBe('/')
  })

  test('lets its user change the address, and choose a password, which is asked for from then on', async () => {
    const cookie = at.cookieOf(await at.prove(await arrive()))
    const email = await at.post('/api/session/email', { email: 'eve@home.example' }, cookie)
    expect(email.statusCode).toBe(204)
    const chosen = await at.post('/api/session/password', { newPassword }, cookie)
    expect(chosen.statusCode).toBe(204)
    const renewed = at.cookieOf(chosen)
    expect(problemOf(await pair(renewed))).toEqual([422, 'request/missing'])
    expect((await pair(renewed, { password: newPassword })).statusCode).toBe(201)
    expect(problemOf(await start(renewed))).toEqual([409, 'people/prove-by-password'])
  })

  test('chooses no password where none is accepted', async () => {
    await at.save({ administratorGroup: 'mail' }, await at.login())
    const cookie = at.cookieOf(await at.prove(await arrive()))
    expect((await at.post('/api/admin/single-sign-on', { isOnlyWay: true }, cookie)).statusCode).toBe(200)
    const chosen = await at.post('/api/session/password', { newPassword }, cookie)
    expect(problemOf(chosen)).toEqual([409, 'single-sign-on/only-way'])
  })

  test('adds a second factor, also right after signing in', async () => {
    const before = await arrive()
    const enrol = (cookie: string) => at.post('/api/second-factor/enrolment', {}, cookie)
    expect(problemOf(await enrol(before))).toEqual(proveAtProvider)
    expect((await enrol(at.cookieOf(await at.prove(before)))).statusCode).toBe(200)
  })

  test('is asked of an administrator who changes who is believed to be whom', async () => {
    await at.save({ administratorGroup: 'mail' }, await at.login())
    const before = await arrive()
    const rename = (cookie: string) => at.post('/api/admin/single-sign-on', { name: 'Another name' }, cookie)
    expect(problemOf(await rename(before))).toEqual(proveAtProvider)
    expect((await rename(at.cookieOf(await at.prove(before)))).statusCode).toBe(200)
  })
})

describe('what proves nothing', () => {
  const refusal = async (cookie: string) => {
    const back = await at.prove(cookie)
    expect([back.statusCode, at.cookieOf(back), await provenUntil(cookie)]).toEqual([422, '', null])
    expect(problemOf(await pair(cookie))).toEqual(proveAtProvider)
    expect(back.body).toContain('href="/settings/security"')
    return back.body
  }

  test('a sign-in of before, passed on by a provider that asked nothing', async () => {
    const cookie = await arrive()
    const seconds = at.clock.now().getTime() / 1000
    at.provider.script.claims = { ...eve, auth_time: seconds - 61 }
    expect(await refusal(cookie)).toContain('without signing in again')
    at.provider.script.claims = { ...eve, auth_time: undefined }
    expect(await refusal(cookie)).toContain('doesn’t say when')
    at.provider.script.claims = { ...eve, auth_time: String(seconds) }
    expect(await refusal(cookie)).toContain('couldn’t be verified')
  })

  test('the identity of somebody else, or one that nobody has', async () => {
    await arrive(mallory)
    const cookie = await arrive()
    at.provider.script.claims = mallory
    expect(await refusal(cookie)).toContain('isn’t linked to you')
    at.provider.script.claims = { ...eve, sub: 'a stranger' }
    expect(await refusal(cookie)).toContain('isn’t linked to you')
  })

  test('an answer that nobody signed, of another provider, or with another nonce', async () => {
    const cookie = await arrive()
    at.provider.script.signature = 'foreign'
    expect(await refusal(cookie)).toContain('Not confirmed')
    at.provider.script.signature = 'own'
    for (const claims of [{ iss: 'https://evil.example' }, { nonce: 'another' }, { aud: 'another' }]) {
      at.provider.script.claims = { ...eve, ...claims }
      expect(await refusal(cookie)).toContain('Not confirmed')
    }
  })

  test('an answer in another browser, in another session, a second time, or too late', async () => {
    const [cookie, elsewhere] = [await arrive(), await arrive()]
    const leave = async () => {
      const leaving = await start(cookie)
      const query = at.provider.signIn(leaving.json().url)
      return { callback: `/oauth/sso/callback?${query}`, browser: at.cookieOf(leaving) }
    }
    const strange = await leave()
    expect((await at.get(strange.callback, cookie)).headers.location).toBe('/')
    const crossed = await leave()
    const refused = await at.get(crossed.callback, `${elsewhere}; ${crossed.browser}`)
    expect([refused.statusCode, refused.body]).toEqual([
      422,
      expect.stringContaining('nothing was confirmed'),
    ])
    const late = await leave()
    at.clock.advance(10 * 60_000)
    expect((await at.get(late.callback, `${cookie}; ${late.browser}`)).headers.location).toBe('/')
    expect([await provenUntil(cookie), await provenUntil(elsewhere)]).toEqual([null, null])
    const good = await leave()
    const proven = at.cookieOf(await at.get(good.callback, `${cookie}; ${good.browser}`))
    at.clock.advance(5 * 60_000)
    await at.get(good.callback, `${proven}; ${good.browser}`)
    expect(await provenUntil(proven)).toBeNull()
  })

  test('an answer to a sign-in, taken for a proof', async () => {
    const cookie = await arrive()
    const departure = await at.get('/oauth/sso/connect')
    const query = at.provider.signIn(String(departure.headers.location))
    const back = await at.get(`/oauth/sso/callback?${query}`, `${cookie}; ${at.cookieOf(departure)}`)
    expect(await provenUntil(at.cookieOf(back))).toBeNull()
  })
})

describe('what was proven', () => {
  test('ends with the sign-in generation, with the session at the provider, and with the identity', async () => {
    const user = async () => (await at.http.people.users.byEmail(eve.email))!
    const cookie = at.cookieOf(await at.prove(await arrive()))
    await at.db.database.query('update app_user set sign_in_generation = sign_in_generation + 1')
    expect([await provenUntil(cookie), problemOf(await pair(cookie))]).toEqual([null, proveAtProvider])
    at.provider.script.claims = { ...eve, sid: 'the second' }
    const again = at.cookieOf(await at.prove(cookie))
    expect(await provenUntil(again)).not.toBeNull()
    const logout_token = await at.provider.logoutToken({ sid: 'the second' })
    await at.postForm('/oauth/sso/backchannel-logout', { logout_token })
    expect((await pair(again)).statusCode).toBe(401)
    const third = at.cookieOf(await at.prove(await arrive()))
    const [identity] = await at.http.people.singleSignOn.identities((await user()).id)
    await at.http.people.singleSignOn.unlink((await user()).id, identity!.id)
    expect((await pair(third)).statusCode).toBe(401)
  })

  test('is nothing to people with a password, also where an identity is linked', async () => {
    at.provider.script.claims = { ...eve, groups: [] }
    const cookie = await at.login()
    await at.link(cookie)
    expect(problemOf(await start(cookie))).toEqual([409, 'people/prove-by-password'])
    await at.db.database.query('update web_session set proven_at = $1, proven_generation = 0', [
      at.clock.now(),
    ])
    expect([await provenUntil(cookie), problemOf(await pair(cookie))]).toEqual([
      null,
      [422, 'request/missing'],
    ])
  })

  test('cannot be had once the provider is gone', async () => {
    const cookie = await arrive()
    at.provider.script.outage = 'unreachable'
    at.clock.advance(60_000)
    expect((await start(cookie)).statusCode).toBe(503)
    const admin = await at.login()
    at.provider.script.outage = undefined
    expect((await at.save({ issuer: '', clientId: '', clientSecret: '' }, admin)).statusCode).toBe(200)
  })
})

test('the settings of single sign-on take the administrator’s password', async () => {
  const cookie = await at.login()
  const change = (fields: object) => at.post('/api/admin/single-sign-on', fields, cookie)
  expect(problemOf(await change({ makesPeople: false }))).toEqual([422, 'request/missing'])
  expect(problemOf(await change({ makesPeople: false, password: 'wrong' }))).toEqual([
    422,
    'people/wrong-password',
  ])
  expect((await at.get('/api/admin/single-sign-on', cookie)).json()).toMatchObject({ makesPeople: true })
  expect((await change({ makesPeople: false, password: ada.password })).json()).toMatchObject({
    makesPeople: false,
  })
})
