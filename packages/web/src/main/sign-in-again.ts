import type { SessionInfo } from '@plmail/wire'
import { isMailKept } from './device.ts'

export type SignInAnswer = 'ok' | 'wrong' | 'tooMany' | 'unreachable'

/** Sends the form of the sign-in page in the name of whoever was signed in; the answer is a page, of which only the status counts. */
export async function signInAgain({ user }: SessionInfo, password: string): Promise<SignInAnswer> {
  const form = new URLSearchParams({ email: user.email, password })
  if (!isMailKept()) form.set('no-mail-here', '1')
  try {
    // Followed, the redirect of a success would fetch a whole page.
    const answer = await fetch('/login', { method: 'POST', body: form, redirect: 'manual' })
    if (answer.type === 'opaqueredirect') return 'ok'
    return answer.status === 422 ? 'wrong' : answer.status === 429 ? 'tooMany' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
