import type { AppPasswordId, UserId } from '@plmail/wire'
import type { Events } from '../events/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Database, NotifiedCache, Tx } from '../store/index.ts'
import {
  type AppPasswordAttempt,
  type AppPasswordSignIn,
  type StoredAppPassword,
  createAppPasswordSignIn,
  computeDigest,
} from './app-password-sign-in.ts'
import {
  type AppPasswordForm,
  type AppPasswordProblem,
  type Rights,
  checkAppPassword,
} from './new-app-password.ts'
import { holdSession } from './held-session.ts'
import { aboutUser } from './sessions.ts'
import type { FamiliarAddresses } from './familiar-addresses.ts'
import type { Throttle } from './sign-in-throttle.ts'

/** An app password as its owner sees it. */
export interface AppPassword extends Rights {
  id: AppPasswordId
  name: string
  /** The first six digits of the secret. */
  hint: string
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
  /** The clients that used it, newest first. */
  uses: AppPasswordUse[]
}

interface AppPasswordUse {
  address: string
  /** Name that the program gave for itself. */
  client: string
  at: Date
}

export type AppPasswordCreated =
  | { ok: true; secret: string; appPassword: AppPassword }
  | { ok: false; why: 'invalid'; problems: AppPasswordProblem[] }
  | { ok: false; why: 'too-many' }
  /** The sign-in that asked for it is over. */
  | { ok: false; why: 'late' }

/** The sign-in that asks for an app password, which has to hold until it is made. */
interface AskingSignIn {
  /** The sign-in generation in which the password was proven. */
  generation: number
  /** The digest of its session, where that has to be open still. */
  session?: Buffer
}

/**
 * Passwords for programs: `app_` and 64 hex digits, of which only the SHA-256 is stored. Each belongs to a user and
 * works until it is revoked or expires; neither a new password nor signing out everywhere ends it.
 */
export interface AppPasswords {
  /** The secret is in this answer and can never be had again. `asking`: undefined where nobody signed in, as at the console. */
  create(userId: UserId, form: AppPasswordForm, asking?: AskingSignIn): Promise<AppPasswordCreated>
  /** Newest first. */
  list(userId: UserId): Promise<AppPassword[]>
  /** Ends it in every process. False when this user has no such app password. */
  revoke(userId: UserId, id: AppPasswordId): Promise<boolean>
  /** Failures count as those of the sign-in page do, and are refused unlooked-at once there were too many. */
  signIn(attempt: AppPasswordAttempt): Promise<AppPasswordSignIn>
  /** Whether it is still there; for streams that were opened with it. */
  isOpen(id: AppPasswordId): Promise<boolean>
  /** Calls back when one of the user may have been revoked, in whichever process: ask `isOpen` then. Answers how to stop. */
  onRevoked(userId: UserId, listener: () => void): () => void
}

export interface AppPasswordNeeds {
  store: Database
  /** By digest, in base64; whatever revokes one forgets. */
  cache: NotifiedCache<StoredAppPassword>
  clock: Clock
  random: Random
  throttle: Throttle
  familiar: Pick<FamiliarAddresses, 'has'>
  /** Told of every new one. */
  events: Pick<Events, 'publish'>
}

/** A list longer than this is nobody's to read, and a program gone wrong must not fill the table. */
const maxPerUser = 100

export function createAppPasswords(needs: AppPasswordNeeds): AppPasswords {
  const { store, clock, cache } = needs
  return {
    create: (userId, form, asking) => create(needs, userId, form, asking),
    list: async (userId) =>
      (await store.query<Row>(`${listSql} where p.user_id = $1 order by p.id desc`, [userId])).map(toView),
    revoke: async (userId, id) =>
      store.transaction(async (tx) => {
        const gone = await tx.query('delete from app_password where user_id = $1 and id = $2 returning 1', [
          userId,
          id,
        ])
        await cache.forget(tx, String(userId))
        return gone.length > 0
      }),
    signIn: createAppPasswordSignIn(needs, cache),
    onRevoked: (userId, listener) => cache.onForget(aboutUser(userId, listener)),
    isOpen: async (id) => {
      const rows = await store.query(
        `select 1 from app_password p join app_user u on u.id = p.user_id
         where p.id = $1 and (p.expires_at is null or p.expires_at > $2) and u.disabled_at is null`,
        [id, clock.now()],
      )
      return rows.length > 0
    },
  }
}

async function create(
  { store, clock, random, events }: AppPasswordNeeds,
  userId: UserId,
  form: AppPasswordForm,
  asking: AskingSignIn | undefined,
): Promise<AppPasswordCreated> {
  const now = clock.now()
  const checked = checkAppPassword(form, now)
  if (Array.isArray(checked)) return { ok: false, why: 'invalid', problems: checked }
  const digits = random(32).toString('hex')
  const secret = `app_${digits}`
  const { name, scope, accountId, expiresAt } = checked
  const hint = digits.slice(0, 6)
  return store.transaction(async (tx): Promise<AppPasswordCreated> => {
    if (asking && !(await stillHolds(tx, userId, asking, now))) return { ok: false, why: 'late' }
    const [row] = await tx.query<{ id: AppPasswordId }>(
      `insert into app_password (user_id, digest, hint, name, scope, account_id, created_at, expires_at)
       select $1, $2, $3, $4, $5, $6, $7, $8
       where (select count(*) from app_password where user_id = $1) < $9
       returning id`,
      [userId, computeDigest(secret), hint, name, scope, accountId, now, expiresAt, maxPerUser],
    )
    if (!row) return { ok: false, why: 'too-many' }
    await events.publish('sign-in-changed', { tx, userId, change: 'app-password-made', subject: name })
    const appPassword = { ...checked, id: row.id, hint, createdAt: now, lastUsedAt: null, uses: [] }
    return { ok: true, secret, appPassword }
  })
}

/** The lock on the user's row lets whoever ends sign-ins finish first; what they have changed then counts. */
async function stillHolds(
  tx: Tx,
  userId: UserId,
  { generation, session }: AskingSignIn,
  now: Date,
): Promise<boolean> {
  const users = await tx.query('select 1 from app_user where id = $1 and sign_in_generation = $2 for share', [
    userId,
    generation,
  ])
  return users.length > 0 && (session === undefined || holdSession(tx, userId, session, now))
}

interface Row extends Omit<AppPassword, 'uses'> {
  uses: Array<{ address: string; client: string; at: string }>
}

const listSql = `
  select p.id, p.name, p.hint, p.scope, p.account_id as "accountId", p.created_at as "createdAt",
    p.expires_at as "expiresAt", p.last_used_at as "lastUsedAt",
    coalesce((
      select jsonb_agg(jsonb_build_object('address', u.address, 'client', u.client, 'at', u.last_at)
        order by u.last_at desc)
      from app_password_use u where u.app_password_id = p.id
    ), '[]') as uses
  from app_password p`

function toView(row: Row): AppPassword {
  return { ...row, uses: row.uses.map((use) => ({ ...use, at: new Date(use.at) })) }
}
