import type { AccountId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs, RunContext } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Mail } from '../../mail/index.ts'
import type { MailboxWrites, MailSession } from '../../providers/contract/index.ts'
import type { Database } from '../../store/index.ts'
import type { Operation } from './operations.ts'

export interface FlushDeps {
  database: Database
  changes: Changes
  mail: Mail
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  log: Log
  /** A look at the account on this session, before repeating what may have been carried out. */
  syncAccount(accountId: AccountId, session: MailSession, context: RunContext): Promise<void>
}

/** One account's outgoing operations, on its connection. */
export interface FlushContext<Session = MailboxWrites> {
  deps: FlushDeps
  accountId: AccountId
  session: Session
}

/** Sends a set of like operations and records the outcome of each; throws ProviderError for the whole set. */
export type Send<Session = MailboxWrites> = (
  sending: FlushContext<Session>,
  operations: readonly Operation[],
) => Promise<void>
