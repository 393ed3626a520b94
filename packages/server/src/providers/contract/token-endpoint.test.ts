import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '../../kit/clock.ts'
import { googleEndpoints } from '../google/endpoints.ts'
import { createGoogleOAuth } from '../google/grant.ts'
import { microsoftEndpoints } from '../microsoft/endpoints.ts'
import { createMicrosoftOAuth } from '../microsoft/grant.ts'
import { fetchWithin, ForeignOrigin } from './allowed-origins.ts'

const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
const client = { id: 'id', secret: 'secret' }
const request = {
  redirectUri: 'https://mail.example.org/cb',
  state: 's',
  nonce: 'n',
  verifier: 'v'.repeat(43),
}

const providers = (answer: () => Response) => {
  const fetch = async () => answer()
  return [
    createGoogleOAuth({ endpoints: googleEndpoints, fetch, clock }),
    createMicrosoftOAuth({ endpoints: microsoftEndpoints, fetch, clock }),
  ]
}

const word = fc.oneof(
  fc.constantFrom('invalid_grant', 'invalid_client', 'AADSTS50173: x', 'Bearer', 'a.b.c', '', '\u0000\ud800'),
  fc.string(),
)
const body = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .dictionary(
      fc.constantFrom(
        'error',
        'error_description',
        'error_codes',
        'suberror',
        'error_subtype',
        'access_token',
        'token_type',
        'expires_in',
        'refresh_token',
        'refresh_token_expires_in',
        'scope',
        'id_token',
      ),
      fc.oneof(word, fc.double(), fc.array(fc.oneof(word, fc.integer())), fc.constant(null)),
    )
    .map((fields) => JSON.stringify(fields)),
)
const status = fc.constantFrom(200, 201, 301, 307, 400, 401, 403, 404, 429, 500, 502, 503)

test('whatever a token endpoint answers, nothing throws, and only its own word ends a grant', async () => {
  await fc.assert(
    fc.asyncProperty(status, body, async (code, text) => {
      for (const oauth of providers(() => new Response(text, { status: code }))) {
        const answer = new URLSearchParams({ code: 'c', state: request.state })
        const outcomes = [await oauth.refresh(client, 'r'), await oauth.exchange(client, request, answer)]
        for (const outcome of outcomes) {
          const failure = outcome.ok ? undefined : outcome.failure.kind
          const isGrantEnded = /invalid_grant|interaction_required|login_required|AADSTS/.test(text)
          expect(failure !== undefined || code === 200).toBe(true)
          expect(code >= 500 ? failure : 'unreachable').toBe('unreachable')
          expect(failure !== 'expired-grant' || isGrantEnded).toBe(true)
        }
        expect(['revoked', 'nothing-left', 'not-offered', 'not-reached']).toContain(
          await oauth.revoke(client, 'r'),
        )
        await oauth.identify('token')
        await oauth.tryClient(client, request.redirectUri)
      }
    }),
    { numRuns: 300 },
  )
})

test('whatever a browser comes back with, nothing throws and nothing is granted', async () => {
  const query = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom('code', 'state', 'error', 'iss', 'response'), word), word),
  )
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      for (const oauth of providers(() => new Response('{}', { status: 400 })))
        expect((await oauth.exchange(client, request, new URLSearchParams(pairs))).ok).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('an answer without end is cut off and counts as no answer', async () => {
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024).fill(32)) }),
    )
  for (const oauth of providers(endless))
    expect(await oauth.refresh(client, 'r')).toMatchObject({ failure: { kind: 'unreachable' } })
})

test('requests leave for allowed origins only', async () => {
  const left: string[] = []
  const fetch = fetchWithin(
    async (url) => {
      left.push(url)
      return new Response()
    },
    ['https://graph.example/v1.0', 'https://login.example'],
  )
  await fetch('https://graph.example/v1.0/me')
  for (const foreign of [
    'https://graph.example.evil/v1.0/me',
    'http://graph.example/v1.0/me',
    'https://graph.example:444/me',
    'https://graph.example@evil.example/me',
  ])
    await expect(fetch(foreign)).rejects.toThrow(ForeignOrigin)
  expect(left).toEqual(['https://graph.example/v1.0/me'])
})
