import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atConsentPage } from '../../../../server-testing/src/providers/at-consent-page.ts'
import {
  emulatedMicrosoft,
  type EmulatedMicrosoft,
  narrowTenant,
} from '../../../../server-testing/src/providers/microsoft/emulated-microsoft.ts'
import type { AuthorizationRequest, Grant, OAuthClient, OAuthProvider } from '../contract/grant.ts'
import { microsoftFailure } from './grant-failure.ts'
import { createMicrosoftOAuth } from './grant.ts'

const redirectUri = 'https://mail.example.org/oauth/provB/callback'
const [personal, company, guest, narrow] = [
  'ada@outlook.com',
  'bea@contoso.example',
  'cleo@fabrikam.example',
  'dora@narrow.example',
]

let emulated: EmulatedMicrosoft
let oauth: OAuthProvider
let client: OAuthClient
let called: string[]
beforeAll(async () => {
  emulated = await emulatedMicrosoft(redirectUri)
  client = emulated.client
  emulated.microsoft.addAccount(personal)
  emulated.microsoft.addAccount(company)
  emulated.microsoft.addAccount(guest, { hasEmailClaim: false })
  emulated.microsoft.addAccount(narrow, { tenant: narrowTenant })
  const { endpoints, world } = emulated
  oauth = createMicrosoftOAuth({
    endpoints,
    clock: world.clock,
    fetch: (url, init) => {
      called.push(`${init?.method ?? 'GET'} ${new URL(url).pathname}`)
      return fetch(url, init)
    },
  })
})
afterAll(() => emulated[Symbol.asyncDispose]())
beforeEach(() => {
  called = []
  emulated.world.faults.clear()
})

let journeys = 0
function journey(): AuthorizationRequest {
  const text = (what: string) => createHash('sha256').update(`${what} ${++journeys}`).digest('base64url')
  return { redirectUri, state: text('state'), nonce: text('nonce'), verifier: text('verifier') }
}

async function backFrom(request: AuthorizationRequest, email: string, as = client, decision = 'accept') {
  const url = new URL(await oauth.authorizationUrl(as, request))
  const form = Object.fromEntries(url.searchParams)
  const back = await atConsentPage(url.origin + url.pathname, { ...form, email, decision })
  return back.searchParams
}

async function exchanged(email: string, as = client, decision?: string) {
  const request = journey()
  return oauth.exchange(as, request, await backFrom(request, email, as, decision))
}

