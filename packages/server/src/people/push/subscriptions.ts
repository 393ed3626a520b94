import {
  type AccountId,
  type AppPasswordId,
  type PushSubscriptionId,
  type UserId,
  userWireId,
} from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { OutboundPost } from '../../safety/index.ts'
import { type Cache, type Database, type Sql, named } from '../../store/index.ts'
import type {
  NewPushSubscription,
  Push,
  PushCreated,
  PushOwner,
  PushSubscription,
  PushSubscriptionUpdate,
  PushUpdated,
} from './types.ts'
import { verifyKind } from './push-jobs.ts'
import { areUsable } from './message-encryption.ts'

export interface SubscriptionNeeds {
  store: Database
  changes: Pick<Changes, 'states' | 'state' | 'personal'>
  jobs: Pick<Jobs, 'enqueue'>
  post: OutboundPost
  clock: Clock
  random: Random
  /** Counts how often users subscribe. */
  cache: Pick<Cache, 'attempts'>
  applicationServerKey: string
}

export type Subscriptions = Pick<Push, 'list' | 'create' | 'update' | 'destroy' | 'sweep'>

const dayMs = 86_400_000
/** When the client names no time, and the most it gets when it does (RFC 8620 §7.2 lets the server shorten it). */
const usualLifetimeMs = 7 * dayMs
const maxLifetimeMs = 30 * dayMs
const maxPerUser = 50
/** Each makes us post to an address of the client's choice (RFC 8620 §8.6). */
const maxAnHour = 60
const hourMs = 3_600_000

/** Creates the operations that push clients may perform themselves; see `Push`. */
export function createSubscriptions(needs: SubscriptionNeeds): Subscriptions {
  const { store, clock } = needs
  return {
    list: (owner) => list(store, owner, clock.now()),
    create: (owner, subscription) => create(needs, owner, subscription),
    update: (owner, id, patch) => update(needs, owner, id, patch),
    destroy: async (owner, id) => {
      const gone = await store.query(
        `delete from push_subscription where ${ofOwner} and id = $4 returning 1`,
        [...ownerValues(owner), id],
      )
      return gone.length > 0
    },
    sweep: async () => {
      const gone = await store.query(
        'delete from push_subscription where expires_at <= $1 or application_server_key <> $2 returning 1',
        [clock.now(), needs.applicationServerKey],
      )
      return gone.length
    },
  }
}

const columns = `id, device_client_id as "deviceClientId", types, expires_at as expires,
  case when verified_at is not null then verification_code end as "verificationCode"`

const ofOwner =
  'user_id = $1 and session_digest is not distinct from $2 and app_password_id is not distinct from $3'

function ownerValues({
  userId,
  credentials,
}: PushOwner): [UserId, sessionDigest: Buffer | null, appPasswordId: AppPasswordId | null] {
  return credentials.kind === 'session' ? [userId, credentials.digest, null] : [userId, null, credentials.id]
}

function list(sql: Sql, owner: PushOwner, now: Date): Promise<PushSubscription[]> {
  return sql.query<PushSubscription>(
    `select ${columns} from push_subscription where ${ofOwner} and expires_at > $4 order by id`,
    [...ownerValues(owner), now],
  )
}

async function create(
  needs: SubscriptionNeeds,
  owner: PushOwner,
  request: NewPushSubscription,
): Promise<PushCreated> {
  if (!needs.post.accepts(request.url)) return { ok: false, why: 'refused-url' }
  if (request.keys && !areUsable(request.keys)) return { ok: false, why: 'unusable-keys' }
  const key = `push-subscribe:${userWireId.encode(owner.userId)}`
  const { count } = await needs.cache.attempts.record(key, hourMs)
  if (count > maxAnHour) return { ok: false, why: 'too-often' }
  const states = await listStates(needs, owner.userId)
  return needs.store.transaction(async (tx) => {
    const subscription = await insert(needs, tx, {
      owner,
      request,
      states: stateByAccount(states),
    })
    if (!subscription) return { ok: false, why: 'too-many' }
    await needs.jobs.enqueue(tx, verifyKind, { id: subscription.id })
    return { ok: true, subscription }
  })
}

