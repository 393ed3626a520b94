import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { People, SignedIn, User } from '../../people/index.ts'
import { Problem, serverClock, tooMany } from '../guard/index.ts'
import { assertionAnswer, assertionOf, type SentAssertion } from './passkey-answers.ts'
import { unproven } from './passkey-problems.ts'
import { ownPassword, proveUser } from './prove-user.ts'

export interface SecondFactorProofNeeds {
  people: Pick<People, 'secondFactor' | 'passkeys' | 'signIn' | 'singleSignOn'>
  clock: Clock
}

const text = Type.String({ maxLength: 2048 })

/** Proof of the user, and a code or the answer of a passkey. */
export const bothFactors = Type.Object({
  password: ownPassword,
  code: Type.Optional(text),
  passkey: Type.Optional(assertionAnswer),
})

export interface BothFactors {
  password?: string
  code?: string
  passkey?: SentAssertion
}

/** For what weakens two-factor authentication: both factors are asked for anew, each under its throttle. */
export async function proveBothFactors(
  needs: SecondFactorProofNeeds,
  signedIn: SignedIn,
  proof: BothFactors,
  request: FastifyRequest,
): Promise<void> {
  await proveUser(needs, signedIn, proof.password, request)
  await proveSecondFactor(needs, signedIn.user, proof)
}

/**
 * For what becomes a second factor: who has nothing but the password of somebody whose other factor is on must not make
 * themselves one. A person of the identity provider who can do nothing but set one up has come from there a moment ago.
 */
export async function proveForNewFactor(
  needs: SecondFactorProofNeeds,
  signedIn: SignedIn,
  proof: BothFactors,
  request: FastifyRequest,
): Promise<void> {
  if (await needs.people.secondFactor.isOn(signedIn.user.id))
    await proveBothFactors(needs, signedIn, proof, request)
  else if (await mustEnrolWithoutPassword(needs, signedIn)) proveRecentSignIn(needs.clock, signedIn)
  else await proveUser(needs, signedIn, proof.password, request)
}

async function mustEnrolWithoutPassword(
  { people, clock }: SecondFactorProofNeeds,
  { user, session: { enrolBy } }: SignedIn,
): Promise<boolean> {
  return enrolBy !== null && enrolBy <= clock.now() && !(await people.singleSignOn.hasPassword(user.id))
}

const recentMs = 15 * 60_000

function proveRecentSignIn(clock: Clock, { session }: SignedIn): void {
  if (clock.now().getTime() - session.createdAt.getTime() < recentMs) return
  throw new Problem('invalid', {
    errors: [{ pointer: '/password', problem: { problem: 'people/sign-in-anew' } }],
  })
}

async function proveSecondFactor(
  { people, clock }: SecondFactorProofNeeds,
  user: User,
  { code, passkey }: BothFactors,
): Promise<void> {
  if (passkey !== undefined) {
    const checked = await people.passkeys.check(user.id, assertionOf(passkey))
    if (!checked.ok) throw unproven(checked, clock.now())
    return
  }
  if (code === undefined) throw new Problem('invalid', { errors: [missingCode] })
  const checked = await people.secondFactor.check(user.id, code)
  if (checked.ok) return
  if (checked.why === 'off')
    throw new Problem('conflict', { detail: { problem: 'people/second-factor-off' } })
  if (checked.why === 'throttled')
    throw tooMany({ problem: 'people/too-many-attempts' }, checked.retryAt, clock.now())
  throw wrongCode(serverClock(clock.now(), user))
}

/** The second factor was not sent where it is asked for. */
export const missingCode = { pointer: '/code', problem: { problem: 'request/missing' } } as const

export const wrongCode = (clock: string): Problem =>
  new Problem('invalid', { errors: [{ pointer: '/code', problem: { problem: 'people/wrong-code', clock } }] })
