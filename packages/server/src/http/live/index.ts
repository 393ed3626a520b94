/**
 * The live hub: tells open browsers that something changed, never what. Every process hears every event over one NOTIFY
 * subscription and passes it to the streams of its own browsers.
 */
export { EventWriter } from './event-writer.ts'
export { type FanOut, createFanOut } from './fan-out.ts'
export { liveRoutes } from './routes.ts'
