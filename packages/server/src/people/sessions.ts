import type { UserId } from '@plmail/wire'
import { type Database, type Tx } from '../store/index.ts'
import { isSame } from './keys.ts'
import { openSession, type OpenedSession, type OpeningTerms, type SignInProof } from './open-session.ts'
import { revokeAllDevices } from './revoke-all-devices.ts'
import { enrolByColumn } from './second-factor/enrol-by.ts'
import {
  computeDigest,
  idleLifetimeMs,
  type OpenSession,
  type Session,
  type SessionNeeds,
  type SessionRow,
  type SignedIn,
  toSession,
  type Visitor,
} from './session.ts'
import { type UserRow, userColumns, toUser } from './user.ts'

/** A browser as its owner sees it in a list: signed in, or remembered and able to be so again. */
export interface SessionEntry {
  digest: Buffer
  /** Name that the browser gave for itself. */
  label: string
  address: string
  createdAt: Date
  lastSeenAt: Date
  rememberedUntil: Date | null
}

interface RenewedSession {
  /** For its cookie. */
  secret: string
  digest: Buffer
}

export interface Sessions {
  /**
   * Opens a session for whoever needs to prove nothing, such as a user who was made a moment ago, and returns the secret
   * for its cookie: 32 random bytes, base64url.
   */
  open(userId: UserId, visitor: Visitor, rememberedUntil?: Date, how?: OpeningTerms): Promise<OpenedSession>
  /** As `open`; undefined when the proof holds no more: the password was changed, or a second factor switched on. */
  openProven(
    userId: UserId,
    visitor: Visitor,
    rememberedUntil: Date | undefined,
    how: OpeningTerms & { proof: SignInProof },
  ): Promise<OpenedSession | undefined>
  /** The session of a cookie, its life extended; undefined when unknown, ended or expired. */
  find(secret: string, visitor: Visitor): Promise<SignedIn | undefined>
  /**
   * Gives the session another secret, so that whoever else has the one of its cookie so far is signed out (session fixation).
   * Undefined when it has ended.
   */
  renew(userId: UserId, digest: Buffer): Promise<RenewedSession | undefined>
  /** Its browser may come back without a password until then. */
  remembered(digest: Buffer, until: Date): Promise<void>
  /** Whether the session is still there and reaches mail; for what was issued from it: tokens and open streams. */
  isOpen(digest: Buffer, userId: UserId): Promise<boolean>
  /** Calls back when sessions of the user may have ended, in whichever process: ask `isOpen` then. Answers how to stop. */
  onEnded(userId: UserId, listener: () => void): () => void
  ownsFormToken(session: Session, token: unknown): boolean
  /** Most recently seen first. */
  list(userId: UserId): Promise<SessionEntry[]>
  /** Ends it and the remembered sign-in of its browser. False when this user has no such session. */
  close(userId: UserId, digest: Buffer): Promise<boolean>
  /** Ends a remembered sign-in and every session that it opened. */
  closeRemembered(userId: UserId, until: Date): Promise<void>
  /** Ends every session, token and remembered sign-in of the user, and the trust in every device. */
  closeAll(userId: UserId): Promise<void>
  /** Removes expired rows; for a schedule. Returns how many. */
  sweep(): Promise<number>
}

// Writing last_seen_at on every request would be a write per request.
const seenIntervalMs = 5 * 60_000

export function createSessions(needs: SessionNeeds): Sessions {
  const { store, clock, cache } = needs
  return {
    open: async (userId, visitor, rememberedUntil, how = {}) => {
      const session = await openSession(needs, { userId, visitor, rememberedUntil, ...how })
      if (!session) throw new Error('A user that signs in is gone')
      return session
    },
    openProven: (userId, visitor, rememberedUntil, how) =>
      openSession(needs, { userId, visitor, rememberedUntil, ...how }),
    find: (secret, visitor) => find(needs, secret, visitor),
    isOpen: async (digest, userId) => {
      const key = digest.toString('base64')
      const isLasting = (session: OpenSession | undefined) =>
        session !== undefined &&
        session.expiresAt > clock.now() &&
        (session.enrolBy === null || session.enrolBy > clock.now())
      const recent = cache.get(key)
      // One that seems over may have been extended since.
      const session = isLasting(recent) ? recent : await cache.lookUp(key, () => opened(store, digest))
      return isLasting(session) && session?.userId === userId
    },
    onEnded: (userId, listener) => cache.onForget(aboutUser(userId, listener)),
    renew: (userId, digest) => renew(needs, userId, digest),
    remembered: async (digest, until) => {
      await store.query('update web_session set remembered_until = $2 where digest = $1', [digest, until])
    },
    ownsFormToken: (session, token) =>
      typeof token === 'string' && isSame(Buffer.from(token), Buffer.from(session.formToken)),
    list: (userId) =>
      store.query<SessionEntry>(
        `select digest, label, address, created_at as "createdAt", last_seen_at as "lastSeenAt",
           remembered_until as "rememberedUntil"
         from web_session where user_id = $1 and greatest(expires_at, remembered_until) > $2
         order by last_seen_at desc, created_at desc`,
        [userId, clock.now()],
      ),
    close: (userId, digest) =>
      store.transaction(async (tx) => {
        const isClosed = await closeBrowser(tx, userId, digest)
        await cache.forget(tx, String(userId))
        return isClosed
      }),
    closeRemembered: (userId, until) =>
      store.transaction(async (tx) => {
        await endRemembering(tx, userId, until)
        await cache.forget(tx, String(userId))
      }),
    closeAll: (userId) =>
      store.transaction(async (tx) => {
        await tx.query('update app_user set sign_in_generation = sign_in_generation + 1 where id = $1', [
          userId,
        ])
        await tx.query('delete from web_session where user_id = $1', [userId])
        await revokeAllDevices(tx, userId)
        await cache.forget(tx, String(userId))
      }),
    sweep: async () => {
      const swept = await store.query(
        'delete from web_session where greatest(expires_at, remembered_until) <= $1 returning 1',
        [clock.now()],
      )
      await store.query('delete from ended_remembering where ends_at <= $1', [clock.now()])
      return swept.length
    },
  }
}

