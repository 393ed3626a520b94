import type { CalendarId, UserId, Language } from '@plmail/wire'
import type { Changes } from '../../changes/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Database } from '../../store/index.ts'
import type { EventOutbox } from '../types.ts'
import type { CalendarOwner } from '../shares/index.ts'
import type { BookingMailer } from './booking-mail.ts'

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
  mailer: BookingMailer
}

interface BookingOwner extends CalendarOwner {
  getLanguage(userId: UserId): Promise<Language>
}
