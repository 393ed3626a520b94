import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ProblemDetail } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { People, SignedIn } from '../../people/index.ts'
import { clientAddress, Problem, tooMany } from '../guard/index.ts'

export interface ProofNeeds {
  people: Pick<People, 'signIn' | 'singleSignOn'>
  clock: Clock
}

/** The password in a request that takes proof; whoever has none leaves it out. */
export const ownPassword = Type.Optional(Type.String({ maxLength: 2048 }))

/**
 * Somebody at an open browser may not be its user, so that they prove it anew: by the password, under the throttle of signing
 * in, or, where they have none, by having signed in at the identity provider in the last minutes. Answers the sign-in
 * generation that the proof belongs to.
 */
export async function proveUser(
  needs: ProofNeeds,
  signedIn: SignedIn,
  password: string | undefined,
  request: FastifyRequest,
): Promise<number> {
  const proof = await needs.people.singleSignOn.proof(signedIn.user.id, signedIn.session.digest)
  if (proof.by === 'password') return provePassword(needs, signedIn, password, request)
  if (proof.fresh) return proof.fresh.generation
  throw unproven(
    proof.provider === undefined
      ? { problem: 'people/no-proof' }
      : { problem: 'people/prove-at-provider', name: proof.provider },
  )
}

async function provePassword(
  { people, clock }: ProofNeeds,
  { user }: SignedIn,
  password: string | undefined,
  request: FastifyRequest,
): Promise<number> {
  if (password === undefined) throw unproven({ problem: 'request/missing' })
  const address = clientAddress(request)
  const proven = await people.signIn.withPassword({ email: user.email, password, address })
  if (proven.ok) return proven.generation
  if (proven.why !== 'throttled') throw unproven({ problem: 'people/wrong-password' })
  throw tooMany({ problem: 'people/too-many-attempts' }, proven.retryAt, clock.now())
}

/** At the field of the password: that is where a form asks for proof of either kind. */
const unproven = (problem: ProblemDetail): Problem =>
  new Problem('invalid', { errors: [{ pointer: '/password', problem }] })
