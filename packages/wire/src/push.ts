/** Push subscriptions (RFC 8620 §7.2) as the web client makes and tries them. */
import type { SetResult } from './jmap-shapes.ts'

/** Without account and state. */
export interface PushSubscriptionSetArgs {
  create?: Record<
    string,
    { deviceClientId: string; url: string; keys: { p256dh: string; auth: string }; types: string[] }
  >
  update?: Record<string, Record<string, unknown>>
  destroy?: string[]
}

/**
 * The push service's answer, or `unconfirmed`: the device has not answered the code of its subscription yet.
 * `switchedOff`: the administrator allows no connection to push services.
 */
export type PushOutcome = 'sent' | 'unconfirmed' | 'gone' | 'refused' | 'failed' | 'switchedOff' | 'tooOften'

export interface PushMethods {
  'PushSubscription/set': {
    args: PushSubscriptionSetArgs
    result: Pick<
      SetResult,
      'created' | 'updated' | 'destroyed' | 'notCreated' | 'notUpdated' | 'notDestroyed'
    >
  }
  /** Sends one message to a subscription of the same credentials. */
  'PushSubscription/test': { args: { id: string }; result: { id: string; outcome: PushOutcome } }
}
