import { createHash } from 'node:crypto'
import type { PasskeyId, SingleSignOnSessionId, TrustedDeviceId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { type Database, named, type NotifiedCache, type Sql, type Tx } from '../store/index.ts'
import { isSame, sign } from './keys.ts'
import { revokeAllDevices } from './revoke-all-devices.ts'
import { enrolByColumn } from './second-factor/enrol-by.ts'
import { type User, type UserRow, userColumns, toUser } from './user.ts'

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

/** The origin of a request, stored with the session so that its owner can recognise it. */
export interface Visitor {
  address: string
  userAgent: string
}

/** The proof given on the way to a session, which has to hold still when it opens: somebody may have closed that way. */
export interface SignInProof {
  /** The sign-in generation in which the password, or the remembered sign-in, was good. */
  generation: number
  /** A code was given, or the device is trusted: then it opens also where a second factor is on. */
  hasSecondFactor: boolean
}

interface OpeningTerms {
  /** The secret of a remembered browser: opens its one session, or extends it. Otherwise one is made up. */
  rememberedSecret?: string
  /** The trusted device that the session rests on, and ends with. */
  trustedDeviceId?: TrustedDeviceId
  /** The passkey that signs it in, and takes it along when it is removed. */
  passkeyId?: PasskeyId
  /** The session at the identity provider that it rests on, and ends with. */
  singleSignOnSessionId?: SingleSignOnSessionId | undefined
  /** The identity provider asked for a second factor that the operator trusts. */
  hasProviderFactor?: boolean | undefined
}

interface OpenedSession {
  secret: string
  session: Session
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

const idleLifetimeMs = 24 * 3_600_000
// Writing last_seen_at on every request would be a write per request.
const seenIntervalMs = 5 * 60_000
const maxLabelLength = 300

/** The part of a session that is cached between requests made with its tokens. */
export interface OpenSession {
  userId: UserId
  expiresAt: Date
  enrolBy: Date | null
}

interface SessionNeeds {
  store: Database
  /** By digest, in base64; whatever ends a session forgets. */
  cache: NotifiedCache<OpenSession>
  clock: Clock
  random: Random
}

export function createSessions(needs: SessionNeeds): Sessions {
  const { store, clock, cache } = needs
  return {
    open: async (userId, visitor, rememberedUntil, how = {}) => {
      const session = await open(needs, { userId, visitor, rememberedUntil, ...how })
      if (!session) throw new Error('A user that signs in is gone')
      return session
    },
    openProven: (userId, visitor, rememberedUntil, how) =>
      open(needs, { userId, visitor, rememberedUntil, ...how }),
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

interface OpeningSession extends OpeningTerms {
  userId: UserId
  visitor: Visitor
  rememberedUntil: Date | undefined
  proof?: SignInProof
}

/** The lock on the user's row lets whoever ends sign-ins finish first; what they have changed then counts. */
async function open(
  { store, clock, random }: SessionNeeds,
  {
    userId,
    visitor,
    rememberedUntil,
    rememberedSecret,
    trustedDeviceId,
    passkeyId,
    singleSignOnSessionId,
    hasProviderFactor,
    proof,
  }: OpeningSession,
): Promise<OpenedSession | undefined> {
  const secret = rememberedSecret ?? random(32).toString('base64url')
  const row = {
    digest: computeDigest(secret),
    form_key: random(32),
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + idleLifetimeMs),
    remembered_until: rememberedUntil ?? null,
  }
  // One row a browser: what this one's remembered sign-in opened before and let lapse has served.
  await store.query(
    'delete from web_session where user_id = $1 and remembered_until = $2 and expires_at <= $3',
    [userId, row.remembered_until, row.created_at],
  )
  const insert = (sql: Sql) =>
    sql.query<SessionRow>(
      ...named(
        `insert into web_session as opened
         (digest, user_id, form_key, label, address, created_at, last_seen_at, expires_at, remembered_until,
          trusted_device_id, passkey_id, single_sign_on_session_id, has_provider_factor)
       select $digest, u.id, $formKey, $label, $address, $now, $now, $expiresAt, $rememberedUntil, $deviceId,
         $passkeyId, $signOnId, $hasProviderFactor
       from app_user u
       where u.id = $userId and u.disabled_at is null and ($generation::int is null or u.sign_in_generation = $generation)
         and ($hasSecondFactor or (u.totp_confirmed_at is null and not u.has_passkeys))
         and ($passkeyId::bigint is null or exists (select 1 from passkey p where p.id = $passkeyId))
         and ($signOnId::bigint is null or exists (
           select from single_sign_on_session o where o.id = $signOnId and o.user_id = u.id))
       for share
       on conflict (digest) do update set last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at,
         label = excluded.label, address = excluded.address, trusted_device_id = excluded.trusted_device_id
       where opened.user_id = excluded.user_id
       returning digest, form_key, created_at, expires_at, remembered_until, single_sign_on_session_id,
         ${enrolByColumn('opened')} as enrol_by`,
        {
          digest: row.digest,
          userId,
          formKey: row.form_key,
          label: visitor.userAgent.slice(0, maxLabelLength),
          address: visitor.address,
          now: row.created_at,
          expiresAt: row.expires_at,
          rememberedUntil: row.remembered_until,
          deviceId: trustedDeviceId ?? null,
          generation: proof?.generation ?? null,
          hasSecondFactor: proof?.hasSecondFactor ?? true,
          passkeyId: passkeyId ?? null,
          signOnId: singleSignOnSessionId ?? null,
          hasProviderFactor: hasProviderFactor ?? false,
        },
      ),
    )
  const [session] =
    passkeyId === undefined
      ? await insert(store)
      : await store.transaction(async (tx) => {
          // Whoever removes the passkey holds the user's row: after this it is gone, or goes once the session is there to go.
          await tx.query('select 1 from app_user where id = $1 for share', [userId])
          return insert(tx)
        })
  // A remembered browser that comes back is not somebody signing in.
  if (session && rememberedSecret === undefined)
    await store.query('update app_user set last_signed_in_at = $2 where id = $1', [userId, row.created_at])
  return session && { secret, session: getSession(session) }
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

interface SessionRow {
  digest: Buffer
  form_key: Buffer
  created_at: Date
  expires_at: Date
  remembered_until: Date | null
  single_sign_on_session_id: SingleSignOnSessionId | null
  enrol_by: Date | null
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
  return { user: toUser(row), session: getSession(row) }
}

function getSession(row: SessionRow): Session {
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

function computeDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