/** For `Known.onForget`, where what is forgotten is about a user: streams of others need not ask. */
export function aboutUser(userId: UserId, listener: () => void): (about: string) => void {
  return (about) => {
    if (about === '' || about === String(userId)) listener()
  }
}

/** Every session that the same remembered sign-in has opened is one browser's. */
async function closeBrowser(tx: Tx, userId: UserId, digest: Buffer): Promise<boolean> {
  const [closed] = await tx.query<{ until: Date | null }>(
    'delete from web_session where user_id = $1 and digest = $2 returning remembered_until as until',
    [userId, digest],
  )
  if (closed?.until == null) return closed !== undefined
  await endRemembering(tx, userId, closed.until)
  return true
}

/** Ends a remembered sign-in and what it opened; the caller has the cache forget. */
export async function endRemembering(tx: Tx, userId: UserId, until: Date): Promise<void> {
  await tx.query('delete from web_session where user_id = $1 and remembered_until = $2', [userId, until])
  await tx.query('insert into ended_remembering (user_id, ends_at) values ($1, $2) on conflict do nothing', [
    userId,
    until,
  ])
}

/** Ends every other session of the user; remembered browsers stay on the list, and able to come back. */
export async function expireOthers(tx: Tx, userId: UserId, keeping: Buffer, now: Date): Promise<void> {
  await tx.query(
    'update web_session set expires_at = least(expires_at, $3) where user_id = $1 and digest <> $2',
    [userId, keeping, now],
  )
}

async function opened(store: Database, digest: Buffer): Promise<OpenSession | undefined> {
  const [row] = await store.prepared<OpenSession>(
    'people.session-open',
    `select s.user_id as "userId", s.expires_at as "expiresAt", ${enrolByColumn('s')} as "enrolBy"
     from web_session s where s.digest = $1`,
    [digest],
  )
  return row
}

async function renew(
  { store, cache, random }: SessionNeeds,
  userId: UserId,
  digest: Buffer,
): Promise<RenewedSession | undefined> {
  const secret = random(32).toString('base64url')
  const renewed = computeDigest(secret)
  return store.transaction(async (tx) => {
    const rows = await tx.query(
      'update web_session set digest = $3 where user_id = $1 and digest = $2 returning 1',
      [userId, digest, renewed],
    )
    await cache.forget(tx, String(userId))
    return rows.length === 0 ? undefined : { secret, digest: renewed }
  })
}

async function find({ store, clock }: SessionNeeds, secret: string, visitor: Visitor) {
  const now = clock.now()
  const [row] = await store.prepared<SessionRow & UserRow & { last_seen_at: Date }>(
    'people.session-find',
    `select s.digest, s.form_key, s.created_at, s.expires_at, s.last_seen_at, s.remembered_until,
       s.single_sign_on_session_id, ${enrolByColumn('s')} as enrol_by, ${userColumns}
     from web_session s join app_user u on u.id = s.user_id
     where s.digest = $1 and s.expires_at > $2 and u.disabled_at is null`,
    [computeDigest(secret), now],
  )
  if (!row) return undefined
  if (now.getTime() - row.last_seen_at.getTime() >= seenIntervalMs) {
    const before = row.expires_at
    row.expires_at = new Date(now.getTime() + idleLifetimeMs)
    // Not one that was ended since it was looked at: it would live again.
    await store.query(
      `update web_session set last_seen_at = $2, expires_at = $3, address = $4
       where digest = $1 and expires_at = $5`,
      [row.digest, now, row.expires_at, visitor.address, before],
    )
  }
  return { user: toUser(row), session: toSession(row) }
}
