import { type AccountId, type CalendarId, type Language, type UserId, originalLanguage } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import {
  type Booking,
  createBooking,
  createPost,
  createShareLinks,
  type EventOutbox,
  type ShareLinks,
} from '../calendar/index.ts'
import type { Changes } from '../changes/index.ts'
import type { Config } from '../config/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Random } from '../kit/random.ts'
import type { Identities, Mail, Submissions } from '../mail/index.ts'
import type { People } from '../people/index.ts'
import type { Database } from '../store/index.ts'

export interface PublicCalendarNeeds {
  database: Database
  config: Pick<Config, 'keyFor' | 'publicAddress'>
  changes: Changes
  jobs: Jobs
  mail: Mail
  identities: Identities
  submissions: Submissions
  accounts: Accounts
  people: People
  /** The outbox of the sync that keeps calendars equal to their sources. */
  outbox: EventOutbox
  /** Returns the busy times that providers report right now; undefined where none can be asked in time. */
  freshBusy(
    userId: UserId,
    calendarIds: readonly CalendarId[],
    from: Date,
    to: Date,
  ): Promise<ReadonlyArray<{ from: Date; to: Date }> | undefined>
  clock: Clock
  random: Random
}

/**
 * Creates the public side of calendars: what strangers may see and book, joined with what is stored about the owners.
 */
export function createPublicCalendar(needs: PublicCalendarNeeds): { shares: ShareLinks; booking: Booking } {
  const { accounts, changes, config, people } = needs
  const mailAccounts = async (userId: UserId): Promise<AccountId[]> =>
    (await accounts.list(userId)).map(({ id }) => id)
  const getUserId = (userId: UserId) => people.users.byId(userId)
  const owner = {
    listAccounts: async (userId: UserId) => {
      const personal = await changes.personal(userId)
      return [...(personal === undefined ? [] : [personal]), ...(await mailAccounts(userId))]
    },
    getTimeZone: async (userId: UserId) => (await getUserId(userId))?.timeZone ?? 'UTC',
    listAddresses: accounts.ownAddresses,
    getName: async (userId: UserId) => (await getUserId(userId))?.name ?? '',
    getLanguage: async (userId: UserId): Promise<Language> =>
      (await getUserId(userId))?.language ?? originalLanguage,
  }
  return {
    shares: createShareLinks({ ...needs, owner }),
    booking: createBooking({
      ...needs,
      owner,
      publicAddress: config.publicAddress,
      manageKey: config.keyFor('booking-manage'),
      mailer: createPost({ ...needs, mailAccounts }),
    }),
  }
}
