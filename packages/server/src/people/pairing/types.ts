import type { AppPasswordScope, UserId } from '@plmail/wire'
import type { AppPassword } from '../app-passwords.ts'
import type { AppPasswordProblem } from '../new-app-password.ts'

/** The rights that the device will get, and what of the sign-in that offers them has to hold until then. */
export interface PairingTerms {
  /** Null is everything. */
  scope: AppPasswordScope | null
  /** The sign-in generation in which the password was proven. */
  generation: number
  /** The digest of the session in which the code is shown. */
  session: Buffer
}

interface OfferedPairing {
  /** SHA-256 of the code in base64url: names the pairing and cannot be used in place of the code. */
  id: string
  /** 32 random bytes as 43 characters of base64url. */
  code: string
  expiresAt: Date
}

type PairingState = { isOpen: true } | { isOpen: false; appPassword: AppPassword }

export interface PairingRequest {
  code: string
  /** Empty: the device does not say. */
  deviceName: string
  address: string
}

export type Paired =
  | { ok: true; secret: string; username: string }
  /** Never offered, used, withdrawn or expired, or the sign-in that offered it is over: one answer for all of them. */
  | { ok: false; why: 'unknown' }
  | { ok: false; why: 'invalid'; problems: AppPasswordProblem[] }
  | { ok: false; why: 'too-many' }
  | { ok: false; why: 'throttled'; retryAt: Date }

/**
 * Codes by which a phone or a mail program gets an app password without anybody typing one: 32 random bytes, good once and
 * for 120 seconds. They are in the small cache under their SHA-256, lost with it, and end with the session that shows them,
 * with a new password and with signing out everywhere.
 */
export interface Pairings {
  offer(userId: UserId, terms: PairingTerms): Promise<OfferedPairing>
  /** Undefined for a pairing that is over or not of this user. Used ones are remembered for ten minutes. */
  state(userId: UserId, id: string): Promise<PairingState | undefined>
  /** False when this user has no such open pairing. */
  withdraw(userId: UserId, id: string): Promise<boolean>
  /**
   * Takes the code and mints an app password named after the device. Of requests made side by side one gets it. Unknown
   * codes count as failed sign-ins of the address, and are refused unlooked-at once there were too many.
   */
  pair(request: PairingRequest): Promise<Paired>
}
