import type { FastifyRequest } from 'fastify'

/** The verdict on a request, found when it is first asked for and kept as long as the request. */
export function oncePerRequest<Rest extends unknown[], T>(
  judge: (request: FastifyRequest, ...rest: Rest) => Promise<T>,
): (request: FastifyRequest, ...rest: Rest) => Promise<T> {
  const judged = new WeakMap<FastifyRequest, Promise<T>>()
  return (request, ...rest) => {
    const judgement = judged.get(request)
    if (judgement) return judgement
    const verdict = judge(request, ...rest)
    judged.set(request, verdict)
    return verdict
  }
}
