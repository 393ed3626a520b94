import type { UserId } from '@plmail/wire'
import type { Changes } from '../changes/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Sql } from '../store/index.ts'
import type { EventOutbox, ProviderObjects } from './types.ts'

/** Dependencies of the calendar module. */
export interface CalendarParts {
  database: Sql
  changes: Pick<Changes, 'write' | 'personal' | 'states' | 'journal'>
  outbox: EventOutbox
  clock: Clock
  /** Every address that is the user's, lower case. */
  ownAddresses(userId: UserId): Promise<ReadonlySet<string>>
  /** Left out where no provider keeps calendars. */
  providerObjects?: ProviderObjects
  /** BCP 47: in which language a calendar is named that nobody named. */
  getLocale(userId: UserId): Promise<string>
}
