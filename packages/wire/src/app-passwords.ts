/** Passwords for programs, and the codes by which a device gets one. */

/** The scope of an app password besides a limit to one account: reading, mail or calendars only. */
export type AppPasswordScope = 'read' | 'mail' | 'calendar'

/** A password for a program, as GET /api/app-passwords lists it. Times are RFC 3339. */
export interface AppPasswordView {
  id: string
  name: string
  /** The first six digits of the secret, to tell one from another. */
  hint: string
  /** Null opens everything. */
  scope: AppPasswordScope | null
  /** Null opens every account. */
  accountId: string | null
  createdAt: string
  expiresAt: string | null
  /** Written at most every five minutes. */
  lastUsedAt: string | null
  /** Uses of the app password, newest first; `client` is the name that the program gave for itself. */
  uses: { address: string; client: string; at: string }[]
}

/** Body of POST /api/app-passwords. */
export interface NewAppPassword {
  /** The user's own, proven anew. */
  password: string
  name: string
  scope?: AppPasswordScope | null
  accountId?: string | null
  expiresAt?: string | null
}

/** The answer to POST /api/app-passwords: the only time the secret is shown. */
export type CreatedAppPassword = AppPasswordView & { secret: string }

/** POST /api/pairings `{password, scope?}`: a code by which a device gets an app password, once. */
export interface OfferedPairingView {
  /** For GET and DELETE /api/pairings/{id}. It is not the code. */
  id: string
  /** `plmail://pair?host=…&code=…`, which the picture shows as a QR code. */
  uri: string
  /** An SVG document. */
  picture: string
  expiresInSeconds: number
}

/** GET /api/pairings/{id}. */
export interface PairingView {
  /** The app password that the device got; null while no device has come. */
  appPassword: AppPasswordView | null
}

/** POST /device/pair `{code, deviceName?}`, by the device. */
export interface DevicePaired {
  /** An app password. */
  secret: string
  username: string
  /** The JMAP session resource (RFC 8620 §2). */
  sessionUrl: string
}
