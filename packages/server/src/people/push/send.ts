import { createHash } from 'node:crypto'
import type { UserId } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { OutboundPost } from '../../safety/index.ts'
import { encrypted, newMessageSecrets, type PushKeys } from './message-encryption.ts'
import type { Vapid } from './vapid.ts'

export interface PushSendNeeds {
  post: OutboundPost
  vapid: Vapid
  clock: Clock
  random: Random
}

export interface PushMessage {
  body: object
  /** How long a push service keeps it for a device that cannot be reached (RFC 8030 §5.2), in seconds. */
  ttl: number
  urgency: 'normal' | 'high'
  /** A message of the same topic takes the place of one not yet delivered (RFC 8030 §5.4). */
  topic?: string
}

/**
 * The outcome of sending a message. `later` is when the push service wants the next attempt, if it says so.
 * `switched-off`: an administrator allows no connection to push services.
 */
export type PushSendOutcome =
  { what: 'sent' | 'gone' | 'refused' | 'switched-off' } | { what: 'failed'; later?: Date }

/** Posts one message (RFC 8030 §5), encrypted where the client gave keys, and signed (RFC 8292). */
export async function send(
  { post, vapid, clock, random }: PushSendNeeds,
  { url, keys, userId }: { url: string; keys: PushKeys | null; userId: UserId },
  { body, ttl, urgency, topic }: PushMessage,
): Promise<PushSendOutcome> {
  const plain = Buffer.from(JSON.stringify(body))
  const now = clock.now()
  const headers = {
    'content-type': 'application/json',
    ...(keys ? { 'content-encoding': 'aes128gcm' } : {}),
    authorization: vapid.authorization(url, now),
    ttl: String(ttl),
    urgency,
    ...(topic === undefined ? {} : { topic: getTopic(topic) }),
  }
  const payload = keys ? encrypted(plain, keys, newMessageSecrets(random)) : plain
  const answer = await post.send(url, headers, payload, userId)
  if (answer.ok) return outcome(answer.status, answer.retryAfter, now)
  if (answer.why === 'switched-off') return { what: answer.why }
  return { what: answer.why.startsWith('refused') ? 'refused' : 'failed' }
}

/** RFC 8030 §7.3 names 404 for a subscription that is over; 410 is what push services answer. */
function outcome(status: number, retryAfter: string | undefined, now: Date): PushSendOutcome {
  if (status >= 200 && status < 300) return { what: 'sent' }
  if (status === 404 || status === 410) return { what: 'gone' }
  if (status !== 429 && status < 500) return { what: 'refused' }
  const later = retryAfter === undefined ? undefined : getTime(retryAfter, now)
  return later ? { what: 'failed', later } : { what: 'failed' }
}

function getTime(retryAfter: string, now: Date): Date | undefined {
  const ms = /^\d{1,9}$/.test(retryAfter) ? now.getTime() + Number(retryAfter) * 1000 : Date.parse(retryAfter)
  return Number.isNaN(ms) ? undefined : new Date(ms)
}

/** At most 32 characters of base64url (RFC 8030 §5.4). */
function getTopic(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 32)
}
