import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { People, SignedIn, User } from '../../people/index.ts'
import { type Cookies, getCookie, createCookies, getVisitor } from './cookies.ts'
import { type IsTrusted, type Origin, isLocal, originText, requestOrigin } from './origin.ts'
import { currentSession, leaveSession } from './open-session.ts'
import { Problem } from './problems.ts'
import { oncePerRequest } from './once-per-request.ts'
import { isStateChanging, madeBy } from './same-origin.ts'
import {
  type SecondFactorSteps,
  createSecondFactorSteps,
  passageWithoutCode,
  proofOf,
} from './second-factor-steps.ts'
import { setRequestLanguage } from './request-language.ts'
import { type TokenHolder, authenticateHolder } from './token-holder.ts'

/**
 * Who is asking, and may they. Each `require…` works as a preHandler and can be called again in the handler for its
 * answer: a request is judged once. On refusal it throws a Problem.
 */
export interface Guard extends SecondFactorSteps {
  /** A signed-in browser. State-changing requests must also come from one of our own pages. */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>
  requireAdmin(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>
  /** Whom an app password or a token made from a session stands for; for /jmap. */
  requireToken(request: FastifyRequest): Promise<TokenHolder>
  /**
   * Who is signed in, or undefined; opens a new session from a remembered sign-in where there is none. Whoever has to set up
   * a second factor first is a stranger here, and so everywhere but where `enrolling` is asked.
   */
  signedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>
  /** Who is signed in and has to set up a second factor before anything else. */
  enrolling(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>
  /** As `requireSession`, also for who has to set up a second factor: for what sets it up. */
  requireEnrollable(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>
  /** Starts a session in this browser in place of the one it may have had, for a user who was made a moment ago. */
  signInNewUser(reply: FastifyReply, user: User): Promise<void>
  /**
   * The browser's session goes on under another secret; for whoever changed how they sign in. Its new digest, or undefined
   * when it has ended meanwhile.
   */
  renewSession(reply: FastifyReply, signedIn: SignedIn): Promise<Buffer | undefined>
  /** Ends this browser's session and forgets its remembered sign-in. */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<void>
  cookies: Cookies
  /** Whether mail may be kept in this browser, as was chosen when somebody last signed in. */
  keepsMail(request: FastifyRequest): boolean
  /** The configured public address, else the one this request was made to. No trailing slash. */
  publicAddress(request: FastifyRequest): string
  /** The address this request was made to, as the browser sees it. */
  requestAddress(request: FastifyRequest): string
  isLocal(request: FastifyRequest): boolean
  madeBy(request: FastifyRequest): ReturnType<typeof madeBy>
}

export interface GuardNeeds {
  people: People
  clock: Clock
  /** APP_PUBLIC_URL, asked on every use. */
  publicAddress(): string | undefined
  isTrusted: IsTrusted
}

export function createGuard(needs: GuardNeeds): Guard {
  const { people } = needs
  const origin = (request: FastifyRequest): Origin => requestOrigin(request, needs.isTrusted)
  const requestAddress = (request: FastifyRequest) => originText(origin(request))
  const publicAddress = (request: FastifyRequest) => needs.publicAddress() ?? requestAddress(request)
  const cookies = createCookies((request) => publicAddress(request).startsWith('https:'))
  const steps = createSecondFactorSteps(people, cookies)
  const by = (request: FastifyRequest) => madeBy(request, origin(request), needs.publicAddress())
  const visitorOf = oncePerRequest(async (request, reply: FastifyReply) => {
    const visitor = await findSignedIn(people, cookies, request, reply)
    if (visitor) setRequestLanguage(request, visitor.user.language)
    return visitor
  })
  const mustEnrol = ({ session }: SignedIn) =>
    session.enrolBy !== null && session.enrolBy <= needs.clock.now()
  const signedIn: Guard['signedIn'] = async (request, reply) => {
    const visitor = await visitorOf(request, reply)
    return visitor && !mustEnrol(visitor) ? visitor : undefined
  }
  const enrolling: Guard['enrolling'] = async (request, reply) => {
    const visitor = await visitorOf(request, reply)
    return visitor && mustEnrol(visitor) ? visitor : undefined
  }

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
    const visitor = await signedIn(request, reply)
    if (visitor) return fromOwnPage(request, visitor)
    const problem = (await enrolling(request, reply)) ? 'people/second-factor-required' : 'people/signed-out'
    throw new Problem('signed-out', { detail: { problem } })
  }

  function fromOwnPage(request: FastifyRequest, visitor: SignedIn): SignedIn {
    if (isStateChanging(request) && by(request) !== 'own') throw crossSite()
    return visitor
  }

  return {
    requireSession,
    requireAdmin: async (request, reply) => {
      const visitor = await requireSession(request, reply)
      if (!visitor.user.isAdmin)
        throw new Problem('not-allowed', { detail: { problem: 'people/administrators-only' } })
      return visitor
    },
    requireToken: oncePerRequest((request) => authenticateHolder(needs, request, publicAddress(request))),
    signedIn,
    enrolling,
    requireEnrollable: async (request, reply) => {
      const visitor = await enrolling(request, reply)
      return visitor ? fromOwnPage(request, visitor) : requireSession(request, reply)
    },
    signInNewUser: async (reply, user) => {
      await leaveSession(people, cookies, reply)
      const visitor = getVisitor(reply.request)
      const { secret } = await people.sessions.open(user.id, visitor)
      await people.signIns.succeeded(user.id, 'password', visitor)
      cookies.session(reply, secret)
    },
    renewSession: async (reply, { user, session }) => {
      const renewed = await people.sessions.renew(user.id, session.digest)
      if (renewed) cookies.session(reply, renewed.secret)
      return renewed?.digest
    },
    ...steps,
    signOut: async (request, reply) => {
      // Also the session that a remembered sign-in has just opened for this very request.
      await signOut({ people, steps }, await visitorOf(request, reply), request)
      cookies.clear(reply)
    },
    cookies,
    keepsMail: (request) => getCookie(request, 'keep') !== 'no',
    publicAddress,
    requestAddress,
    isLocal: (request) => isLocal(request, origin(request)),
    madeBy: by,
  }
}

export function crossSite(): Problem {
  return new Problem('cross-site', {
    detail: { problem: 'request/cross-site' },
  })
}

async function findSignedIn(people: People, cookies: Cookies, request: FastifyRequest, reply: FastifyReply) {
  const ownVisitor = await currentSession(people, request)
  if (ownVisitor) return ownVisitor
  const remembered = getCookie(request, 'remember')
  const redeemed = remembered === undefined ? undefined : await people.remember.redeem(remembered)
  if (redeemed && (await people.singleSignOn.isOnlyWay())) return undefined
  const passage = redeemed && (await passageWithoutCode(people, cookies, reply, redeemed.user))
  if (!redeemed || !passage) return undefined
  const { user, generation, expiresAt, sessionSecret } = redeemed
  const opened = await people.sessions.openProven(user.id, getVisitor(request), expiresAt, {
    proof: proofOf(generation, passage),
    rememberedSecret: sessionSecret(passage.trustedDeviceId),
    ...passage,
  })
  if (!opened) return undefined
  await people.signIns.succeeded(user.id, 'remembered', getVisitor(request))
  cookies.session(reply, opened.secret)
  return { user, session: opened.session }
}

/** Ends the session of the browser, and a remembered sign-in that has not got as far as one. */
async function signOut(
  { people, steps }: { people: People; steps: SecondFactorSteps },
  visitor: SignedIn | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (visitor) return void (await people.sessions.close(visitor.user.id, visitor.session.digest))
  const half = await steps.halfSignedIn(request)
  if (half && typeof half.remember === 'object')
    await people.sessions.closeRemembered(half.user.id, half.remember.expiresAt)
}
