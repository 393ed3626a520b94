/**
 * Hears what happens on the server: one stream per browser, shared by its tabs. Says that something changed,
 * never what: records pulls that itself. Called by main.
 */
export { startLive } from './start.ts'
export type { HubEvents, HubParts, Stream } from './hub.ts'
export type { Channel, LeaderParts, WithLock } from './leader.ts'
