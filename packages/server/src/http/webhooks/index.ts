/**
 * Routes that providers call: notifications that something changed. They use neither session nor cookie; each call
 * proves itself. They only request syncs; the changes are read from the provider.
 */
export { webhookRoutes } from './routes.ts'
