import type { FastifyReply } from 'fastify'
import { policies } from '../guard/index.ts'

/** `policy`: of a page with a script in it. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  policy: string = policies.page,
): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-security-policy': policy, vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** 303: whatever was posted, the browser goes on with GET. Relative, so it holds behind any proxy. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('location', path).send()
}
