import type { World } from '../../world.ts'

/** A push subscription as an administrator makes it in the console, outside of everything a client can see. */
interface PubSubSubscription {
  /** `projects/p/subscriptions/s` */
  name: string
  /** `projects/p/topics/t` */
  topic: string
  /** URL that notifications are posted to, including any token in its query. */
  endpoint: string
  /** How the id inside is written; both are met [F]. Default: now so, now so. */
  historyIdAs?: 'number' | 'string' | 'mixed'
  /** Alphabet of the base64 data [F]. Default: `mixed`. */
  alphabet?: 'standard' | 'url' | 'mixed'
  /** How often the id inside is an older one, between 0 and 1. Default 0. */
  stale?: number
  /** The bare data as the body, and the rest in headers [S]. */
  noWrapper?: boolean
  /** Sends an OIDC token along; the audience is the endpoint unless given [S]. */
  oidc?: { email: string; audience?: string }
}

interface PubSubTopic {
  name: string
  /** Whether gmail-api-push@system.gserviceaccount.com may publish to it. */
  gmailMayPublish: boolean
}

/** Data of a notification that Gmail publishes. */
interface MailboxAnnouncement {
  emailAddress: string
  historyId: bigint
}

export interface PubSub {
  createTopic(name: string, options?: { gmailMayPublish?: boolean }): PubSubTopic
  deleteTopic(name: string): void
  topic(name: string): PubSubTopic | undefined
  topics(): readonly PubSubTopic[]
  /** Replaces one of the same name. Throws when the topic is not there. */
  subscribe(subscription: PubSubSubscription): void
  unsubscribe(name: string): void
  subscriptions(): readonly PubSubSubscription[]
  publish(topic: string, announcement: MailboxAnnouncement): void
}

type PushToken = (to: { audience: string; email: string }) => Promise<string>

const topicName = /^projects\/[a-z0-9:.-]+\/topics\/[A-Za-z][A-Za-z0-9._~+%-]{2,254}$/

/** As much of Pub/Sub as carries Gmail's announcements to an HTTPS endpoint: at least once, in no order. */
export function createPubSub(world: World, pushToken: PushToken): PubSub {
  const topics = new Map<string, PubSubTopic>()
  const subscriptions = new Map<string, PubSubSubscription>()

  async function push(subscription: PubSubSubscription, announcement: MailboxAnnouncement): Promise<void> {
    const { endpoint, noWrapper, oidc } = subscription
    const data = encode(world, subscription, announcement)
    const messageId = String(10n ** 15n + BigInt(Math.floor(world.random() * 2 ** 50)))
    const publishTime = world.clock.now().toISOString()
    const authorization = oidc && {
      authorization: `Bearer ${await pushToken({ audience: oidc.audience ?? endpoint, email: oidc.email })}`,
    }
    if (noWrapper) {
      const about = {
        'x-goog-pubsub-subscription-name': subscription.name,
        'x-goog-pubsub-message-id': messageId,
        'x-goog-pubsub-publish-time': publishTime,
        'content-type': 'application/json',
      }
      const bare = Buffer.from(data, 'base64').toString()
      await world.delivery.post(endpoint, bare, { ...about, ...authorization })
      return
    }
    const message = { data, messageId, message_id: messageId, publishTime, publish_time: publishTime }
    await world.delivery.post(endpoint, { message, subscription: subscription.name }, { ...authorization })
  }

  return {
    createTopic(name, { gmailMayPublish = true } = {}) {
      if (!topicName.test(name)) throw new Error(`${name} is not projects/…/topics/…`)
      const topic = { name, gmailMayPublish }
      topics.set(name, topic)
      return topic
    },
    deleteTopic: (name) => void topics.delete(name),
    topic: (name) => topics.get(name),
    topics: () => [...topics.values()],
    subscribe(subscription) {
      if (!topics.has(subscription.topic)) throw new Error(`There is no topic ${subscription.topic}`)
      subscriptions.set(subscription.name, subscription)
    },
    unsubscribe: (name) => void subscriptions.delete(name),
    subscriptions: () => [...subscriptions.values()],
    publish(topic, announcement) {
      for (const subscription of subscriptions.values())
        if (subscription.topic === topic) void push(subscription, announcement)
    },
  }
}

/** The id is written by hand: as a JSON number it has more digits than a float keeps. */
function encode(world: World, subscription: PubSubSubscription, announcement: MailboxAnnouncement): string {
  const { historyIdAs = 'mixed', alphabet = 'mixed', stale = 0 } = subscription
  const either = (): boolean => world.random() < 0.5
  const isStale = stale > 0 && world.random() < stale
  const id = isStale ? announcement.historyId - 1000n : announcement.historyId
  const asNumber = historyIdAs === 'number' || (historyIdAs === 'mixed' && either())
  const address = JSON.stringify(announcement.emailAddress)
  const text = `{"emailAddress":${address},"historyId":${asNumber ? id : `"${id}"`}}`
  const isUrl = alphabet === 'url' || (alphabet === 'mixed' && either())
  return Buffer.from(text).toString(isUrl ? 'base64url' : 'base64')
}
