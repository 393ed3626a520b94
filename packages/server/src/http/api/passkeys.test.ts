import type { PasskeyAdded } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enrol } from '../../../../server-testing/src/people/authenticator.ts'
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
  testOrigin,
} from '../../../../server-testing/src/people/software-authenticator.ts'
import { ada, testKeys } from '../../../../server-testing/src/people/test-people.ts'
import {
  type TestHttp,
  cookieHeader,
  form,
  navigation,
  ownPage,
  testHttp,
  withCookies,
} from '../../../../server-testing/src/http/test-http.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { User } from '../../people/index.ts'

let db: TestDatabase
let http: TestHttp
let user: User
let key: SoftwareAuthenticator
beforeEach(async () => {
  db = await testDatabase()
  http = await testHttp(db.database, { keys: testKeys(), publicAddress: testOrigin })
  const created = await http.people.users.create(ada, { isAdmin: true })
  if (!created.ok) throw new Error('Ada was not made')
  user = created.user
  key = createSoftwareAuthenticator()
})
afterEach(async () => {
  await http.app.close()
  await db[Symbol.asyncDispose]()
})

const { password } = ada
type Answer = Awaited<ReturnType<typeof post>>

const post = (url: string, payload: object, cookie = '', headers: Record<string, string> = ownPage) =>
  http.app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie } })

function login(fields: Record<string, string> = {}, cookie = '') {
  const { payload, headers } = form({ email: ada.email, password, ...fields })
  return http.app.inject({
    method: 'POST',
    url: '/login',
    payload,
    headers: { ...headers, ...ownPage, cookie },
  })
}
const page = (url: string, cookie = '') => http.app.inject({ url, headers: { ...navigation, cookie } })
const listed = async (cookie: string) =>
  (await http.app.inject({ url: '/api/passkeys', headers: { cookie } })).json()
const status = async (cookie: string) =>
  (await http.app.inject({ url: '/api/session', headers: { cookie } })).statusCode
const problemOf = (answer: Answer) => answer.json().errors?.[0]?.problem ?? answer.json().problem

/** `proof`: the second factor, where there is one already. */
async function addPasskey(cookie: string, name = 'Phone', authenticator = key, proof: object = {}) {
  const begun = await post('/api/passkeys/registration', { password, ...proof }, cookie)
  expect(begun.statusCode).toBe(200)
  const passkey = authenticator.create(begun.json().options)
  return post('/api/passkeys/registration/answer', { passkey, name }, cookie)
}

/** A browser that signed in with the password and added the first passkey. */
async function withPasskey() {
  const before = cookieHeader(await login())
  const added = await addPasskey(before)
  const { id, recoveryCodes } = added.json<PasskeyAdded>()
  return { before, cookie: withCookies(before, added), id, recoveryCodes }
}

/** Asks for a challenge and answers it; the cookies of a browser that begins with these. */
async function answerChallenge(
  purpose: 'sign-in' | 'second-factor',
  cookie = '',
  choices = {},
  authenticator = key,
) {
  const begun = await post('/api/passkeys/assertion', { for: purpose }, cookie)
  expect(begun.statusCode).toBe(200)
  const passkey = authenticator.get(begun.json().options)
  const jar = [cookie, cookieHeader(begun)].filter(Boolean).join('; ')
  return post('/api/passkeys/assertion/answer', { for: purpose, passkey, ...choices }, jar)
}

