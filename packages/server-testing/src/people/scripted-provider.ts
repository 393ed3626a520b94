import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { Clock } from '../../../server/src/kit/clock.ts'
import type { AskProvider } from '../../../server/src/people/single-sign-on/provider-fetch.ts'

/** What the next sign-in at the provider says, in place of what an honest one would. */
interface Script {
  claims: Record<string, unknown>
  userinfo: Record<string, unknown>
  /** `none`: nobody signed it; `foreign`: somebody else did. */
  signature: 'own' | 'none' | 'foreign'
  /** Of the token endpoint, in place of tokens. */
  tokenError: string | undefined
  discovery: Record<string, unknown>
  /** Why it is not reached. */
  outage: 'unreachable' | 'switched-off' | undefined
}

/** An OpenID provider in memory that says whatever a test wants it to say; codes are good once. */
export interface ScriptedProvider {
  issuer: string
  script: Script
  ask: AskProvider
  /** Signs in at the address that plMail sent the browser to; answers the query of the callback. */
  signIn(url: string, more?: Record<string, string>): string
  logoutToken(claims?: Record<string, unknown>, signature?: Script['signature']): Promise<string>
  requestedPaths: string[]
}

export const scriptedClient = { clientId: 'plmail', clientSecret: 'of plmail' }

const honest = (): Script => ({
  claims: {},
  userinfo: {},
  signature: 'own',
  tokenError: undefined,
  discovery: {},
  outage: undefined,
})

export async function scriptedProvider(
  clock: Clock,
  issuer = 'https://id.example.org',
): Promise<ScriptedProvider> {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { nonce: string; authTime?: number }>()
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const token = async (claims: Record<string, unknown>, signature: Script['signature']) => {
    if (signature === 'none') return new UnsecuredJWT(claims).encode()
    const key = signature === 'own' ? own.privateKey : foreign.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'first' }).sign(key)
  }
  const times = () => ({ iss: issuer, aud: scriptedClient.clientId, iat: seconds(), exp: seconds() + 300 })
  const documents: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      backchannel_logout_supported: true,
      ...provider.script.discovery,
    }),
    '/keys': () => ({ keys: [jwk] }),
    '/userinfo': () => ({ sub: 'ada', ...provider.script.userinfo }),
  }
  const exchange = async (form: URLSearchParams) => {
    const { script } = provider
    const flow = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    if (script.tokenError !== undefined || !flow)
      return { status: 400, body: { error: script.tokenError ?? 'invalid_grant' } }
    const { nonce, authTime } = flow
    const claims = { ...times(), sub: 'ada', nonce, auth_time: authTime, ...script.claims }
    const id = await token(claims, script.signature)
    return { status: 200, body: { access_token: 'a', token_type: 'Bearer', id_token: id } }
  }
  const provider: ScriptedProvider = {
    issuer,
    script: honest(),
    requestedPaths: [],
    ask: async ({ url, body }) => {
      const { pathname } = new URL(url)
      provider.requestedPaths.push(pathname)
      const { outage } = provider.script
      if (outage) return { ok: false, why: outage }
      const document = documents[pathname.replace(new URL(`${issuer}/`).pathname.replace(/\/+$/, ''), '')]
      const answer = document ? { status: 200, body: document() } : await exchange(new URLSearchParams(body))
      const headers = { 'content-type': 'application/json' }
      return { ok: true, status: answer.status, headers, body: Buffer.from(JSON.stringify(answer.body)) }
    },
    signIn: (url, more = {}) => {
      const query = new URL(url).searchParams
      const code = `code-${codes.size}-${Math.random()}`
      const nonce = query.get('nonce') ?? ''
      // OpenID Connect Core §2: whoever was asked for max_age says when somebody signed in.
      codes.set(code, query.has('max_age') ? { nonce, authTime: seconds() } : { nonce })
      return new URLSearchParams({ code, state: query.get('state') ?? '', ...more }).toString()
    },
    logoutToken: (claims = {}, signature = 'own') => {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      return token({ ...times(), jti: `jti-${Math.random()}`, events, ...claims }, signature)
    },
  }
  return provider
}
