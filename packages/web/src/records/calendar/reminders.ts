import type { ReminderView } from '@plmail/wire'
import type { CalendarContext } from './calendar-context.ts'
import { createNoticeList, type NoticeList } from './notice-list.ts'

export interface Reminder extends ReminderView {
  accountId: string
}

/** Alarms that rang, of all accounts that have calendars: those that ring or were missed, by start. */
export interface ReminderRecords extends Pick<NoticeList<Reminder>, 'all' | 'load'> {
  /** `until` undefined: for good. False where the server could not be reached; it is shown again then. */
  silence(reminder: Reminder, until: Date | undefined): Promise<boolean>
}

export function createReminders(context: Pick<CalendarContext, 'jmap' | 'accountIds'>): ReminderRecords {
  const notices = createNoticeList<ReminderView>(context, {
    ask(batch, accountId) {
      const call = batch.add('Reminder/get', { accountId, ids: null })
      return (answers) => answers.of(call)
    },
    isBefore: (first, second) => first.start < second.start,
    isShown: ({ state }) => state !== 'snoozed',
  })

  return {
    all: notices.all,
    load: notices.load,
    // A reminder that is gone already counts as dismissed.
    silence: (reminder, until) =>
      notices.putAway([reminder], (batch) => {
        const patch = until
          ? { snoozedUntil: until.toISOString().replace(/\.\d+Z$/, 'Z') }
          : { state: 'acknowledged' }
        const { accountId, id } = reminder
        return [batch.add('Reminder/set', { accountId, update: { [id]: patch } })]
      }),
  }
}
