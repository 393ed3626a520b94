import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Random } from '../../kit/random.ts'
import type { FlowOutcome, People, SignedIn, SingleSignOnFailure } from '../../people/index.ts'
import { clientAddress, type Guard, Problem, retryAfterSeconds, spokenWith } from '../guard/index.ts'
import { nextPath, secondFactorPath, seeOther, sendPage } from '../pages/index.ts'
import { failurePage } from './failure-page.ts'
import { browserOf, redirectUriOf } from './leave-for-provider.ts'

export interface SingleSignOnRouteNeeds {
  people: Pick<People, 'singleSignOn'>
  guard: Guard
  clock: Clock
  random: Random
  log: Log
}

type WithNext = FastifyRequest<{ Querystring: { next?: unknown } }>

/** A logout token is a few hundred bytes of form. */
const formLimit = 16 * 1024

export function singleSignOnRoutes(needs: SingleSignOnRouteNeeds): FastifyPluginAsync {
  const { people, guard, random } = needs
  return async (app) => {
    app.removeAllContentTypeParsers()
    await app.register(formbody, { bodyLimit: formLimit })

    app.get('/oauth/sso/connect', async (request: WithNext, reply) => {
      const next = nextPath(request.query.next)
      if (await guard.signedIn(request, reply)) return seeOther(reply, next)
      const browser = browserOf(request) ?? random(32).toString('base64url')
      const begun = await people.singleSignOn.begin({
        redirectUri: redirectUriOf(guard, request),
        browser,
        next,
        address: clientAddress(request),
      })
      if (!begun.ok) return sendFailure(needs, reply, begun)
      guard.cookies.singleSignOn(reply, browser)
      return seeOther(reply.header('cache-control', 'no-store'), begun.url)
    })

    app.get('/oauth/sso/callback', async (request, reply) => {
      const visitor = await guard.signedIn(request, reply)
      const outcome = await people.singleSignOn.complete({
        query: getQuery(request),
        browser: browserOf(request),
        visitor: visitor && { userId: visitor.user.id, session: visitor.session.digest },
      })
      reply.header('cache-control', 'no-store')
      // Another tab has brought this browser in already, or the page was loaded again.
      const isLate = !outcome.ok && outcome.problem.problem === 'single-sign-on/foreign-state'
      return isLate && visitor ? seeOther(reply, '/') : answer(needs, reply, outcome, visitor)
    })

    app.post('/oauth/sso/backchannel-logout', async (request, reply) => {
      const token = readLogoutToken(request.body)
      const result = token === undefined ? 'refused' : await people.singleSignOn.logOut(token)
      if (result === 'unreachable') throw new Problem('unavailable')
      reply.header('cache-control', 'no-store')
      // OpenID Connect Back-Channel Logout 1.0 §2.8.
      if (result === 'refused') return reply.code(400).send({ error: 'invalid_request' })
      return reply.code(200).send()
    })
  }
}

async function answer(
  needs: SingleSignOnRouteNeeds,
  reply: FastifyReply,
  outcome: FlowOutcome,
  visitor: SignedIn | undefined,
): Promise<FastifyReply> {
  if (!outcome.ok) return sendFailure(needs, reply, outcome)
  // What was proven counts for this browser alone, and not for who has planted the secret of its session.
  if (outcome.kind === 'proven' && visitor) await needs.guard.renewSession(reply, visitor)
  if (outcome.kind !== 'signed-in') return seeOther(reply, outcome.next)
  const step = await needs.guard.afterSingleSignOn(reply, outcome)
  if (step === 'signed-in') return seeOther(reply, outcome.next)
  if (step === 'code-needed') return seeOther(reply, secondFactorPath(outcome.next))
  const problem = { problem: 'single-sign-on/foreign-state' } as const
  const { next } = outcome
  return sendFailure(needs, reply, { ok: false, problem, isPassing: false, purpose: 'sign-in', next })
}

function sendFailure(
  { clock, log }: SingleSignOnRouteNeeds,
  reply: FastifyReply,
  failure: SingleSignOnFailure,
): FastifyReply {
  log.event('people.single-sign-on-failed', { code: failure.problem.problem })
  const page = failurePage(failure, spokenWith(reply.request))
  if (failure.retryAt) {
    reply.header('retry-after', retryAfterSeconds(failure.retryAt, clock.now()))
    return sendPage(reply, 429, page)
  }
  return sendPage(reply, failure.isPassing ? 503 : 422, page)
}

/** As it arrived: a parameter given twice must be seen twice. */
function getQuery({ url }: FastifyRequest): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}

function readLogoutToken(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('logout_token' in body)) return undefined
  return typeof body.logout_token === 'string' ? body.logout_token : undefined
}
