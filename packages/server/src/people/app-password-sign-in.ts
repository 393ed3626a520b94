import { createHash } from 'node:crypto'
import type { AppPasswordId, UserId } from '@plmail/wire'
import type { Clock } from '../kit/clock.ts'
import type { Database, NotifiedCache } from '../store/index.ts'
import type { FamiliarAddresses } from './familiar-addresses.ts'
import { isSame } from './keys.ts'
import type { Rights } from './new-app-password.ts'
import type { Visitor } from './session.ts'
import { type Throttle, foldedName } from './sign-in-throttle.ts'
import { toUser } from './user.ts'
import { foldEmail, rowByEmail } from './users.ts'

export interface AppPasswordAttempt {
  secret: string
  /** Whose it is said to be; undefined when nothing is said. */
  email: string | undefined
  visitor: Visitor
}

export type AppPasswordSignIn =
  | { ok: true; userId: UserId; appPasswordId: AppPasswordId; expiresAt: Date | null; rights: Rights }
  | { ok: false; why: 'wrong' }
  | { ok: false; why: 'throttled'; retryAt: Date }

interface SignInNeeds {
  store: Database
  clock: Clock
  throttle: Throttle
  familiar: Pick<FamiliarAddresses, 'has'>
}

/** See `AppPasswords.signIn`. */
export function createAppPasswordSignIn(needs: SignInNeeds, cache: NotifiedCache<StoredAppPassword>) {
  const { store, clock, throttle, familiar } = needs
  return async (attempt: AppPasswordAttempt): Promise<AppPasswordSignIn> => {
    const digest = computeDigest(attempt.secret)
    const key = digest.toString('base64')
    const recent = cache.get(key)
    if (recent && opens(recent, attempt, clock.now())) return admitted(needs, recent, attempt.visitor)

    // Before the throttle: nobody guesses 256 bits, and strangers who fail under this name must not lock its owner out.
    const isShaped = secretShape.test(attempt.secret)
    const stored = isShaped ? await cache.lookUp(key, () => selectAppPassword(store, digest)) : undefined
    if (stored && opens(stored, attempt, clock.now())) return admitted(needs, stored, attempt.visitor)
    const { email, visitor } = attempt
    const [row, username] =
      email === undefined ? [] : await Promise.all([rowByEmail(store, email), foldEmail(store, email)])
    const { address } = visitor
    // As the sign-in page counts: an address that is familiar has one number of tries for both.
    const isFamiliar = await familiar.has(row && toUser(row).id, address)
    const admission = await throttle.admit({ username, address, isFamiliar })
    if (admission.admitted) return { ok: false, why: 'wrong' }
    return { ok: false, why: 'throttled', retryAt: admission.retryAt }
  }
}

const secretShape = /^app_[0-9a-f]{64}$/

/** Names an app password, cannot be used as one. */
export function computeDigest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** The stored record of an app password whose secret was presented. */
export interface StoredAppPassword extends Rights {
  id: AppPasswordId
  userId: UserId
  email: string
  expiresAt: Date | null
  lastUsedAt: Date | null
}

async function selectAppPassword(store: Database, digest: Buffer): Promise<StoredAppPassword | undefined> {
  const [row] = await store.prepared<StoredAppPassword>(
    'people.app-password-find',
    `select p.id, p.user_id as "userId", u.email, p.scope, p.account_id as "accountId",
       p.expires_at as "expiresAt", p.last_used_at as "lastUsedAt"
     from app_password p join app_user u on u.id = p.user_id
     where p.digest = $1 and u.disabled_at is null`,
    [digest],
  )
  return row
}

/** Whether it is not over, and its owner's if somebody is named. */
function opens({ email, expiresAt }: StoredAppPassword, attempt: AppPasswordAttempt, now: Date): boolean {
  if (expiresAt !== null && expiresAt <= now) return false
  return (
    attempt.email === undefined ||
    isSame(computeDigest(foldedName(attempt.email)), computeDigest(foldedName(email)))
  )
}

async function admitted(
  needs: SignInNeeds,
  used: StoredAppPassword,
  visitor: Visitor,
): Promise<AppPasswordSignIn> {
  await noteUse(needs, used, visitor)
  const { id, userId, scope, accountId, expiresAt } = used
  return { ok: true, userId, appPasswordId: id, expiresAt, rights: { scope, accountId } }
}

const useIntervalMs = 300_000
const maxClientLength = 200
const maxUsesKept = 20

/** Writes when and where from it was used, at most every 300 seconds, however many processes are asked. */
async function noteUse(
  { store, clock }: SignInNeeds,
  used: StoredAppPassword,
  visitor: Visitor,
): Promise<void> {
  const now = clock.now()
  if (used.lastUsedAt !== null && now.getTime() - used.lastUsedAt.getTime() < useIntervalMs) return
  used.lastUsedAt = now // before the write, so that requests made side by side do not all make it
  const noted = await store.query(
    `with used as (
       update app_password set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at <= $3) returning id
     )
     insert into app_password_use (app_password_id, address, client, last_at) select id, $4, $5, $2 from used
     on conflict (app_password_id, address, client) do update set last_at = excluded.last_at
     returning 1`,
    [
      used.id,
      now,
      new Date(now.getTime() - useIntervalMs),
      visitor.address,
      visitor.userAgent.slice(0, maxClientLength),
    ],
  )
  if (noted.length === 0) return
  await store.query(
    `delete from app_password_use where app_password_id = $1 and (address, client) in (
       select address, client from app_password_use where app_password_id = $1
       order by last_at desc offset $2
     )`,
    [used.id, maxUsesKept],
  )
}
