import type { EmulatedAnswer } from '../../http/answer.ts'
import type { World } from '../../world.ts'
import { aadsts, aadstsText, type Aadsts } from './aadsts.ts'
import type { Account, Directory, RegisteredClient } from './accounts.ts'
import { adminWallPage, chooserPage, consentPage, errorPage, formPostPage, type Carried } from './pages.ts'
import { describeScope, isOpenId, readScopes, scopeKey, unknownScope } from './scopes.ts'
import { readTenant, refuseAccount, refuseTenant } from './tenants.ts'
import { getObstacle } from './token.ts'

export interface AuthorizeRequest {
  tenant: string
  /** The query of a GET, or the form of a POST: the same fields, with `email` and `decision` once they are known. */
  fields: URLSearchParams
  /** A POST of the pages below; or of a script that gives `email` and `decision` at once. */
  isPosted: boolean
}

export interface AuthorizeService {
  world: World
  directory: Directory
}

const carriedFields = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'prompt',
  'login_hint',
  'domain_hint',
  'code_challenge',
  'code_challenge_method',
]

/** A sign-in under way, once it is known where its answer goes. */
interface SignIn {
  service: AuthorizeService
  client: RegisteredClient
  tenant: string
  fields: URLSearchParams
  redirectUri: string
}

/** `GET` and `POST /{tenant}/oauth2/v2.0/authorize`: account, consent, and back with a code. */
export function answerAuthorize(service: AuthorizeService, request: AuthorizeRequest): EmulatedAnswer {
  const { fields } = request
  const tenant = readTenant(request.tenant)
  const client = service.directory.client(fields.get('client_id') ?? '')
  if (client === undefined) return shown(service, aadsts.unknownClient(fields.get('client_id') ?? '', tenant))
  const redirectUri = fields.get('redirect_uri') ?? ''
  // To the letter: what is not registered is never redirected to [D].
  if (!client.redirectUris.includes(redirectUri)) return shown(service, aadsts.wrongRedirect(redirectUri))
  const signIn: SignIn = { service, client, tenant, fields, redirectUri }
  const wrong = refuseRequest(signIn)
  if (wrong) return failed(signIn, wrong)
  if (fields.get('decision') === 'cancel') return failed(signIn, aadsts.declined())
  const account = service.directory.account(request.isPosted ? (fields.get('email') ?? '') : '')
  if (account === undefined) return chooseAccount(signIn)
  return answerAccount(signIn, account)
}

function refuseRequest(signIn: SignIn): Aadsts | undefined {
  const { service, client, tenant, fields } = signIn
  const type = fields.get('response_type') ?? ''
  if (type !== 'code') return aadsts.wrongResponseType(type)
  const scope = fields.get('scope') ?? ''
  if (scope.trim() === '') return aadsts.missing('scope')
  const unknown = unknownScope(scope, service.directory.nationalGraph)
  if (unknown !== undefined) return aadsts.wrongScope(unknown)
  const method = fields.get('code_challenge_method')
  if (fields.has('code_challenge') && method !== 'S256') return aadsts.missing('code_challenge_method')
  return refuseTenant(service.directory, client, tenant)
}

function chooseAccount(signIn: SignIn): EmulatedAnswer {
  const { service, fields, client, tenant } = signIn
  if (fields.get('prompt') === 'none') return failed(signIn, aadsts.signInNeeded())
  const hint = fields.get('login_hint')?.toLowerCase()
  const accounts = [...service.directory.accounts.values()].sort(
    (a, b) => Number(b.email.toLowerCase() === hint) - Number(a.email.toLowerCase() === hint),
  )
  const email = fields.get('email')
  const note = email === null ? undefined : `We couldn't find an account with the address ${email}.`
  return html(chooserPage(getFormAction(tenant), carried(fields), accounts, note ?? noteFor(client)))
}

function noteFor(client: RegisteredClient): string | undefined {
  return client.tenant === undefined ? undefined : `This app is open to accounts of ${client.tenant} only.`
}

