import type { Accounts } from '../accounts/index.ts'
import {
  type Calendars,
  createInvitations,
  createReminders,
  type EventOutbox,
  type Invitations,
  queueReminder,
  type Reminders,
} from '../calendar/index.ts'
import type { Changes } from '../changes/index.ts'
import type { Contacts } from '../contacts/index.ts'
import type { Events } from '../events/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Identities, Mail, Submissions } from '../mail/index.ts'
import { type People, type User, writtenLocale } from '../people/index.ts'
import type { Database } from '../store/index.ts'
import type { CalendarSync } from '../sync/calendars/index.ts'

export interface MeetingNeeds {
  database: Database
  changes: Changes
  jobs: Jobs
  mail: Mail
  identities: Identities
  submissions: Submissions
  calendars: Calendars
  calendarSync: Pick<CalendarSync, 'selectSyncedCalendars'>
  events: Pick<Events, 'subscribe'>
  /** Outbox of the sync between calendars and their sources, with what tells people before it. */
  outbox: EventOutbox
  accounts: Accounts
  contacts: Contacts
  people: People
  clock: Clock
}

/** Messages about meetings, with everything that decides what they may do. */
export function createInvitationsOver({
  accounts,
  contacts,
  people,
  calendarSync,
  ...needs
}: MeetingNeeds): Invitations {
  const { changes } = needs
  return createInvitations({
    ...needs,
    listAccounts: (userId) => accounts.list(userId),
    getOwner: (id) => accounts.getOwner(id),
    isKnown: async (userId, address) => {
      const personal = await changes.personal(userId)
      if (personal === undefined) return false
      await contacts.collect(userId)
      return (await contacts.withAddresses(personal, [address])).length > 0
    },
    getWish: async (userId) => {
      const personal = await changes.personal(userId)
      return personal === undefined ? 'never' : (await people.preferences.get(personal)).invitations
    },
    getConventions: async (userId) => {
      return getConventions(await people.users.byId(userId))
    },
    calendarsReadAt: async (accountId) => {
      const readAt = (await calendarSync.selectSyncedCalendars([accountId])).flatMap(
        ({ pulledAt }) => pulledAt ?? [],
      )
      return readAt.length === 0 ? undefined : new Date(Math.min(...readAt.map(Number)))
    },
  })
}

export type MeetingReminderNeeds = Pick<
  MeetingNeeds,
  'database' | 'changes' | 'jobs' | 'accounts' | 'people' | 'clock'
>

/** Alarms, with where each user is and when their days ring. */
export function createRemindersOver({ accounts, people, jobs, ...needs }: MeetingReminderNeeds): Reminders {
  return createReminders({
    ...needs,
    getHabits: async (userId) => {
      const personal = await needs.changes.personal(userId)
      const at = personal === undefined ? '09:00' : (await people.preferences.get(personal)).allDayAlertAt
      const [hours = 9, minutes = 0] = at.split(':').map(Number)
      const { timeZone = 'UTC' } = (await people.users.byId(userId)) ?? {}
      return { timeZone, allDayMinute: hours * 60 + minutes, addresses: await accounts.ownAddresses(userId) }
    },
    mail: async (change, event, reminder) => {
      const [account] = await accounts.list(change.userId)
      if (!account) return false
      const speech = getConventions(await people.users.byId(change.userId))
      await queueReminder({ jobs }, change, account, event, speech, reminder)
      return true
    },
  })
}

const getConventions = (user: User | undefined): { locale: string; timeZone: string } =>
  user ? { locale: writtenLocale(user), timeZone: user.timeZone } : { locale: 'en', timeZone: 'UTC' }
