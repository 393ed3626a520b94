import type { SingleSignOnStart } from '@plmail/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { People, SignedIn, VisitorErrand } from '../../people/index.ts'
import { clientAddress, getCookie, type Guard, Problem, tooMany } from '../guard/index.ts'
import { nextPath } from '../pages/index.ts'

export interface LeavingNeeds {
  people: Pick<People, 'singleSignOn'>
  guard: Pick<Guard, 'publicAddress' | 'cookies'>
  clock: Clock
  random: Random
}

interface Leaving {
  purpose: VisitorErrand['purpose']
  /** A path on this server to come back to; anything else leads to its first page. */
  next: string
  signedIn: SignedIn
}

/** Begins what somebody who is signed in goes to the provider for; answers the address that their browser goes to. */
export async function leaveForProvider(
  { people, guard, clock, random }: LeavingNeeds,
  { purpose, next, signedIn: { user, session } }: Leaving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SingleSignOnStart> {
  const browser = browserOf(request) ?? random(32).toString('base64url')
  const begun = await people.singleSignOn.begin({
    redirectUri: redirectUriOf(guard, request),
    browser,
    next: nextPath(next),
    address: clientAddress(request),
    errand: { purpose, userId: user.id, session: session.digest },
  })
  if (!begun.ok && begun.retryAt) throw tooMany(begun.problem, begun.retryAt, clock.now())
  if (!begun.ok) throw new Problem(begun.isPassing ? 'unavailable' : 'conflict', { detail: begun.problem })
  guard.cookies.singleSignOn(reply, browser)
  return { url: begun.url }
}

export const redirectUriOf = (guard: Pick<Guard, 'publicAddress'>, request: FastifyRequest): string =>
  `${guard.publicAddress(request)}/oauth/sso/callback`

/** The cookie of a browser that began something before; what is not of our making names nobody. */
export function browserOf(request: FastifyRequest): string | undefined {
  const value = getCookie(request, 'singleSignOn')
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined
}
