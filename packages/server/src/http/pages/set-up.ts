import { browserOf, type ProblemDetail } from '@plmail/wire'
import { catalogueOf, sayProblem } from '@plmail/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Confirmation, SignedIn } from '../../people/index.ts'
import { proveForNewFactor } from '../api/prove-second-factor.ts'
import {
  crossSite,
  getVisitor,
  policies,
  Problem,
  retryAfterSeconds,
  serverClock,
  spokenWith,
} from '../guard/index.ts'
import { formText } from './form-fields.ts'
import type { LoginNeeds } from './login.ts'
import { nextPath } from './next-path.ts'
import { setUpAppPage, setUpBeginPage, setUpCodesPage } from './set-up-page.ts'
import { setUpPasskeyPolicy } from './set-up-passkey-part.ts'
import { seeOther, sendPage } from './send-page.ts'

type WithNext = FastifyRequest<{ Querystring: { next?: unknown } }>

/** One request of somebody who has to set up a second factor, and goes nowhere else. */
interface Step {
  signedIn: SignedIn
  request: FastifyRequest
  reply: FastifyReply
  next: string
}

interface Refusal {
  status: number
  problem?: string
  alert?: string
}

/**
 * `GET, POST /2fa/set-up`: for a session whose user has to have a second factor and has none, once their time is over. It
 * reaches this, the routes that register a passkey, and the way out. Works without script; a passkey takes one.
 */
export function setUpRoutes(app: FastifyInstance, needs: LoginNeeds): void {
  const { guard } = needs

  app.get('/2fa/set-up', async (request: WithNext, reply) => {
    const next = nextPath(request.query.next)
    const signedIn = await guard.enrolling(request, reply)
    if (!signedIn) return seeOther(reply, next)
    return sendBegin(needs, { signedIn, request, reply, next }, { status: 200 })
  })

  app.post('/2fa/set-up', async (request: WithNext, reply) => {
    const next = nextPath(request.query.next)
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    const signedIn = await guard.enrolling(request, reply)
    if (!signedIn) return seeOther(reply, next)
    const step = { signedIn, request, reply, next }
    const field = formText(request.body)
    return field('step') === 'code'
      ? confirm(needs, step, { code: field('code'), secret: field('secret') })
      : begin(needs, step, field('password'))
  })
}

async function begin(needs: LoginNeeds, step: Step, password: string): Promise<FastifyReply> {
  const { signedIn, request, reply } = step
  try {
    await proveForNewFactor(needs, signedIn, { password }, request)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return sendBegin(needs, step, refusalOf(error, step))
  }
  const secret = await needs.people.secondFactor.enrol(signedIn.user.id)
  // Another tab was quicker.
  if (secret === undefined) return seeOther(reply, step.next)
  return sendApp(step, secret, { status: 200 })
}

/** What the interface answers as a problem, as this page says it. */
function refusalOf({ code, options }: Problem, { reply }: Step): Refusal {
  const language = spokenWith(reply.request)
  const [first] = options.errors ?? []
  if (code !== 'too-many')
    return { status: 422, ...(first && { problem: sayProblem(language, first.problem) }) }
  for (const [name, value] of Object.entries(options.headers ?? {})) reply.header(name, value)
  return { status: 429, ...(options.detail && { alert: sayProblem(language, options.detail) }) }
}

/** `secret`: the one that the page of the form shows. */
async function confirm(
  needs: LoginNeeds,
  step: Step,
  { code, secret }: { code: string; secret: string },
): Promise<FastifyReply> {
  const { signedIn, reply, next } = step
  const { secondFactor } = needs.people
  const confirmed = await secondFactor.confirm(signedIn.user.id, code, signedIn.session.digest)
  if (confirmed.ok) {
    await needs.guard.renewSession(reply, signedIn)
    const page = { next, language: spokenWith(reply.request), codes: confirmed.recoveryCodes }
    return sendPage(reply, 200, setUpCodesPage(page))
  }
  const refusal = refusalOfCode(needs, step, confirmed)
  if (refusal === undefined) return seeOther(reply, next)
  if (await secondFactor.isPending(signedIn.user.id, secret)) return sendApp(step, secret, refusal)
  // The key was shown too long ago, or there is another by now: from the beginning.
  const { status, alert } = refusal
  return sendBegin(needs, step, { status, ...(alert !== undefined && { alert }) })
}

/** Undefined where there is nothing to set up any more. */
function refusalOfCode(
  { clock }: LoginNeeds,
  { signedIn: { user }, reply }: Step,
  failure: Exclude<Confirmation, { ok: true }>,
): Refusal | undefined {
  const now = clock.now()
  const say = (problem: ProblemDetail) => sayProblem(spokenWith(reply.request), problem)
  switch (failure.why) {
    case 'on':
    case 'late':
      return undefined
    case 'no-enrolment':
      return { status: 422 }
    case 'throttled':
      reply.header('retry-after', retryAfterSeconds(failure.retryAt, now))
      return { status: 429, alert: say({ problem: 'people/too-many-attempts' }) }
    case 'wrong': {
      const [clockText, minutes] = [serverClock(now, user), failure.minutesOff]
      return {
        status: 422,
        problem: say(
          minutes === undefined
            ? { problem: 'people/wrong-code', clock: clockText }
            : { problem: 'people/code-of-another-time', clock: clockText, minutes },
        ),
      }
    }
  }
}

async function sendBegin(
  { people }: LoginNeeds,
  { signedIn: { user }, request, reply, next }: Step,
  { status, ...said }: Refusal,
): Promise<FastifyReply> {
  const named = browserOf(getVisitor(request).userAgent)
  const language = spokenWith(request)
  const relyingParty = people.passkeys.relyingParty()
  const offered = typeof relyingParty === 'string' ? undefined : relyingParty
  const page = setUpBeginPage({
    ...said,
    next,
    language,
    email: user.email,
    hasPassword: await people.singleSignOn.hasPassword(user.id),
    relyingParty: offered,
    passkeyName: named ? `${named.browser}, ${named.system}` : catalogueOf(language).pages.setUp.passkeyName,
  })
  return sendPage(reply, status, page, offered ? setUpPasskeyPolicy : policies.page)
}

/** The QR code is a picture in the page. */
const appPolicy = policies.page.replace("img-src 'self'", "img-src 'self' data:")

function sendApp(
  { signedIn: { user }, reply, next }: Step,
  secret: string,
  { status, ...said }: Refusal,
): FastifyReply {
  const page = { ...said, next, email: user.email, language: spokenWith(reply.request), secret }
  return sendPage(reply, status, setUpAppPage(page), appPolicy)
}
