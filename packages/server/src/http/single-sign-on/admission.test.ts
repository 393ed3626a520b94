import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ProviderInstallation,
  providerInstallation,
} from '../../../../server-testing/src/people/provider-installation.ts'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'

let at: ProviderInstallation
beforeEach(async () => {
  at = await providerInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

const eve = { sub: 'eve', email: 'eve@corp.example', email_verified: true, name: 'Eve', groups: ['mail'] }
const fieldsOf = (answer: { json(): { errors: Array<{ pointer: string; problem: string }> } }) =>
  answer.json().errors.map(({ pointer, problem }) => [pointer, problem])

describe('people who are new', () => {
  test('are made nowhere until the operator names a domain or a group', async () => {
    const cookie = await at.login()
    at.provider.script.claims = eve
    expect((await at.visit()).body).toContain('Nobody here is linked')
    expect(fieldsOf(await at.save({ makesPeople: true }, cookie))).toEqual([
      ['/makesPeople', 'single-sign-on/nobody-admitted'],
    ])
    expect((await at.save({ makesPeople: true, domains: ['@Corp.example '] }, cookie)).statusCode).toBe(200)
    const arrival = await at.visit()
    expect(arrival.statusCode).toBe(303)
    expect(await at.whoIs(arrival)).toMatchObject({ email: eve.email, name: 'Eve', isAdmin: false })
    // They have no password here, so what would take one says so.
    const refused = await at.post('/api/single-sign-on/link', { password: 'x' }, at.cookieOf(arrival))
    expect([refused.statusCode, refused.json().problem]).toEqual([409, 'single-sign-on/no-password'])
  })

  test('need a verified address of the domain, and a group where groups are named', async () => {
    await at.save({ makesPeople: true, domains: ['corp.example'], groups: ['mail'] }, await at.login())
    const refusals: Array<[claims: object, sentence: string]> = [
      [{ ...eve, email_verified: false }, 'hasn’t verified the address'],
      [
        { ...eve, email: 'eve@corp.example.evil' },
        'aren’t made here for addresses like eve@corp.example.evil',
      ],
      [{ ...eve, groups: ['other'] }, 'aren’t in a group'],
      [{ ...eve, groups: undefined }, 'aren’t in a group'],
      [{ ...eve, email: undefined }, 'didn’t share your email address'],
    ]
    at.provider.script.userinfo = { sub: 'eve' }
    for (const [claims, sentence] of refusals) {
      at.provider.script.claims = { ...claims }
      const refused = await at.visit()
      expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining(sentence)])
    }
    expect(await at.http.people.users.count()).toBe(1)
    // What the signed token leaves out, the userinfo endpoint may tell, for the same person only.
    at.provider.script.claims = { sub: 'eve' }
    at.provider.script.userinfo = { ...eve, sub: 'mallory' }
    expect((await at.visit()).statusCode).toBe(422)
    at.provider.script.userinfo = eve
    expect((await at.visit()).statusCode).toBe(303)
  })

  test('never take the address of somebody who is here', async () => {
    await at.save({ makesPeople: true, groups: ['mail'] }, await at.login())
    at.provider.script.claims = { ...eve, email: ada.email }
    expect((await at.visit()).body).toContain('Nobody here is linked')
  })
})

test('a group makes administrators and unmakes them at each sign-in, never the last', async () => {
  const cookie = await at.login()
  const rules = { makesPeople: true, groups: ['mail'], groupsClaim: 'roles', administratorGroup: 'chiefs' }
  expect((await at.save(rules, cookie)).statusCode).toBe(200)
  const signIn = async (roles: string[] | undefined) => {
    at.provider.script.claims = { ...eve, roles }
    at.provider.script.userinfo = { sub: 'eve' }
    return (await at.whoIs(await at.visit())).isAdmin
  }
  expect(await signIn(['mail'])).toBe(false)
  expect(await signIn(['mail', 'chiefs'])).toBe(true)
  expect(await signIn(undefined)).toBe(false)
  expect(await signIn(['chiefs'])).toBe(true)
  await at.db.database.query('update app_user set is_admin = false where email = $1', [ada.email])
  expect(await signIn(['mail'])).toBe(true)
  const entries = await at.http.people.audit.list({}, undefined, 20)
  expect(entries.map(({ action }) => action)).toEqual([
    'administrator-made',
    'administrator-removed',
    'administrator-made',
    'user-created',
    'single-sign-on-changed',
  ])
})

test('who is disabled is told so', async () => {
  await at.link(await at.login())
  await at.db.database.query('update app_user set disabled_at = now()')
  const refused = await at.visit()
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('is disabled')])
})

describe('the settings', () => {
  test('never show the secret, and belong together', async () => {
    const cookie = await at.login()
    const shown = (await at.get('/api/admin/single-sign-on', cookie)).json()
    expect(shown).toMatchObject({
      issuer: { value: at.provider.issuer, from: 'environment' },
      clientSecret: { isSet: true, from: 'environment' },
      redirectUri: 'https://mail.example.org/oauth/sso/callback',
      postLogoutUri: 'https://mail.example.org/login?sso=0',
      backChannelLogoutUri: 'https://mail.example.org/oauth/sso/backchannel-logout',
      mayBeOnlyWay: false,
    })
    expect(JSON.stringify(shown)).not.toContain('of plmail')
    // Half of a registration never mixes with the environment's.
    expect(fieldsOf(await at.save({ issuer: 'https://other.example' }, cookie))).toEqual([
      ['/clientId', 'single-sign-on/incomplete'],
      ['/clientSecret', 'single-sign-on/incomplete'],
    ])
    expect(fieldsOf(await at.save({ issuer: 'id.example.org' }, cookie))).toEqual([
      ['/issuer', 'single-sign-on/not-an-issuer'],
    ])
    const whole = { issuer: at.provider.issuer, clientId: 'plmail', clientSecret: 'stored' }
    expect((await at.save(whole, cookie)).json()).toMatchObject({
      clientSecret: { isSet: true, from: 'stored' },
      isReady: true,
    })
    expect(fieldsOf(await at.save({ clientId: 'another' }, cookie))).toEqual([
      ['/clientSecret', 'single-sign-on/incomplete'],
    ])
  })

  test('are checked step by step, in plain words', async () => {
    const cookie = await at.login()
    const check = async () => (await at.post('/api/admin/single-sign-on/check', {}, cookie)).json().steps
    expect(await check()).toMatchObject([
      { step: 'discovery', outcome: 'works' },
      { step: 'sign-in', outcome: 'works' },
      { step: 'keys', outcome: 'works', sentence: 'It publishes 1 key for its signatures.' },
      { step: 'client', outcome: 'works' },
      { step: 'logout', outcome: 'works' },
    ])
    at.provider.script.discovery = { issuer: `${at.provider.issuer}/` }
    expect(await check()).toMatchObject([
      { outcome: 'wrong', sentence: expect.stringContaining('calls itself https://id.example.org/,') },
    ])
    at.provider.script.isDown = true
    expect(await check()).toMatchObject([
      { outcome: 'wrong', sentence: expect.stringContaining('can’t be reached') },
    ])
  })

  test('are for administrators', async () => {
    await at.http.people.users.create(bob, { isAdmin: false })
    expect((await at.save({ makesPeople: false }, await at.login(bob))).statusCode).toBe(403)
  })
})
