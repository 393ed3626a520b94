import {
  calendarEventWireId,
  calendarWireId,
  reminderWireId,
  type ReminderView as WireReminder,
} from '@plmail/wire'
import type { Reminders, ReminderView } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import { readCalendarAccount, onlyKnown } from '../../engine/arguments.ts'
import { answerGet, readRequest, pick } from '../../engine/get.ts'
import type { Method } from '../../engine/method.ts'

export interface ReminderNeeds {
  reminders: Reminders
  changes: Changes
}

const properties = [
  'id',
  'eventId',
  'calendarId',
  'uid',
  'alertId',
  'recurrenceId',
  'title',
  'place',
  'isAllDay',
  'start',
  'end',
  'timeZone',
  'ringsAt',
  'state',
  'snoozedUntil',
]

/** Reminder/get. */
export function reminderGet({ reminders, changes }: ReminderNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = readRequest(args, caller, reminderWireId, properties, readCalendarAccount)
      return answerGet(changes, request, reminderWireId, async () => {
        const views = await reminders.list(request.account.id, request.ids)
        return views.map((reminder) => ({
          id: reminder.id,
          json: pick({ ...toJson(reminder) }, request.properties),
        }))
      })
    },
  }
}

function toJson(reminder: ReminderView): WireReminder {
  const { uid, recurrenceId, title, place, isAllDay, timeZone, state } = reminder
  return {
    id: reminderWireId.encode(reminder.id),
    eventId: calendarEventWireId.encode(reminder.eventId),
    calendarId: calendarWireId.encode(reminder.calendarId),
    uid,
    alertId: reminder.alert,
    recurrenceId,
    title,
    place,
    isAllDay,
    timeZone,
    state,
    start: utc(reminder.start),
    end: utc(reminder.end),
    ringsAt: utc(reminder.ringsAt),
    snoozedUntil: reminder.snoozedUntil ? utc(reminder.snoozedUntil) : null,
  }
}

const utc = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z')
