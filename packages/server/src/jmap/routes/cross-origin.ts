import type { FastifyInstance } from 'fastify'

/**
 * Lets web pages of any origin speak JMAP, as a client hosted elsewhere does. Nothing is given away by that: no cookie
 * opens these addresses, only an Authorization header, which a page has to know before it can send it. Call it before
 * the routes are made; what it returns makes the answers to preflights (Fetch §4.8) once all are there.
 */
export function allowCrossOrigin(app: FastifyInstance): () => void {
  const paths = new Set<string>()
  app.addHook('onRoute', ({ url }) => void paths.add(url))
  app.addHook('onRequest', (_request, reply, done) => {
    // On the raw answer: streams that take it over, and refusals, keep the headers too.
    reply.raw.setHeader('access-control-allow-origin', '*')
    reply.raw.setHeader('access-control-expose-headers', exposed)
    done()
  })
  return () => {
    for (const path of Array.from(paths))
      app.options(path, (_request, reply) => reply.code(204).headers(preflight).send())
  }
}

const exposed = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Retry-After',
  'WWW-Authenticate',
].join(', ')

const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Last-Event-ID, Range',
  'access-control-max-age': '86400', // a day; browsers keep it for less
}
