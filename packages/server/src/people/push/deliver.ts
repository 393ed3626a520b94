import {
  type AccountId,
  type PushSubscriptionId,
  pushSubscriptionWireId,
  type UserId,
  type AppPasswordScope,
} from '@plmail/wire'
import { type Changes, type AccountNews, stateChange } from '../../changes/index.ts'
import { RetryAt } from '../../jobs/index.ts'
import type { Log } from '../../kit/log.ts'
import type { Database } from '../../store/index.ts'
import { hears, typesHeard } from '../new-app-password.ts'
import type { PushTried } from './types.ts'
import type { PushKeys } from './message-encryption.ts'
import { type PushMessage, send, type PushSendNeeds, type PushSendOutcome } from './send.ts'

export interface DeliverNeeds extends PushSendNeeds {
  store: Database
  changes: Pick<Changes, 'newsSince' | 'personal'>
  log: Log
}

/** Sends the code of a new subscription (RFC 8620 §7.2.2); nothing for one that is verified or gone. */
export async function verify(needs: DeliverNeeds, id: PushSubscriptionId): Promise<void> {
  const target = await loadTarget(needs, id)
  if (!target || target.isVerified) return
  const message: PushMessage = { body: buildVerification(target), ttl: 3600, urgency: 'high' }
  await settle(needs, target, await send(needs, target, message))
}

function buildVerification({ id, verificationCode }: Target): object {
  const pushSubscriptionId = pushSubscriptionWireId.encode(id)
  return { '@type': 'PushVerification', pushSubscriptionId, verificationCode }
}

/** Tells what has changed since the last time; nothing for a subscription that is not verified, or over. */
export async function tell(needs: DeliverNeeds, id: PushSubscriptionId): Promise<void> {
  const target = await loadTarget(needs, id)
  if (!target?.isVerified) return
  const stateByAccount = new Map(
    Object.entries(target.sentStates).map(([accountId, state]) => [Number(accountId) as AccountId, state]),
  )
  const personal = await needs.changes.personal(target.userId)
  const news = (await needs.changes.newsSince(target.userId, stateByAccount)).filter(({ accountId }) =>
    hears(target, accountId, personal),
  )
  if (news.length === 0) return
  for (const message of messages(news, typesHeard(target, target.types && new Set(target.types)))) {
    if (!(await settle(needs, target, await send(needs, target, message)))) return
  }
  const now = Object.fromEntries(news.map(({ accountId, state }) => [accountId, state]))
  await needs.store.query(
    'update push_subscription set sent_states = sent_states || $2::jsonb where id = $1',
    [id, JSON.stringify(now)],
  )
}

/** Sends a message that says nothing but that it came; of use while somebody looks. Nothing is tried again by itself. */
export async function tryOut(needs: DeliverNeeds, id: PushSubscriptionId): Promise<PushTried> {
  const target = await loadTarget(needs, id)
  if (!target) return 'not-found'
  const body = target.isVerified ? { '@type': 'PushTest' } : buildVerification(target)
  const { what } = await send(needs, target, { body, ttl: 60, urgency: 'high' })
  return what === 'sent' && !target.isVerified ? 'unconfirmed' : what
}

const ttlSeconds = 86_400
/** So many fit into one message whatever the states and the types. */
const accountsAtOnce = 15

function messages(news: readonly AccountNews[], types: ReadonlySet<string> | null): PushMessage[] {
  const pushMessages: PushMessage[] = []
  for (let at = 0; at < news.length; at += accountsAtOnce) {
    const body = stateChange(news.slice(at, at + accountsAtOnce), types)
    if (!body) continue
    // Only what tells of the same accounts and types is made needless by a later one.
    const covered = Object.entries(body.changed).map(([id, states]) => [id, Object.keys(states).sort()])
    pushMessages.push({ body, ttl: ttlSeconds, urgency: 'normal', topic: JSON.stringify(covered) })
  }
  return pushMessages
}

interface Target {
  id: PushSubscriptionId
  userId: UserId
  url: string
  keys: PushKeys | null
  types: string[] | null
  sentStates: Record<string, number>
  isVerified: boolean
  verificationCode: string
  failingSince: Date | null
  scope: AppPasswordScope | null
  accountId: AccountId | null
}

/** The subscription while it and its credentials are good. */
async function loadTarget(
  { store, vapid, clock }: DeliverNeeds,
  id: PushSubscriptionId,
): Promise<Target | undefined> {
  const [row] = await store.query<Omit<Target, 'keys'> & { p256dh: Buffer | null; auth: Buffer | null }>(
    `select s.id, s.user_id as "userId", s.url, s.p256dh, s.auth, s.types, s.sent_states as "sentStates",
       s.verified_at is not null as "isVerified", s.verification_code as "verificationCode",
       s.failing_since as "failingSince", a.scope, a.account_id as "accountId"
     from push_subscription s
     left join web_session w on w.digest = s.session_digest
     left join app_password a on a.id = s.app_password_id
     where s.id = $1 and s.expires_at > $2 and s.application_server_key = $3
       and coalesce(w.expires_at, a.expires_at, 'infinity') > $2`,
    [id, clock.now(), vapid.applicationServerKey],
  )
  if (!row) return undefined
  const { p256dh, auth } = row
  return { ...row, keys: p256dh && auth ? { p256dh, auth } : null }
}

const shortestWaitMs = 5_000
const maxWaitMs = 3_600_000
/** It is allowed again when somebody says so, and what has changed until then is told. */
const switchedOffMs = 300_000
/** A push service that has not taken anything for this long never will. */
const givenUpAfterMs = 86_400_000

/** Keeps what became of a message; whether the subscription is still there. Throws RetryAt for another attempt. */
async function settle(needs: DeliverNeeds, target: Target, sent: PushSendOutcome): Promise<boolean> {
  const { store, clock, log } = needs
  const now = clock.now()
  const { id, failingSince } = target
  if (sent.what === 'sent') {
    await store.query('update push_subscription set sent_at = $2, failing_since = null where id = $1', [
      id,
      now,
    ])
    return true
  }
  if (sent.what === 'switched-off') {
    const later = new Date(now.getTime() + switchedOffMs)
    throw new RetryAt(later, 'Connections to push services are switched off')
  }
  const failingMs = now.getTime() - (failingSince ?? now).getTime()
  if (sent.what === 'gone' || failingMs > givenUpAfterMs) {
    log.event('people.push-ended', { subscription: id, why: sent.what })
    await store.query('delete from push_subscription where id = $1', [id])
    return false
  }
  await store.query(
    'update push_subscription set failing_since = coalesce(failing_since, $2) where id = $1',
    [id, now],
  )
  log.event('people.push-failed', { subscription: id, why: sent.what })
  // As long again as it has failed already: the waits double.
  const waitMs = Math.min(maxWaitMs, Math.max(shortestWaitMs, failingMs))
  const later = sent.what === 'failed' ? sent.later : undefined
  throw new RetryAt(later ?? new Date(now.getTime() + waitMs), 'The push service did not take the message')
}
