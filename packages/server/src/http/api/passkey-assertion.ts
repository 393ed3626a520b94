import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { People, RequestOptions } from '../../people/index.ts'
import {
  clientAddress,
  crossSite,
  getCookie,
  type Guard,
  type HalfSignedIn,
  Problem,
  tooMany,
} from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'
import { assertionAnswer, assertionOf, type SentAssertion } from './passkey-answers.ts'
import { unavailable, unproven } from './passkey-problems.ts'

export interface PasskeyAssertionNeeds {
  people: Pick<People, 'passkeys'>
  guard: Pick<Guard, 'requireSession' | 'madeBy' | 'halfSignedIn' | 'afterPasskey' | 'afterCode' | 'cookies'>
  clock: Clock
  random: Random
}

/**
 * `sign-in`: by whoever, and the whole of it. `second-factor`: after the password. `proof`: by the signed-in user, who sends
 * the answer along with what it is a proof for.
 */
type Purpose = 'sign-in' | 'second-factor' | 'proof'

const flag = Type.Optional(Type.Boolean())
const optionsBody = Type.Object({
  for: Type.Union([Type.Literal('sign-in'), Type.Literal('second-factor'), Type.Literal('proof')]),
})
const answerBody = Type.Object({
  for: Type.Union([Type.Literal('sign-in'), Type.Literal('second-factor')]),
  passkey: assertionAnswer,
  remember: flag,
  keepsMail: flag,
  trust: flag,
})

interface Answered {
  for: 'sign-in' | 'second-factor'
  passkey: SentAssertion
  /** The boxes of the sign-in page, for a sign-in. */
  remember?: boolean
  keepsMail?: boolean
  /** A second factor may ask that this browser is trusted. */
  trust?: boolean
}

/** Challenges for passkeys, and the sign-ins that answer them: `/api/passkeys/assertion`. */
export function passkeyAssertionApi(needs: PasskeyAssertionNeeds): FastifyPluginAsync {
  const { guard } = needs
  return async (app) => {
    app.post('/api/passkeys/assertion', async (request, reply): Promise<{ options: RequestOptions }> => {
      if (guard.madeBy(request) === 'foreign') throw crossSite()
      const { for: purpose } = checkedBody<{ for: Purpose }>(optionsBody, request.body)
      return { options: await optionsFor(needs, purpose, request, reply) }
    })

    app.post('/api/passkeys/assertion/answer', async (request, reply) => {
      if (guard.madeBy(request) === 'foreign') throw crossSite()
      const answered = checkedBody<Answered>(answerBody, request.body)
      if (answered.for === 'sign-in') await signIn(needs, answered, request, reply)
      else await signInFurther(needs, answered, request, reply)
      return reply.code(204).send()
    })
  }
}

async function optionsFor(
  needs: PasskeyAssertionNeeds,
  purpose: Purpose,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestOptions> {
  const { people, guard } = needs
  if (purpose === 'sign-in') return optionsForSignIn(needs, request, reply)
  const { user } =
    purpose === 'second-factor'
      ? await requireHalf(needs, request)
      : await guard.requireSession(request, reply)
  const options = await people.passkeys.beginCheck(user.id)
  if (!options) throw new Problem('conflict', { detail: { problem: 'people/no-usable-passkey' } })
  return options
}

/** The challenge is bound to the browser by a cookie, or somebody could have another browser answer it. */
async function optionsForSignIn(
  { people, guard, clock, random }: PasskeyAssertionNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestOptions> {
  const secret = getCookie(request, 'passkey') ?? random(32).toString('base64url')
  const begun = await people.passkeys.beginSignIn({ secret, address: clientAddress(request) })
  if (typeof begun === 'string') throw unavailable(begun)
  if ('retryAt' in begun) throw tooMany({ problem: 'people/too-many-attempts' }, begun.retryAt, clock.now())
  guard.cookies.passkey(reply, secret)
  return begun
}

async function signIn(
  { people, guard, clock }: PasskeyAssertionNeeds,
  { passkey, remember, keepsMail }: Answered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Without the cookie no challenge is its own, and the failure counts all the same.
  const browser = { secret: getCookie(request, 'passkey') ?? '', address: clientAddress(request) }
  const result = await people.passkeys.signIn(assertionOf(passkey), browser)
  if (!result.ok) throw unproven(result, clock.now())
  const isSignedIn = await guard.afterPasskey(reply, result, remember === true)
  if (!isSignedIn) throw unproven({ ok: false, why: 'wrong' }, clock.now())
  guard.cookies.keep(reply, keepsMail !== false)
}

async function signInFurther(
  needs: PasskeyAssertionNeeds,
  { passkey, trust }: Answered,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { people, guard, clock } = needs
  const half = await requireHalf(needs, request)
  const checked = await people.passkeys.check(half.user.id, assertionOf(passkey))
  if (!checked.ok) throw unproven(checked, clock.now())
  const isSignedIn = await guard.afterCode(reply, half, 'passkey', trust === true, checked.passkeyId)
  if (!isSignedIn) throw passwordFirst()
}

async function requireHalf({ guard }: PasskeyAssertionNeeds, request: FastifyRequest): Promise<HalfSignedIn> {
  const half = await guard.halfSignedIn(request)
  if (!half) throw passwordFirst()
  return half
}

const passwordFirst = (): Problem => new Problem('signed-out', { detail: { problem: 'people/signed-out' } })
