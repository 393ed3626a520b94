/** JMAP (RFC 8620, RFC 8621) over HTTP: the one protocol clients speak, the web client included. */
export { type JmapNeeds, jmapRoutes } from './routes.ts'
export type { JmapAccount, PlaceLimits } from './method.ts'
