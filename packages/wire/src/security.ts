/** How people sign in and what may sign in for them: browsers, factors, passkeys, trusted devices. */
import type { BrowserName } from './browser-name.ts'

/** A browser that is signed in or remembered, as GET /api/browsers lists it. Times are RFC 3339. */
export interface BrowserView {
  id: string
  /** User-Agent of the browser. */
  label: string
  /** The network address it was last seen at. */
  address: string
  signedInAt: string
  lastSeenAt: string
  /** It comes back without a password, for up to 60 days. */
  isRemembered: boolean
  isThisOne: boolean
}

/** A way in that somebody took, as GET /api/sign-ins lists it. Times are RFC 3339. */
export interface SignInView {
  at: string
  /** The factor that was given last. */
  factor:
    'password' | 'code' | 'recovery-code' | 'trusted-device' | 'remembered' | 'passkey' | 'single-sign-on'
  /** A first factor was right, and this one was not. */
  isFailed: boolean
  /** User-Agent of the browser. */
  label: string
  address: string
}

/** Two-factor authentication of the signed-in user, GET /api/second-factor. */
export interface SecondFactorView {
  /** There is an authenticator app or a passkey. */
  isOn: boolean
  /** When the authenticator app was set up, RFC 3339; null while there is none. */
  appSince: string | null
  hasPasskeys: boolean
  recoveryCodesLeft: number
  /**
   * From when this session can do nothing but set it up, RFC 3339, where it is off and an administrator requires it; else
   * null.
   */
  enrolBy: string | null
}

/**
 * POST /api/second-factor/enrolment `{password}`, beside a passkey with a `FactorProof` as well: what goes into an
 * authenticator app.
 */
export interface SecondFactorEnrolment {
  /** Base32 (RFC 4648), 32 characters. */
  secret: string
  /** `otpauth://totp/…`, which the picture shows as a QR code. */
  uri: string
  /** An SVG document. */
  picture: string
}

/**
 * POST /api/second-factor/confirmation `{code}` and /recovery-codes `{password, code}`. Each code lets its owner in once, in
 * place of one from the app; they are shown this one time.
 */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/**
 * The proof that is asked for anew before two-factor authentication is weakened: a code, or the answer of a passkey to the
 * challenge of POST /api/passkeys/assertion `{"for": "proof"}`.
 */
export type FactorProof = { code: string } | { passkey: unknown }

/** Why passkeys work nowhere: what the public address lacks for them. */
export type NoPasskeysBecause = 'no-public-address' | 'ip-address' | 'not-https'

/** GET /api/passkeys. */
export interface PasskeysView {
  passkeys: PasskeyView[]
  /** The host that passkeys are made for and the one origin that they work at; null: nowhere, `unavailable` says why. */
  relyingParty: { id: string; origin: string } | null
  unavailable: NoPasskeysBecause | null
  /** The user as authenticators know them, base64url. */
  userHandle: string
}

/** A passkey as its owner sees it. Times are RFC 3339. */
export interface PasskeyView {
  id: string
  name: string
  createdAt: string
  /** Null: never. */
  lastUsedAt: string | null
  /** It can be on more than one device. */
  isSyncable: boolean
  isBackedUp: boolean
  /** Its counter went back, as that of a copy does; null: it works. */
  disabledBecause: 'counter-went-back' | null
  /** The host that it was made for, where that is not this one: it does not work here. */
  madeFor: string | null
  /** The id by which browsers know it, base64url. */
  credentialId: string
}

/**
 * POST /api/passkeys/registration `{password}`, beside another factor with a `FactorProof` as well, and
 * /api/passkeys/assertion: what `parse…OptionsFromJSON` reads.
 */
export interface PasskeyOptions {
  options: Record<string, unknown>
}

/** POST /api/passkeys/registration/answer `{passkey, name}`. */
export interface PasskeyAdded {
  id: string
  /** The codes of a user whose first second factor this is, shown this one time; empty otherwise. */
  recoveryCodes: string[]
}

/** A browser that is not asked for a code, as GET /api/trusted-devices lists it. Times are RFC 3339. */
export interface TrustedDeviceView {
  id: string
  /** Null where it could not be told. */
  browser: BrowserName | null
  trustedAt: string
  lastUsedAt: string
  isThisOne: boolean
}

/** POST /api/session/standing `{deviceMark}`, which anybody may ask: false once its user has signed out everywhere. */
export interface Standing {
  stands: boolean
}
