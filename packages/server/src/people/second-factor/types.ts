import type { UserId } from '@plmail/wire'

/** How two-factor authentication of a user stands. */
export interface SecondFactorState {
  /** There is an authenticator app or a passkey. */
  isOn: boolean
  /**
   * When the authenticator app was confirmed; null: there is none. A secret that was written and never confirmed does not
   * count: it locks nobody out.
   */
  appSince: Date | null
  hasPasskeys: boolean
  recoveryCodesLeft: number
}

export type CodeCheck =
  | { ok: true }
  | { ok: false; why: 'wrong' }
  /** Too many wrong codes; the code was not looked at. */
  | { ok: false; why: 'throttled'; retryAt: Date }
  /** The user has no second factor (any more). */
  | { ok: false; why: 'off' }

export type Confirmation =
  | { ok: true; recoveryCodes: string[] }
  /** `minutesOff`: the code is right for another time, by which the clock of the device is wrong. */
  | { ok: false; why: 'wrong'; minutesOff?: number }
  | { ok: false; why: 'throttled'; retryAt: Date }
  | { ok: false; why: 'on' }
  | { ok: false; why: 'no-enrolment' }
  /** The session that asked for it is over. */
  | { ok: false; why: 'late' }

export type AppRemoval =
  | 'removed'
  | 'not-there'
  /** Passkeys alone would be left, and no recovery code for the day they are lost. */
  | 'last-way-in'

export interface SwitchedOff {
  wasOn: boolean
  /** How many passkeys were removed. */
  passkeys: number
}

/**
 * The second factor of the sign-in in browsers: passkeys (`passkeys/`), codes from an authenticator app (TOTP, RFC 6238) and recovery codes.
 * Programs with app passwords are not asked for it. Switching it on or off revokes every trusted device.
 */
export interface SecondFactor {
  state(userId: UserId): Promise<SecondFactorState>
  isOn(userId: UserId): Promise<boolean>
  /**
   * Writes a new secret, which counts once it is confirmed and replaces one that never was; answers it in Base32.
   * Undefined while the second factor is on.
   */
  enrol(userId: UserId): Promise<string | undefined>
  /**
   * Whether this is the secret that `enrol` answered last, nobody has confirmed it, and it can be still. It is answered once:
   * another browser that is signed in must not get to see it.
   */
  isPending(userId: UserId, secret: string): Promise<boolean>
  /**
   * Switches it on and signs out every browser but the one of this session, for they came in by the password alone; beside a
   * passkey it is one factor more, and answers no recovery codes. Wrong
   * codes count as in `check`: the recovery codes are not for whoever guesses at an open browser.
   */
  confirm(userId: UserId, code: string, session: Buffer): Promise<Confirmation>
  /**
   * Accepts a code of the app or a recovery code, each once. Five wrong ones in 15 minutes close it, for all processes
   * and over restarts; a right one clears the count.
   */
  check(userId: UserId, code: string): Promise<CodeCheck>
  /** New recovery codes in place of those that were; undefined while the second factor is off. */
  renewRecoveryCodes(userId: UserId): Promise<string[] | undefined>
  /** Removes the authenticator app. Without a passkey that switches two-factor authentication off. */
  removeApp(userId: UserId): Promise<AppRemoval>
  /** Removes the app and every passkey, and ends the sessions that passkeys opened. For the console. */
  switchOff(userId: UserId): Promise<SwitchedOff>
}
