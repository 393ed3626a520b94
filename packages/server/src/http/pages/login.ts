import { catalogueOf, sayProblem } from '@plmail/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { People, RelyingParty } from '../../people/index.ts'
import {
  type Guard,
  clientAddress,
  getCookie,
  crossSite,
  policies,
  retryAfterSeconds,
  spokenWith,
} from '../guard/index.ts'
import { formText } from './form-fields.ts'
import { connectPath, signInPathAfterForm } from './sign-in-paths.ts'
import { type LoginPage, loginPage } from './login-page.ts'
import { nextPath } from './next-path.ts'
import { passkeyPolicy } from './passkey-part.ts'
import { secondFactorPath } from './second-factor-page.ts'
import { sendPage, seeOther } from './send-page.ts'
import { setUpPath } from './set-up-page.ts'

export interface LoginNeeds {
  people: People
  guard: Guard
  clock: Clock
}

type WithNext = FastifyRequest<{ Querystring: { next?: unknown; sso?: unknown } }>

/** `GET, POST /login` and `POST /logout`: the pages that sign in and out. */
export function loginRoutes(app: FastifyInstance, needs: LoginNeeds): void {
  const { people, guard } = needs

  app.get('/login', async (request: WithNext, reply) => {
    const next = nextPath(request.query.next)
    if (await guard.signedIn(request, reply)) return seeOther(reply, next)
    if (await guard.enrolling(request, reply)) return seeOther(reply, setUpPath(next))
    if (await guard.halfSignedIn(request)) return seeOther(reply, secondFactorPath(next))
    if (await people.install.isOpen()) return seeOther(reply, '/install')
    const ways = await waysIn(needs, request)
    if (ways.onlyWay === 'in-force' && mayBeLedOn(request)) return seeOther(reply, connectPath(next))
    guard.cookies.signedOut(reply, undefined)
    return sendLogin(reply, 200, {
      next,
      email: '',
      remember: false,
      keepsMail: guard.keepsMail(request),
      passkeys: passkeysOf(needs),
      ...ways,
    })
  })

  app.post('/login', async (request: WithNext, reply) => {
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    return attempt(needs, request, reply)
  })

  app.post('/logout', async (request, reply) => {
    const visitor = (await guard.signedIn(request, reply)) ?? (await guard.enrolling(request, reply))
    const token = formText(request.body)('token')
    const by = guard.madeBy(request)
    // Another site's form brings no cookies along, but what the answer takes back would be gone all the same.
    const isMeant =
      by === 'own' || (visitor ? people.sessions.ownsFormToken(visitor.session, token) : by === 'unsaid')
    if (!isMeant) throw crossSite()
    await guard.signOut(request, reply)
    const provider = visitor?.session.singleSignOnSessionId ?? null
    if (provider === null) return seeOther(reply, await signInPathAfterForm(people))
    guard.cookies.signedOut(reply, people.singleSignOn.ticket(provider))
    return seeOther(reply, '/login')
  })
}

/** Not who asked for another way in, nor who has just signed out: they would be signed in again at once. */
function mayBeLedOn(request: WithNext): boolean {
  return request.query.sso !== '0' && getCookie(request, 'signedOut') === undefined
}

/** The ways in as the page shows them. */
async function waysIn(
  { people, guard }: LoginNeeds,
  request: FastifyRequest,
): Promise<Pick<LoginPage, 'provider' | 'onlyWay' | 'endSessionUrl'>> {
  const { name, onlyWay } = await people.singleSignOn.waysIn()
  const ticket = getCookie(request, 'signedOut')
  const returnTo = `${guard.publicAddress(request)}/login?sso=0`
  const endSessionUrl =
    name === undefined || ticket === undefined
      ? undefined
      : await people.singleSignOn.endSessionUrl(ticket, returnTo)
  return { provider: name, onlyWay, endSessionUrl }
}

async function attempt(needs: LoginNeeds, request: WithNext, reply: FastifyReply): Promise<FastifyReply> {
  const { people, guard, clock } = needs
  const field = formText(request.body)
  const page: LoginPage = {
    next: nextPath(request.query.next),
    email: field('email').slice(0, 254),
    remember: field('remember') !== '',
    keepsMail: field('no-mail-here') === '',
    passkeys: passkeysOf(needs),
    ...(await waysIn(needs, request)),
  }
  if (page.onlyWay === 'in-force') return refusePassword(reply, page)
  const result = await people.signIn.withPassword({
    email: field('email'),
    password: field('password'),
    address: clientAddress(request),
    remembered: getCookie(request, 'remember'),
  })
  if (result.ok) {
    const step = await guard.afterPassword(reply, result, page.remember)
    if (step === 'over') return sendWrong(reply, page, 'wrong')
    guard.cookies.keep(reply, page.keepsMail)
    return seeOther(reply, step === 'signed-in' ? page.next : secondFactorPath(page.next))
  }
  if (result.why !== 'throttled') return sendWrong(reply, page, result.why)
  const seconds = retryAfterSeconds(result.retryAt, clock.now())
  reply.header('retry-after', seconds)
  const words = catalogueOf(spokenWith(request)).pages.signIn
  return sendLogin(reply, 429, {
    ...page,
    alert: words.tooMany({ minutes: Math.ceil(Number(seconds) / 60) }),
  })
}

/** Whatever the password is: who guesses must not learn of a right one either. */
function refusePassword(reply: FastifyReply, page: LoginPage): FastifyReply {
  const language = spokenWith(reply.request)
  const problem = { problem: 'single-sign-on/only-way', name: page.provider ?? '' } as const
  return sendLogin(reply, 403, { ...page, alert: sayProblem(language, problem) })
}

function sendWrong(reply: FastifyReply, page: LoginPage, why: 'wrong' | 'disabled'): FastifyReply {
  return sendLogin(reply, 422, { ...page, alert: catalogueOf(spokenWith(reply.request)).pages.signIn[why] })
}

function sendLogin(reply: FastifyReply, status: number, page: LoginPage): FastifyReply {
  const policy = page.passkeys && page.onlyWay !== 'in-force' ? passkeyPolicy : policies.page
  return sendPage(reply, status, loginPage(page, spokenWith(reply.request)), policy)
}

function passkeysOf({ people }: LoginNeeds): RelyingParty | undefined {
  const relyingParty = people.passkeys.relyingParty()
  return typeof relyingParty === 'string' ? undefined : relyingParty
}
