import type { Accounts } from '../accounts/index.ts'
import type { Booking, Calendars, EventNotifications, Reminders } from '../calendar/index.ts'
import type { Changes } from '../changes/index.ts'
import type { Egress } from '../egress/index.ts'
import type { JobKind, Jobs } from '../jobs/index.ts'
import type { Clock } from '../kit/clock.ts'
import type { Mail, Rules, Submissions } from '../mail/index.ts'
import type { People, Push } from '../people/index.ts'
import type { Store } from '../store/index.ts'
import type { CalendarSync, Sync } from '../sync/index.ts'

export interface MaintenanceNeeds {
  jobs: Jobs
  store: Store
  mail: Mail
  changes: Changes
  people: People
  accounts: Pick<Accounts, 'grants'>
  push: Pick<Push, 'sweep'>
  sync: Pick<Sync, 'refused' | 'restoreDamaged'>
  calendarSync: Pick<CalendarSync, 'conflicts'>
  submissions: Pick<Submissions, 'sweep' | 'mendDue'>
  rules: Pick<Rules, 'sweep'>
  reminders: Pick<Reminders, 'sweep' | 'purge'>
  calendars: Pick<Calendars, 'purgeObjects'> & { notifications: Pick<EventNotifications, 'purge'> }
  vacations: { lookForServers(): Promise<void> }
  booking: { bookings: Pick<Booking['bookings'], 'follow'> }
  egress: Pick<Egress, 'sweep'>
  clock: Clock
}

const dayMs = 86_400_000
/** As long as a removed message: what an entry of the journal would bring back is gone by then. */
const changesKeptDays = 30

/** Safe to run twice: each run removes what is due, and finds nothing the second time. */
export function scheduleMaintenance({
  jobs,
  store,
  mail,
  changes,
  people,
  accounts,
  push,
  sync,
  calendarSync,
  submissions,
  rules,
  reminders,
  calendars,
  vacations,
  booking,
  egress,
  clock,
}: MaintenanceNeeds): void {
  every(jobs, '17 * * * *', 'store.sweep-cache', () => store.cache.sweep())
  every(jobs, '23 * * * *', 'people.sweep-sessions', () => people.sessions.sweep())
  every(jobs, '24 * * * *', 'people.sweep-single-sign-on', () => people.singleSignOn.sweep())
  every(jobs, '25 * * * *', 'people.sweep-links', () => people.links.sweep())
  every(jobs, '24 4 * * *', 'people.sweep-sign-in-records', () => people.signIns.sweep())
  every(jobs, '26 * * * *', 'people.sweep-push', () => push.sweep())
  every(jobs, '27 * * * *', 'accounts.sweep-sign-ins', () => accounts.grants.sweep())
  every(jobs, '29 * * * *', 'mail.sweep-uploads', () => mail.uploads.sweep())
  every(jobs, '13 2 * * *', 'mail.check-bytes', () => mail.damage.checkSome())
  every(jobs, '* * * * *', 'sync.restore-damaged', () => sync.restoreDamaged())
  every(jobs, '41 3 * * *', 'mail.purge', () => mail.purge())
  every(jobs, '53 3 * * *', 'sync.purge-refused', () => sync.refused.purge())
  every(jobs, '57 3 * * *', 'sync.purge-event-conflicts', () => calendarSync.conflicts.purge())
  every(jobs, '29 3 * * *', 'mail.sweep-submissions', () => submissions.sweep())
  every(jobs, '37 3 * * *', 'mail.sweep-rule-runs', () => rules.sweep())
  every(jobs, '* * * * *', 'mail.mend-due', () => submissions.mendDue())
  every(jobs, '* * * * *', 'mail.wake-snoozed', () => mail.snooze.wake())
  every(jobs, '* * * * *', 'calendar.remind', () => reminders.sweep())
  every(jobs, '* * * * *', 'calendar.follow-bookings', () => booking.bookings.follow())
  every(jobs, '* * * * *', 'accounts.look-for-sieve', () => vacations.lookForServers())
  every(jobs, '47 3 * * *', 'calendar.purge-reminders', () => reminders.purge())
  every(jobs, '49 3 * * *', 'calendar.purge-notifications', () => calendars.notifications.purge())
  every(jobs, '51 3 * * *', 'calendar.purge-objects', () => calendars.purgeObjects())
  every(jobs, '* * * * *', 'mail.index', () => mail.search.catchUp())
  every(jobs, '* * * * *', 'mail.sort-old', () => mail.sortOld())
  every(jobs, '* * * * *', 'mail.read-attachments', () => mail.search.readAttachments())
  every(jobs, '59 3 * * *', 'egress.sweep', () => egress.sweep())
  every(jobs, '11 4 * * *', 'changes.trim', () => changes.trim(changesKeptDays))
  // A day's distance keeps clear of every batch that is stored but not referred to yet.
  every(jobs, '41 4 * * *', 'store.sweep-blobs', () =>
    store.blobs.sweep((digests) => mail.isReferenced(digests), new Date(clock.now().getTime() - dayMs)),
  )
}

function every(jobs: Jobs, cron: string, name: string, work: () => Promise<unknown>): void {
  const kind: JobKind<Record<string, never>> = {
    name,
    lane: 'maintenance',
    // A database that restarts takes seconds, and fails every attempt meanwhile.
    maxAttempts: 8,
    parse: () => ({}),
  }
  jobs.handle(kind, async () => {
    await work()
  })
  jobs.schedule({ cron, kind })
}
