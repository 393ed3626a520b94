import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { exchange } from '../../packages/server-testing/src/http/exchange.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type Visitor, administrator } from '../../packages/server-testing/src/http/visitor.ts'

/** How somebody comes in, by the form or with a program, and how every way out closes what was open. */
let plmail: PlMail
let ada: Visitor

beforeAll(async () => {
  plmail = await startPlMail()
  ada = plmail.visitor()
  await ada.install()
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(() => plmail?.[Symbol.asyncDispose]())

const session = (who: Visitor, authorization: string) =>
  who.request('GET', '/jmap/session', { headers: { authorization } })
const getToken = async (who: Visitor) =>
  `Bearer ${(await who.api<{ token: string }>('POST', '/api/session/token')).token}`

describe('the form', () => {
  const asPage = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

  test('is where a browser without a session ends, whatever page it asked for', async () => {
    const answer = await plmail.visitor().request('GET', '/mail/inbox', { headers: asPage })
    expect([answer.status, answer.headers.location]).toEqual([303, '/login?next=%2Fmail%2Finbox'])
    const form = await plmail.visitor().request('GET', '/login', { headers: asPage })
    expect(form.text).toMatch(/<form[^>]*method="post"/)
    expect(form.text).not.toContain('<script')
  })

  test('says the same of a wrong password and of an unknown user', async () => {
    const [wrong, unknown] = await Promise.all([
      plmail.visitor().signIn(administrator.email, 'not the password'),
      plmail.visitor().signIn('nobody@plmail.example', administrator.password),
    ])
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    const withoutAddress = (text: string) => text.replaceAll(/[\w.]+@plmail\.example/g, '')
    expect(withoutAddress(wrong.text)).toBe(withoutAddress(unknown.text))
  })

  test('cannot be sent by another site', async () => {
    const { email, password } = administrator
    const answer = await plmail
      .visitor()
      .request('POST', '/login', { form: { email, password }, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('opens a session and leads to the page that was asked for, on this server only', async () => {
    const { email, password } = administrator
    for (const [next, place] of [
      ['/mail/inbox', '/mail/inbox'],
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
    ] as const) {
      const who = plmail.visitor()
      const path = `/login?next=${encodeURIComponent(next)}`
      const answer = await who.request('POST', path, { form: { email, password, next } })
      expect([answer.status, answer.headers.location]).toEqual([303, place])
      expect(await who.api('GET', '/api/session')).toMatchObject({ user: { email } })
    }
  })
})

test('the web client gets a token for JMAP that ends with its session', async () => {
  const who = plmail.visitor()
  await who.signIn()
  const token = await getToken(who)
  expect((await session(who, token)).status).toBe(200)
  await who.request('POST', '/logout')
  expect((await session(who, token)).status).toBe(401)
  expect((await who.request('GET', '/api/session')).status).toBe(401)
})

test('a mail program comes in with an app password, until it is revoked', async () => {
  const appPassword = await ada.api<{ id: string; secret: string }>('POST', '/api/app-passwords', {
    name: 'Phone',
    password: administrator.password,
  })
  const basic = `Basic ${Buffer.from(`${administrator.email}:${appPassword.secret}`).toString('base64')}`
  const stranger = plmail.visitor()
  for (const authorization of [basic, `Bearer ${appPassword.secret}`])
    expect((await session(stranger, authorization)).json()).toMatchObject({ username: administrator.email })
  await ada.api('DELETE', `/api/app-passwords/${appPassword.id}`)
  for (const authorization of [basic, `Bearer ${appPassword.secret}`]) {
    const refused = await exchange(plmail.address, '/jmap/session', { headers: { authorization } })
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="plMail", charset="UTF-8"',
    ])
  }
})

test('signing out everywhere ends every session and its token, here and elsewhere', async () => {
  const elsewhere = plmail.visitor()
  await elsewhere.signIn()
  const tokens = [await getToken(ada), await getToken(elsewhere)]
  await ada.api('POST', '/api/session/sign-out-everywhere')
  for (const who of [ada, elsewhere]) expect((await who.request('GET', '/api/session')).status).toBe(401)
  for (const token of tokens) expect((await session(elsewhere, token)).status).toBe(401)
  expect((await ada.signIn()).headers.location).toBe('/')
})