/** Returns the states of the mail accounts and the personal one. */
async function listStates({ changes }: SubscriptionNeeds, userId: UserId) {
  const personal = await changes.personal(userId)
  const ofMail = await changes.states(userId)
  if (personal === undefined) return ofMail
  return [...ofMail, { accountId: personal, state: await changes.state(personal) }]
}

/** Nothing is told from before the subscription; a client reads everything anew when it subscribes. */
function stateByAccount(
  states: ReadonlyArray<{ accountId: AccountId; state: number }>,
): Record<string, number> {
  return Object.fromEntries(states.map(({ accountId, state }) => [accountId, state]))
}

interface InsertedSubscription {
  owner: PushOwner
  request: NewPushSubscription
  states: Record<string, number>
}

async function insert(
  { clock, random, applicationServerKey }: SubscriptionNeeds,
  sql: Sql,
  { owner, request: { deviceClientId, url, keys, types, expires }, states }: InsertedSubscription,
): Promise<PushSubscription | undefined> {
  const now = clock.now()
  const [userId, sessionDigest, appPasswordId] = ownerValues(owner)
  const [row] = await sql.query<PushSubscription>(
    ...named(
      `insert into push_subscription (user_id, session_digest, app_password_id, device_client_id, url, p256dh, auth,
         types, application_server_key, verification_code, created_at, expires_at, sent_states)
       select $userId, $sessionDigest, $appPasswordId, $deviceClientId, $url, $p256dh, $auth, $types::text[],
         $applicationServerKey, $code, $now, $expiresAt, $states::jsonb
       where (select count(*) from push_subscription where user_id = $userId) < $maxPerUser
       returning ${columns}`,
      {
        userId,
        sessionDigest,
        appPasswordId,
        deviceClientId,
        url,
        p256dh: keys?.p256dh ?? null,
        auth: keys?.auth ?? null,
        types,
        applicationServerKey,
        code: random(24).toString('base64url'),
        now,
        expiresAt: lifetime(expires, now),
        states: JSON.stringify(states),
        maxPerUser,
      },
    ),
  )
  return row
}

function lifetime(expiresAt: Date | null, now: Date): Date {
  const max = new Date(now.getTime() + maxLifetimeMs)
  if (expiresAt === null) return new Date(now.getTime() + usualLifetimeMs)
  return expiresAt < max ? expiresAt : max
}

function update(
  { store, clock }: SubscriptionNeeds,
  owner: PushOwner,
  id: PushSubscriptionId,
  patch: PushSubscriptionUpdate,
): Promise<PushUpdated> {
  const now = clock.now()
  return store.transaction(async (tx) => {
    const [row] = await tx.query<{ code: string }>(
      `select verification_code as code from push_subscription
       where ${ofOwner} and id = $4 and expires_at > $5 for update`,
      [...ownerValues(owner), id, now],
    )
    if (!row) return { ok: false, why: 'not-found' }
    const { verificationCode, expires, types } = patch
    if (verificationCode !== undefined && verificationCode !== row.code)
      return { ok: false, why: 'wrong-code' }
    const [subscription] = await tx.query<PushSubscription>(
      `update push_subscription set
         verified_at = case when $2 then coalesce(verified_at, $3) else verified_at end,
         expires_at = coalesce($4, expires_at),
         types = case when $5 then $6::text[] else types end
       where id = $1 returning ${columns}`,
      [
        id,
        verificationCode !== undefined,
        now,
        expires === undefined ? null : lifetime(expires, now),
        types !== undefined,
        types ?? null,
      ],
    )
    return subscription ? { ok: true, subscription } : { ok: false, why: 'not-found' }
  })
}
