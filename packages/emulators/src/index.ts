/**
 * Google and Microsoft as far as plMail talks to them, for the demo and for tests: sign-in, mail, push, over one
 * virtual clock, with seeded faults and mailboxes that look like somebody's. And a model server.
 *
 * Comments everywhere in this package end with where a behaviour is known from: [S] a published schema, [D] documentation,
 * [F] the field, [K] common knowledge yet to be confirmed.
 */
export { type EmulatedAssistant, type ModelAnswer, startAssistant } from './assistant/index.ts'
export { manualClock, realClock, type VirtualClock } from './clock/clock.ts'
export type { AccountPlan, Emulators, Provider } from './emulators.ts'
export { mailbox, type Planned, type PlannedMailbox, type MailboxProfile } from './generator/index.ts'
export type { Google } from './google/index.ts'
export type { ActAs, EmulatedMailbox, EmulatedClient, Truth } from './mailbox.ts'
export type { Microsoft } from './microsoft/index.ts'
export { toRawMessage, type RawMessage } from './blobs/raw.ts'
export type { Armed, Fault } from './faults/faults.ts'
export type { Oddity } from './faults/oddities.ts'
export { demoAccounts, startEmulators, type EmulatorsOptions } from './start.ts'
export { createWorld, type World } from './world.ts'
