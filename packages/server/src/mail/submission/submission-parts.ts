import type { AccountId, Language, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Blobs, Database } from '../../store/index.ts'
import type { Mail, OutboxDoor } from '../types.ts'
import type { AccountHolder, Identities } from '../identities/types.ts'
import type { Relay } from './types.ts'

/** Dependencies of mail submission. */
export interface SubmissionParts {
  database: Database
  changes: Pick<Changes, 'write' | 'announce'>
  blobs: Pick<Blobs, 'get' | 'putAll'>
  jobs: Pick<Jobs, 'enqueue' | 'handle'>
  mail: Pick<Mail, 'actions' | 'mailboxes' | 'read' | 'compose'>
  outbox: Pick<OutboxDoor, 'enqueue'>
  identities: Pick<Identities, 'list'>
  /** Undefined once the account is removed. */
  getHolder(accountId: AccountId): Promise<AccountHolder | undefined>
  /** The language that a user's receipts are written in. */
  getLanguage(userId: UserId): Promise<Language>
  relay: Relay
  /** Asks for a look at the account: what its server filed is how a lost answer is found out. */
  refreshAccount(accountId: AccountId): Promise<void>
  clock: Clock
  random: Random
  /** How long a submission can be taken back: 5 to 60 seconds, 10 unless said otherwise. */
  undoSeconds?: number
}
