/** Alarms of events that rang (reminders extension; docs/jmap.md). */
import type { ChangesArgs, ChangesResult, GetArgs, GetResult, SetArgs, SetResult } from './jmap-shapes.ts'

/** An alarm that rang for an occurrence of an event. */
export interface ReminderView {
  id: string
  eventId: string
  calendarId: string
  uid: string
  alertId: string
  recurrenceId: string
  title: string
  /** Place of the event, or the address to join at. */
  place: string
  isAllDay: boolean
  /** UTCDates. */
  start: string
  end: string
  /** IANA, the event's own; null where it has none. */
  timeZone: string | null
  ringsAt: string
  state: 'ringing' | 'snoozed' | 'missed'
  snoozedUntil: string | null
}

export interface ReminderMethods {
  /** The alarms that rang and are not acknowledged yet. */
  'Reminder/get': { args: GetArgs; result: GetResult<ReminderView> }
  /** Ids of those that were made, changed or removed since a state. */
  'Reminder/changes': { args: ChangesArgs; result: ChangesResult }
  /** Updates `snoozedUntil`, or `state` to `acknowledged`. */
  'Reminder/set': { args: SetArgs; result: SetResult }
}
