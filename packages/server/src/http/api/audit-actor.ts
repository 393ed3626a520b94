import type { FastifyRequest } from 'fastify'
import type { AuditActor, SignedIn } from '../../people/index.ts'
import { getVisitor } from '../guard/index.ts'

/** The signed-in user as the audit log names them, with the address and browser of the request. */
export function browserActor(request: FastifyRequest, { user }: Pick<SignedIn, 'user'>): AuditActor {
  return { source: 'browser', userId: user.id, email: user.email, visitor: getVisitor(request) }
}
