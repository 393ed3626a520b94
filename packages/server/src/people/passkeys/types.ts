import type { PasskeyId, UserId } from '@plmail/wire'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { User } from '../user.ts'
import type { NoRelyingParty, RelyingParty } from './relying-party.ts'

/** The answers of browsers, as `PublicKeyCredential.toJSON` writes them (WebAuthn §5.1). */
export type RegistrationAnswer = RegistrationResponseJSON
export type AssertionAnswer = AuthenticationResponseJSON

/** Its counter went back: somebody may have copied it. */
export type DisabledBecause = 'counter-went-back'

/** A passkey as its owner sees it. */
export interface Passkey {
  id: PasskeyId
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  /** It can be on more than one device. */
  isSyncable: boolean
  isBackedUp: boolean
  disabledBecause: DisabledBecause | null
  /** The host it was made for; it works nowhere else. */
  rpId: string
  /** The id by which browsers and authenticators know it, base64url. */
  credentialId: string
}

export interface PasskeyList {
  passkeys: Passkey[]
  /** The user as authenticators know them, base64url. */
  userHandle: string
}

/** PublicKeyCredentialCreationOptionsJSON (WebAuthn §5.4), as far as it is used here. */
export interface CreationOptions {
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: Array<{ type: 'public-key'; alg: number }>
  timeout: number
  excludeCredentials: CredentialDescriptor[]
  authenticatorSelection: { residentKey: 'preferred'; userVerification: 'preferred' }
  attestation: 'none'
}

/** PublicKeyCredentialRequestOptionsJSON (WebAuthn §5.5), as far as it is used here. */
export interface RequestOptions {
  rpId: string
  challenge: string
  timeout: number
  allowCredentials: CredentialDescriptor[]
  userVerification: 'required' | 'preferred'
}

export interface CredentialDescriptor {
  type: 'public-key'
  id: string
  transports: string[]
}

export type PasskeyRegistered =
  /** `recoveryCodes`: those of a user whose first second factor this is; empty otherwise. */
  | { ok: true; id: PasskeyId; recoveryCodes: string[] }
  | { ok: false; why: NoRelyingParty | 'refused' | 'registered-already' | 'too-many' }
  /** The session that asked for it is over. */
  | { ok: false; why: 'late' }

/** The verdict on the answer to a challenge. Only the first is a proof. */
export type PasskeyCheck =
  | { ok: true; passkeyId: PasskeyId }
  | { ok: false; why: 'wrong' }
  /** Too many failures; the answer was not looked at. */
  | { ok: false; why: 'throttled'; retryAt: Date }
  /** It went back in its count just now, or has before. */
  | { ok: false; why: 'disabled' }

export type PasskeySignIn =
  | { ok: true; user: User; generation: number; passkeyId: PasskeyId }
  | Exclude<PasskeyCheck, { ok: true }>
  /** The passkey is right, and an administrator has disabled its user. */
  | { ok: false; why: 'user-disabled' }

export type PasskeyRemoval =
  | 'removed'
  | 'not-there'
  /** Passkeys alone would be left, and no recovery code for the day they are lost. */
  | 'last-way-in'
  /** It is the last factor by now, and goes by both factors only. */
  | 'needs-second-factor'

/** Who has a passkey removed, with the password proven. */
export interface AskingToRemove {
  /** The digest of their session, which goes on. */
  session: Buffer
  /** The second factor is proven too. */
  hasProvenFactor: boolean
}

/**
 * Passkeys: public keys whose private half an authenticator keeps and lets out for nobody (WebAuthn Level 3). They are a
 * second factor beside the password, and the whole sign-in where the authenticator verified its user.
 */
export interface Passkeys {
  /** Returns the host and origin that they work for, or why there is none. */
  relyingParty(): RelyingParty | NoRelyingParty
  /** Options for a new one; the challenge is good for five minutes and for this user. The caller has asked who this is. */
  beginRegistration(user: User): Promise<CreationOptions | NoRelyingParty>
  /**
   * Stores it. The first second factor of a user switches two-factor authentication on: every other session ends, no
   * browser stays trusted, and there are recovery codes.
   */
  register(
    user: User,
    registration: { answer: RegistrationAnswer; name: string; session: Buffer },
  ): Promise<PasskeyRegistered>
  /** Options for a sign-in without a name; the challenge is good in this browser alone. `retryAt`: too many were asked for. */
  beginSignIn(browser: Browser): Promise<RequestOptions | NoRelyingParty | { retryAt: Date }>
  /** The whole sign-in: the authenticator must have verified its user. Failures count against the address. */
  signIn(answer: AssertionAnswer, browser: Browser): Promise<PasskeySignIn>
  /** Options for one of the user's own passkeys, beside the password; undefined when none works here. */
  beginCheck(userId: UserId): Promise<RequestOptions | undefined>
  /** A second factor beside the password. Failures count as wrong codes do, together with them. */
  check(userId: UserId, answer: AssertionAnswer): Promise<PasskeyCheck>
  list(userId: UserId): Promise<PasskeyList>
  /** The origin at which a passkey of the user works; undefined: none does. */
  originOf(userId: UserId): Promise<string | undefined>
  /** False when the user has no such passkey. */
  rename(userId: UserId, id: PasskeyId, name: string): Promise<boolean>
  /** Ends the sessions that it opened, except the one that asks. With the last factor two-factor is off. */
  remove(userId: UserId, id: PasskeyId, asking: AskingToRemove): Promise<PasskeyRemoval>
  /** How many were made for another host than the one in force, by host. */
  countElsewhere(): Promise<Array<{ rpId: string; count: number }>>
}

/** A browser that nobody is signed in at. */
export interface Browser {
  /** The secret of its cookie. */
  secret: string
  address: string
}
