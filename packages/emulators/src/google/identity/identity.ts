import type { FastifyRequest } from 'fastify'
import { formBody, type EmulatedOrigin, serve, startOrigin } from '../../http/origin.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { EmulatedClient } from '../../mailbox.ts'
import type { World } from '../../world.ts'
import { authorize, authorizeProblems, type ConsentWall } from './authorize.ts'
import { createGrants, type IssuedGrants } from './grants.ts'
import { createSigner, type IdentifiedPerson, type Signer } from './id-token.ts'
import { tokenInfo } from './token-info.ts'
import { token } from './token.ts'

export interface GoogleIdentity {
  urls: {
    authorize: string
    token: string
    revoke: string
    userinfo: string
    jwks: string
    issuer: string
  }
  grants: IssuedGrants
  signer: Signer
  people: Map<string, IdentifiedPerson>
  /** An app in testing gets refresh tokens that live for seven days; publishing it later does not lengthen those [F]. */
  setTesting(client: string, testing: boolean): void
  /** Puts up a wall that shows its refusal on Google's own page; `undefined` takes it down. */
  setWall(client: string, wall: ConsentWall | undefined): void
  close(): Promise<void>
}

export async function createIdentity(
  world: World,
  clients: readonly EmulatedClient[],
  port = 0,
): Promise<GoogleIdentity> {
  const grants = createGrants(world)
  const people = new Map<string, IdentifiedPerson>()
  const inTesting = new Set<string>()
  const walls = new Map<string, ConsentWall | undefined>()
  const origin = await startOrigin({ world, port })
  const signer = await createSigner(() => origin.url, world.clock)
  const shared = { grants, signer, clients, isTesting: (client: string) => inTesting.has(client) }
  const urls = {
    authorize: `${origin.url}/o/oauth2/v2/auth`,
    token: `${origin.url}/token`,
    revoke: `${origin.url}/revoke`,
    userinfo: `${origin.url}/v1/userinfo`,
    jwks: `${origin.url}/oauth2/v3/certs`,
    issuer: origin.url,
  }
  const readWallTime = (client: string): ConsentWall | undefined => walls.get(client)
  routeSignIn(world, origin, { ...shared, readWallTime, emails: () => [...people.keys()] })
  routeTokens(world, origin, { ...shared, person: (email: string) => people.get(email) })
  routeFacts(world, origin, { grants, signer, people, urls })
  return {
    urls,
    grants,
    signer,
    people,
    setTesting: (client, testing) => void (testing ? inTesting.add(client) : inTesting.delete(client)),
    setWall: (client, wall) => void walls.set(client, wall),
    close: () => origin.close(),
  }
}

function routeSignIn(world: World, { app }: EmulatedOrigin, options: Parameters<typeof authorize>[0]): void {
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/o/oauth2/v2/auth',
      handler: (request, reply) => {
        const query = getQuery(request)
        const form = method === 'POST' ? formBody(request) : undefined
        request.emulated.problems.push(...authorizeProblems(query), ...strayToken(request))
        const account = form?.get('account') ?? undefined
        return serve(world, request, reply, { operation: 'google.authorize', account }, () =>
          authorize(options, query, form),
        )
      },
    })
}

function routeTokens(world: World, { app }: EmulatedOrigin, options: Parameters<typeof token>[0]): void {
  app.post('/token', (request, reply) => {
    const form = formBody(request)
    const { authorization } = request.headers
    request.emulated.problems.push(...strayToken(request))
    const account = options.grants.getOwner(form.get('refresh_token') ?? '')
    return serve(world, request, reply, { operation: 'google.token', account }, () =>
      strayToken(request).length > 0 ? tokenRefused : token(options, form, authorization),
    )
  })
  app.post('/revoke', (request, reply) => {
    const revokedToken = formBody(request).get('token') ?? getQuery(request).get('token') ?? ''
    request.emulated.problems.push(...strayToken(request))
    const account = options.grants.getOwner(revokedToken)
    return serve(world, request, reply, { operation: 'google.revoke', account }, () =>
      options.grants.revokeToken(revokedToken)
        ? { status: 200, body: {} }
        : { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } },
    )
  })
}

/** A bearer token belongs to the API; whoever shows it to the sign-in origin would show it to anybody. */
function strayToken(request: FastifyRequest): string[] {
  const stray = /^Bearer /i.test(request.headers.authorization ?? '')
  return stray ? ['Authorization: an access token was sent to the sign-in origin'] : []
}

const tokenRefused: EmulatedAnswer = {
  status: 400,
  body: { error: 'invalid_request', error_description: 'Request must not carry an access token' },
}

interface Facts {
  grants: IssuedGrants
  signer: Signer
  people: Map<string, IdentifiedPerson>
  urls: GoogleIdentity['urls']
}

function routeFacts(world: World, { app }: EmulatedOrigin, { grants, signer, people, urls }: Facts): void {
  app.get('/v1/userinfo', (request, reply) => {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const account = grants.getOwner(bearer)
    return serve(world, request, reply, { operation: 'google.userinfo', account }, (fault) => {
      if (fault?.kind === 'token-expires') grants.expireToken(bearer)
      return userinfo(grants, people, bearer)
    })
  })
  app.get('/oauth2/v3/certs', (request, reply) =>
    serve(world, request, reply, { operation: 'google.jwks', account: undefined }, () => ({
      status: 200,
      body: signer.keySet(),
    })),
  )
  // What Google's own libraries read in place of the key set [S].
  app.get('/oauth2/v1/certs', (request, reply) =>
    serve(world, request, reply, { operation: 'google.certs', account: undefined }, () => ({
      status: 200,
      body: signer.certificates(),
    })),
  )
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/tokeninfo',
      handler: (request, reply) =>
        serve(world, request, reply, { operation: 'google.tokeninfo', account: undefined }, () =>
          tokenInfo({ grants, signer, people, clock: world.clock }, askedToken(request)),
        ),
    })
  app.get('/.well-known/openid-configuration', (request, reply) =>
    serve(world, request, reply, { operation: 'google.discovery', account: undefined }, () => ({
      status: 200,
      body: {
        issuer: urls.issuer,
        authorization_endpoint: urls.authorize,
        token_endpoint: urls.token,
        revocation_endpoint: urls.revoke,
        userinfo_endpoint: urls.userinfo,
        jwks_uri: urls.jwks,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      },
    })),
  )
}

function userinfo(
  grants: IssuedGrants,
  people: Map<string, IdentifiedPerson>,
  bearer: string,
): EmulatedAnswer {
  const accessToken = grants.accessToken(bearer)
  const person = accessToken && people.get(accessToken.grant.email)
  if (!person || !accessToken.scopes.includes('openid'))
    return { status: 401, body: { error: 'invalid_request', error_description: 'Invalid Credentials' } }
  const scope = (name: string): boolean =>
    accessToken.scopes.includes(`https://www.googleapis.com/auth/userinfo.${name}`)
  return {
    status: 200,
    body: {
      sub: person.sub,
      ...(scope('profile') && { name: person.name }),
      ...(scope('email') && { email: person.email, email_verified: true }),
      ...(person.hostedDomain !== undefined && { hd: person.hostedDomain }),
    },
  }
}

/** Named in the address, or as Google's own libraries have it, in the header. */
function askedToken(request: FastifyRequest): URLSearchParams {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return bearer === undefined ? getQuery(request) : new URLSearchParams({ access_token: bearer })
}

function getQuery(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://sign-in').searchParams
}
