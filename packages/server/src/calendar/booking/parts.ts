import type { CalendarId, UserId } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Database } from '../../store/index.ts'
import type { EventOutbox } from '../door.ts'
import type { CalendarOwner } from '../shares/index.ts'
import type { Post } from './letter.ts'

export interface BookingParts {
  database: Database
  changes: Pick<Changes, 'write'>
  jobs: Pick<Jobs, 'handle' | 'enqueue'>
  clock: Clock
  random: Random
  outbox: EventOutbox
  owner: BookingOwner
  /** Key from which the links for changing a booking are made. */
  manageKey: Buffer
  publicAddress(): string | undefined
  /** Reads busy times live from the calendar providers; undefined where none can be asked in time. */
  freshBusy(
    userId: UserId,
    calendarIds: readonly CalendarId[],
    from: Date,
    to: Date,
  ): Promise<ReadonlyArray<{ from: Date; to: Date }> | undefined>
  post: Post
}

interface BookingOwner extends CalendarOwner {
  languageOf(userId: UserId): Promise<'en' | 'de'>
}
