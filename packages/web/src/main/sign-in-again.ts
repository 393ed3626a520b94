import type { Problem, SessionInfo } from '@plmail/wire'
import { isMailKept } from './device.ts'

/**
 * `late`: the code came too long after the password, which has to be given again. `somebodyElse`: the browser is signed in,
 * but as another user, whose page this is not. `setUp`: a second factor has to be set up first, on a page of the server.
 */
export type SignInAnswer =
  'ok' | 'code' | 'wrong' | 'late' | 'tooMany' | 'unreachable' | 'somebodyElse' | 'setUp'

/** Sends the form of the sign-in page in the name of whoever was signed in; `code`: a second factor is asked for next. */
export async function signInAgain(session: SessionInfo, password: string): Promise<SignInAnswer> {
  const { user } = session
  const form = new URLSearchParams({ email: user.email, password })
  if (!isMailKept()) form.set('no-mail-here', '1')
  return send(session, '/login', form, 'code')
}

/** Sends the form that asks for the second factor. */
export const sendCode = (session: SessionInfo, code: string): Promise<SignInAnswer> =>
  send(session, '/2fa', new URLSearchParams({ code }), 'late')

/** The answer is a page, of which only the status counts. `otherwise`: what it means to have no session after a success. */
async function send(
  session: SessionInfo,
  path: string,
  form: URLSearchParams,
  otherwise: 'code' | 'late',
): Promise<SignInAnswer> {
  try {
    // Followed, the redirect of a success would fetch a whole page. Where it leads is not told.
    const answer = await fetch(path, { method: 'POST', body: form, redirect: 'manual' })
    if (answer.type === 'opaqueredirect') return (await signedInAs(session)) ?? otherwise
    return answer.status === 422 ? 'wrong' : answer.status === 429 ? 'tooMany' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** Undefined while nobody is. Another tab may have signed somebody else in, or begun to. */
export async function signedInAs({
  user,
}: SessionInfo): Promise<'ok' | 'somebodyElse' | 'setUp' | undefined> {
  const answer = await fetch('/api/session')
  if (answer.status === 401) {
    const { problem } = (await answer.json()) as Partial<Problem>
    return problem === 'people/second-factor-required' ? 'setUp' : undefined
  }
  if (answer.status !== 200) throw new Error(`The session answered ${answer.status}`)
  const now = (await answer.json()) as SessionInfo
  return now.user.id === user.id ? 'ok' : 'somebodyElse'
}
