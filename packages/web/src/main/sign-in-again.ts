import type { Problem, SessionInfo } from '@plmail/wire'
import { askForPasskey, passkeyObstacle } from '../settings/security/browser-passkeys.ts'
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

/** Whether a passkey of who was signed in works on this page. A session that was kept from before there were any says nothing. */
export function hasPasskey(
  { passkeyOrigin }: Partial<SessionInfo>,
  { origin }: Location = location,
): boolean {
  const relyingParty = passkeyOrigin ? { id: new URL(passkeyOrigin).hostname, origin: passkeyOrigin } : null
  return relyingParty !== null && passkeyObstacle({ relyingParty, unavailable: null }, origin) === undefined
}

/** Has the browser ask for a passkey: the whole sign-in, or after the password. `wrong`: also where the browser brought none. */
export async function usePasskey(
  session: SessionInfo,
  purpose: 'sign-in' | 'second-factor',
): Promise<SignInAnswer> {
  try {
    const begun = await postJson('/api/passkeys/assertion', { for: purpose })
    if (begun.status !== 200) return failureOf(begun)
    const { options } = (await begun.json()) as { options: PublicKeyCredentialRequestOptionsJSON }
    const answered = await askForPasskey(options)
    if (!answered.ok) return 'wrong'
    const body = { for: purpose, passkey: answered.passkey, keepsMail: isMailKept() }
    const answer = await postJson('/api/passkeys/assertion/answer', body)
    return answer.status === 204 ? ((await signedInAs(session)) ?? 'late') : failureOf(answer)
  } catch {
    return 'unreachable'
  }
}

const postJson = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** 401: the password was given too long ago. */
function failureOf({ status }: Response): SignInAnswer {
  if (status === 401) return 'late'
  return status === 429 ? 'tooMany' : status < 500 ? 'wrong' : 'unreachable'
}

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
