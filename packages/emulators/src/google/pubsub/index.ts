/** The way of Gmail's announcements: watches on mailboxes, topics, and push subscriptions that post to a webhook. */
export { createPubSub, type PubSub, type PushSubscription, type Topic } from './pubsub.ts'
export { createWatches, type Watch, type Watches } from './watches.ts'
