import type { World } from '../../world.ts'
import type { Account } from '../identity/accounts.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import type { Watched } from './resources.ts'

export type ChangeType = 'created' | 'updated' | 'deleted'

/** [D] */
export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

export interface Subscription {
  readonly id: string
  readonly mailbox: GraphMailbox
  readonly client: string
  /** As it was asked for. */
  readonly resource: string
  readonly watched: Watched
  readonly changeTypes: ReadonlySet<ChangeType>
  notificationUrl: string
  readonly lifecycleUrl: string | undefined
  readonly clientState: string | undefined
  /** Asked for at creation: notifications then carry such ids [D]. */
  readonly immutableIds: boolean
  expiresAt: number
}

/** The living subscriptions. An expired one is gone and cannot be revived [D]. */
export interface GraphSubscriptions {
  add(subscription: Omit<Subscription, 'id'>, id: string): Subscription
  find(id: string): Subscription | undefined
  of(account: Account, client?: string): readonly Subscription[]
  /** Everything that listens to this mailbox. */
  on(mailbox: GraphMailbox): readonly Subscription[]
  remove(subscription: Subscription): void
}

export function createSubscriptions(world: World): GraphSubscriptions {
  const all = new Map<string, Subscription>()
  const isAlive = (subscription: Subscription): boolean =>
    subscription.expiresAt > world.clock.now().getTime()

  function living(): Subscription[] {
    for (const expired of all.values()) if (!isAlive(expired)) all.delete(expired.id)
    return [...all.values()]
  }

  return {
    add(newSubscription, id) {
      const subscription = { ...newSubscription, id }
      all.set(id, subscription)
      return subscription
    },
    find: (id) => living().find((subscription) => subscription.id === id.toLowerCase()),
    of: (account, client) =>
      living().filter(
        (subscription) =>
          subscription.mailbox.account === account &&
          (client === undefined || subscription.client === client),
      ),
    on: (mailbox) =>
      all.size === 0 ? [] : living().filter((subscription) => subscription.mailbox === mailbox),
    remove: (subscription) => void all.delete(subscription.id),
  }
}
