import type { DevicePaired, OfferedPairingView, PairingView } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada, bob } from '../../../../server-testing/src/people/test-people.ts'
import {
  cookieHeader,
  ownPage,
  type TestInstallation,
  testInstallation,
} from '../../../../server-testing/src/http/test-http.ts'

let installation: TestInstallation
let cookie: string
beforeEach(async () => {
  installation = await testInstallation()
  installation.http.settings.publicAddress = 'https://mail.example.org'
  cookie = cookieHeader(await installation.login())
})
afterEach(() => installation[Symbol.asyncDispose]())

const asAda = () => ({ ...ownPage, cookie })
const ask = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object | string,
  headers: Record<string, string> = asAda(),
) => installation.http.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
const offer = (payload: object = { password: ada.password }) => ask('POST', '/api/pairings', payload)
const offered = async (payload?: object) => (await offer(payload)).json<OfferedPairingView>()
/** As a device does: without cookies, and without what browsers say of themselves. */
const pair = (payload: object | string, headers = {}) => ask('POST', '/device/pair', payload, headers)
const codeOf = ({ uri }: OfferedPairingView) => new URL(uri).searchParams.get('code') ?? ''
const state = async (id: string) => (await ask('GET', `/api/pairings/${id}`)).json<PairingView>()

describe('the page that connects a device', () => {
  test('gets an address with origin and code, drawn as a QR code, for two minutes', async () => {
    const answer = await offer()
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    const { uri, picture, expiresInSeconds, id } = answer.json<OfferedPairingView>()
    expect(uri).toMatch(/^plmail:\/\/pair\?host=https:\/\/mail\.example\.org&code=[A-Za-z0-9_-]{43}$/)
    expect(new URL(uri).searchParams.get('host')).toBe('https://mail.example.org')
    expect([picture.startsWith('<svg '), expiresInSeconds]).toEqual([true, 120])
    expect(await state(id)).toEqual({ appPassword: null })
  })

  test('learns what the device got, and what it may do', async () => {
    const shown = await offered({ password: ada.password, scope: 'mail' })
    const answer = await pair({ code: codeOf(shown), deviceName: 'Pixel 9' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json<DevicePaired>()).toEqual({
      secret: expect.stringMatching(/^app_[0-9a-f]{64}$/),
      username: ada.email,
      sessionUrl: 'https://mail.example.org/jmap/session',
    })
    expect(await state(shown.id)).toMatchObject({ appPassword: { name: 'Pixel 9', scope: 'mail' } })
  })

  test('withdraws its code when it is closed', async () => {
    const shown = await offered()
    expect((await ask('DELETE', `/api/pairings/${shown.id}`)).statusCode).toBe(204)
    expect((await ask('DELETE', `/api/pairings/${shown.id}`)).statusCode).toBe(404)
    expect((await ask('GET', `/api/pairings/${shown.id}`)).statusCode).toBe(404)
    expect((await pair({ code: codeOf(shown) })).statusCode).toBe(404)
  })

  test.each([
    [{ password: 'not the password' }, '/password'],
    [{}, '/password'],
    [{ password: ada.password, scope: 'write' }, '/scope'],
  ])('is refused a code for %j', async (payload, pointer) => {
    const answer = await offer(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ errors: Array<{ pointer: string }> }>().errors[0]?.pointer).toBe(pointer)
  })

  test('needs a session, and changes a page of ours', async () => {
    const { id } = await offered()
    const attempts = [
      ['POST', '/api/pairings'],
      ['GET', `/api/pairings/${id}`],
      ['DELETE', `/api/pairings/${id}`],
    ] as const
    for (const [method, url] of attempts)
      expect((await ask(method, url, method === 'POST' ? {} : undefined, ownPage)).statusCode).toBe(401)
    const foreign = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await ask('POST', '/api/pairings', { password: ada.password }, foreign)).statusCode).toBe(403)
    expect((await ask('DELETE', `/api/pairings/${id}`, undefined, foreign)).statusCode).toBe(403)
  })

  test('knows nothing of another user’s code', async () => {
    const { id } = await offered()
    await installation.http.people.users.create(bob, { isAdmin: false })
    const asBob = { ...ownPage, cookie: cookieHeader(await installation.login(bob)) }
    expect((await ask('GET', `/api/pairings/${id}`, undefined, asBob)).statusCode).toBe(404)
    expect((await ask('DELETE', `/api/pairings/${id}`, undefined, asBob)).statusCode).toBe(404)
    expect(await state(id)).toEqual({ appPassword: null })
  })
})

describe('POST /device/pair', () => {
  test('answers an unknown, a used and an expired code with the same 404', async () => {
    const used = codeOf(await offered())
    await pair({ code: used })
    const expired = codeOf(await offered())
    installation.http.clock.advance(120_000)
    const answers = await Promise.all(
      ['A'.repeat(43), used, expired].map(async (code) => {
        const { statusCode, headers, body } = await pair({ code })
        return [statusCode, headers['content-type'], body.replaceAll(/[0-9a-f]{12}/g, 'reference')]
      }),
    )
    expect(answers[0]).toEqual([404, 'application/problem+json', expect.stringContaining('pairing-over')])
    expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]])
  })

  test.each([
    ['no body', ''],
    ['no JSON', '{'],
    ['a list', []],
    ['no code', { deviceName: 'Pixel' }],
    ['a number', { code: 7 }],
    ['a short code', { code: 'A'.repeat(42) }],
    ['a code with a line break', { code: `${'A'.repeat(43)}\n` }],
    ['a long name', { code: 'A'.repeat(43), deviceName: 'x'.repeat(101) }],
    ['a name that turns text around', { code: 'A'.repeat(43), deviceName: 'a\u202eb' }],
    ['a name that is none', { code: 'A'.repeat(43), deviceName: 7 }],
  ])('answers %s with 400', async (_what, payload) => {
    expect((await pair(payload, { 'content-type': 'application/json' })).statusCode).toBe(400)
  })

  test('takes a name of a hundred characters of any kind', async () => {
    const shown = await offered()
    const deviceName = '📱'.repeat(100)
    expect((await pair({ code: codeOf(shown), deviceName })).statusCode).toBe(200)
    expect(await state(shown.id)).toMatchObject({ appPassword: { name: deviceName } })
  })

  test('reads no more than a small body of JSON', async () => {
    const type = { 'content-type': 'application/json' }
    expect((await pair(`{"code":"${'A'.repeat(5000)}"}`, type)).statusCode).toBe(413)
    for (const contentType of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ])
      expect((await pair(`code=${'A'.repeat(43)}`, { 'content-type': contentType })).statusCode).toBe(415)
    expect((await ask('GET', '/device/pair')).statusCode).toBe(405)
  })

  test('tells an address that guessed too often when to come back, whatever it sends then', async () => {
    const code = codeOf(await offered())
    for (let n = 0; n < 25; n += 1) await pair({ code: String(n).padStart(43, 'A') })
    const answer = await pair({ code })
    expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([429, 15 * 60])
  })

  test('gives no other site’s page anything, and browsers no cookie', async () => {
    const shown = await offered()
    const preflight = await installation.http.app.inject({
      method: 'OPTIONS',
      url: '/device/pair',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    const answer = await pair(
      { code: codeOf(shown) },
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie },
    )
    expect(preflight.statusCode).toBe(405)
    for (const { headers } of [preflight, answer])
      expect(Object.keys(headers).filter((name) => /^(access-control-|set-cookie)/.test(name))).toEqual([])
  })
})
