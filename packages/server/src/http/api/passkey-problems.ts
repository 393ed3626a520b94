import type { NoRelyingParty, PasskeySignIn } from '../../people/index.ts'
import { Problem, tooMany } from '../guard/index.ts'

/** There are no passkeys at this public address. */
export const unavailable = (why: NoRelyingParty): Problem =>
  new Problem('conflict', { detail: { problem: `people/passkeys-${why}` } })

/** Returns the problem of an answer that is no proof; the field is the one that it came in. */
export function unproven(failure: Exclude<PasskeySignIn, { ok: true }>, now: Date): Problem {
  if (failure.why === 'throttled')
    return tooMany({ problem: 'people/too-many-attempts' }, failure.retryAt, now)
  const problem = problemOf[failure.why]
  return new Problem('invalid', { errors: [{ pointer: '/passkey', problem: { problem } }] })
}

const problemOf = {
  wrong: 'people/wrong-passkey',
  disabled: 'people/passkey-disabled',
  'user-disabled': 'people/user-disabled',
} as const
