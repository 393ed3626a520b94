import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import {
  cookieHeader,
  ownPage,
  type TestInstallation,
  testInstallation,
} from '../../../../server-testing/src/http/test-http.ts'

let at: TestInstallation
beforeEach(async () => {
  at = await testInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

describe('the interface of the profile', () => {
  test('changes who somebody is: the name at a word, address and password for the current password', async () => {
    const cookie = cookieHeader(await at.login())
    const set = (what: string, payload: object) =>
      at.http.app.inject({
        method: 'POST',
        url: `/api/session/${what}`,
        headers: { cookie, ...ownPage },
        payload,
      })
    const me = async () =>
      (await at.http.app.inject({ url: '/api/session', headers: { cookie } })).json().user
    expect((await set('name', { name: 'Ada Lovelace' })).statusCode).toBe(204)
    const loadPointer = async (what: string, payload: object) => {
      const refused = await set(what, payload)
      expect(refused.statusCode).toBe(422)
      return refused.json().errors[0].pointer
    }
    const { password } = ada
    expect(await loadPointer('name', { name: ' ' })).toBe('/name')
    expect(await loadPointer('email', { email: 'new@example.org', password: 'guessed' })).toBe('/password')
    expect(await loadPointer('email', { email: 'nothing', password })).toBe('/email')
    expect(await loadPointer('password', { password: 'guessed', newPassword: 'a long new password' })).toBe(
      '/password',
    )
    expect(await loadPointer('password', { password, newPassword: 'short' })).toBe('/newPassword')
    expect(await loadPointer('password', { password })).toBe('/newPassword')
    expect((await set('email', { email: 'new@example.org', password })).statusCode).toBe(204)
    expect(await me()).toMatchObject({ name: 'Ada Lovelace', email: 'new@example.org' })
  })

  test('a new password signs out every browser but this one, which stays remembered', async () => {
    const [here, elsewhere] = [await at.login(), await at.login()]
    const cookie = cookieHeader(here)
    const url = '/api/session/password'
    const payload = { password: ada.password, newPassword: 'a wholly new password' }
    const changed = await at.http.app.inject({
      method: 'POST',
      url,
      headers: { cookie, ...ownPage },
      payload,
    })
    expect(changed.statusCode).toBe(204)
    const getStatus = async (headers: string) =>
      (await at.http.app.inject({ url: '/api/session', headers: { cookie: headers } })).statusCode
    expect(await getStatus(cookieHeader(elsewhere))).toBe(401)
    // The cookie of before is nobody's: whoever else had it is out (session fixation).
    expect(await getStatus(cookieHeader(here).replace(/plmail_remember=[^;]+/, ''))).toBe(401)
    expect(await getStatus(cookieHeader(changed).replace(/plmail_remember=[^;]+/, ''))).toBe(200)
    const remembered = /plmail_remember=[^;]+/.exec(cookieHeader(changed))?.[0] ?? ''
    at.http.clock.advance(30 * 86_400_000)
    expect(await getStatus(remembered)).toBe(200)
    expect(await getStatus(cookieHeader(here))).toBe(401)
  })

  test('guessing the password there is throttled as at the sign-in page', async () => {
    const cookie = cookieHeader(await at.login())
    const guess = () =>
      at.http.app.inject({
        method: 'POST',
        url: '/api/session/email',
        headers: { cookie, ...ownPage },
        payload: { email: 'mine@example.org', password: 'guessed' },
      })
    for (let tries = 0; tries < 5; tries++) expect((await guess()).statusCode).toBe(422)
    const stopped = await guess()
    expect(stopped.statusCode).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('lists the browsers of the user and signs out any of them, remembered or not', async () => {
    const here = cookieHeader(await at.login(ada, { 'user-agent': 'Here' }))
    const there = await at.login(ada, { 'user-agent': 'There' })
    const browsers = async () =>
      (await at.http.app.inject({ url: '/api/browsers', headers: { cookie: here } })).json().browsers
    const [one, other] = (await browsers()).toSorted((a: { isThisOne: boolean }) => (a.isThisOne ? -1 : 1))
    expect(one).toMatchObject({ label: 'Here', isThisOne: true, isRemembered: true })
    expect(other).toMatchObject({ label: 'There', isThisOne: false, address: '127.0.0.1' })
    const signOut = (id: string) =>
      at.http.app.inject({
        method: 'DELETE',
        url: `/api/browsers/${id}`,
        headers: { cookie: here, ...ownPage },
      })
    expect((await signOut(other.id)).statusCode).toBe(204)
    expect((await signOut(other.id)).statusCode).toBe(404)
    expect((await signOut('..%2F')).statusCode).toBe(404)
    const after = await at.http.app.inject({ url: '/api/session', headers: { cookie: cookieHeader(there) } })
    expect(after.statusCode).toBe(401)
    expect(await browsers()).toHaveLength(1)
  })

  test('lists a remembered browser once after it was closed and opened again', async () => {
    const signedIn = await at.login(ada, { 'user-agent': 'Here' })
    const remembered = cookieHeader(signedIn).match(/plmail_remember=[^;]*/)?.[0] ?? ''
    const opened = await at.http.app.inject({ url: '/api/session', headers: { cookie: remembered } })
    const listedBy = async (cookie: string) =>
      (await at.http.app.inject({ url: '/api/browsers', headers: { cookie } })).json().browsers
    for (const answer of [opened, signedIn])
      expect(await listedBy(cookieHeader(answer))).toMatchObject([
        { label: expect.any(String), isThisOne: true },
      ])
  })

  test('speaks the language of who is signed in, else that of the browser', async () => {
    const cookie = cookieHeader(await at.login())
    const french = { 'accept-language': 'fr, de;q=0.5, en;q=0.3' }
    const refusal = async (headers: Record<string, string>) => {
      const refused = await at.http.app.inject({
        method: 'POST',
        url: '/api/session/name',
        headers: { ...ownPage, ...headers },
        payload: { name: '' },
      })
      return [refused.json().title, refused.json().errors?.[0].detail ?? refused.json().detail]
    }
    expect(await refusal(french)).toEqual(['Nicht angemeldet', 'Melden Sie sich zuerst an.'])
    expect((await refusal({ ...french, cookie }))[0]).toBe('Some values are not valid')
    await at.http.people.users.setConventions((await at.http.people.users.byEmail(ada.email))!.id, {
      language: 'de',
      locale: 'de-CH',
      timeZone: 'UTC',
    })
    expect(await refusal({ 'accept-language': 'en', cookie })).toEqual([
      'Einige Angaben sind ungültig',
      'Geben Sie Ihren Namen ein. Wem Sie schreiben, der sieht ihn.',
    ])
  })
})
