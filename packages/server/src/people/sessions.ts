import { createHash } from 'node:crypto'
import type { UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Database, NotifiedCache, Tx } from '../store/index.ts'
import { isSame, sign } from './keys.ts'
import { type User, type UserRow, userColumns, userOf } from './user.ts'

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

export interface Sessions {
  /** Opens a session and returns the secret for its cookie: 32 random bytes, base64url. */
  open(
    userId: UserId,
    visitor: Visitor,
    rememberedUntil?: Date,
    /** The secret of a remembered browser: opens its one session, or extends it. Otherwise one is made up. */
    rememberedSecret?: string,
  ): Promise<{ secret: string; session: Session }>
  /** The session of a cookie, its life extended; undefined when unknown, ended or expired. */
  find(secret: string, visitor: Visitor): Promise<SignedIn | undefined>
  /** Its browser may come back without a password until then. */
  remembered(digest: Buffer, until: Date): Promise<void>
  /** Whether the session is still there; for what was issued from it: tokens and open streams. */
  isOpen(digest: Buffer, userId: UserId): Promise<boolean>
  /** Calls back when sessions of the user may have ended, in whichever process: ask `isOpen` then. Answers how to stop. */
  onEnded(userId: UserId, listener: () => void): () => void
  ownsFormToken(session: Session, token: unknown): boolean
  /** Most recently seen first. */
  list(userId: UserId): Promise<SessionEntry[]>
  /** Ends it and the remembered sign-in of its browser. False when this user has no such session. */
  close(userId: UserId, digest: Buffer): Promise<boolean>
  /** Ends every session, token and remembered sign-in of the user. */
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
    open: (userId, visitor, rememberedUntil, rememberedSecret) =>
      open(needs, { userId, visitor, rememberedUntil, rememberedSecret }),
    find: (secret, visitor) => find(needs, secret, visitor),
    isOpen: async (digest, userId) => {
      const key = digest.toString('base64')
      const isLasting = (session: OpenSession | undefined) =>
        session !== undefined && session.expiresAt > clock.now()
      const recent = cache.get(key)
      // One that seems over may have been extended since.
      const session = isLasting(recent) ? recent : await cache.lookUp(key, () => opened(store, digest))
      return isLasting(session) && session?.userId === userId
    },
    onEnded: (userId, listener) => cache.onForget(aboutUser(userId, listener)),
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
    closeAll: (userId) =>
      store.transaction(async (tx) => {
        await tx.query('update app_user set sign_in_generation = sign_in_generation + 1 where id = $1', [
          userId,
        ])
        await tx.query('delete from web_session where user_id = $1', [userId])
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
  await tx.query('delete from web_session where user_id = $1 and remembered_until = $2', [
    userId,
    closed.until,
  ])
  await tx.query('insert into ended_remembering (user_id, ends_at) values ($1, $2) on conflict do nothing', [
    userId,
    closed.until,
  ])
  return true
}

async function opened(store: Database, digest: Buffer): Promise<OpenSession | undefined> {
  const [row] = await store.prepared<OpenSession>(
    'people.session-open',
    'select user_id as "userId", expires_at as "expiresAt" from web_session where digest = $1',
    [digest],
  )
  return row
}

interface OpeningSession {
  userId: UserId
  visitor: Visitor
  rememberedUntil: Date | undefined
  rememberedSecret: string | undefined
}

async function open(
  { store, clock, random }: SessionNeeds,
  { userId, visitor, rememberedUntil, rememberedSecret }: OpeningSession,
) {
  const secret = rememberedSecret ?? random(32).toString('base64url')
  const row = {
    digest: digestOf(secret),
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
  const [session = row] = await store.query<SessionRow>(
    `insert into web_session as opened
       (digest, user_id, form_key, label, address, created_at, last_seen_at, expires_at, remembered_until)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $8)
     on conflict (digest) do update set last_seen_at = excluded.last_seen_at, expires_at = excluded.expires_at,
       label = excluded.label, address = excluded.address
     where opened.user_id = excluded.user_id
     returning digest, form_key, created_at, expires_at, remembered_until`,
    [
      row.digest,
      userId,
      row.form_key,
      visitor.userAgent.slice(0, maxLabelLength),
      visitor.address,
      row.created_at,
      row.expires_at,
      row.remembered_until,
    ],
  )
  return { secret, session: sessionOf(session) }
}

interface SessionRow {
  digest: Buffer
  form_key: Buffer
  created_at: Date
  expires_at: Date
  remembered_until: Date | null
}

async function find({ store, clock }: SessionNeeds, secret: string, visitor: Visitor) {
  const now = clock.now()
  const [row] = await store.prepared<SessionRow & UserRow & { last_seen_at: Date }>(
    'people.session-find',
    `select s.digest, s.form_key, s.created_at, s.expires_at, s.last_seen_at, s.remembered_until, ${userColumns}
     from web_session s join app_user u on u.id = s.user_id
     where s.digest = $1 and s.expires_at > $2`,
    [digestOf(secret), now],
  )
  if (!row) return undefined
  if (now.getTime() - row.last_seen_at.getTime() >= seenIntervalMs) {
    row.expires_at = new Date(now.getTime() + idleLifetimeMs)
    await store.query(
      'update web_session set last_seen_at = $2, expires_at = $3, address = $4 where digest = $1',
      [row.digest, now, row.expires_at, visitor.address],
    )
  }
  return { user: userOf(row), session: sessionOf(row) }
}

function sessionOf(row: SessionRow): Session {
  return {
    digest: row.digest,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    rememberedUntil: row.remembered_until,
    formToken: sign(row.form_key, ['form']).toString('base64url'),
  }
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
