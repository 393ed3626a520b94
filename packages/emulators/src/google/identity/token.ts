import { createHash } from 'node:crypto'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { EmulatedClient } from '../../mailbox.ts'
import { accessLifetimeMs, type IssuedGrant, type IssuedGrants, testingLifetimeMs } from './grants.ts'
import type { IdentifiedPerson, Signer } from './id-token.ts'

export interface TokenOptions {
  grants: IssuedGrants
  signer: Signer
  clients: readonly EmulatedClient[]
  person: (email: string) => IdentifiedPerson | undefined
  isTesting: (client: string) => boolean
}

/** The token endpoint: `authorization_code` and `refresh_token`, with the error bodies that Google's gives. */
export async function token(
  options: TokenOptions,
  form: URLSearchParams,
  authorization: string | undefined,
): Promise<EmulatedAnswer> {
  const kind = form.get('grant_type')
  if (kind === null) return refuse(400, 'invalid_request', 'Required parameter is missing: grant_type')
  const { id, secret } = readClient(form, authorization)
  if (id === undefined) return refuse(400, 'invalid_request', 'Could not determine client ID from request.')
  const client = options.clients.find((candidate) => candidate.id === id)
  if (!client) return refuse(401, 'invalid_client', 'The OAuth client was not found.')
  if (secret === undefined) return refuse(400, 'invalid_request', 'client_secret is missing.')
  if (client.secret !== secret) return refuse(401, 'invalid_client', 'Unauthorized')
  if (kind === 'authorization_code') return exchange(options, client, form)
  if (kind === 'refresh_token') return refresh(options, client, form)
  return refuse(400, 'unsupported_grant_type', `Invalid grant_type: ${kind}`)
}

function readClient(
  form: URLSearchParams,
  authorization: string | undefined,
): { id: string | undefined; secret: string | undefined } {
  const basic = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined)
    return { id: form.get('client_id') ?? undefined, secret: form.get('client_secret') ?? undefined }
  const [id, secret] = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
  return { id, secret }
}

async function exchange(
  options: TokenOptions,
  client: EmulatedClient,
  form: URLSearchParams,
): Promise<EmulatedAnswer> {
  const code = form.get('code')
  if (!code) return refuse(400, 'invalid_request', 'Missing required parameter: code')
  const consent = options.grants.takeCode(code)
  if (consent === undefined) return refuse(400, 'invalid_grant', 'Malformed auth code.')
  if (consent.client !== client.id) return refuse(401, 'unauthorized_client', 'Unauthorized')
  if (form.get('redirect_uri') !== consent.redirectUri)
    return refuse(400, 'redirect_uri_mismatch', 'Bad Request')
  const wrong = verifierProblem(consent.challenge, form.get('code_verifier'))
  if (wrong !== undefined) return refuse(400, 'invalid_grant', wrong)
  const testing = options.isTesting(client.id)
  const grant = options.grants.open(consent, testing ? testingLifetimeMs : undefined)
  return reply(options, grant, {
    nonce: consent.nonce,
    ...(grant.refreshToken !== undefined && { refresh_token: grant.refreshToken }),
    // [K]: only grants limited in time carry it.
    ...(testing &&
      grant.refreshToken !== undefined && { refresh_token_expires_in: testingLifetimeMs / 1000 - 1 }),
  })
}

function verifierProblem(challenge: string | undefined, verifier: string | null): string | undefined {
  if (challenge === undefined)
    return verifier === null ? undefined : 'code_verifier or verifier is not needed.'
  if (!verifier) return 'Missing code verifier.'
  const hash = createHash('sha256').update(verifier).digest('base64url')
  return hash === challenge ? undefined : 'Invalid code verifier.'
}

async function refresh(
  options: TokenOptions,
  client: EmulatedClient,
  form: URLSearchParams,
): Promise<EmulatedAnswer> {
  const refreshToken = form.get('refresh_token')
  if (!refreshToken) return refuse(400, 'invalid_request', 'Missing required parameter: refresh_token')
  const grant = options.grants.byRefreshToken(refreshToken)
  if (grant === undefined)
    // Both wordings are met; a token that never was one gets the vague one [F].
    return options.grants.getOwner(refreshToken) === undefined
      ? refuse(400, 'invalid_grant', 'Bad Request')
      : refuse(400, 'invalid_grant', 'Token has been expired or revoked.')
  if (grant.client !== client.id) return refuse(401, 'unauthorized_client', 'Unauthorized')
  if (grant.needsSignIn)
    return {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: 'reauth related error (invalid_rapt)',
        error_uri: 'https://support.google.com/a/answer/9368756',
        error_subtype: 'invalid_rapt',
      },
    }
  return reply(options, grant, {})
}

async function reply(
  options: TokenOptions,
  grant: IssuedGrant,
  more: { nonce?: string | undefined; refresh_token?: string; refresh_token_expires_in?: number },
): Promise<EmulatedAnswer> {
  const { nonce, ...members } = more
  const minted = options.grants.mint(grant, grant.scopes)
  const person = options.person(grant.email)
  const signs = grant.scopes.includes('openid') && person !== undefined
  const accessToken = minted.token
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: accessToken,
      expires_in: accessLifetimeMs / 1000 - 1,
      ...members,
      // Not in the order they were asked in [D].
      scope: [...grant.scopes].reverse().join(' '),
      token_type: 'Bearer',
      ...(signs && {
        id_token: await options.signer.idToken({ client: grant.client, person, accessToken, nonce }),
      }),
    },
  }
}

function refuse(status: number, error: string, description: string): EmulatedAnswer {
  return { status, body: { error, error_description: description } }
}
