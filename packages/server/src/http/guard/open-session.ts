import type { PasskeyId, SingleSignOnSessionId, TrustedDeviceId } from '@plmail/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { People, SignedIn, SignInFactor, SignInProof, User } from '../../people/index.ts'
import { type Cookies, getCookie, getVisitor } from './cookies.ts'

interface SessionTerms {
  user: User
  proof: SignInProof
  /** A remembered sign-in that the browser has already, or whether it is to get one. */
  remember: boolean | RememberedSignIn
  /** The factor that was given last. */
  factor: SignInFactor
  /** The trusted device that the session rests on. */
  trustedDeviceId?: TrustedDeviceId | undefined
  /** The passkey that signs it in. */
  passkeyId?: PasskeyId | undefined
  /** The session at the identity provider that it rests on. */
  singleSignOnSessionId?: SingleSignOnSessionId | undefined
  /** The identity provider asked for a second factor that the operator trusts. */
  hasProviderFactor?: boolean | undefined
}

export interface RememberedSignIn {
  value: string
  expiresAt: Date
}

export function currentSession(people: People, request: FastifyRequest): Promise<SignedIn | undefined> {
  const secret = getCookie(request, 'session')
  return secret === undefined ? Promise.resolve(undefined) : people.sessions.find(secret, getVisitor(request))
}

/** Ends the session that the browser may have, and takes its cookies back. */
export async function leaveSession(people: People, cookies: Cookies, reply: FastifyReply): Promise<void> {
  const before = await currentSession(people, reply.request)
  if (before) await people.sessions.close(before.user.id, before.session.digest)
  cookies.clear(reply)
}

/**
 * Opens a session of its own secret in place of the one that the browser may have. False when what was proven holds no more:
 * then the browser has none.
 */
export async function openSession(
  people: People,
  cookies: Cookies,
  reply: FastifyReply,
  {
    user,
    proof,
    remember,
    factor,
    trustedDeviceId,
    passkeyId,
    singleSignOnSessionId,
    hasProviderFactor,
  }: SessionTerms,
): Promise<boolean> {
  // A remembered sign-in that goes on would end with the session that it opened last.
  if (typeof remember === 'boolean') await leaveSession(people, cookies, reply)
  else cookies.clear(reply)
  const remembered = remember === true ? await people.remember.issue(user.id) : remember
  const until = remembered === false ? undefined : remembered.expiresAt
  const terms = {
    proof,
    singleSignOnSessionId,
    hasProviderFactor,
    ...(trustedDeviceId !== undefined && { trustedDeviceId }),
    ...(passkeyId !== undefined && { passkeyId }),
  }
  const opened = await people.sessions.openProven(user.id, getVisitor(reply.request), until, terms)
  if (!opened) return false
  await people.signIns.succeeded(user.id, factor, getVisitor(reply.request))
  cookies.session(reply, opened.secret)
  if (remembered !== false) cookies.remember(reply, remembered.value, remembered.expiresAt)
  return true
}
