import type { AppPasswordId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import { type Database, type Listen, createNotifiedCache } from '../store/index.ts'
import {
  type AppPasswordAttempt,
  type AppPasswordSignIn,
  type StoredAppPassword,
  createAppPasswordSignIn,
  digestOf,
} from './app-password-sign-in.ts'
import {
  type AppPasswordForm,
  type AppPasswordProblem,
  type Rights,
  checkAppPassword,
} from './new-app-password.ts'
import { aboutUser } from './sessions.ts'
import type { FamiliarAddresses } from './familiar-addresses.ts'
import type { Throttle } from './throttle.ts'

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

type AppPasswordCreated =
  | { ok: true; secret: string; appPassword: AppPassword }
  | { ok: false; why: 'invalid'; problems: AppPasswordProblem[] }
  | { ok: false; why: 'too-many' }

/**
 * Passwords for programs: `app_` and 64 hex digits, of which only the SHA-256 is stored. Each belongs to a user and
 * works until it is revoked or expires; neither a new password nor signing out everywhere ends it.
 */
export interface AppPasswords {
  /** The secret is in this answer and can never be had again. */
  create(userId: UserId, form: AppPasswordForm): Promise<AppPasswordCreated>
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
  listen: Listen
  clock: Clock
  random: Random
  throttle: Throttle
  familiar: Pick<FamiliarAddresses, 'has'>
}

/** A list longer than this is nobody's to read, and a program gone wrong must not fill the table. */
const mostOfUser = 100

export function createAppPasswords(needs: AppPasswordNeeds): AppPasswords {
  const { store, clock } = needs
  const cache = createNotifiedCache<StoredAppPassword>('plmail_app_passwords', needs.listen, clock)
  return {
    create: (userId, form) => create(needs, userId, form),
    list: async (userId) =>
      (await store.query<Row>(`${listSql} where p.user_id = $1 order by p.id desc`, [userId])).map(viewOf),
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
        'select 1 from app_password where id = $1 and (expires_at is null or expires_at > $2)',
        [id, clock.now()],
      )
      return rows.length > 0
    },
  }
}

async function create(
  { store, clock, random }: AppPasswordNeeds,
  userId: UserId,
  form: AppPasswordForm,
): Promise<AppPasswordCreated> {
  const now = clock.now()
  const checked = checkAppPassword(form, now)
  if (Array.isArray(checked)) return { ok: false, why: 'invalid', problems: checked }
  const digits = random(32).toString('hex')
  const secret = `app_${digits}`
  const { name, scope, accountId, expiresAt } = checked
  const hint = digits.slice(0, 6)
  const [row] = await store.query<{ id: AppPasswordId }>(
    `insert into app_password (user_id, digest, hint, name, scope, account_id, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where (select count(*) from app_password where user_id = $1) < $9
     returning id`,
    [userId, digestOf(secret), hint, name, scope, accountId, now, expiresAt, mostOfUser],
  )
  if (!row) return { ok: false, why: 'too-many' }
  const appPassword = { ...checked, id: row.id, hint, createdAt: now, lastUsedAt: null, uses: [] }
  return { ok: true, secret, appPassword }
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

function viewOf(row: Row): AppPassword {
  return { ...row, uses: row.uses.map((use) => ({ ...use, at: new Date(use.at) })) }
}
