import type { UserId } from '@plmail/wire'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { PushCredentials as Presented, People, Rights } from '../../people/index.ts'
import { getVisitor } from './cookies.ts'
import { type BasicCredentials, parseCredentials } from './credentials.ts'
import { Problem, tooMany } from './problems.ts'

/** Who the credentials of a request stand for, and what they open. */
export interface TokenHolder {
  userId: UserId
  rights: Rights
  credentials: Presented
  /** Whether they are good still; for what goes on after the request was judged, such as streams. */
  stillHolds(): Promise<boolean>
  /** Until when they can be good; null for ever. They may end before. */
  expiresAt: Date | null
  /** Calls back when they may have ended before their time: ask `stillHolds` then. Answers how to stop. */
  onDoubt(listener: () => void): () => void
}

export interface HolderNeeds {
  people: Pick<People, 'tokens' | 'sessions' | 'appPasswords' | 'throttle'>
  clock: Clock
}

const everything: Rights = { scope: null, accountId: null }

/** The holder of a token or an app password; throws 401 or 429. Nothing is kept between requests but the throttle. */
export async function authenticateHolder(
  needs: HolderNeeds,
  request: FastifyRequest,
  issuer: string,
): Promise<TokenHolder> {
  const credentials = parseCredentials(request)
  if (credentials.kind === 'none') throw refuseToken(request, credentials, 'request/no-credentials')
  if (credentials.kind === 'token') return tokenHolder(needs, request, credentials, issuer)
  return appPasswordHolder(needs, request, credentials)
}

async function tokenHolder(
  { people, clock }: HolderNeeds,
  request: FastifyRequest,
  credentials: BasicCredentials & { kind: 'token' },
  issuer: string,
): Promise<TokenHolder> {
  const { token } = credentials
  const verified = await people.tokens.verify(token, issuer)
  if (verified) {
    const { userId, session, expiresAt } = verified
    const stillHolds = async () => (await people.tokens.verify(token, issuer)) !== undefined
    const presented: Presented = { kind: 'session', digest: session }
    const onDoubt = (listener: () => void) => people.sessions.onEnded(userId, listener)
    return { userId, rights: everything, credentials: presented, stillHolds, expiresAt, onDoubt }
  }
  // A token that is late, or whose session has ended, is no attempt to get in; a forged one is.
  if (!(await people.tokens.isOurs(token))) {
    const { address } = getVisitor(request)
    const admission = await people.throttle.admit({ username: undefined, address })
    if (!admission.admitted) throw throttled(admission.retryAt, clock)
  }
  throw refuseToken(request, credentials, 'request/wrong-token')
}

async function appPasswordHolder(
  { people, clock }: HolderNeeds,
  request: FastifyRequest,
  credentials: BasicCredentials & { kind: 'app-password' },
): Promise<TokenHolder> {
  const { secret, email } = credentials
  const result = await people.appPasswords.signIn({ secret, email, visitor: getVisitor(request) })
  if (result.ok) {
    const { userId, rights, appPasswordId, expiresAt } = result
    const presented: Presented = { kind: 'app-password', id: appPasswordId }
    const stillHolds = () => people.appPasswords.isOpen(appPasswordId)
    const onDoubt = (listener: () => void) => people.appPasswords.onRevoked(userId, listener)
    return { userId, rights, credentials: presented, stillHolds, expiresAt, onDoubt }
  }
  if (result.why === 'throttled') throw throttled(result.retryAt, clock)
  // One sentence for every reason: it must not tell whether the name or the secret is right.
  throw refuseToken(request, credentials, 'request/wrong-app-password')
}

const throttled = (retryAt: Date, clock: Clock) =>
  tooMany({ problem: 'request/too-many-failed-attempts' }, retryAt, clock.now())

type TokenProblem = 'request/no-credentials' | 'request/wrong-token' | 'request/wrong-app-password'

function refuseToken(request: FastifyRequest, { kind }: BasicCredentials, problem: TokenProblem): Problem {
  const headers = { 'www-authenticate': challenge(request, kind) }
  return new Problem('bad-token', { detail: { problem }, headers })
}

/**
 * Mail programs are challenged with Basic. A script of our own pages is challenged with Bearer: it presents tokens, and the
 * browser would answer Basic by asking the user for a name and a password. RFC 6750 §3 tells a token that was sent
 * and is not good from none.
 */
function challenge(request: FastifyRequest, kind: BasicCredentials['kind']): string {
  if (!isOwnScript(request)) return 'Basic realm="plMail", charset="UTF-8"'
  return `Bearer realm="plMail"${kind === 'none' ? '' : ', error="invalid_token"'}`
}

function isOwnScript({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && headers['sec-fetch-mode'] !== 'navigate'
}
