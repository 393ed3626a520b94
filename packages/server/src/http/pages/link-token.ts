import type { FastifyRequest } from 'fastify'
import { Problem } from '../guard/index.ts'

export interface WithToken {
  Params: { '*': string }
}

/** The token in the address of a link for one use; empty for what cannot be one, which no link has. */
export function tokenOf(request: FastifyRequest<WithToken>): string {
  const token = request.params['*']
  return /^[A-Za-z0-9_-]{43}$/.test(token) ? token : ''
}

/** One answer for links that are unknown, used, expired or withdrawn. */
export const linkGone = (): Problem => new Problem('not-found', { detail: { problem: 'people/link-gone' } })
