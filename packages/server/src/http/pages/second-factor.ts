import { sayProblem, catalogueOf } from '@plmail/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CodeCheck, People, User } from '../../people/index.ts'
import {
  type HalfSignedIn,
  crossSite,
  getVisitor,
  policies,
  retryAfterSeconds,
  serverClock,
  spokenWith,
} from '../guard/index.ts'
import { formText } from './form-fields.ts'
import type { LoginNeeds } from './login.ts'
import { nextPath } from './next-path.ts'
import { passkeyPolicy } from './passkey-part.ts'
import { type SecondFactorPage, secondFactorPage } from './second-factor-page.ts'
import { seeOther, sendPage } from './send-page.ts'

type WithNext = FastifyRequest<{ Querystring: { next?: unknown } }>

/** `GET, POST /2fa`: reachable between the password and the session only. */
export function secondFactorRoutes(app: FastifyInstance, needs: LoginNeeds): void {
  const { guard } = needs

  app.get('/2fa', async (request: WithNext, reply) => {
    const next = nextPath(request.query.next)
    if (await guard.signedIn(request, reply)) return seeOther(reply, next)
    const half = await guard.halfSignedIn(request)
    if (!half) return passwordFirst(reply, next)
    return send(needs, reply, 200, half, { next })
  })

  app.post('/2fa', async (request: WithNext, reply) => {
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    const half = await guard.halfSignedIn(request)
    if (!half) return passwordFirst(reply, nextPath(request.query.next))
    return attempt(needs, half, request, reply)
  })
}

/** Ten minutes have passed, or the second factor was switched off meanwhile. */
function passwordFirst(reply: FastifyReply, next: string): FastifyReply {
  return seeOther(reply, next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`)
}

async function attempt(
  needs: LoginNeeds,
  half: HalfSignedIn,
  request: WithNext,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const field = formText(request.body)
  const next = nextPath(request.query.next)
  const trust = field('trust') !== ''
  const factor = /^[0-9\s]*$/.test(field('code')) ? 'code' : 'recovery-code'
  const result = await needs.people.secondFactor.check(half.user.id, field('code'))
  if (result.ok) {
    const isSignedIn = await needs.guard.afterCode(reply, half, factor, trust)
    return isSignedIn ? seeOther(reply, next) : passwordFirst(reply, next)
  }
  if (result.why === 'off') return passwordFirst(reply, next)
  if (result.why === 'wrong') await needs.people.signIns.failed(half.user.id, factor, getVisitor(request))
  return refuse(needs, half, result, reply, { next, trust })
}

async function refuse(
  needs: LoginNeeds,
  half: HalfSignedIn,
  result: Exclude<CodeCheck, { ok: true } | { why: 'off' }>,
  reply: FastifyReply,
  entered: { next: string; trust: boolean },
): Promise<FastifyReply> {
  const language = spokenWith(reply.request)
  const now = needs.clock.now()
  if (result.why === 'wrong') {
    const problem = { problem: 'people/wrong-code', clock: serverClock(now, half.user) } as const
    return send(needs, reply, 422, half, { ...entered, problem: sayProblem(language, problem) })
  }
  const seconds = retryAfterSeconds(result.retryAt, now)
  reply.header('retry-after', seconds)
  const alert = catalogueOf(language).pages.signIn.tooMany({ minutes: Math.ceil(Number(seconds) / 60) })
  return send(needs, reply, 429, half, { ...entered, alert })
}

async function send(
  { people }: LoginNeeds,
  reply: FastifyReply,
  status: number,
  { user }: HalfSignedIn,
  entered: Pick<SecondFactorPage, 'next' | 'trust' | 'problem' | 'alert'>,
): Promise<FastifyReply> {
  const [{ appSince }, passkeys] = await Promise.all([
    people.secondFactor.state(user.id),
    passkeysOf(people, user),
  ])
  const page = { ...entered, email: user.email, hasApp: appSince !== null, passkeys }
  const policy = typeof passkeys === 'object' ? passkeyPolicy : policies.page
  return sendPage(reply, status, secondFactorPage(page, spokenWith(reply.request)), policy)
}

async function passkeysOf({ passkeys }: People, user: User): Promise<SecondFactorPage['passkeys']> {
  const relyingParty = passkeys.relyingParty()
  const { passkeys: listed } = await passkeys.list(user.id)
  if (listed.length === 0) return undefined
  if (typeof relyingParty === 'string') return 'none'
  const isUsable = listed.some(
    ({ rpId, disabledBecause }) => rpId === relyingParty.id && disabledBecause === null,
  )
  return isUsable ? relyingParty : 'none'
}
