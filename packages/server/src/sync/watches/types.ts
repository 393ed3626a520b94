import type { AccountId, ProblemDetail, ProviderName } from '@plmail/wire'
import type { AccountView, HealthCard } from '../../accounts/index.ts'
import type { ProviderErrorKind } from '../../providers/contract/index.ts'

/** Instant delivery of one account. */
export interface WatchState {
  /** The user's switch. */
  isWanted: boolean
  /** Null: nothing is registered. */
  expiresAt: Date | null
  /** The provider's last announcement. */
  announcedAt: Date | null
  /** `silent`: mail came that nothing had announced, and nothing was since; `lapsed`: no registration is in force. */
  condition: 'off' | 'on' | 'silent' | 'lapsed'
  /** The provider has refused for a day and longer: it is asked once a day, and polled as without instant delivery. */
  isRefused: boolean
  /** Why the last registration failed; null when it did not. */
  trouble: ProblemDetail | null
}

export type Switched = { ok: true } | { ok: false; why: ProblemDetail }

/** The outcome of renewing one account's registration. */
export interface Renewed {
  accountId: AccountId
  outcome: 'renewed' | 'created' | 'failed'
  expiresAt: Date | null
  /** Why it failed. */
  why: ProblemDetail | null
  /** The kind of refusal, when the provider refused. */
  refusal: ProviderErrorKind | null
}

/** How long the last messages took from the provider's time of receipt until they were here. */
export interface Delay {
  medianMs: number
  messages: number
}

/** The webhooks that providers call. */
export type Endpoint =
  '/provA/push' | '/webhook/provA/calendar' | `/webhook/provB/${'notify' | 'lifecycle' | 'calendar'}`

export type RefusalReason =
  | 'no-token'
  | 'wrong-token'
  | 'no-identity'
  | 'invalid-identity'
  | 'expired-identity'
  | 'wrong-audience'
  | 'wrong-service-account'
  | 'identity-keys-unreachable'
  | 'token-not-configured'
  | 'unreadable'
  | 'unknown-mailbox'
  | 'unknown-channel'
  | 'no-channel'
  | 'unknown-subscription'
  | 'wrong-client-state'

export interface WebhookRefusalNote {
  endpoint: Endpoint
  /** The caller's address. */
  source: string
  reason: RefusalReason
  accountId?: AccountId
}

export interface RefusalSeen extends Omit<WebhookRefusalNote, 'accountId'> {
  accountId: AccountId | null
  times: number
  firstAt: Date
  lastAt: Date
}

/** One entry of a notification of Microsoft's; nothing in it is trusted. */
export interface Notice {
  subscriptionId: string
  clientState: string
  lifecycleEvent?: string
}

/**
 * Instant delivery: providers that announce changes by calling this server. It only hastens looks that come anyway.
 */
export interface Watches {
  states(ids: readonly AccountId[]): Promise<Map<AccountId, WatchState>>
  /** Registers, anew when it is on already; the switch falls back when the provider or this server will not. */
  switchOn(id: AccountId): Promise<Switched>
  switchOff(id: AccountId): Promise<void>
  /** Soon, where it is switched on: with a permission that has ended the provider's registration went, too. */
  registerAgain(id: AccountId): Promise<void>
  /** Registers again what is about to end, has ended or announces nothing; with `repair` everything that is switched on. */
  renew(which: 'due' | 'repair'): Promise<Renewed[]>
  /** Registers one account again, now; undefined when its switch is off. The provider's answer proves what it is made of. */
  prove(id: AccountId): Promise<Renewed | undefined>
  /** Why this provider could not call this server; undefined when nothing speaks against it. */
  obstacle(provider: ProviderName): Promise<ProblemDetail | undefined>
  delays(ids: readonly AccountId[]): Promise<Map<AccountId, Delay>>
  /** Lists health cards about instant delivery, for accounts that are well otherwise. */
  cards(views: readonly AccountView[]): Promise<HealthCard[]>
  announcements: {
    /** Google says that something changed in a mailbox. False: nobody here asked for it. */
    ofMailbox(address: string): Promise<boolean>
    /** Microsoft says so of subscriptions; each entry is judged by itself. Answers those that were refused. */
    ofSubscriptions(notices: readonly Notice[], isLifecycle: boolean): Promise<RefusedNotice[]>
  }
  refusals: {
    note(refusal: WebhookRefusalNote): void
    /** Newest first, at most 200. */
    list(): Promise<RefusalSeen[]>
  }
  /** Writes down what is not yet. */
  stop(): Promise<void>
}

export interface RefusedNotice {
  reason: 'unknown-subscription' | 'wrong-client-state'
  accountId?: AccountId
}
