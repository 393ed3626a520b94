/**
 * JMAP (RFC 8620, RFC 8621) over HTTP: the one protocol clients speak, the web client included. What it can do is a list
 * of capabilities, each declared in its own folder; the engine and the routes know none of them.
 */
export { jmapRoutes } from './routes/routes.ts'
export type { Capability } from './engine/capability.ts'
export type { JmapAccount, PlaceLimits } from './engine/method.ts'
