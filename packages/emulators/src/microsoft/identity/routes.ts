import { perform, send, type EmulatedAnswer } from '../../http/answer.ts'
import { formBody, serve, type EmulatedOrigin } from '../../http/origin.ts'
import type { World } from '../../world.ts'
import type { Directory } from './accounts.ts'
import { answerAuthorize } from './authorize.ts'
import { getIssuer, type SigningKeys } from './keys.ts'
import { readTenant } from './tenants.ts'
import { answerToken } from './token.ts'

export interface MicrosoftIdentity {
  world: World
  directory: Directory
  keys: SigningKeys
  graphHost: string
  /** Tenants of other clouds, with the hosts of their Graphs: the sign-in service describes them too [D]. */
  foreignTenants: ReadonlyMap<string, string>
}

interface TenantPath {
  Params: { tenant: string }
}

/** The login origin: sign-in pages, tokens, and what describes them. */
export function addIdentityRoutes(origin: EmulatedOrigin, identity: MicrosoftIdentity): void {
  const { world, directory, keys } = identity
  const { app, url } = origin
  const signIn = '/:tenant/oauth2/v2.0/authorize'
  const call = { operation: 'microsoft.authorize', account: undefined }

  app.get<TenantPath>(signIn, (request, reply) =>
    serve(world, request, reply, call, () =>
      answerAuthorize(
        { world, directory },
        { tenant: request.params.tenant, fields: getQuery(request.url), isPosted: false },
      ),
    ),
  )
  app.post<TenantPath>(signIn, (request, reply) => {
    // A script may leave the request in the address and post only who signs in.
    const fields = new URLSearchParams([...getQuery(request.url), ...formBody(request)])
    return serve(world, request, reply, call, () =>
      answerAuthorize({ world, directory }, { tenant: request.params.tenant, fields, isPosted: true }),
    )
  })
  app.post<TenantPath>('/:tenant/oauth2/v2.0/token', async (request, reply) => {
    const form = formBody(request)
    const account = getHolder(directory, form)
    Object.assign(request.emulated, { operation: 'microsoft.token', account })
    const answer = await perform(world.faults, { operation: 'microsoft.token', account }, () =>
      answerToken(
        { world, directory, keys, origin: url },
        { tenant: request.params.tenant, form, authorization: request.headers.authorization },
      ),
    )
    return send(reply, answer)
  })
  app.get<TenantPath>('/:tenant/discovery/v2.0/keys', (request, reply) =>
    serve(world, request, reply, { operation: 'microsoft.keys', account: undefined }, () => ({
      status: 200,
      body: keys.published(),
    })),
  )
  app.get<TenantPath>('/:tenant/v2.0/.well-known/openid-configuration', (request, reply) =>
    serve(world, request, reply, { operation: 'microsoft.configuration', account: undefined }, () =>
      configuration(identity, url, readTenant(request.params.tenant)),
    ),
  )
}

/** Whose mailbox a token request is about, so that faults can be armed for one account. */
function getHolder(directory: Directory, form: URLSearchParams): string | undefined {
  const holder =
    directory.refreshToken(form.get('refresh_token') ?? '') ?? directory.code(form.get('code') ?? '')
  return holder?.account.email
}

function configuration(
  { graphHost, foreignTenants }: MicrosoftIdentity,
  origin: string,
  tenant: string,
): EmulatedAnswer {
  const msgraphHost = foreignTenants.get(tenant) ?? graphHost
  const isShared = ['common', 'organizations', 'consumers'].includes(tenant)
  const base = `${origin}/${tenant}/oauth2/v2.0`
  return {
    status: 200,
    body: {
      token_endpoint: `${base}/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      jwks_uri: `${origin}/${tenant}/discovery/v2.0/keys`,
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      // The shared tenants have a placeholder for an issuer [D].
      issuer: getIssuer(origin, isShared ? '{tenantid}' : tenant),
      authorization_endpoint: `${base}/authorize`,
      tenant_region_scope: null,
      cloud_instance_name: new URL(origin).hostname,
      msgraph_host: msgraphHost,
    },
  }
}

function getQuery(url: string): URLSearchParams {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
}
