import type { RecoveryCodes, SecondFactorEnrolment, SecondFactorView } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { renderSVG } from 'uqr'
import type { Clock } from '../../kit/clock.ts'
import { type Confirmation, type People, type SignedIn, totpUri, type User } from '../../people/index.ts'
import { type Guard, Problem, serverClock, tooMany } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'
import {
  bothFactors,
  type BothFactors,
  proveBothFactors,
  proveForNewFactor,
  wrongCode,
} from './prove-second-factor.ts'

export interface SecondFactorApiNeeds {
  people: Pick<People, 'secondFactor' | 'passkeys' | 'signIn' | 'singleSignOn'>
  guard: Pick<Guard, 'requireSession' | 'renewSession'>
  clock: Clock
}

const text = Type.String({ maxLength: 2048 })
const codeBody = Type.Object({ code: text })

/**
 * Two-factor authentication of the signed-in user: `/api/second-factor`. Setting it up takes the password, and what
 * weakens it, or adds a factor to another, both.
 */
export function secondFactorApi(needs: SecondFactorApiNeeds): FastifyPluginAsync {
  const { guard, clock } = needs
  const { secondFactor } = needs.people
  return async (app) => {
    app.get('/api/second-factor', async (request, reply): Promise<SecondFactorView> => {
      const { user, session } = await guard.requireSession(request, reply)
      const { appSince, ...state } = await secondFactor.state(user.id)
      const enrolBy = session.enrolBy?.toISOString() ?? null
      return { ...state, appSince: appSince?.toISOString() ?? null, enrolBy }
    })

    app.post('/api/second-factor/enrolment', async (request, reply): Promise<SecondFactorEnrolment> => {
      const signedIn = await guard.requireSession(request, reply)
      const proof = checkedBody<BothFactors>(bothFactors, request.body)
      if ((await secondFactor.state(signedIn.user.id)).appSince !== null)
        throw conflict('people/second-factor-on')
      await proveForNewFactor(needs, signedIn, proof, request)
      const secret = await secondFactor.enrol(signedIn.user.id)
      if (secret === undefined) throw conflict('people/second-factor-on')
      const uri = totpUri(secret, signedIn.user.email)
      return { secret, uri, picture: renderSVG(uri, { ecc: 'M', border: 4 }) }
    })

    app.post('/api/second-factor/confirmation', async (request, reply): Promise<RecoveryCodes> => {
      const signedIn = await guard.requireSession(request, reply)
      const { user, session } = signedIn
      const { code } = checkedBody<{ code: string }>(codeBody, request.body)
      const confirmed = await secondFactor.confirm(user.id, code, session.digest)
      if (!confirmed.ok) throw unconfirmed(confirmed, clock.now(), user)
      await guard.renewSession(reply, signedIn)
      return { recoveryCodes: confirmed.recoveryCodes }
    })

    app.post('/api/second-factor/recovery-codes', async (request, reply): Promise<RecoveryCodes> => {
      const { user } = await proveBoth(needs, request, reply)
      const recoveryCodes = await secondFactor.renewRecoveryCodes(user.id)
      if (!recoveryCodes) throw conflict('people/second-factor-off')
      return { recoveryCodes }
    })

    app.post('/api/second-factor/off', async (request, reply) => {
      const signedIn = await proveBoth(needs, request, reply)
      const removal = await secondFactor.removeApp(signedIn.user.id)
      if (removal === 'last-way-in') throw conflict('people/last-way-in')
      await guard.renewSession(reply, signedIn)
      return reply.code(204).send()
    })
  }
}

/** The signed-in user, who has given both factors. */
async function proveBoth(
  needs: SecondFactorApiNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const signedIn = await needs.guard.requireSession(request, reply)
  const proof = checkedBody<BothFactors>(bothFactors, request.body)
  if (!(await needs.people.secondFactor.isOn(signedIn.user.id))) throw conflict('people/second-factor-off')
  await proveBothFactors(needs, signedIn, proof, request)
  return signedIn
}

function unconfirmed(failure: Exclude<Confirmation, { ok: true }>, now: Date, user: User): Problem {
  const clock = serverClock(now, user)
  switch (failure.why) {
    case 'on':
      return conflict('people/second-factor-on')
    case 'no-enrolment':
      return conflict('people/no-enrolment')
    case 'late':
      return new Problem('signed-out', { detail: { problem: 'people/signed-out' } })
    case 'throttled':
      return tooMany({ problem: 'people/too-many-attempts' }, failure.retryAt, now)
    case 'wrong': {
      if (failure.minutesOff === undefined) return wrongCode(clock)
      const problem = { problem: 'people/code-of-another-time', clock, minutes: failure.minutesOff } as const
      return new Problem('invalid', { errors: [{ pointer: '/code', problem }] })
    }
  }
}

const conflict = (
  problem:
    'people/second-factor-on' | 'people/second-factor-off' | 'people/no-enrolment' | 'people/last-way-in',
) => new Problem('conflict', { detail: { problem } })
