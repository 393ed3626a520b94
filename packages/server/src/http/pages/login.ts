import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { People } from '../../people/index.ts'
import {
  type Guard,
  clientAddress,
  cookieOf,
  crossSite,
  retryAfterSeconds,
  spokenWith,
} from '../guard/index.ts'
import { catalogues } from '../words/index.ts'
import { formText } from './form-fields.ts'
import { type LoginPage, loginPage } from './login-page.ts'
import { nextPath } from './next-path.ts'
import { sendPage, seeOther } from './send-page.ts'

export interface LoginNeeds {
  people: People
  guard: Guard
  clock: Clock
}

type WithNext = FastifyRequest<{ Querystring: { next?: unknown } }>

/** `GET, POST /login` and `POST /logout` (contract §4). */
export function loginRoutes(app: FastifyInstance, needs: LoginNeeds): void {
  const { people, guard } = needs

  app.get('/login', async (request: WithNext, reply) => {
    const next = nextPath(request.query.next)
    if (await guard.signedIn(request, reply)) return seeOther(reply, next)
    if (await people.install.isOpen()) return seeOther(reply, '/install')
    return sendPage(
      reply,
      200,
      loginPage(
        { next, email: '', remember: false, keepsMail: guard.keepsMail(request) },
        spokenWith(request),
      ),
    )
  })

  app.post('/login', async (request: WithNext, reply) => {
    if (guard.madeBy(request) === 'foreign') throw crossSite()
    return attempt(needs, request, reply)
  })

  app.post('/logout', async (request, reply) => {
    const visitor = await guard.signedIn(request, reply)
    const token = formText(request.body)('token')
    const isMeant =
      guard.madeBy(request) === 'own' || !visitor || people.sessions.ownsFormToken(visitor.session, token)
    if (!isMeant) throw crossSite()
    await guard.signOut(request, reply)
    return seeOther(reply, '/login')
  })
}

async function attempt(needs: LoginNeeds, request: WithNext, reply: FastifyReply): Promise<FastifyReply> {
  const { people, guard, clock } = needs
  const field = formText(request.body)
  const page: LoginPage = {
    next: nextPath(request.query.next),
    email: field('email').slice(0, 254),
    remember: field('remember') !== '',
    keepsMail: field('no-mail-here') === '',
  }
  const result = await people.signIn.withPassword({
    email: field('email'),
    password: field('password'),
    address: clientAddress(request),
    remembered: cookieOf(request, 'remember'),
  })
  if (result.ok) {
    await guard.signIn(request, reply, result.user, page.remember)
    guard.cookies.keep(reply, page.keepsMail)
    return seeOther(reply, page.next)
  }
  const language = spokenWith(request)
  const words = catalogues[language].pages.signIn
  if (result.why === 'wrong')
    return sendPage(reply, 422, loginPage({ ...page, alert: words.wrong }, language))
  const seconds = retryAfterSeconds(result.retryAt, clock.now())
  reply.header('retry-after', seconds)
  const alert = words.tooMany(Math.ceil(Number(seconds) / 60))
  return sendPage(reply, 429, loginPage({ ...page, alert }, language))
}
