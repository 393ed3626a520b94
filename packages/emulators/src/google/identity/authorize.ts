import type { EmulatedAnswer } from '../../http/answer.ts'
import type { EmulatedClient } from '../../mailbox.ts'
import type { IssuedGrants } from './grants.ts'
import { chooserPage, consentPage, refusalPage } from './pages.ts'
import { isIdentityScope, readScopes } from './scopes.ts'

export interface AuthorizeOptions {
  grants: IssuedGrants
  clients: readonly EmulatedClient[]
  emails: () => readonly string[]
  isTesting: (client: string) => boolean
  /** Returns the obstacle that stops every user, whatever they agree to. */
  readWallTime: (client: string) => ConsentWall | undefined
}

/** Refusals of an organisation or of Google itself, which no client ever hears of [D]. */
export type ConsentWall = 'admin_policy_enforced' | 'org_internal' | 'disallowed_useragent'

/** The parameters of an authorisation that Google would go on with. */
interface AuthorizeRequest {
  client: EmulatedClient
  redirectUri: string
  state: string | undefined
  scopes: string[]
  nonce: string | undefined
  challenge: string | undefined
  offline: boolean
  /** Asked with `include_granted_scopes`: the token carries what was agreed to earlier as well. */
  adding: boolean
  prompts: ReadonlySet<string>
  hint: string | undefined
}

/**
 * The authorise page. It carries its parameters in its own address, so that each step is a form posted back to it,
 * and a script may post the last step right away: `account`, `decision=allow`, and `scope` for each box left ticked
 * (with `boxes=shown`; without it, all are).
 */
export function authorize(
  options: AuthorizeOptions,
  query: URLSearchParams,
  form: URLSearchParams | undefined,
): EmulatedAnswer {
  const authorizeRequest = readAsked(options.clients, query)
  if ('refused' in authorizeRequest) return authorizeRequest.refused
  if (form?.get('decision') === 'cancel') return back(authorizeRequest, { error: 'access_denied' })
  const emails = options.emails()
  const chosen =
    form?.get('account') ??
    (authorizeRequest.prompts.has('select_account') ? undefined : authorizeRequest.hint)
  const email = emails.find((candidate) => candidate.toLowerCase() === chosen?.toLowerCase())
  if (authorizeRequest.prompts.has('none')) return silently(options, authorizeRequest, email)
  if (email === undefined) return html(200, chooserPage(authorizeRequest.client.id, emails))
  if (form?.get('decision') === 'allow')
    return allow(options, authorizeRequest, email, getTickedScopes(authorizeRequest, form))
  if (form && !authorizeRequest.prompts.has('consent') && isConsented(options, authorizeRequest, email))
    return allow(options, authorizeRequest, email, authorizeRequest.scopes)
  const testing = options.isTesting(authorizeRequest.client.id)
  return html(
    200,
    consentPage({ app: authorizeRequest.client.id, email, scopes: authorizeRequest.scopes, testing }),
  )
}

/** Lists missing parameters that a careful client always sends, though Google does without them. */
export function authorizeProblems(query: URLSearchParams): string[] {
  return ['state', 'code_challenge'].filter((name) => !query.get(name)).map((name) => `?${name}: absent`)
}