async function granted(email = personal, as = client): Promise<Grant> {
  const outcome = await exchanged(email, as)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

const toFailure = async (email: string, as?: OAuthClient, decision?: string) => {
  const outcome = await exchanged(email, as, decision)
  return outcome.ok ? undefined : outcome.failure
}
const refreshFailure = async (token: string | undefined, as = client) => {
  const outcome = await oauth.refresh(as, token ?? '')
  return outcome.ok ? undefined : outcome.failure
}

describe('the way to Microsoft', () => {
  test('asks for mail and calendars at once, in the query, below the tenant', async () => {
    const request = journey()
    const url = new URL(await oauth.authorizationUrl({ ...client, tenant: narrowTenant }, request))
    expect(url.pathname).toBe(`/${narrowTenant}/oauth2/v2.0/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      response_mode: 'query',
      scope:
        'offline_access openid email profile User.Read Mail.ReadWrite Mail.Send MailboxSettings.ReadWrite Calendars.ReadWrite',
      state: request.state,
      nonce: request.nonce,
      code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    const usual = new URL(await oauth.authorizationUrl(client, { ...request, loginHint: personal }))
    expect(usual.pathname).toBe('/common/oauth2/v2.0/authorize')
    expect(usual.searchParams.get('login_hint')).toBe(personal)
  })
})

describe('coming back', () => {
  test.each([personal, company])('brings tokens, scopes and who signed in: %s', async (email) => {
    const grant = await granted(email)
    expect(grant).toMatchObject({
      refreshToken: expect.any(String),
      identity: {
        subject: expect.any(String),
        tenant: expect.stringMatching(/^[\da-f-]{36}$/),
        address: email,
      },
    })
    expect(oauth.missing(grant.scopes)).toEqual([])
    const { subject, address } = grant.identity
    expect(await oauth.identify(grant.accessToken)).toMatchObject({ ok: true, value: { subject, address } })
  })

  test('asks for the address when the id token has none', async () => {
    expect((await granted(guest)).identity.address).toBe(guest)
    expect(called.some((one) => one.includes('/me'))).toBe(true)
  })

  test('takes accounts only of whom the tenant setting admits', async () => {
    const consumers = { ...client, tenant: 'consumers' }
    const organizations = { ...client, tenant: 'organizations' }
    expect((await granted(personal, consumers)).identity.address).toBe(personal)
    expect((await granted(company, organizations)).identity.address).toBe(company)
    expect(await toFailure(company, consumers)).toMatchObject({ kind: 'wrong-tenant', what: 'other-tenant' })
    expect(await toFailure(personal, organizations)).toMatchObject({ kind: 'wrong-tenant' })
  })

  test('says that a registration is for one organisation only (AADSTS50194)', async () => {
    const { narrowClient } = emulated
    expect(await toFailure(narrow, narrowClient)).toEqual({
      kind: 'wrong-tenant',
      what: 'single-tenant',
      said: expect.stringMatching(/^AADSTS50194: (?!.*Trace ID)/),
    })
    expect((await granted(narrow, { ...narrowClient, tenant: narrowTenant })).identity.address).toBe(narrow)
  })

  test('tells who cancelled from who may not consent', async () => {
    expect(await toFailure(personal, client, 'cancel')).toEqual({ kind: 'declined' })
    emulated.microsoft.addAccount('eve@walled.example', { needsAdminConsent: true })
    expect(await toFailure('eve@walled.example', client, 'return')).toMatchObject({
      kind: 'consent-needed',
      from: 'administrator',
    })
    emulated.microsoft.addAccount('finn@guarded.example')
    emulated.microsoft.grants.require('finn@guarded.example', 'conditional-access')
    expect(await toFailure('finn@guarded.example')).toMatchObject({
      kind: 'consent-needed',
      from: 'administrator',
    })
  })

  test('with another nonce, a used code or another verifier is refused', async () => {
    const request = journey()
    const answer = await backFrom(request, personal)
    const again = () => new URLSearchParams(answer)
    expect(await oauth.exchange(client, { ...request, verifier: journey().verifier }, again())).toMatchObject(
      {
        ok: false,
      },
    )
    expect(await oauth.exchange(client, { ...request, nonce: 'another' }, again())).toMatchObject({
      failure: { kind: 'refused' },
    })
    expect(await oauth.exchange(client, request, again())).toMatchObject({
      failure: { kind: 'expired-grant', why: 'dead' },
    })
  })

  test('with an id token that another tenant might have issued is refused', async () => {
    const signed = (claims: object) =>
      `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`
    const now = Math.floor(emulated.world.clock.now().getTime() / 1000)
    const tid = narrowTenant
    const request = journey()
    const usual = {
      iss: `${emulated.endpoints.login}/${tid}/v2.0`,
      aud: client.id,
      tid,
      oid: 'x',
      sub: 's',
      email: 'x@narrow.example',
      nonce: request.nonce,
      iat: now,
      exp: now + 3600,
    }
    const outcome = async (claims: object) => {
      emulated.world.faults.arm({
        operation: 'microsoft.token',
        times: 1,
        fault: {
          kind: 'status',
          status: 200,
          body: { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: signed(claims) },
        },
      })
      const answer = new URLSearchParams({ code: 'x', state: request.state })
      return (await oauth.exchange(client, request, answer)).ok
    }
    expect(await outcome(usual)).toBe(true)
    const bad = [
      { iss: `${emulated.endpoints.login}/common/v2.0` },
      { iss: 'https://evil.example/v2.0' },
      { aud: 'another' },
      { exp: now - 3600 },
      { tid: '../common' },
      { tid: undefined },
      { oid: undefined },
      { nonce: undefined },
    ]
    for (const one of bad) expect([one, await outcome({ ...usual, ...one })]).toEqual([one, false])
  })
})

describe('refreshing', () => {
  test('brings a new refresh token each time', async () => {
    const grant = await granted()
    const refreshed = await oauth.refresh(client, grant.refreshToken ?? '')
    expect(refreshed).toMatchObject({ ok: true, value: { refreshToken: expect.any(String) } })
    if (!refreshed.ok) return
    expect(refreshed.value.refreshToken).not.toBe(grant.refreshToken)
    expect(oauth.missing(refreshed.value.scopes)).toEqual([])
  })

  test('tells apart why a grant does not work any more', async () => {
    const { grants } = emulated.microsoft
    const one = 'gus@outlook.com'
    emulated.microsoft.addAccount(one)
    const token = async () => (await granted(one)).refreshToken
    const [factor, blocked, unticked, old, expired, revoked] = [
      await token(),
      await token(),
      await token(),
      await token(),
      await token(),
      await token(),
    ]
    grants.require(one, 'mfa')
    expect(await refreshFailure(factor)).toMatchObject({ kind: 'expired-grant', why: 'second-factor' })
    grants.require(one, 'conditional-access')
    expect(await refreshFailure(blocked)).toMatchObject({ kind: 'consent-needed', from: 'administrator' })
    grants.require(one, 'disabled')
    expect(await refreshFailure(blocked)).toMatchObject({ kind: 'consent-needed', from: 'administrator' })
    grants.require(one, undefined)
    grants.untick(one, 'Calendars.ReadWrite')
    expect(await refreshFailure(unticked)).toMatchObject({ kind: 'consent-needed', from: 'user' })
    grants.changePassword(one)
    expect(await refreshFailure(old)).toMatchObject({ kind: 'expired-grant', why: 'dead' })
    grants.expire(one)
    expect(await refreshFailure(expired)).toMatchObject({ kind: 'expired-grant', why: 'dead' })
    grants.revoke(one)
    expect(await refreshFailure(revoked)).toMatchObject({ kind: 'expired-grant', why: 'dead' })
  })

  test('never calls a wrong registration a dead grant', async () => {
    const { refreshToken } = await granted()
    expect(await refreshFailure(refreshToken, { ...client, secret: 'x' })).toMatchObject({
      kind: 'wrong-client',
      what: 'secret',
    })
    emulated.microsoft.grants.expireSecret(client.id, true)
    expect(await refreshFailure(refreshToken)).toMatchObject({ kind: 'wrong-client', what: 'secret-expired' })
    emulated.microsoft.grants.expireSecret(client.id, false)
    const unknown = { ...client, id: '6f1d2a34-0000-4000-8000-0000000000ff' }
    expect(await refreshFailure(refreshToken, unknown)).toMatchObject({ kind: 'wrong-client', what: 'id' })
  })

  test.each([
    ['a server in trouble', { kind: 'status', status: 503 }],
    ['a gateway’s page', { kind: 'html' }],
    ['a connection that breaks', { kind: 'reset', when: 'before' }],
    ['half an answer', { kind: 'truncate' }],
  ] as const)('calls %s unreachable', async (_name, fault) => {
    const { refreshToken } = await granted()
    emulated.world.faults.arm({ operation: 'microsoft.token', times: 1, fault })
    expect(await refreshFailure(refreshToken)).toMatchObject({ kind: 'unreachable' })
  })
})

test('there is no address to hand a permission back at', async () => {
  expect(await oauth.revoke(client, 'token')).toBe('not-offered')
  expect(called).toEqual([])
})

test('a trial of the registration finds what is right and what is wrong', async () => {
  expect(await oauth.tryClient(client, redirectUri)).toEqual({
    client: true,
    redirectUri: undefined,
    failure: undefined,
  })
  expect(await oauth.tryClient({ ...client, secret: 'x' }, redirectUri)).toMatchObject({
    client: false,
    failure: { kind: 'wrong-client', what: 'secret' },
  })
  expect(await oauth.tryClient(emulated.narrowClient, redirectUri)).toMatchObject({
    client: false,
    failure: { kind: 'wrong-tenant', what: 'single-tenant' },
  })
  expect(await oauth.tryClient(client, `${redirectUri}/`)).toMatchObject({ client: true, redirectUri: false })
})

test('permissions are compared by their last segment, whatever their case', () => {
  const scopes = ['https://graph.microsoft.com/mail.readwrite', 'Mail.Send', 'openid', 'Files.ReadWrite']
  expect(oauth.missing(scopes)).toEqual(['categories', 'calendars'])
})

test.each([
  [50011, 'invalid_request', 'wrong-client'],
  [50105, 'invalid_grant', 'consent-needed'],
  [90002, 'invalid_request', 'wrong-tenant'],
  [700082, 'invalid_grant', 'expired-grant'],
  [28000, 'invalid_scope', 'refused'],
  [999999, 'invalid_grant', 'expired-grant'],
  [999999, 'interaction_required', 'expired-grant'],
  [999999, 'something_new', 'refused'],
])('AADSTS%d with %s is understood as %s', (number, error, kind) => {
  const error_description = `AADSTS${number}: Words. Trace ID: x Correlation ID: y Timestamp: z`
  const body = { error, error_description, error_subtype: '', suberror: '' }
  expect(microsoftFailure({ ...body, error_codes: [number] })).toMatchObject({ kind })
  expect(microsoftFailure({ ...body, error_codes: [] })).toMatchObject({
    kind,
    said: `AADSTS${number}: Words.`,
  })
})
