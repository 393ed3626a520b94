import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ProviderInstallation,
  providerInstallation,
} from '../../../../server-testing/src/people/provider-installation.ts'
import { ada, bob, visitor } from '../../../../server-testing/src/people/test-people.ts'

let at: ProviderInstallation
beforeEach(async () => {
  at = await providerInstallation()
})
afterEach(() => at[Symbol.asyncDispose]())

const eve = { sub: 'eve', email: 'eve@corp.example', email_verified: true, name: 'Eve', groups: ['mail'] }
const fieldsOf = (answer: { json(): { errors: Array<{ pointer: string; problem: string }> } }) =>
  answer.json().errors.map(({ pointer, problem }) => [pointer, problem])

describe('a verified address', () => {
  const actor = async () => {
    const { id: userId } = (await at.http.people.users.byEmail(ada.email))!
    return { source: 'browser', userId, email: ada.email, visitor } as const
  }
  const invited = async (to: string, form: typeof bob) => {
    const { token } = await at.http.people.links.invite(await actor(), { email: to, isAdmin: false })
    return at.http.people.links.acceptInvitation(token, form, visitor)
  }
  beforeEach(async () => {
    await at.save({ linksVerifiedAddresses: true, makesPeople: true, groups: ['mail'] }, await at.login())
  })

  test('links who was invited under it', async () => {
    await invited(eve.email, { ...bob, email: eve.email })
    at.provider.script.claims = eve
    expect(await at.whoIs(await at.visit())).toMatchObject({ email: eve.email, name: 'Bob' })
  })

  test('links nobody who has entered it themselves: they would share everything of its owner', async () => {
    await at.http.people.users.create(bob, { isAdmin: false })
    const body = { email: eve.email, password: bob.password }
    expect((await at.post('/api/session/email', body, await at.login(bob))).statusCode).toBe(204)
    at.provider.script.claims = eve
    const refused = await at.visit()
    expect([refused.statusCode, refused.body]).toEqual([
      422,
      expect.stringContaining('Nobody here is linked'),
    ])
  })

  test('nor who chose it in an invitation to another, or brought it unverified', async () => {
    await invited('', { ...bob, email: eve.email })
    at.provider.script.claims = { ...eve, sub: 'mallory', email: 'boss@corp.example', email_verified: false }
    expect((await at.visit()).statusCode).toBe(303)
    for (const email of [eve.email, 'boss@corp.example']) {
      at.provider.script.claims = { ...eve, email }
      expect((await at.visit()).statusCode).toBe(422)
    }
  })

  test('in the token is not verified by what the userinfo endpoint says of another', async () => {
    at.provider.script.claims = { sub: 'mallory', email: ada.email }
    at.provider.script.userinfo = { sub: 'mallory', email: 'mallory@corp.example', email_verified: true }
    const refused = await at.visit()
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('hasn’t verified')])
  })
})

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

  test('have the provider’s name, or one made of the address where it can be none', async () => {
    await at.save({ makesPeople: true, domains: ['corp.example'] }, await at.login())
    const names = [
      ['', 'plain'],
      ['<b>Bold</b>', '<b>Bold</b>'],
      ['turned\u202eround', 'turned'],
      [`${'😀'.repeat(101)}`, '😀'.repeat(100)],
    ] as const
    for (const [index, [name, expected]] of names.entries()) {
      const local = expected === 'turned' || expected === 'plain' ? expected : `somebody${index}`
      at.provider.script.claims = { ...eve, sub: local, email: `${local}@corp.example`, name }
      expect(await at.whoIs(await at.visit())).toMatchObject({ name: expected })
    }
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

test('who is disabled is made no administrator meanwhile', async () => {
  const cookie = await at.login()
  await at.save({ makesPeople: true, groups: ['mail'], administratorGroup: 'operators' }, cookie)
  at.provider.script.claims = eve
  expect((await at.visit()).statusCode).toBe(303)
  await at.db.database.query('update app_user set disabled_at = now() where email = $1', [eve.email])
  at.provider.script.claims = { ...eve, groups: ['mail', 'operators'] }
  expect((await at.visit()).statusCode).toBe(422)
  const rows = await at.db.database.query('select is_admin from app_user where email = $1', [eve.email])
  expect(rows).toEqual([{ is_admin: false }])
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
    at.provider.script.outage = 'unreachable'
    expect(await check()).toMatchObject([
      { outcome: 'wrong', sentence: expect.stringContaining('can’t be reached') },
    ])
  })

  test('are for administrators', async () => {
    await at.http.people.users.create(bob, { isAdmin: false })
    expect((await at.save({ makesPeople: false }, await at.login(bob))).statusCode).toBe(403)
  })
})