describe('passkeys in the settings', () => {
  test('are added with the password, listed, renamed and removed', async () => {
    let cookie = cookieHeader(await login())
    expect(await listed(cookie)).toMatchObject({
      passkeys: [],
      relyingParty: { id: 'mail.example.org', origin: testOrigin },
      unavailable: null,
    })
    const wrong = await post('/api/passkeys/registration', { password: 'not it' }, cookie)
    expect([wrong.statusCode, problemOf(wrong)]).toEqual([422, 'people/wrong-password'])
    const added = await addPasskey(cookie)
    cookie = withCookies(cookie, added)
    expect(added.json()).toEqual({ id: expect.stringMatching(/^PK\d+$/), recoveryCodes: expect.any(Array) })
    const { id } = added.json()
    expect((await post(`/api/passkeys/${id}`, { name: '  Laptop ' }, cookie)).statusCode).toBe(204)
    expect((await listed(cookie)).passkeys).toEqual([
      expect.objectContaining({ id, name: 'Laptop', madeFor: null, lastUsedAt: null, isSyncable: true }),
    ])
    for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b']) {
      const answered = await post(`/api/passkeys/${id}`, { name }, cookie)
      expect([answered.statusCode, answered.json().errors[0].pointer]).toEqual([422, '/name'])
    }
  })

  test('the last factor goes with both factors only, any other with the password', async () => {
    let cookie = cookieHeader(await login())
    const added = await addPasskey(cookie)
    cookie = withCookies(cookie, added)
    const { id, recoveryCodes } = added.json()
    const proof = { code: recoveryCodes[1] }
    const second = await addPasskey(cookie, 'Key', createSoftwareAuthenticator(), proof)
    cookie = withCookies(cookie, second)
    const removal = async (of: string, more: object = {}) => {
      const answer = await post(`/api/passkeys/${of}/removal`, { password, ...more }, cookie)
      cookie = withCookies(cookie, answer)
      return answer
    }
    expect((await removal(second.json().id)).statusCode).toBe(204)
    expect((await removal(id)).statusCode).toBe(422)
    expect(problemOf(await removal(id, { code: '000000' }))).toBe('people/wrong-code')
    expect(problemOf(await removal(id, { code: recoveryCodes[0], password: 'x' }))).toBe(
      'people/wrong-password',
    )
    const { options } = (await post('/api/passkeys/assertion', { for: 'proof' }, cookie)).json()
    expect((await removal(id, { passkey: key.get(options) })).statusCode).toBe(204)
    expect((await removal(id)).statusCode).toBe(404)
    expect((await login()).headers.location).toBe('/')
  })

  test('are added beside another factor with that factor only, or whoever has the password had both', async () => {
    const { cookie, recoveryCodes } = await withPasskey()
    const begin = (proof: object) => post('/api/passkeys/registration', { password, ...proof }, cookie)
    const bare = await begin({})
    expect([bare.statusCode, bare.json().errors[0].pointer]).toEqual([422, '/code'])
    expect(problemOf(await begin({ code: '000000' }))).toBe('people/wrong-code')
    expect((await begin({ code: recoveryCodes[0] })).statusCode).toBe(200)
    const { options } = (await post('/api/passkeys/assertion', { for: 'proof' }, cookie)).json()
    expect((await begin({ passkey: key.get(options) })).statusCode).toBe(200)
  })

  test('give the session another cookie when one is added or removed, and none when it is renamed', async () => {
    const { before, cookie, id, recoveryCodes } = await withPasskey()
    expect([await status(before), await status(cookie)]).toEqual([401, 200])
    const renamed = await post(`/api/passkeys/${id}`, { name: 'Laptop' }, cookie)
    expect([renamed.cookies, await status(cookie)]).toEqual([[], 200])
    const proof = { password, code: recoveryCodes[0] }
    const removed = await post(`/api/passkeys/${id}/removal`, proof, cookie)
    expect(removed.statusCode).toBe(204)
    expect([await status(cookie), await status(withCookies(cookie, removed))]).toEqual([401, 200])
  })

  test('guard the set-up of an authenticator app as well', async () => {
    const { cookie, recoveryCodes } = await withPasskey()
    const begin = (proof: object) => post('/api/second-factor/enrolment', { password, ...proof }, cookie)
    const bare = await begin({})
    expect([bare.statusCode, bare.json().errors[0].pointer]).toEqual([422, '/code'])
    expect((await begin({ code: recoveryCodes[0] })).statusCode).toBe(200)
  })

  test('stand in for a code where new recovery codes are made', async () => {
    const { cookie } = await withPasskey()
    const { options } = (await post('/api/passkeys/assertion', { for: 'proof' }, cookie)).json()
    const proof = { password, passkey: key.get(options) }
    const renewed = await post('/api/second-factor/recovery-codes', proof, cookie)
    expect(renewed.json().recoveryCodes).toHaveLength(8)
    expect((await post('/api/second-factor/recovery-codes', proof, cookie)).statusCode).toBe(422)
  })

  test('made for another address say so, and why there are none at this one', async () => {
    const { cookie, recoveryCodes } = await withPasskey()
    http.settings.publicAddress = 'http://192.0.2.1:8080'
    const view = await listed(cookie)
    expect(view).toMatchObject({ relyingParty: null, unavailable: 'ip-address' })
    expect(view.passkeys[0].madeFor).toBe('mail.example.org')
    const proof = { password, code: recoveryCodes[0] }
    const refused = await post('/api/passkeys/registration', proof, cookie)
    expect([refused.statusCode, problemOf(refused)]).toEqual([409, 'people/passkeys-ip-address'])
  })
})

