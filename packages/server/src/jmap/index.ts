/** JMAP (RFC 8620, RFC 8621) over HTTP: the one protocol clients speak, the web client included. */
export { type JmapNeeds, jmapRoutes } from './routes/routes.ts'
export type { JmapAccount, PlaceLimits } from './engine/method.ts'
