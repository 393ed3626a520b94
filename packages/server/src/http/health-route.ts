import type { FastifyPluginAsync } from 'fastify'
import type { Health } from '../health/index.ts'

/**
 * `GET /healthz` for monitors: verdicts only, 503 only when the database is unreachable: starting a server
 * again frees no disk.
 */
export function healthRoute(health: Health): FastifyPluginAsync {
  return async (app) => {
    app.get('/healthz', async (_request, reply) => {
      const verdict = await health.verdict()
      return reply.code(verdict.checks.database ? 200 : 503).send(verdict)
    })
  }
}
