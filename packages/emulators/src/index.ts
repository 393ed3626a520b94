/** Google and Microsoft as far as plMail talks to them, for the demo and for tests. */
export { manualClock, realClock, type VirtualClock } from './clock/clock.ts'
export type { ActAs, EmulatedMailbox, OAuthClient, Truth } from './mailbox.ts'
export { createWorld, type World } from './world.ts'