function readAsked(
  clients: readonly EmulatedClient[],
  query: URLSearchParams,
): AuthorizeRequest | { refused: EmulatedAnswer } {
  const refuse = (status: number, error: string, detail: string): { refused: EmulatedAnswer } => ({
    refused: html(status, refusalPage(status, error, detail)),
  })
  const client = clients.find((candidate) => candidate.id === query.get('client_id'))
  if (!client) return refuse(401, 'invalid_client', 'The OAuth client was not found.')
  const redirectUri = query.get('redirect_uri') ?? ''
  // Compared sign by sign: a slash, a port or a case more is another address [D].
  if (!client.redirectUris.includes(redirectUri))
    return refuse(
      400,
      'redirect_uri_mismatch',
      `The redirect URI in the request, ${redirectUri}, is not registered.`,
    )
  if (query.get('response_type') !== 'code')
    return refuse(400, 'invalid_request', 'Required parameter is missing: response_type')
  if (!query.get('scope')) return refuse(400, 'invalid_request', 'Missing required parameter: scope')
  const scopes = readScopes(query.get('scope') ?? '')
  if ('unknown' in scopes)
    return refuse(400, 'invalid_scope', `Some requested scopes were invalid. {invalid=[${scopes.unknown}]}`)
  const challenge = query.get('code_challenge') ?? undefined
  if (challenge !== undefined && query.get('code_challenge_method') !== 'S256')
    return refuse(400, 'invalid_request', 'code_challenge_method must be S256')
  if (challenge !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return refuse(400, 'invalid_request', 'code_challenge is not a SHA-256 in base64url')
  const prompts = new Set((query.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== ''))
  if (prompts.has('none') && prompts.size > 1) return refuse(400, 'invalid_request', 'Conflicting prompt')
  return {
    client,
    redirectUri,
    state: query.get('state') ?? undefined,
    scopes: scopes.scopes,
    nonce: query.get('nonce') ?? undefined,
    challenge,
    offline: query.get('access_type') === 'offline',
    adding: query.get('include_granted_scopes') === 'true',
    prompts,
    hint: query.get('login_hint') ?? undefined,
  }
}

function getTickedScopes(authorizeRequest: AuthorizeRequest, form: URLSearchParams): string[] {
  const ticked = form.getAll('scope')
  if (ticked.length === 0 && form.get('boxes') === null) return authorizeRequest.scopes
  return authorizeRequest.scopes.filter((scope) => isIdentityScope(scope) || ticked.includes(scope))
}

function isConsented(
  { grants }: AuthorizeOptions,
  authorizeRequest: AuthorizeRequest,
  email: string,
): boolean {
  const consented = grants.consented(authorizeRequest.client.id, email)
  return authorizeRequest.scopes.every((scope) => consented.has(scope))
}

function silently(
  options: AuthorizeOptions,
  authorizeRequest: AuthorizeRequest,
  email: string | undefined,
): EmulatedAnswer {
  if (email === undefined) return back(authorizeRequest, { error: 'login_required' })
  if (!isConsented(options, authorizeRequest, email))
    return back(authorizeRequest, { error: 'interaction_required' })
  return allow(options, authorizeRequest, email, authorizeRequest.scopes)
}

function allow(
  options: AuthorizeOptions,
  authorizeRequest: AuthorizeRequest,
  email: string,
  agreed: string[],
): EmulatedAnswer {
  const { client, redirectUri, challenge, nonce, offline } = authorizeRequest
  const wall = options.readWallTime(client.id)
  if (wall) return html(403, refusalPage(403, wall, 'Access to your account data is restricted by policies.'))
  const earlier = authorizeRequest.adding ? options.grants.consented(client.id, email) : []
  const scopes = [...new Set([...agreed, ...earlier])]
  const forced = authorizeRequest.prompts.has('consent')
  const consent = { client: client.id, email, redirectUri, scopes, challenge, nonce, offline, forced }
  const code = options.grants.issueCode(consent)
  return back(authorizeRequest, {
    code,
    scope: scopes.join(' '),
    authuser: '0',
    prompt: forced ? 'consent' : 'none',
  })
}

function back(authorizeRequest: AuthorizeRequest, parameters: Record<string, string>): EmulatedAnswer {
  const target = new URL(authorizeRequest.redirectUri)
  if (authorizeRequest.state !== undefined) target.searchParams.set('state', authorizeRequest.state)
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value)
  return { status: 302, headers: { location: target.href } }
}

function html(status: number, body: string): EmulatedAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    },
    body,
  }
}
