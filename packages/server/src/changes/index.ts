/** The change log, states, journal and undo: every write to an account goes through here. */
export type * from './door.ts'
