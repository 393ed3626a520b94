import { graphPolicy } from '../../delivery/deliver.ts'
import type { Entry } from '../../log/log.ts'
import type { World } from '../../world.ts'
import { computeEtag } from '../calendar/event-json.ts'
import type { CalendarOp } from '../mailbox/calendar-store.ts'
import { guid } from '../guid.ts'
import type { GraphMailbox } from '../mailbox/mailbox.ts'
import { computeChangeKey } from '../mail/message-json.ts'
import type { MailOp } from '../mailbox/mail-store.ts'
import { checkNotification } from '../schema.ts'
import type { ChangeType, LifecycleEvent, Subscription, GraphSubscriptions } from './subscriptions.ts'

/** Tells webhooks that something changed, and never what [D]. */
export interface Notifier {
  watch(mailbox: GraphMailbox): void
  lifecycle(subscription: Subscription, event: LifecycleEvent): void
  /** An item that a webhook must not believe. */
  forge(subscription: Subscription, forgery: Forgery): void
}

/** `unknown-subscription`: of a subscription that was never made; `wrong-client-state`: with another secret, or none. */
export type Forgery = 'unknown-subscription' | 'wrong-client-state' | 'no-client-state'

/** How long changes gather: one POST then speaks of several subscriptions, users and tenants [D]. */
const gatherMs = 100
/** [K] */
const maxPerNotification = 100

/** One entry of a notification's body. */
interface Notification {
  subscriptionId: string
  subscriptionExpirationDateTime: string
  tenantId: string
  clientState?: string
  changeType?: ChangeType
  lifecycleEvent?: LifecycleEvent
  resource?: string
  resourceData?: object
}

export function createNotifier(world: World, subscriptions: GraphSubscriptions): Notifier {
  const gathered = new Map<string, Notification[]>()

  function enqueue(url: string, item: Notification): void {
    const waiting = gathered.get(url)
    if (waiting) return void waiting.push(item)
    gathered.set(url, [item])
    world.clock.at(new Date(world.clock.now().getTime() + gatherMs), () => flush(url))
  }

  async function flush(url: string): Promise<void> {
    const items = gathered.get(url) ?? []
    gathered.delete(url)
    for (let at = 0; at < items.length; at += maxPerNotification) {
      const body = { value: items.slice(at, at + maxPerNotification) }
      const posted = await world.delivery.post(url, body, {}, graphPolicy)
      world.requests.record({
        operation: 'graph.notification',
        account: undefined,
        method: 'POST',
        url: new URL(url).pathname,
        status: posted.status,
        at: world.clock.now(),
        problems: checkNotification(body),
      })
    }
  }

  return {
    watch(mailbox) {
      mailbox.store.log.onAppend((entry) => {
        for (const subscription of subscriptions.on(mailbox)) {
          const item = itemFor(subscription, entry)
          if (item) enqueue(subscription.notificationUrl, item)
        }
      })
      mailbox.calendars.log.onAppend(({ op }) => {
        for (const subscription of subscriptions.on(mailbox)) {
          const item = itemForEvent(subscription, op)
          if (item) enqueue(subscription.notificationUrl, item)
        }
      })
    },
    lifecycle(subscription, event) {
      if (subscription.lifecycleUrl === undefined) return
      enqueue(subscription.lifecycleUrl, { ...about(subscription), lifecycleEvent: event })
    },
    forge(subscription, forgery) {
      const { clientState, ...item } = {
        ...about(subscription),
        changeType: 'updated' as const,
        resource: subscription.resource,
      }
      const state = forgery === 'wrong-client-state' ? `not ${clientState}` : clientState
      enqueue(subscription.notificationUrl, {
        ...item,
        ...(forgery === 'unknown-subscription' && { subscriptionId: guid(world) }),
        ...(forgery !== 'no-client-state' && state !== undefined && { clientState: state }),
      })
    },
  }
}

function about(subscription: Subscription): Notification {
  return {
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: new Date(subscription.expiresAt).toISOString().replace('Z', '0000+00:00'),
    tenantId: subscription.mailbox.account.tid,
    ...(subscription.clientState !== undefined && { clientState: subscription.clientState }),
  }
}

function itemFor(subscription: Subscription, { op }: Entry<MailOp>): Notification | undefined {
  const { folder, what } = subscription.watched
  if (op.kind === 'folder' || what !== 'messages') return undefined
  if (folder !== undefined && op.folder !== folder) return undefined
  const changeType = toChange(op, folder !== undefined)
  if (changeType === undefined || !subscription.changeTypes.has(changeType)) return undefined
  const { store, account } = subscription.mailbox
  const item = store.items.get(op.item)
  const moves = op.kind === 'left' ? op.moves : (item?.moves ?? 0)
  const id = store.ids.message(op.item, moves, subscription.immutableIds)
  const resource = `Users/${account.oid}/Messages/${id}`
  return {
    ...about(subscription),
    changeType,
    resource,
    resourceData: {
      '@odata.type': '#Microsoft.Graph.Message',
      '@odata.id': resource,
      '@odata.etag': `W/"${item ? computeChangeKey(item) : 'CQAAABYAAA'}"`,
      id,
    },
  }
}

/** A series is told of as a whole: what happens to an occurrence is an update of it [K]. */
function itemForEvent(subscription: Subscription, op: CalendarOp): Notification | undefined {
  const { folder, what } = subscription.watched
  if (what !== 'events' || (folder !== undefined && folder !== op.calendar)) return undefined
  const changeType = op.after === undefined ? 'deleted' : op.before ? 'updated' : 'created'
  if (!subscription.changeTypes.has(changeType)) return undefined
  const { calendars, account } = subscription.mailbox
  const id = calendars.ids.event(op.event, subscription.immutableIds)
  const resource = `Users/${account.oid}/Events/${id}`
  return {
    ...about(subscription),
    changeType,
    resource,
    resourceData: {
      '@odata.type': '#Microsoft.Graph.Event',
      '@odata.id': resource,
      '@odata.etag': computeEtag((op.after ?? op.before)?.version ?? 0),
      id,
    },
  }
}

/** To a folder a move is an arrival or a deletion; to the whole mailbox it is an update [K]. */
function toChange(op: Exclude<MailOp, { kind: 'folder' }>, isOneFolder: boolean): ChangeType | undefined {
  if (op.kind === 'changed') return 'updated'
  if (op.kind === 'arrived') return op.isNew || isOneFolder ? 'created' : 'updated'
  return op.isGone || isOneFolder ? 'deleted' : undefined
}
