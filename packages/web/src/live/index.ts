/**
 * Hears what happens on the server: one stream per browser, shared by its tabs. Says that something changed,
 * never what: records pulls that itself. Called by main.
 */
export { startLive } from './start.ts'
export type { Stream } from './hub.ts'
export type { Channel, WithLock } from './leader.ts'
