import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Jobs } from '../../jobs/index.ts'
import { Problem } from '../guard/index.ts'

export interface JobsApiNeeds {
  jobs: Pick<Jobs, 'waiting' | 'failed' | 'retry' | 'discard'>
  /** Throws a Problem unless an administrator asks, from a page of ours. */
  requireAdmin(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

const maxListed = 200

/** Serves waiting and failed jobs, and the actions on them: `/api/admin/jobs` and below. */
export function jobsApi({ jobs, requireAdmin }: JobsApiNeeds): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/admin/jobs', async (request, reply) => {
      await requireAdmin(request, reply)
      const [waiting, failed] = await Promise.all([jobs.waiting(), jobs.failed(maxListed)])
      return { waiting, failed }
    })
    app.post<{ Params: { id: string } }>('/api/admin/jobs/:id/retry', async (request, reply) => {
      await requireAdmin(request, reply)
      return answer(await jobs.retry(request.params.id), reply)
    })
    app.post<{ Params: { id: string } }>('/api/admin/jobs/:id/discard', async (request, reply) => {
      await requireAdmin(request, reply)
      return answer(await jobs.discard(request.params.id), reply)
    })
  }
}

function answer(isDone: boolean, reply: FastifyReply): FastifyReply {
  if (!isDone) throw new Problem('not-found', { detail: { problem: 'server/job-not-failed' } })
  return reply.code(204).send()
}
