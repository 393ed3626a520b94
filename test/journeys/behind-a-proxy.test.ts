import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import type { Answer } from '../../packages/server-testing/src/http/exchange.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type ReverseProxy, startReverseProxy } from '../fixtures/reverse-proxy.ts'
import { type Visitor, createVisitor } from '../../packages/server-testing/src/http/visitor.ts'

/**
 * Two proxies stand before one server and say the same of their visitors; the server believes one of them. No public
 * address is set, so whatever names one has it from what a proxy said.
 */
const [listed, unlisted] = ['127.0.0.10', '127.0.0.20']
const failuresOfOneAddress = 25

let plmail: PlMail
let trusted: ReverseProxy
let untrusted: ReverseProxy

beforeAll(async () => {
  plmail = await startPlMail({ variables: { TRUSTED_PROXIES: listed } })
  trusted = await startReverseProxy({ target: plmail.address, from: listed })
  untrusted = await startReverseProxy({ target: plmail.address, from: unlisted })
})
beforeEach(() => tellAtFailure(() => [plmail]))
afterAll(async () => {
  await trusted?.[Symbol.asyncDispose]()
  await untrusted?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
})

/** Somebody at another address of this machine, on the other side of a proxy. */
const getVisitor = ({ address, certificate }: ReverseProxy, localAddress = '127.0.0.1'): Visitor =>
  createVisitor(address, { ca: certificate.cert, localAddress })

const securities = ({ headers }: Answer): Array<[name: string, isSecure: boolean]> =>
  (headers['set-cookie'] ?? [])
    .filter((cookie) => !/^[^=]+=;/.test(cookie))
    .map((cookie) => [cookie.split('=', 1)[0] ?? '', /; Secure\b/.test(cookie)])

const session = async (visitor: Visitor): Promise<Record<string, string>> => {
  const { token } = await visitor.api<{ token: string }>('POST', '/api/session/token')
  const answer = await visitor.request('GET', '/jmap/session', {
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.json()
}

describe('behind a proxy that is listed', () => {
  let visitor: Visitor
  beforeAll(() => {
    visitor = getVisitor(trusted)
  })

  test('the set-up page offers the address of the browser and asks for the code in the log', async () => {
    const { headers } = await visitor.request('GET', '/')
    expect(new URL(headers.location ?? '', trusted.address).href).toBe(`${trusted.address}/install`)
    expect((await visitor.request('GET', '/install')).text).toContain(`value="${trusted.address}"`)
    const refused = await visitor.install({ publicUrl: '' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('not the code')])
  })

  test('signing in sends cookies that travel over https only, and stays at the address of the browser', async () => {
    const setupCode = /asks for this code: (\S+)/.exec(plmail.log())?.[1] ?? ''
    const installed = await visitor.install({ publicUrl: '', setupCode })
    expect([installed.status, installed.headers.location]).toEqual([303, '/'])
    expect(securities(installed)).toEqual([['plmail_session', true]])
    const again = await getVisitor(trusted).signIn()
    expect(new URL(again.headers.location ?? '', trusted.address).origin).toBe(trusted.address)
    expect(securities(again)).toEqual([['plmail_session', true]])
  })

  test('the addresses of the JMAP session are those of the browser, and they answer', async () => {
    const { apiUrl, downloadUrl, uploadUrl, eventSourceUrl } = await session(visitor)
    for (const url of [apiUrl, downloadUrl, uploadUrl, eventSourceUrl])
      expect(new URL(url ?? '').origin).toBe(trusted.address)
    expect(await visitor.call('Core/echo', { hello: true })).toEqual({ hello: true })
  })

  test('the live stream comes through as it is written', async () => {
    using stream = await visitor.listen()
    expect(await stream.first(({ event }) => event === 'state', 30_000)).toBeDefined()
  })

  test('a browser may change things only from a page at the address it uses', async () => {
    const from = (origin: string) =>
      visitor.request('POST', '/api/session/hub', { headers: { 'sec-fetch-site': 'cross-site', origin } })
    expect((await from(trusted.address)).status).toBe(204)
    expect((await from('https://elsewhere.example')).status).toBe(403)
  })

  test('the sign-in limit counts each visitor, and none can claim to be another', async () => {
    const [guesser, bystander] = [getVisitor(trusted, '127.0.0.31'), getVisitor(trusted, '127.0.0.32')]
    for (let n = 0; n < failuresOfOneAddress; n++) expect(await guess(guesser, `a${n}`)).toBe(422)
    expect(await guess(guesser, 'last')).toBe(429)
    expect(await guess(guesser, 'claimed', '203.0.113.9')).toBe(429)
    expect(await guess(bystander, 'bystander')).toBe(422)
  })
})

describe('behind a proxy that is not listed', () => {
  test('the scheme it tells is not believed', async () => {
    const visitor = getVisitor(untrusted)
    expect(securities(await visitor.signIn())).toEqual([['plmail_session', false]])
    expect(new URL((await session(visitor))['apiUrl'] ?? '').protocol).toBe('http:')
  })

  test('all of its visitors are one to the sign-in limit', async () => {
    const visitors = ['127.0.0.41', '127.0.0.42'].map((address) => getVisitor(untrusted, address))
    for (let n = 0; n < failuresOfOneAddress; n++) expect(await guess(visitors[n % 2]!, `b${n}`)).toBe(422)
    for (const visitor of visitors) expect(await guess(visitor, 'last')).toBe(429)
    expect(await guess(getVisitor(untrusted, '127.0.0.43'), 'third', '203.0.113.10')).toBe(429)
  })
})

/** A failed sign-in under an address of nobody; answers the status. */
async function guess(visitor: Visitor, name: string, claimed?: string): Promise<number> {
  const form = { email: `${name}@nobody.example`, password: 'a wrong password' }
  const headers = claimed === undefined ? undefined : { 'x-forwarded-for': claimed }
  return (await visitor.request('POST', '/login', { form, ...(headers && { headers }) })).status
}
