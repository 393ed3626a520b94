import type { FastifyInstance } from 'fastify'

/**
 * Remembers which methods each path answers, to say 405 with `Allow` (RFC 9110 §15.5.6) where the router only knows
 * "no such route". Routes registered after the call are seen, so call it first.
 */
export function allowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: Array<{ pattern: RegExp; methods: string[] }> = []
  app.addHook('onRoute', (route) => {
    routes.push({ pattern: toPattern(route.url), methods: [route.method].flat() })
  })
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    return [...new Set(methods)].sort()
  }
}

function toPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*'
    return segment.includes(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
