import type { World } from '../../world.ts'
import type { Account } from '../identity/accounts.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import type { Watched } from './resources.ts'

export type ChangeType = 'created' | 'updated' | 'deleted'

/** [D] */
export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

export interface Subscription {
  readonly id: string
  readonly mailbox: Mailbox
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
export interface Subscriptions {
  add(one: Omit<Subscription, 'id'>, id: string): Subscription
  find(id: string): Subscription | undefined
  of(account: Account, client?: string): readonly Subscription[]
  /** Everything that listens to this mailbox. */
  on(mailbox: Mailbox): readonly Subscription[]
  remove(one: Subscription): void
}

export function createSubscriptions(world: World): Subscriptions {
  const all = new Map<string, Subscription>()
  const isAlive = (one: Subscription): boolean => one.expiresAt > world.clock.now().getTime()

  function living(): Subscription[] {
    for (const one of all.values()) if (!isAlive(one)) all.delete(one.id)
    return [...all.values()]
  }

  return {
    add(one, id) {
      const subscription = { ...one, id }
      all.set(id, subscription)
      return subscription
    },
    find: (id) => living().find((one) => one.id === id.toLowerCase()),
    of: (account, client) =>
      living().filter(
        (one) => one.mailbox.account === account && (client === undefined || one.client === client),
      ),
    on: (mailbox) => (all.size === 0 ? [] : living().filter((one) => one.mailbox === mailbox)),
    remove: (one) => void all.delete(one.id),
  }
}
