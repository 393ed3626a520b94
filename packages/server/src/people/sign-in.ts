import type { Sql } from '../store/index.ts'
import type { FamiliarAddresses } from './familiar-addresses.ts'
import type { Passwords } from './passwords.ts'
import type { Remember } from './remember.ts'
import type { Throttle } from './throttle.ts'
import { type User, userOf } from './user.ts'
import { rowByEmail } from './users.ts'

type SignInResult =
  { ok: true; user: User } | { ok: false; why: 'wrong' } | { ok: false; why: 'throttled'; retryAt: Date }

export interface PasswordAttempt {
  email: string
  password: string
  address: string
  /** The remember cookie of the browser, where it has one. */
  remembered?: string | undefined
}

export interface SignIn {
  /** The password check: throttled before anything is compared, and equally slow for a user that does not exist. */
  withPassword(attempt: PasswordAttempt): Promise<SignInResult>
}

interface SignInNeeds {
  store: Sql
  passwords: Passwords
  throttle: Throttle
  familiar: FamiliarAddresses
  remember: Pick<Remember, 'redeem'>
}

export function createSignIn({ store, passwords, throttle, familiar, remember }: SignInNeeds): SignIn {
  return {
    withPassword: async ({ email, password, address, remembered }) => {
      const row = await rowByEmail(store, email)
      const [isFamiliar, redeemed] = await Promise.all([
        familiar.has(row && userOf(row).id, address),
        remembered === undefined ? undefined : remember.redeem(remembered),
      ])
      const browser = row && redeemed?.user.id === userOf(row).id ? remembered : undefined
      const admission = await throttle.admit({ username: email, address, isFamiliar, browser })
      if (!admission.admitted) return { ok: false, why: 'throttled', retryAt: admission.retryAt }
      if (!(await passwords.matches(password, row?.password_hash)) || !row) return { ok: false, why: 'wrong' }
      await admission.succeeded()
      const user = userOf(row)
      await familiar.note(user.id, address)
      return { ok: true, user }
    },
  }
}
