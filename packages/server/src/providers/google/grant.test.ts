import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atConsentPage } from '../../../../server-testing/src/providers/at-consent-page.ts'
import {
  emulatedGoogle,
  type EmulatedGoogle,
} from '../../../../server-testing/src/providers/google/emulated-google.ts'
import type { AuthorizationRequest, Grant, OAuthProvider } from '../contract/grant.ts'
import { googleFailure } from './grant-failure.ts'
import { createGoogleOAuth } from './grant.ts'

const redirectUri = 'https://mail.example.org/oauth/provA/callback'
const ada = 'ada@example.org'
const day = 86_400_000

let emulated: EmulatedGoogle
let oauth: OAuthProvider
let called: string[]
beforeAll(async () => {
  emulated = await emulatedGoogle(redirectUri)
  emulated.google.addAccount(ada)
  emulated.google.addAccount('bea@example.org')
  const { endpoints, world } = emulated
  const counted: typeof fetch = (input, init) => {
    called.push(new URL(String(input)).pathname)
    return fetch(input, init)
  }
  oauth = createGoogleOAuth({ endpoints, clock: world.clock, fetch: (url, init) => counted(url, init) })
})
afterAll(() => emulated[Symbol.asyncDispose]())
beforeEach(() => {
  called = []
  emulated.world.faults.clear()
})

let journeys = 0
function journey(more: Partial<AuthorizationRequest> = {}): AuthorizationRequest {
  const text = (what: string) => createHash('sha256').update(`${what} ${++journeys}`).digest('base64url')
  return { redirectUri, state: text('state'), nonce: text('nonce'), verifier: text('verifier'), ...more }
}

/** Goes to Google and back. */
async function answerTo(request: AuthorizationRequest, form: Record<string, string | string[]> = {}) {
  const url = await oauth.authorizationUrl(emulated.client, request)
  const back = await atConsentPage(url, { account: ada, decision: 'allow', ...form })
  return back.searchParams
}

