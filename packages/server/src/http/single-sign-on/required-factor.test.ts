import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../server-testing/src/people/authenticator.ts'
import {
  type ProviderInstallation,
  providerInstallation,
} from '../../../../server-testing/src/people/provider-installation.ts'
import { ada } from '../../../../server-testing/src/people/test-people.ts'

let at: ProviderInstallation
beforeEach(async () => {
  at = await providerInstallation()
  await at.save({ makesPeople: true, groups: ['mail'], secondFactorValues: ['mfa'] }, await at.login())
  await at.http.people.secondFactorPolicies.set(
    { source: 'console' },
    { requiredOf: 'everybody', graceDays: 0 },
  )
})
afterEach(() => at[Symbol.asyncDispose]())

const eve = { sub: 'eve', email: 'eve@corp.example', email_verified: true, name: 'Eve', groups: ['mail'] }
const arrive = async (claims: object) => {
  at.provider.script.claims = { ...eve, ...claims }
  return at.cookieOf(await at.visit())
}
const session = (cookie: string) => at.http.app.inject({ url: '/api/session', headers: { cookie } })

test('a second factor at the provider is one, where the operator takes it for one', async () => {
  const cookie = await arrive({ amr: ['pwd', 'mfa'] })
  expect((await session(cookie)).json()).toMatchObject({ user: { email: eve.email }, enrolBy: null })
  const without = await session(await arrive({ amr: ['pwd'] }))
  expect([without.statusCode, without.json().problem]).toEqual([401, 'people/second-factor-required'])
})

test('a person without a password sets one up with the sign-in that they come from, while it is recent', async () => {
  const stale = await arrive({ amr: ['pwd'] })
  at.clock.advance(15 * 60_000)
  const refused = await at.postForm('/2fa/set-up', { step: 'app' }, stale)
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('too long ago')])
  const cookie = await arrive({ amr: ['pwd'] })
  expect((await at.get('/2fa/set-up', cookie)).body).not.toContain('type="password"')
  const shown = await at.postForm('/2fa/set-up', { step: 'app' }, cookie)
  const secret = /data-secret>([A-Z2-7 ]+)</.exec(shown.body)?.[1]?.replaceAll(' ', '') ?? ''
  const code = createAuthenticator(secret, at.clock).code()
  const confirmed = await at.postForm('/2fa/set-up', { step: 'code', code }, cookie)
  expect((await session(at.cookieOf(confirmed))).json()).toMatchObject({ user: { email: eve.email } })
})

// The provider may stand for the second factor, so that whoever links an identity has one more.
test('an identity is linked with both factors where two-factor authentication is on', async () => {
  const nobody = { requiredOf: 'nobody', graceDays: 0 } as const
  await at.http.people.secondFactorPolicies.set({ source: 'console' }, nobody)
  const before = await at.login()
  const enrolling = await at.post('/api/second-factor/enrolment', { password: ada.password }, before)
  const app = createAuthenticator(enrolling.json<{ secret: string }>().secret, at.clock)
  const confirmed = await at.post('/api/second-factor/confirmation', { code: app.code() }, before)
  const cookie = at.cookieOf(confirmed)
  const link = (proof: object) =>
    at.post('/api/single-sign-on/link', { password: ada.password, ...proof }, cookie)
  const alone = await link({})
  expect([alone.statusCode, alone.json().errors]).toMatchObject([422, [{ pointer: '/code' }]])
  expect((await link({ code: '000000' })).statusCode).toBe(422)
  expect((await at.get('/api/single-sign-on', cookie)).json()).toMatchObject({ isSecondFactorOn: true })
  at.clock.advance(60_000)
  expect((await link({ code: app.code() })).statusCode).toBe(200)
})
