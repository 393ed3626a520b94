import type { SecondFactorEnrolment } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../server-testing/src/people/authenticator.ts'
import { ada } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestInstallation,
  cookieHeader,
  withCookies,
  ownPage,
  testInstallation,
} from '../../../../server-testing/src/http/test-http.ts'

const minute = 60_000
const { password } = ada

let at: TestInstallation
let cookie: string
beforeEach(async () => {
  at = await testInstallation()
  cookie = cookieHeader(await at.login())
})
afterEach(() => at[Symbol.asyncDispose]())

/** The browser keeps the cookies that it is given. */
async function post(what: string, payload: object, headers: Record<string, string> = { cookie, ...ownPage }) {
  const url = `/api/second-factor/${what}`
  const answer = await at.http.app.inject({ method: 'POST', url, payload, headers })
  cookie = withCookies(cookie, answer)
  return answer
}
const state = async () =>
  (await at.http.app.inject({ url: '/api/second-factor', headers: { cookie } })).json()

async function enrolled() {
  const enrolment = (await post('enrolment', { password })).json<SecondFactorEnrolment>()
  const app = createAuthenticator(enrolment.secret, at.http.clock)
  const confirmed = await post('confirmation', { code: app.code() })
  at.http.clock.advance(minute)
  return { app, recoveryCodes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

const fieldsOf = (answer: { json(): { errors: Array<{ pointer: string; problem: string }> } }) =>
  answer.json().errors.map(({ pointer, problem }) => [pointer, problem])

describe('two-factor authentication', () => {
  test('is set up with the password, a picture, and a code', async () => {
    expect(await state()).toEqual({
      isOn: false,
      appSince: null,
      hasPasskeys: false,
      recoveryCodesLeft: 0,
      enrolBy: null,
    })
    const begun = await post('enrolment', { password })
    expect([begun.statusCode, begun.headers['cache-control']]).toEqual([200, 'no-store'])
    const { secret, uri, picture } = begun.json<SecondFactorEnrolment>()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/plMail:ada%40example.org?secret=${secret}&issuer=plMail&algorithm=SHA1&digits=6&period=30`,
    )
    expect(picture).toMatch(/^<svg[^>]*>.*<\/svg>$/s)
    expect((await state()).isOn).toBe(false)
    const code = createAuthenticator(secret, at.http.clock).code()
    const confirmed = await post('confirmation', { code })
    expect([confirmed.statusCode, confirmed.json().recoveryCodes.length]).toEqual([200, 8])
    const since = at.http.clock.now().toISOString()
    expect(await state()).toEqual({
      isOn: true,
      appSince: since,
      hasPasskeys: false,
      recoveryCodesLeft: 8,
      enrolBy: null,
    })
    expect(await at.http.app.inject({ url: '/api/session', headers: { cookie } })).toMatchObject({
      statusCode: 200,
    })
  })

  test('is not set up by somebody at an open browser, who does not know the password', async () => {
    const answer = await post('enrolment', { password: 'nope' })
    expect([answer.statusCode, fieldsOf(answer)]).toEqual([422, [['/password', 'people/wrong-password']]])
  })

  test('names the field of a wrong code, and tells a clock that is off', async () => {
    const { secret } = (await post('enrolment', { password })).json<SecondFactorEnrolment>()
    const app = createAuthenticator(secret, at.http.clock)
    const late = app.code(new Date(at.http.clock.now().getTime() - 7 * minute))
    const [skewed, wrong] = [
      await post('confirmation', { code: late }),
      await post('confirmation', { code: 'x' }),
    ]
    expect([skewed.statusCode, wrong.statusCode]).toEqual([422, 422])
    expect(fieldsOf(skewed)).toEqual([['/code', 'people/code-of-another-time']])
    expect(skewed.json().errors[0].parameters).toEqual({
      clock: expect.stringMatching(/12:00:00/),
      minutes: 7,
    })
    expect(fieldsOf(wrong)).toEqual([['/code', 'people/wrong-code']])
  })

  test('is not begun twice, nor confirmed before it was begun', async () => {
    expect((await post('confirmation', { code: '123456' })).statusCode).toBe(409)
    await enrolled()
    const again = await post('enrolment', { password })
    expect([again.statusCode, again.json().problem]).toEqual([409, 'people/second-factor-on'])
  })

  test('gives the session another cookie when it is switched on or off, and ends the one before', async () => {
    const statusOf = async (cookies: string) =>
      (await at.http.app.inject({ url: '/api/session', headers: { cookie: cookies } })).statusCode
    const sessionOf = (cookies: string) => /plmail_session=[^;]+/.exec(cookies)?.[0] ?? ''
    const before = sessionOf(cookie)
    const { app } = await enrolled()
    const between = sessionOf(cookie)
    expect([await statusOf(before), await statusOf(between)]).toEqual([401, 200])
    await post('off', { password, code: app.code() })
    expect([await statusOf(between), await statusOf(sessionOf(cookie))]).toEqual([401, 200])
  })

  test('is weakened by nobody who lacks one of the factors', async () => {
    const { app, recoveryCodes } = await enrolled()
    for (const what of ['recovery-codes', 'off']) {
      expect(fieldsOf(await post(what, { password: 'nope', code: app.code() }))).toEqual([
        ['/password', 'people/wrong-password'],
      ])
      expect(fieldsOf(await post(what, { password, code: '000000' }))).toEqual([
        ['/code', 'people/wrong-code'],
      ])
    }
    expect(await state()).toMatchObject({ isOn: true, recoveryCodesLeft: 8, enrolBy: null })
    const renewed = (await post('recovery-codes', { password, code: app.code() })).json()
    expect(renewed.recoveryCodes.filter((code: string) => recoveryCodes.includes(code))).toEqual([])
    at.http.clock.advance(minute)
    expect((await post('off', { password, code: renewed.recoveryCodes[0] })).statusCode).toBe(204)
    expect(await state()).toEqual({
      isOn: false,
      appSince: null,
      hasPasskeys: false,
      recoveryCodesLeft: 0,
      enrolBy: null,
    })
    for (const what of ['recovery-codes', 'off'])
      expect((await post(what, { password, code: app.code() })).statusCode).toBe(409)
  })

  test('shares the throttle of codes with the sign-in page', async () => {
    const { app } = await enrolled()
    for (let failure = 0; failure < 5; failure++) await post('off', { password, code: '000000' })
    const refused = await post('off', { password, code: app.code() })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect((await state()).isOn).toBe(true)
  })

  test('is nobody else’s, and takes a page of ours', async () => {
    const whats = ['enrolment', 'confirmation', 'recovery-codes', 'off']
    for (const what of whats) {
      expect((await post(what, { password, code: '1' }, ownPage)).statusCode).toBe(401)
      const foreign = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      expect((await post(what, { password, code: '1' }, foreign)).statusCode).toBe(403)
      expect((await post(what, { password: 7, code: [] })).statusCode).toBe(422)
    }
    expect((await at.http.app.inject('/api/second-factor')).statusCode).toBe(401)
    expect((await at.http.app.inject('/api/trusted-devices')).statusCode).toBe(401)
  })
})

test.each(['TD0', 'TD', '1', 'K1', 'TD99999999999999999'])('no device is found by %s', async (id) => {
  const url = `/api/trusted-devices/${id}`
  const headers = { cookie, ...ownPage }
  expect((await at.http.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(404)
})