async function granted(form: Record<string, string | string[]> = {}): Promise<Grant> {
  const request = journey()
  const outcome = await oauth.exchange(emulated.client, request, await answerTo(request, form))
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

const fetchRefreshToken = async () => (await granted()).refreshToken ?? ''
const fault = (body: object, status = 400) =>
  emulated.world.faults.arm({
    operation: 'google.token',
    times: 1,
    fault: { kind: 'status', status, body },
  })

describe('the way to Google', () => {
  test('asks for mail and calendars at once, offline, with consent, PKCE, state and nonce', async () => {
    const request = journey({ loginHint: ada })
    const url = new URL(await oauth.authorizationUrl(emulated.client, request))
    expect(url.href.startsWith(`${emulated.endpoints.authorize}?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: emulated.client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'https://mail.google.com/ https://www.googleapis.com/auth/calendar openid email',
      state: request.state,
      nonce: request.nonce,
      code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
      login_hint: ada,
    })
  })
})

describe('coming back', () => {
  test('brings tokens, what was granted, and whose mailbox it is', async () => {
    const grant = await granted()
    expect(grant).toMatchObject({
      refreshToken: expect.any(String),
      identity: { subject: expect.stringMatching(/^\d{21}$/), address: ada },
    })
    expect(grant.expiresAt).toEqual(new Date(emulated.world.clock.now().getTime() + 3599_000))
    expect(oauth.missing(grant.scopes)).toEqual([])
    expect(await oauth.identify(grant.accessToken)).toEqual({ ok: true, value: grant.identity })
  })

  test('names the box that was left unticked', async () => {
    const grant = await granted({ boxes: 'shown', scope: 'https://mail.google.com/' })
    expect(oauth.missing(grant.scopes)).toEqual(['calendars'])
    const otherGrant = await granted({ boxes: 'shown', scope: 'https://www.googleapis.com/auth/calendar' })
    expect(oauth.missing(otherGrant.scopes)).toEqual(['mail'])
  })

  test('tells when the grant of an app in testing will end', async () => {
    emulated.google.setTesting(emulated.client.id, true)
    const { endsAt } = await granted()
    emulated.google.setTesting(emulated.client.id, false)
    expect(endsAt).toEqual(new Date(emulated.world.clock.now().getTime() + 7 * day - 1000))
    expect((await granted()).endsAt).toBeUndefined()
  })

  test('is told from a person who cancelled', async () => {
    const request = journey()
    const answer = await answerTo(request, { decision: 'cancel' })
    expect(await oauth.exchange(emulated.client, request, answer)).toEqual({
      ok: false,
      failure: { kind: 'declined' },
    })
    expect(called).toEqual([])
  })

  test('with another state, a repeated parameter or no code never reaches the token endpoint', async () => {
    const request = journey()
    const answer = await answerTo(request)
    const bad = [
      new URLSearchParams([...answer].filter(([name]) => name !== 'state')),
      new URLSearchParams([...answer, ['state', request.state]]),
      new URLSearchParams([...answer, ['code', 'another']]),
      new URLSearchParams({ state: request.state }),
      new URLSearchParams({ state: 'another', code: answer.get('code') ?? '' }),
      new URLSearchParams([...answer, ['iss', 'https://elsewhere.example']]),
    ]
    for (const uRLSearchParams of bad) {
      const outcome = await oauth.exchange(emulated.client, request, uRLSearchParams)
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'refused' } })
    }
    expect(called).toEqual([])
  })

  test('with a used code, another verifier or another nonce is refused', async () => {
    const request = journey()
    const answer = await answerTo(request)
    const wrongVerifier = await oauth.exchange(
      emulated.client,
      { ...request, verifier: journey().verifier },
      answer,
    )
    expect(wrongVerifier).toMatchObject({ ok: false, failure: { kind: 'expired-grant' } })
    expect(await oauth.exchange(emulated.client, request, answer)).toMatchObject({
      ok: false,
      failure: { kind: 'expired-grant', said: 'Malformed auth code.' },
    })
    const second = journey()
    const wrongNonce = await oauth.exchange(
      emulated.client,
      { ...second, nonce: 'another' },
      await answerTo(second),
    )
    expect(wrongNonce).toMatchObject({ ok: false, failure: { kind: 'refused' } })
  })
})

describe('refreshing', () => {
  test('brings a new access token, keeps the refresh token and tells the scopes', async () => {
    const grant = await granted()
    const refreshed = await oauth.refresh(emulated.client, grant.refreshToken ?? '')
    expect(refreshed).toMatchObject({ ok: true, value: { accessToken: expect.any(String) } })
    if (!refreshed.ok) return
    expect(refreshed.value.accessToken).not.toBe(grant.accessToken)
    expect(refreshed.value.refreshToken).toBeUndefined()
    expect(oauth.missing(refreshed.value.scopes)).toEqual([])
  })

  test('takes over a refresh token should Google ever send one', async () => {
    const token = await fetchRefreshToken()
    fault({ access_token: 'a', token_type: 'Bearer', expires_in: 60, refresh_token: 'new', scope: 'x' }, 200)
    expect(await oauth.refresh(emulated.client, token)).toMatchObject({
      ok: true,
      value: { refreshToken: 'new', scopes: ['x'] },
    })
  })

  test('tells a dead grant from a session that a company’s rule has ended', async () => {
    const token = await fetchRefreshToken()
    emulated.google.grants.askForSignIn(ada)
    expect(await oauth.refresh(emulated.client, token)).toMatchObject({
      failure: { kind: 'expired-grant', why: 'session-policy' },
    })
    emulated.google.grants.revoke(ada)
    expect(await oauth.refresh(emulated.client, token)).toEqual({
      ok: false,
      failure: { kind: 'expired-grant', why: 'dead', said: 'Token has been expired or revoked.' },
    })
    expect(await oauth.refresh(emulated.client, 'never was one')).toMatchObject({
      failure: { kind: 'expired-grant', why: 'dead' },
    })
  })

  test('never calls a wrong registration a dead grant', async () => {
    const token = await fetchRefreshToken()
    const wrong = await oauth.refresh({ ...emulated.client, secret: 'wrong' }, token)
    expect(wrong).toMatchObject({ failure: { kind: 'wrong-client', what: 'secret' } })
    const unknown = await oauth.refresh({ ...emulated.client, id: 'unknown' }, token)
    expect(unknown).toMatchObject({ failure: { kind: 'wrong-client', what: 'id' } })
  })

  test.each([
    ['a server in trouble', { kind: 'status', status: 503, body: { error: 'backendError' } }],
    ['a gateway’s page', { kind: 'html' }],
    ['half an answer', { kind: 'truncate' }],
    ['a connection that breaks', { kind: 'reset', when: 'before' }],
  ] as const)('calls %s unreachable', async (_name, kind) => {
    const token = await fetchRefreshToken()
    emulated.world.faults.arm({ operation: 'google.token', times: 1, fault: kind })
    expect(await oauth.refresh(emulated.client, token)).toMatchObject({ failure: { kind: 'unreachable' } })
    expect(await oauth.refresh(emulated.client, token)).toMatchObject({ ok: true })
  })

  test('waits as long as it is told, an hour at most', async () => {
    const token = await fetchRefreshToken()
    const now = emulated.world.clock.now().getTime()
    const waits: Array<[string | undefined, number]> = [
      ['120', 120_000],
      ['999999', 3_600_000],
      ['0', 1000],
      ['soon', 60_000],
      [undefined, 60_000],
    ]
    for (const [header, wait] of waits) {
      emulated.world.faults.arm({
        operation: 'google.token',
        times: 1,
        fault: { kind: 'status', status: 429, ...(header && { headers: { 'retry-after': header } }) },
      })
      expect(await oauth.refresh(emulated.client, token)).toEqual({
        ok: false,
        failure: { kind: 'throttled', until: new Date(now + wait) },
      })
    }
  })

  test('does not believe an answer that lacks the token', async () => {
    const token = await fetchRefreshToken()
    fault({ token_type: 'Bearer' }, 200)
    expect(await oauth.refresh(emulated.client, token)).toMatchObject({ failure: { kind: 'refused' } })
    fault({ error: 'invalid_request', error_description: 'Missing\nparameter' })
    expect(await oauth.refresh(emulated.client, token)).toEqual({
      ok: false,
      failure: { kind: 'refused', said: 'Missing parameter' },
    })
  })
})

describe('handing back', () => {
  test('ends the grant at Google, and says when there was none any more', async () => {
    const token = await fetchRefreshToken()
    expect(await oauth.revoke(emulated.client, token)).toBe('revoked')
    expect(emulated.google.grants.live(ada)).toEqual([])
    expect(await oauth.revoke(emulated.client, token)).toBe('nothing-left')
  })

  test('says when Google could not be reached', async () => {
    const token = await fetchRefreshToken()
    emulated.world.faults.arm({
      operation: 'google.revoke',
      times: 1,
      fault: { kind: 'reset', when: 'before' },
    })
    expect(await oauth.revoke(emulated.client, token)).toBe('not-reached')
  })
})

describe('a trial of the registration', () => {
  test('finds what is right and what is wrong', async () => {
    expect(await oauth.tryClient(emulated.client, redirectUri)).toEqual({
      client: true,
      redirectUri: true,
      failure: undefined,
    })
    expect(await oauth.tryClient({ ...emulated.client, secret: 'x' }, redirectUri)).toMatchObject({
      client: false,
      failure: { kind: 'wrong-client' },
    })
    expect(await oauth.tryClient(emulated.client, `${redirectUri}/`)).toMatchObject({
      client: true,
      redirectUri: false,
      failure: { kind: 'wrong-client', what: 'redirect-uri' },
    })
    emulated.world.faults.arm({
      operation: 'google.token',
      times: 1,
      fault: { kind: 'reset', when: 'before' },
    })
    expect(await oauth.tryClient(emulated.client, redirectUri)).toMatchObject({
      client: undefined,
      failure: { kind: 'unreachable' },
    })
  })
})

test('tokens and secrets go to no other host, and a redirect is not followed', async () => {
  const { endpoints, world, client } = emulated
  const left: string[] = []
  const elsewhere = createGoogleOAuth({
    endpoints: { ...endpoints, token: 'https://oauth2.googleapis.com/token' },
    clock: world.clock,
    fetch: async (url, init) => {
      left.push(`${new URL(url).origin} ${init?.redirect}`)
      return new Response(null, { status: 307, headers: { location: 'https://evil.example/token' } })
    },
  })
  expect(await elsewhere.refresh(client, 'token')).toMatchObject({ ok: false })
  expect(left).toEqual(['https://oauth2.googleapis.com manual'])
})

test.each([
  ['org_internal', 'consent-needed'],
  ['admin_policy_enforced', 'consent-needed'],
  ['deleted_client', 'wrong-client'],
  ['unauthorized_client', 'wrong-client'],
  ['redirect_uri_mismatch', 'wrong-client'],
  ['temporarily_unavailable', 'unreachable'],
  ['something_new', 'refused'],
])('%s is understood as %s', (error, kind) => {
  const body = { error, error_description: '', error_subtype: '', suberror: '', error_codes: [] }
  expect(googleFailure(body)).toMatchObject({ kind })
})
