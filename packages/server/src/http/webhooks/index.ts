/**
 * What providers call: notifications that something changed. No session and no cookie plays a part; each call proves
 * itself (contract §5). They only ask for looks; what changed is read from the provider.
 */
export { webhookRoutes, type SignatureTrouble, type WebhookNeeds } from './routes.ts'
