import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { People, SignedIn, User } from '../../people/index.ts'
import { type Cookies, cookieOf, createCookies, visitorOf } from './cookies.ts'
import { type IsTrusted, type Origin, isLocal, originText, requestOrigin } from './origin.ts'
import { Problem } from './problems.ts'
import { oncePerRequest } from './once-per-request.ts'
import { isStateChanging, madeBy } from './same-origin.ts'
import { speakAs } from './spoken.ts'
import { type TokenHolder, holderOf } from './token-holder.ts'

/**
 * Who is asking, and may they. Each `require…` works as a preHandler and can be called again in the handler for its
 * answer: a request is judged once. On refusal it throws a Problem.
 */
export interface Guard {
  /** A signed-in browser. State-changing requests must also come from one of our own pages (contract §3). */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>
  requireAdmin(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>
  /** Whom an app password or a token made from a session stands for; for /jmap. */
  requireToken(request: FastifyRequest): Promise<TokenHolder>
  /** Who is signed in, or undefined; opens a new session from a remembered sign-in where there is none. */
  signedIn(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn | undefined>
  /** Starts a session in this browser in place of the one it may have had. */
  signIn(request: FastifyRequest, reply: FastifyReply, user: User, remember: boolean): Promise<void>
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
  const by = (request: FastifyRequest) => madeBy(request, origin(request), needs.publicAddress())
  const signedIn = oncePerRequest(async (request, reply: FastifyReply) => {
    const visitor = await findSignedIn(people, cookies, request, reply)
    if (visitor) speakAs(request, visitor.user.language)
    return visitor
  })

  async function requireSession(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn> {
    const visitor = await signedIn(request, reply)
    if (!visitor) throw new Problem('signed-out', { detail: { problem: 'people/signed-out' } })
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
    requireToken: oncePerRequest((request) => holderOf(needs, request, publicAddress(request))),
    signedIn,
    signIn: (request, reply, user, remember) =>
      openSession(people, cookies, { request, reply, user, remember }),
    signOut: async (request, reply) => {
      // Also the session that a remembered sign-in has just opened for this very request.
      const visitor = await signedIn(request, reply)
      if (visitor) await people.sessions.close(visitor.user.id, visitor.session.digest)
      cookies.clear(reply)
    },
    cookies,
    keepsMail: (request) => cookieOf(request, 'keep') !== 'no',
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

function currentSession(people: People, request: FastifyRequest): Promise<SignedIn | undefined> {
  const secret = cookieOf(request, 'session')
  return secret === undefined ? Promise.resolve(undefined) : people.sessions.find(secret, visitorOf(request))
}

async function findSignedIn(people: People, cookies: Cookies, request: FastifyRequest, reply: FastifyReply) {
  const ownVisitor = await currentSession(people, request)
  if (ownVisitor) return ownVisitor
  const remembered = cookieOf(request, 'remember')
  const redeemed = remembered === undefined ? undefined : await people.remember.redeem(remembered)
  if (!redeemed) return undefined
  const { user, expiresAt, sessionSecret } = redeemed
  const visitor = visitorOf(request)
  const { secret, session } = await people.sessions.open(user.id, visitor, expiresAt, sessionSecret)
  cookies.session(reply, secret)
  return { user, session }
}

interface SignedInVisit {
  request: FastifyRequest
  reply: FastifyReply
  user: User
  remember: boolean
}

async function openSession(
  people: People,
  cookies: Cookies,
  { request, reply, user, remember }: SignedInVisit,
): Promise<void> {
  const before = await currentSession(people, request)
  if (before) await people.sessions.close(before.user.id, before.session.digest)
  cookies.clear(reply)
  const issued = remember ? await people.remember.issue(user.id) : undefined
  const opened = await people.sessions.open(user.id, visitorOf(request), issued?.expiresAt)
  cookies.session(reply, opened.secret)
  if (issued) cookies.remember(reply, issued.value, issued.expiresAt)
}
