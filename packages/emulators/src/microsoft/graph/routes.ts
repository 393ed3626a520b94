import type { FastifyReply, FastifyRequest } from 'fastify'
import { send, type EmulatedAnswer } from '../../http/answer.ts'
import { jsonBody, type EmulatedOrigin } from '../../http/origin.ts'
import { pairwise } from '../identity/keys.ts'
import { runBatch } from './batch.ts'
import { dispatch, stamped, type GraphService, type GraphRequest } from './dispatch.ts'

/** The Graph origin: everything below `/v1.0`, and the userinfo of OpenID, which lives there too [D]. */
export function addGraphRoutes(origin: EmulatedOrigin, service: GraphService): void {
  const { world, directory } = service
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const incoming = readIncoming(request)
    const done = isBatch(incoming) ? await runBatch(service, incoming) : await dispatch(service, incoming)
    Object.assign(request.emulated, { operation: done.operation, account: done.account })
    return send(reply, stamped(world, incoming.headers, done.answer))
  }
  origin.app.all('/v1.0/*', answer)
  // In the envelope of Graph too: clients read errors there and nowhere else.
  origin.app.setNotFoundHandler(answer)
  origin.app.get('/oidc/userinfo', async (request, reply) => {
    const value = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const token = directory.accessToken(value)
    Object.assign(request.emulated, { operation: 'microsoft.userinfo', account: token?.account.email })
    if (token === undefined || token.expiresAt <= world.clock.now().getTime())
      return send(reply, stamped(world, {}, invalidToken))
    const { account, client } = token
    const email = account.hasEmailClaim ? { email: account.email } : {}
    const body = { sub: pairwise(account, client), name: account.displayName, ...email }
    return send(reply, { status: 200, body })
  })
}

function isBatch({ method, url }: GraphRequest): boolean {
  return method === 'POST' && /^\/\$batch\/?(\?|$)/i.test(url.replace(/^\/%24/, '/$'))
}

function readIncoming(request: FastifyRequest): GraphRequest {
  const isJson = /[/+]json\b/i.test(request.headers['content-type'] ?? '')
  const bytes = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined
  return {
    method: request.method,
    url: request.url.replace(/^\/v1\.0/i, ''),
    headers: lowerCased(request.headers),
    body: bytes && isJson ? jsonBody(request) : bytes,
  }
}

export function lowerCased(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  const all = Object.entries(headers)
  return Object.fromEntries(
    all.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  )
}

const invalidToken: EmulatedAnswer = {
  status: 401,
  body: { error: { code: 'InvalidAuthenticationToken', message: 'Access token is empty or has expired.' } },
}
