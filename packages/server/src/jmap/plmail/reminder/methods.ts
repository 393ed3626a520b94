import {
  calendarEventWireId,
  calendarWireId,
  capability,
  type ReminderId,
  reminderWireId,
  type ReminderView as WireReminder,
} from '@plmail/wire'
import type { Reminders, ReminderView } from '../../../calendar/index.ts'
import type { Changes } from '../../../changes/index.ts'
import { calendarAccountOf, onlyKnown } from '../../engine/arguments.ts'
import { changesMethod } from '../../engine/changes.ts'
import { getAnswer, getRequest, pick } from '../../engine/get.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { invalidProperties, nothingSet, setAnswer, type SetError, setRequest } from '../../engine/set.ts'

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

/** Alarms that rang (reminders extension; docs/jmap.md), in the accounts that have calendars. */
export function reminderMethods(needs: ReminderNeeds): Array<[string, Method]> {
  const place = { capability: capability.reminders, choose: calendarAccountOf }
  return [
    ['Reminder/get', get(needs)],
    ['Reminder/changes', changesMethod(needs.changes, 'Reminder', reminderWireId, place)],
    ['Reminder/set', set(needs)],
  ]
}

function get({ reminders, changes }: ReminderNeeds): Method {
  return {
    capability: capability.reminders,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const request = getRequest(args, caller, reminderWireId, properties, calendarAccountOf)
      return getAnswer(changes, request, reminderWireId, async () => {
        const views = await reminders.list(request.account.id, request.ids)
        return views.map((reminder) => ({
          id: reminder.id,
          json: pick({ ...jsonOf(reminder) }, request.properties),
        }))
      })
    },
  }
}

function jsonOf(reminder: ReminderView): WireReminder {
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

/** Silences and puts off; a reminder is made by its alarm, and forgotten by time. */
function set({ reminders }: ReminderNeeds): Method {
  return {
    capability: capability.reminders,
    writes: true,
    run: async (args, { caller }) => {
      const request = setRequest(args, caller, [], calendarAccountOf)
      const outcome = nothingSet()
      for (const [name] of request.create) outcome.notCreated.set(name, { type: 'forbidden' })
      for (const id of request.destroy) outcome.notDestroyed.set(id, { type: 'forbidden' })
      const snoozes = new Map<ReminderId, Date | undefined>()
      for (const [text, patch] of request.update) {
        const id = reminderWireId.decode(text)
        const read = wantedOf(patch)
        if (id === undefined) outcome.notUpdated.set(text, { type: 'notFound' })
        else if ('type' in read) outcome.notUpdated.set(text, read)
        else snoozes.set(id, read.until)
      }
      const done = await reminders.silence(caller.userId, request.account.id, snoozes, request.ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      for (const id of done.done) outcome.updated.set(reminderWireId.encode(id), null)
      for (const [id, why] of done.refused)
        outcome.notUpdated.set(
          reminderWireId.encode(id),
          why === 'not-found' ? { type: 'notFound' } : invalidProperties(['snoozedUntil']),
        )
      return setAnswer(request.account, done, outcome)
    },
  }
}

function wantedOf(patch: Readonly<Record<string, unknown>>): { until: Date | undefined } | SetError {
  const [name, ...more] = Object.keys(patch)
  if (more.length > 0) return invalidProperties(more)
  if (name === 'state' && patch['state'] === 'acknowledged') return { until: undefined }
  const until = name === 'snoozedUntil' ? Date.parse(String(patch['snoozedUntil'])) : Number.NaN
  return Number.isNaN(until) ? invalidProperties([name ?? 'state']) : { until: new Date(until) }
}