describe('signing in', () => {
  beforeEach(async () => void (await addPasskey(cookieHeader(await login()))))

  test('by the passkey alone takes no second factor, and remembers on request', async () => {
    const signedIn = await answerChallenge('sign-in')
    expect(signedIn.statusCode).toBe(204)
    expect(await status(cookieHeader(signedIn))).toBe(200)
    expect(cookieHeader(signedIn)).not.toContain('plmail_remember')
    const remembered = await answerChallenge('sign-in', '', { remember: true, keepsMail: false })
    expect(cookieHeader(remembered)).toContain('plmail_remember')
    expect(cookieHeader(remembered)).toContain('plmail_keep=no')
  })

  test('by the password alone leads to the second factor, where a passkey is enough', async () => {
    const first = await login()
    expect(first.headers.location).toBe('/2fa')
    const half = cookieHeader(first)
    expect(await status(half)).toBe(401)
    const secondStep = await page('/2fa', half)
    expect(secondStep.body).toContain('data-passkey="second-factor"')
    expect(secondStep.headers['content-security-policy']).toMatch(
      /script-src 'sha256-[^']+'; connect-src 'self'/,
    )
    const signedIn = await answerChallenge('second-factor', half, { trust: true })
    expect(signedIn.statusCode).toBe(204)
    expect(await status(cookieHeader(signedIn))).toBe(200)
    const device = cookieHeader(signedIn)
      .split('; ')
      .find((cookie) => cookie.startsWith('plmail_device='))!
    expect((await login({}, device)).headers.location).toBe('/')
  })

  test('that is remembered comes back to the second factor, not past it', async () => {
    const remembered = cookieHeader(await answerChallenge('sign-in', '', { remember: true }))
    const remember = remembered.split('; ').find((cookie) => cookie.startsWith('plmail_remember='))!
    expect(await status(remember)).toBe(401)
    expect((await page('/login', remember)).headers.location).toBe('/2fa')
    expect((await answerChallenge('second-factor', remember)).statusCode).toBe(204)
  })

  test('is bound to the browser that was given the challenge', async () => {
    const begun = await post('/api/passkeys/assertion', { for: 'sign-in' })
    const cookie = begun.cookies.find(({ name }) => name === 'plmail_passkey')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/passkeys/assertion' })
    const passkey = key.get(begun.json().options)
    const body = { for: 'sign-in', passkey }
    const elsewhere = await post('/api/passkeys/assertion/answer', body)
    expect([elsewhere.statusCode, problemOf(elsewhere)]).toEqual([422, 'people/wrong-passkey'])
    expect(elsewhere.cookies).toEqual([])
    const foreign = await post('/api/passkeys/assertion/answer', body, cookieHeader(begun), {
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.statusCode).toBe(403)
  })

  test('gives a new secret in place of a session that the browser had', async () => {
    const planted = cookieHeader(await answerChallenge('sign-in'))
    const own = cookieHeader(await answerChallenge('sign-in', planted))
    expect(own).not.toBe(planted)
    expect(await status(planted)).toBe(401)
  })

  test('beside the password needs the password first', async () => {
    expect((await post('/api/passkeys/assertion', { for: 'second-factor' })).statusCode).toBe(401)
    expect((await post('/api/passkeys/assertion', { for: 'proof' })).statusCode).toBe(401)
    const half = cookieHeader(await login())
    expect((await post('/api/passkeys/assertion', { for: 'proof' }, half)).statusCode).toBe(401)
  })

  test('closes after five failures of either kind', async () => {
    const half = cookieHeader(await login())
    const stale = key.get(
      (await post('/api/passkeys/assertion', { for: 'second-factor' }, half)).json().options,
    )
    const body = { for: 'second-factor', passkey: { ...stale, id: 'AAAA', rawId: 'AAAA' } }
    for (let failure = 0; failure < 5; failure++)
      expect((await post('/api/passkeys/assertion/answer', body, half)).statusCode).toBe(422)
    const closed = await post('/api/passkeys/assertion/answer', body, half)
    expect([closed.statusCode, closed.headers['retry-after']]).toEqual([429, '900'])
    const { payload, headers } = form({ code: '000000' })
    const code = await http.app.inject({
      method: 'POST',
      url: '/2fa',
      payload,
      headers: { ...headers, ...ownPage, cookie: half },
    })
    expect(code.statusCode).toBe(429)
  })

  test.each([
    ['not at all', undefined],
    [
      'without a signature',
      { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: '' } },
    ],
    ['with a name that is none', { id: '<script>', rawId: 'x', type: 'public-key', response: {} }],
  ])('with a passkey that is sent %s is refused by its shape', async (_how, passkey) => {
    expect((await post('/api/passkeys/assertion/answer', { for: 'sign-in', passkey })).statusCode).toBe(422)
  })

  test('with what is no answer at all is wrong', async () => {
    const response = { clientDataJSON: 'bm8', authenticatorData: '', signature: '', userHandle: null }
    const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
    const answered = await post('/api/passkeys/assertion/answer', { for: 'sign-in', passkey })
    expect([answered.statusCode, problemOf(answered)]).toEqual([422, 'people/wrong-passkey'])
  })
})

