import type { Sql } from '../store/index.ts'
import type { FamiliarAddresses } from './familiar-addresses.ts'
import type { Passwords } from './passwords.ts'
import type { Remember } from './remembered-sign-ins.ts'
import type { Throttle } from './sign-in-throttle.ts'
import { type User, toUser } from './user.ts'
import { foldEmail, rowByEmail } from './users.ts'

type SignInResult =
  /** `generation`: the sign-in generation that the password belongs to; it is over once the password changes. */
  | { ok: true; user: User; generation: number }
  | { ok: false; why: 'wrong' }
  /** The password is right, and an administrator has disabled its user. */
  | { ok: false; why: 'disabled' }
  | { ok: false; why: 'throttled'; retryAt: Date }

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
      const [row, username] = await Promise.all([rowByEmail(store, email), foldEmail(store, email)])
      const [isFamiliar, redeemed] = await Promise.all([
        familiar.has(row && toUser(row).id, address),
        remembered === undefined ? undefined : remember.redeem(remembered),
      ])
      const browser = row && redeemed?.user.id === toUser(row).id ? remembered : undefined
      const admission = await throttle.admit({ username, address, isFamiliar, browser })
      if (!admission.admitted) return { ok: false, why: 'throttled', retryAt: admission.retryAt }
      if (!(await passwords.matches(password, row?.password_hash)) || !row) return { ok: false, why: 'wrong' }
      await admission.succeeded()
      if (row.is_disabled) return { ok: false, why: 'disabled' }
      const user = toUser(row)
      await familiar.note(user.id, address)
      return { ok: true, user, generation: row.sign_in_generation }
    },
  }
}
