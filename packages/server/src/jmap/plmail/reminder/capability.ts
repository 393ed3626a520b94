import { capability, reminderWireId } from '@plmail/wire'
import { readCalendarAccount } from '../../engine/arguments.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { changesMethod } from '../../engine/changes.ts'
import { reminderGet, type ReminderNeeds } from './get.ts'
import { reminderSet } from './set.ts'

/** Alarms that rang, in the accounts that have calendars. */
export function createRemindersCapability({ reminders, changes }: ReminderNeeds): Capability {
  return {
    uri: capability.reminders,
    ofAccount: inAccountsThat('holdsCalendars'),
    isPersonalFirst: true,
    methods: {
      'Reminder/get': reminderGet({ reminders, changes }),
      'Reminder/changes': changesMethod(changes, 'Reminder', reminderWireId, readCalendarAccount),
      'Reminder/set': reminderSet({ reminders }),
    },
  }
}
