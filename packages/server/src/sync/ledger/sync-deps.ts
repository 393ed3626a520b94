import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Mail } from '../../mail/index.ts'
import type { Database } from '../../store/index.ts'

/** Needs of fetching messages. */
export interface FetchDeps {
  database: Database
  changes: Changes
  mail: Mail
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  /** How long another client may take between the COPY and the EXPUNGE of a move, in milliseconds. Default: 3,000. */
  halfMoveMilliseconds?: number
}

/** Needs of syncing an account. */
export interface SyncDeps extends FetchDeps {
  log: Log
}

/** Needs of deciding what became of missing messages. */
export type ResolveDeps = Pick<SyncDeps, 'database' | 'changes' | 'mail' | 'clock' | 'log'>
