import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { People, SignedIn } from '../../people/index.ts'
import { clientAddress, Problem, tooMany } from '../guard/index.ts'

export interface ProofNeeds {
  people: Pick<People, 'signIn'>
  clock: Clock
}

/**
 * Somebody at an open browser may not be its user: the password is asked for anew, under the throttle of signing in. Answers
 * the sign-in generation that it belongs to.
 */
export async function provePassword(
  { people, clock }: ProofNeeds,
  { user }: SignedIn,
  password: string,
  request: FastifyRequest,
): Promise<number> {
  const address = clientAddress(request)
  const proven = await people.signIn.withPassword({ email: user.email, password, address })
  if (proven.ok) return proven.generation
  if (proven.why !== 'throttled')
    throw new Problem('invalid', {
      errors: [{ pointer: '/password', problem: { problem: 'people/wrong-password' } }],
    })
  throw tooMany({ problem: 'people/too-many-attempts' }, proven.retryAt, clock.now())
}
