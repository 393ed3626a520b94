import { createHash } from 'node:crypto'
import type { SingleSignOnSessionId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Database, NotifiedCache } from '../store/index.ts'
import { sign } from './keys.ts'
import type { User } from './user.ts'

/** One signed-in browser. */
export interface Session {
  /** SHA-256 of the cookie's secret: names the session, cannot be used to sign in. */
  digest: Buffer
  createdAt: Date
  expiresAt: Date
  /** Until when its browser may come back without a password; null: it may not. */
  rememberedUntil: Date | null
  /** The token that a form behind this session carries. */
  formToken: string
  /** The session at the identity provider that it rests on, and ends with; null: its user came in otherwise. */
  singleSignOnSessionId: SingleSignOnSessionId | null
  /** From then on it reaches nothing but setting up a second factor; null: its user needs none. */
  enrolBy: Date | null
}

export interface SignedIn {
  user: User
  session: Session
}

/** The origin of a request, stored with the session so that its owner can recognise it. */
export interface Visitor {
  address: string
  userAgent: string
}

/** The part of a session that is cached between requests made with its tokens. */
export interface OpenSession {
  userId: UserId
  expiresAt: Date
  enrolBy: Date | null
}

/** What every session works with. */
export interface SessionNeeds {
  store: Database
  /** By digest, in base64; whatever ends a session forgets. */
  cache: NotifiedCache<OpenSession>
  clock: Clock
  random: Random
}

/** A session lives so long after it was last extended. */
export const idleLifetimeMs = 24 * 3_600_000

/** A row of web_session, with the moment from which its user has to set up a second factor. */
export interface SessionRow {
  digest: Buffer
  form_key: Buffer
  created_at: Date
  expires_at: Date
  remembered_until: Date | null
  single_sign_on_session_id: SingleSignOnSessionId | null
  enrol_by: Date | null
}

/** Reads a session out of its row. */
export function toSession(row: SessionRow): Session {
  return {
    digest: row.digest,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rememberedUntil: row.remembered_until,
    formToken: sign(row.form_key, ['form']).toString('base64url'),
    singleSignOnSessionId: row.single_sign_on_session_id,
    enrolBy: row.enrol_by,
  }
}

/** Computes the name of a session from the secret of its cookie. */
export function computeDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
