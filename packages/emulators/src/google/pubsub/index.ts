/** The way of Gmail's announcements: watches on mailboxes, topics, and push subscriptions that post to a webhook. */
export { createPubSub, type PubSub, type PubSubSubscription, type PubSubTopic } from './pubsub.ts'
export { createWatches, type MailboxWatch, type MailboxWatches } from './watches.ts'
