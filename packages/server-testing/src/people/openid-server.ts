import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import type { AskProvider } from '../../../server/src/people/single-sign-on/provider-fetch.ts'
import { createOutboundRequest } from '../../../server/src/safety/index.ts'
import { freePort } from '../servers/free-port.ts'
import { network } from '../egress/test-network.ts'

/** How plMail is registered there. */
export const openIdClient = { clientId: 'plmail', clientSecret: 'of plmail, at the real one' }

/** A browser in which somebody signs in at the provider. */
export interface ProviderBrowser {
  /** Goes to the address, does what its pages ask for, and answers the first address that is elsewhere. */
  follow(url: string): Promise<URL>
}

/** A whole OpenID provider on loopback, of other hands than ours: npm's oidc-provider. */
export interface OpenIdServer extends AsyncDisposable {
  issuer: string
  /** The guarded way out, which lets this one address pass. */
  ask: AskProvider
  browserOf(person: string): ProviderBrowser
  /** Statuses that plMail answered logout tokens with. */
  logouts: number[]
  /** From now on it signs with another key, and publishes that one alone. */
  rotateKeys(): Promise<void>
}

/** Somebody who signs in there; left out: in no group, with a verified address at example.org. */
interface OpenIdAccount {
  groups?: readonly string[]
  email?: string
  isEmailVerified?: boolean
}

export interface OpenIdServerNeeds {
  /** Where plMail is. */
  address: string
  /** By the name they sign in with there; it knows everybody else as well. */
  accounts: Readonly<Record<string, OpenIdAccount>>
  /** Hands a logout token to plMail; its status. */
  logOut(token: string): Promise<number>
  /** The port that it listens at; without it a free one. */
  port?: number
}

export async function openIdServer(needs: OpenIdServerNeeds): Promise<OpenIdServer> {
  const port = needs.port ?? (await freePort())
  const issuer = `http://127.0.0.1:${port}`
  const logouts: number[] = []
  const providerWith = (key: JWK) =>
    new Provider(issuer, {
      ...configurationOf(needs),
      jwks: { keys: [key] },
      // Its own reaches no loopback addresses, where the plMail of tests is.
      fetch: async (_url: string, { body }: { body: URLSearchParams }) => {
        const status = await needs.logOut(body.get('logout_token') ?? '')
        logouts.push(status)
        return new Response(null, { status })
      },
    })
  let listener = providerWith(await signingKey('first')).callback()
  const server = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const ask = createOutboundRequest({
    network,
    reason: 'identity',
    allowHttp: true,
    allowedHosts: ['127.0.0.1'],
  })
  return {
    issuer,
    ask: (request) => ask(request, 'installation'),
    browserOf: (person) => createProviderBrowser(issuer, person),
    logouts,
    // What it remembers of sessions outlives it: oidc-provider's memory is that of the process.
    rotateKeys: async () => {
      listener = providerWith(await signingKey('second')).callback()
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

function configurationOf({ address, accounts }: OpenIdServerNeeds): object {
  return {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: [`${address}/oauth/sso/callback`],
        post_logout_redirect_uris: [`${address}/login?sso=0`],
        backchannel_logout_uri: `${address}/oauth/sso/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => claimsOf(accountId, accounts[accountId]),
    }),
    cookies: { keys: ['of the provider in tests'] },
  }
}

const claimsOf = (
  sub: string,
  { groups = [], email = `${sub}@example.org`, isEmailVerified = true }: OpenIdAccount = {},
) => ({ sub, name: sub, email, email_verified: isEmailVerified, groups })

function createProviderBrowser(issuer: string, person: string): ProviderBrowser {
  const jar = new Map<string, string>()
  async function send(url: URL, fields?: Record<string, string>): Promise<Response> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=', 2)
      jar.set(name, value)
    }
    return answer
  }
  return {
    follow: async (start) => {
      let url = new URL(start)
      let fields: Record<string, string> | undefined
      while (url.origin === issuer) {
        const answer = await send(url, fields)
        const next = answer.headers.get('location')
        const step = next === null ? await readForm(answer, person) : { action: next, fields: undefined }
        url = new URL(step.action, url)
        fields = step.fields
      }
      return url
    },
  }
}

/** The one form of a page of the provider, filled in. */
async function readForm(
  answer: Response,
  person: string,
): Promise<{ action: string; fields: Record<string, string> }> {
  const page = await answer.text()
  const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
  if (action === undefined) throw new Error(`The provider answered ${answer.status}: ${page}`)
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  return { action, fields: { ...fields, login: person, password: 'any', logout: 'yes' } }
}
