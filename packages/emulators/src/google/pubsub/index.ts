/** The way of Gmail's announcements: topics, and push subscriptions that post to a webhook. */
export { createPubSub, type PubSub } from './pubsub.ts'
