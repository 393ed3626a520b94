/**
 * The change log, states, journal and undo: every write to an account goes through `Changes.write`.
 * Knows account and object ids, never what the objects are.
 */
export { AccountGone } from './account-gone.ts'
export { createChanges } from './changes.ts'
export type * from './types.ts'
export type { ListenForChanges } from './live.ts'
export { mergeNews, stateChange } from './news.ts'
export { stateInSql } from './state-sql.ts'
