import { createHash, randomBytes } from 'node:crypto'
import { describe, takeApart } from '@plmail/mail-format'
import {
  type Microsoft,
  type MicrosoftOptions,
  startMicrosoft,
} from '../../../../emulators/src/microsoft/index.ts'
import { createWorld, type World } from '../../../../emulators/src/world.ts'
import { type Clock, systemClock } from '../../../../server/src/kit/clock.ts'
import type { AccountSession } from '../../../../server/src/providers/contract/index.ts'
import type { MicrosoftEndpoints } from '../../../../server/src/providers/microsoft/endpoints.ts'
import {
  createMicrosoftSession,
  type MicrosoftSessionNeeds,
} from '../../../../server/src/providers/microsoft/session.ts'

/** plMail as registered with the emulator; `provB` is Microsoft in plMail's own addresses, `provA` is Google. */
const client = {
  id: '11111111-2222-4333-8444-555555555555',
  secret: 'hush~hush',
  redirectUris: ['http://127.0.0.1:1/oauth/provB/callback'],
}
const scope =
  'openid email profile offline_access User.Read Mail.ReadWrite Mail.Send MailboxSettings.ReadWrite Calendars.ReadWrite'

export interface MicrosoftForTests extends AsyncDisposable {
  world: World
  microsoft: Microsoft
  endpoints: MicrosoftEndpoints
  /** What a session of an account of the emulator is made of, signed in. */
  needs(email: string): Promise<MicrosoftSessionNeeds>
  /** A signed-in session for an account of the emulator. */
  open(email: string): Promise<AccountSession>
}

export async function microsoftForTests(
  seed = 'client',
  world = createWorld(seed),
  clock: Clock = systemClock,
  limits: MicrosoftOptions['limits'] = {},
): Promise<MicrosoftForTests> {
  const microsoft = await startMicrosoft(world, { clients: [client], limits })
  const { urls } = microsoft
  const endpoints = {
    login: urls.login,
    graph: `${urls.graph}/v1.0`,
    uploadOrigins: [urls.uploads],
    scopePrefix: '',
  }
  const needs = async (email: string): Promise<MicrosoftSessionNeeds> => {
    let refresh = await signIn(microsoft, email)
    let current: string | undefined
    const tokens = async (options?: { refused?: string }) => {
      if (current !== undefined && current !== options?.refused) return current
      const answer = await token(microsoft, { grant_type: 'refresh_token', refresh_token: refresh, scope })
      refresh = answer['refresh_token'] ?? refresh // replaced with every use
      current = answer['access_token'] ?? ''
      return current
    }
    return { endpoints, fetch, tokens, clock, mailFormat: { takeApart, describe } }
  }
  return {
    world,
    microsoft,
    endpoints,
    needs,
    open: async (email) => createMicrosoftSession(await needs(email)),
    [Symbol.asyncDispose]: () => microsoft.close(),
  }
}

async function signIn(microsoft: Microsoft, email: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const redirect = client.redirectUris[0] ?? ''
  const url = new URL(`${microsoft.urls.login}/common/oauth2/v2.0/authorize`)
  url.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirect,
    response_type: 'code',
    response_mode: 'query',
    scope,
    state: 's',
    nonce: 'n',
    prompt: 'select_account',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }).toString()
  const body = new URLSearchParams({ email, decision: 'accept' })
  const agreed = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', redirect_uri: redirect, code, code_verifier: verifier }
  return (await token(microsoft, form))['refresh_token'] ?? ''
}

async function token(microsoft: Microsoft, form: Record<string, string>): Promise<Record<string, string>> {
  const body = new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...form })
  const answer = await fetch(`${microsoft.urls.login}/common/oauth2/v2.0/token`, { method: 'POST', body })
  return (await answer.json()) as Record<string, string>
}
