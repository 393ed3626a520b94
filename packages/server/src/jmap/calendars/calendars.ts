import {
  calendarEventNotificationWireId,
  calendarEventWireId,
  calendarWireId,
  capability,
} from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import { calendarAccountOf } from '../engine/arguments.ts'
import { openBytes } from '../engine/blob-bytes.ts'
import { type AvailabilityNeeds, calendarAvailability } from './availability/get.ts'
import { calendarGet } from './calendar/get.ts'
import { calendarSet } from './calendar/set.ts'
import { notificationGet } from './calendar-event-notification/get.ts'
import { notificationQuery, notificationQueryChanges } from './calendar-event-notification/query.ts'
import { notificationSet } from './calendar-event-notification/set.ts'
import { calendarEventCopy } from './calendar-event/copy.ts'
import { calendarEventGet } from './calendar-event/get.ts'
import { calendarEventQuery, calendarEventQueryChanges } from './calendar-event/query.ts'
import { longestExpansionDays } from './calendar-event/question.ts'
import { calendarEventParse, type ParseNeeds } from './calendar-event/parse.ts'
import { calendarEventSet, type CalendarSetNeeds } from './calendar-event/set.ts'
import { calendarEventSplit } from './calendar-event/split.ts'
import { changesMethod } from '../engine/changes.ts'
import type { Method } from '../engine/method.ts'
import { participantIdentityChanges, participantIdentityGet } from './participant-identity/get.ts'

export type CalendarMethodNeeds = CalendarSetNeeds & AvailabilityNeeds

/** JMAP for Calendars (draft-ietf-jmap-calendars). */
export function calendarMethods(
  needs: CalendarMethodNeeds & ParseNeeds & { mail: Mail },
): Array<[string, Method]> {
  const { changes } = needs
  const place = { capability: capability.calendars, choose: calendarAccountOf }
  return [
    ['Calendar/get', calendarGet(needs)],
    ['Calendar/changes', changesMethod(changes, 'Calendar', calendarWireId, place)],
    ['Calendar/set', calendarSet(needs)],
    ['CalendarEvent/get', calendarEventGet(needs)],
    ['CalendarEvent/changes', changesMethod(changes, 'CalendarEvent', calendarEventWireId, place)],
    ['CalendarEvent/query', calendarEventQuery(needs)],
    ['CalendarEvent/queryChanges', calendarEventQueryChanges(needs)],
    ['CalendarEvent/parse', calendarEventParse(needs)],
    ['CalendarEvent/copy', calendarEventCopy(needs)],
    ['CalendarEventNotification/get', notificationGet(needs)],
    [
      'CalendarEventNotification/changes',
      changesMethod(changes, 'CalendarEventNotification', calendarEventNotificationWireId, place),
    ],
    ['CalendarEventNotification/query', notificationQuery(needs)],
    ['CalendarEventNotification/queryChanges', notificationQueryChanges(needs)],
    ['CalendarEventNotification/set', notificationSet(needs)],
    ['CalendarEvent/split', calendarEventSplit(needs)],
    ['CalendarEvent/set', calendarEventSet({ ...needs, open: openBytes(needs.mail) })],
    ['Calendar/getAvailability', calendarAvailability(needs)],
    ['ParticipantIdentity/get', participantIdentityGet(needs)],
    ['ParticipantIdentity/changes', participantIdentityChanges(needs)],
  ]
}

/** JMAP Calendars §1.5.1; calendars of a provider's account are made at the provider. */
export const calendarsOfAccount = ({ mayCreateCalendar }: { mayCreateCalendar: boolean }) => ({
  maxCalendarsPerEvent: 1,
  minDateTime: '0001-01-01T00:00:00',
  maxDateTime: '9999-12-31T23:59:59',
  maxExpandedQueryDuration: `P${String(longestExpansionDays)}D`,
  maxParticipantsPerEvent: 1000,
  mayCreateCalendar,
})
