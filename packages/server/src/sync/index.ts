/**
 * Keeps the mirror equal to the provider: looks (pull → ledger → fetch → ingest), sends what was decided here
 * (outbox), and listens for changes. Called by jobs and by whoever wants a look now; never by domain rooms.
 */
export type {
  MirrorFigure,
  OpenMailSession,
  SessionPurpose,
  RefusedOperation,
  Shortfall,
  Sync,
} from './types.ts'
export type {
  CalendarSync,
  CalendarWatched,
  CalendarWatches,
  EventConflict,
  KeptCalendar,
} from './calendars/index.ts'
export { type Allowance, createBudget } from './account/provider-budget.ts'
export { createOutbox } from './outbox/enqueue.ts'
export { createSync } from './sync.ts'
export { createWatches, type WatchesOptions } from './watches/create-watches.ts'
export type {
  Delay,
  Endpoint,
  Notice,
  RefusalReason,
  RefusalSeen,
  RefusedNotice,
  Renewed,
  Watches,
  WatchState,
} from './watches/types.ts'
