import type { AppPasswordId, PushSubscriptionId, UserId } from '@plmail/wire'
import type { PushKeys } from './message-encryption.ts'

/** The credentials that authorised a request. Subscriptions created with them end when they end. */
export type PushCredentials =
  { kind: 'session'; digest: Buffer } | { kind: 'app-password'; id: AppPasswordId }

/** Whose subscriptions are meant: each pair of credentials sees its own only (RFC 8620 §7.2). */
export interface PushOwner {
  userId: UserId
  credentials: PushCredentials
}

export interface PushSubscription {
  id: PushSubscriptionId
  deviceClientId: string
  /** The code that the client has answered; null until it was right. */
  verificationCode: string | null
  expires: Date
  /** Null is every type. */
  types: string[] | null
}

export interface NewPushSubscription {
  deviceClientId: string
  url: string
  keys: PushKeys | null
  /** As asked for; the server may set an earlier one. */
  expires: Date | null
  types: string[] | null
}

export interface PushSubscriptionUpdate {
  verificationCode?: string | null
  /** Null asks for as much as there is by default. */
  expires?: Date | null
  types?: string[] | null
}

export type PushCreated =
  | { ok: true; subscription: PushSubscription }
  | { ok: false; why: 'refused-url' | 'unusable-keys' | 'too-many' | 'too-often' }

export type PushUpdated =
  { ok: true; subscription: PushSubscription } | { ok: false; why: 'not-found' | 'wrong-code' }

/**
 * The outcome of a test message. `unconfirmed`: the client has not answered the subscription's code yet, so the code is
 * sent again. `switched-off`: an administrator allows no connection; the others are the push service's answer.
 */
export type PushTried =
  'sent' | 'unconfirmed' | 'gone' | 'refused' | 'failed' | 'switched-off' | 'not-found' | 'too-often'

/** The push subscriptions of RFC 8620 §7.2, and what is sent to them. */
export interface Push {
  /** The VAPID key that clients subscribe with (RFC 9749). */
  applicationServerKey: string
  /** Lists the owner's unexpired subscriptions, oldest first. */
  list(owner: PushOwner): Promise<PushSubscription[]>
  /** A verification is on its way once this resolves. */
  create(owner: PushOwner, subscription: NewPushSubscription): Promise<PushCreated>
  update(owner: PushOwner, id: PushSubscriptionId, update: PushSubscriptionUpdate): Promise<PushUpdated>
  /** False when the owner has no such subscription. */
  destroy(owner: PushOwner, id: PushSubscriptionId): Promise<boolean>
  /** Sends a message at once that only says that it came. */
  tryOut(owner: PushOwner, id: PushSubscriptionId): Promise<PushTried>
  /** Listens for changes and queues what must be told; in processes that run jobs. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Removes what is over; for a schedule. Returns how many. */
  sweep(): Promise<number>
}
