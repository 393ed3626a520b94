import { createHash, randomBytes } from 'node:crypto'
import { createWorld, type World } from '../../../../emulators/src/world.ts'
import { type Google, startGoogle } from '../../../../emulators/src/google/index.ts'
import { type Clock, systemClock } from '../../../../server/src/kit/clock.ts'
import { systemRandom } from '../../../../server/src/kit/random.ts'
import type { AccountSession } from '../../../../server/src/providers/contract/index.ts'
import type { GoogleEndpoints } from '../../../../server/src/providers/google/endpoints.ts'
import type { GoogleSessionNeeds } from '../../../../server/src/providers/google/open-gmail.ts'
import { createGoogleSession } from '../../../../server/src/providers/google/session.ts'

const client = {
  id: 'plmail.apps.example',
  secret: 'hush',
  redirectUris: ['http://127.0.0.1:1/oauth/provA/callback'],
  project: 'house',
}
const scope = 'https://mail.google.com/ https://www.googleapis.com/auth/calendar openid email'

export interface GoogleForTests extends AsyncDisposable {
  world: World
  google: Google
  endpoints: GoogleEndpoints
  /** What a session of an account of the emulator is made of, signed in. */
  needs(email: string, extraScope?: string): Promise<GoogleSessionNeeds>
  /** A signed-in session for an account of the emulator. */
  open(email: string): Promise<AccountSession>
}

export async function googleForTests(
  seed = 'client',
  world = createWorld(seed),
  clock: Clock = systemClock,
): Promise<GoogleForTests> {
  const google = await startGoogle(world, { clients: [client] })
  const { urls } = google
  const endpoints = {
    ...urls,
    gmail: `${urls.gmail}/gmail/v1`,
    gmailUpload: `${urls.gmailUpload}/upload/gmail/v1`,
  }
  const needs = async (email: string, extraScope = ''): Promise<GoogleSessionNeeds> => {
    const refresh = await signIn(google, email, extraScope)
    let accessToken: string | undefined
    const tokens = async (options?: { refused?: string }) => {
      if (accessToken === undefined || accessToken === options?.refused)
        accessToken = await refreshAccessToken(google, refresh)
      return accessToken
    }
    const budget = {
      // Waiting advances the emulator's clock.
      take: async (cost: number) => world.clock.advance(cost * 10),
    }
    return { endpoints, fetch, tokens, budget, clock, random: systemRandom }
  }
  return {
    world,
    google,
    endpoints,
    needs,
    open: async (email) => createGoogleSession(await needs(email)),
    [Symbol.asyncDispose]: () => google.close(),
  }
}

async function signIn(google: Google, email: string, extraScope: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const url = new URL(google.urls.authorize)
  url.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: client.redirectUris[0] ?? '',
    response_type: 'code',
    scope: `${scope} ${extraScope}`.trim(),
    state: 's',
    nonce: 'n',
    access_type: 'offline',
    prompt: 'consent',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const body = new URLSearchParams({ account: email, decision: 'allow' })
  const consentResponse = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const location = consentResponse.headers.get('location')
  const code = location && new URL(location).searchParams.get('code')
  if (!code) throw new Error(`No code from Google: ${consentResponse.status} ${await consentResponse.text()}`)
  return fetchToken(google, 'refresh_token', {
    grant_type: 'authorization_code',
    redirect_uri: client.redirectUris[0] ?? '',
    code,
    code_verifier: verifier,
  })
}

const refreshAccessToken = (google: Google, refresh: string): Promise<string> =>
  fetchToken(google, 'access_token', { grant_type: 'refresh_token', refresh_token: refresh })

type TokenKind = 'access_token' | 'refresh_token'

async function fetchToken(google: Google, kind: TokenKind, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ client_id: client.id, client_secret: client.secret, ...form })
  const response = await fetch(google.urls.token, { method: 'POST', body })
  const tokens = (await response.json()) as Partial<Record<TokenKind, string>>
  const token = tokens[kind]
  if (!token) throw new Error(`No ${kind} from Google: ${response.status} ${JSON.stringify(tokens)}`)
  return token
}