function answerAccount(signIn: SignIn, account: Account): EmulatedAnswer {
  const { service, client, tenant, fields } = signIn
  const refused = refuseAccount(client, tenant, account) ?? blockedNow(account)
  if (refused) return failed(signIn, refused)
  // Told once it is known who signs in [K]: before that no tenant's copy of the registration is looked at.
  if (client.listsNoPermissions) return failed(signIn, aadsts.permissionsNotListed(client.id))
  const scopes = getPermissions(fields)
  const missing = scopes.filter((scope) => !account.consents.get(client.id)?.has(scopeKey(scope)))
  const mustAsk = missing.length > 0 || fields.get('prompt') === 'consent'
  if (mustAsk && account.needsAdminConsent) return adminWall(signIn, account)
  if (mustAsk && fields.get('decision') !== 'accept') {
    const listed = [...scopes, ...(readScopes(fields.get('scope') ?? '').offline ? ['offline_access'] : [])]
    const sentences = [...new Set(listed.map(describeScope))]
    return html(consentPage(getFormAction(tenant), carried(fields), account, client.id, sentences))
  }
  service.directory.consent(account, client.id, scopes)
  return succeeded(signIn, account)
}

/** Here the person is present: a second factor is simply given. What the administrator blocks stays blocked. */
function blockedNow(account: Account): Aadsts | undefined {
  if (account.obstacle === 'mfa' || account.obstacle === 'claims') account.obstacle = undefined
  return getObstacle(account)
}

function adminWall(signIn: SignIn, account: Account): EmulatedAnswer {
  const { client, tenant, fields } = signIn
  const wall = aadsts.adminMustConsent(client.id)
  if (fields.get('decision') === 'return') return failed(signIn, wall)
  return html(adminWallPage(getFormAction(tenant), carried(fields), account, client.id, wall.text))
}

function succeeded(signIn: SignIn, account: Account): EmulatedAnswer {
  const { service, client, tenant, fields, redirectUri } = signIn
  const code = service.directory.issueCode({
    account,
    client: client.id,
    redirectUri,
    scope: fields.get('scope') ?? '',
    challenge: fields.get('code_challenge') ?? undefined,
    nonce: fields.get('nonce') ?? undefined,
    tenant,
  })
  return back(signIn, [
    ['code', code.value],
    ['session_state', service.world.nextHex(16)],
  ])
}

function failed(signIn: SignIn, reason: Aadsts): EmulatedAnswer {
  return back(signIn, [
    ['error', reason.error],
    ['error_description', aadstsText(signIn.service.world, reason)],
    ['error_uri', `https://login.microsoftonline.com/error?code=${reason.number}`],
  ])
}

/** To the application, in the way it asked for. */
function back({ fields, redirectUri }: SignIn, answer: Carried): EmulatedAnswer {
  const state = fields.get('state')
  const all: Carried = state === null ? answer : [...answer, ['state', state]]
  const mode = fields.get('response_mode') ?? 'query'
  if (mode === 'form_post') return html(formPostPage(redirectUri, all))
  const text = new URLSearchParams(all.map(([name, value]): [string, string] => [name, value])).toString()
  const joint = mode === 'fragment' ? '#' : redirectUri.includes('?') ? '&' : '?'
  return { status: 302, headers: { location: `${redirectUri}${joint}${text}`, 'cache-control': 'no-store' } }
}

function shown(service: AuthorizeService, reason: Aadsts): EmulatedAnswer {
  return { ...html(errorPage(aadstsText(service.world, reason))), status: 400 }
}

function html(page: string): EmulatedAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: page,
  }
}

function getFormAction(tenant: string): string {
  return `/${tenant}/oauth2/v2.0/authorize`
}

function carried(fields: URLSearchParams): Carried {
  return carriedFields.flatMap((name): Carried => {
    const value = fields.get(name)
    return value === null ? [] : [[name, value]]
  })
}

/** Lists the scopes that need consent: all but those of OpenID. */
function getPermissions(fields: URLSearchParams): string[] {
  const names = (fields.get('scope') ?? '').split(/\s+/)
  return names.filter((name) => name !== '' && !isOpenId(name))
}