describe('the sign-in page', () => {
  test('offers passkeys where they work, in the list of the address field too', async () => {
    const { body, headers } = await page('/login?next=%2Fmail')
    expect(body).toContain('autocomplete="username webauthn"')
    expect(body).toContain(`data-origin="${testOrigin}"`)
    expect(body).toContain('data-next="/mail"')
    expect(headers['content-security-policy']).toContain("connect-src 'self'")
  })

  test.each([undefined, 'http://192.0.2.1', 'http://mail.example.org'])(
    'has neither button nor script where they work nowhere (%s)',
    async (address) => {
      http.settings.publicAddress = address
      const { body, headers } = await page('/login')
      expect(body).not.toContain('passkey')
      expect(body).not.toContain('<script')
      expect(headers['content-security-policy']).not.toContain('script-src')
    },
  )

  test('takes the host of passkeys from the configuration, whatever a request says', async () => {
    const begun = await http.app.inject({
      method: 'POST',
      url: '/api/passkeys/assertion',
      payload: { for: 'sign-in' },
      headers: { ...ownPage, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(begun.json().options.rpId).toBe('mail.example.org')
  })
})

test('the page of codes says that no passkey works here, and takes recovery codes', async () => {
  await addPasskey(cookieHeader(await login()))
  http.settings.publicAddress = 'https://post.example.org'
  const half = cookieHeader(await login())
  const { body } = await page('/2fa', half)
  expect(body).toContain('None of your passkeys works at this address.')
  expect(body).toContain('Recovery code')
  expect(body).not.toContain('<script')
})

test('a passkey is one factor more beside an app', async () => {
  const cookie = cookieHeader(await login())
  const enrolled = await enrol(http.people, http.clock, user.id)
  const half = cookieHeader(await login())
  const { payload, headers } = form({ code: enrolled.recoveryCodes[0]! })
  const signedIn = await http.app.inject({
    method: 'POST',
    url: '/2fa',
    payload,
    headers: { ...headers, ...ownPage, cookie: half },
  })
  expect(await status(cookie)).toBe(401)
  const proof = { code: enrolled.recoveryCodes[1] }
  const added = await addPasskey(cookieHeader(signedIn), 'Phone', key, proof)
  expect(added.json().recoveryCodes).toEqual([])
})
