import {
  calendarEventNotificationWireId,
  calendarEventWireId,
  calendarWireId,
  capability,
} from '@plmail/wire'
import type { Mail } from '../../mail/index.ts'
import { readCalendarAccount } from '../engine/arguments.ts'
import { openBytes } from '../engine/blob-bytes.ts'
import type { Capability } from '../engine/capability.ts'
import { changesMethod } from '../engine/changes.ts'
import { notificationGet } from './calendar-event-notification/get.ts'
import { notificationQuery, notificationQueryChanges } from './calendar-event-notification/query.ts'
import { notificationSet } from './calendar-event-notification/set.ts'
import { calendarEventCopy } from './calendar-event/copy.ts'
import { calendarEventGet } from './calendar-event/get.ts'
import { calendarEventQuery, calendarEventQueryChanges } from './calendar-event/query.ts'
import { maxExpansionDays } from './calendar-event/event-question.ts'
import { calendarEventSet, type CalendarSetNeeds } from './calendar-event/set.ts'
import { calendarGet } from './calendar/get.ts'
import { calendarSet } from './calendar/set.ts'
import { participantIdentityChanges, participantIdentityGet } from './participant-identity/get.ts'

/** JMAP for Calendars (draft-ietf-jmap-calendars). */
export function createCalendarsCapability({
  mail,
  calendars,
  changes,
  listHolders,
  random,
}: CalendarSetNeeds & { mail: Mail }): Capability {
  const needs = { calendars, changes, listHolders }
  return {
    uri: capability.calendars,
    // Calendars of a provider's account are made at the provider.
    ofAccount: ({ holdsCalendars, isOfPerson, caller }) =>
      holdsCalendars ? { ...ofAccount, mayCreateCalendar: isOfPerson && caller.mayWrite } : undefined,
    isPersonalFirst: true,
    methods: {
      'Calendar/get': calendarGet(needs),
      'Calendar/changes': changesMethod(changes, 'Calendar', calendarWireId, readCalendarAccount),
      'Calendar/set': calendarSet({ calendars }),
      'CalendarEvent/get': calendarEventGet(needs),
      'CalendarEvent/changes': changesMethod(
        changes,
        'CalendarEvent',
        calendarEventWireId,
        readCalendarAccount,
      ),
      'CalendarEvent/query': calendarEventQuery(needs),
      'CalendarEvent/queryChanges': calendarEventQueryChanges(needs),
      'CalendarEvent/set': calendarEventSet({ ...needs, random, open: openBytes(mail) }),
      'CalendarEvent/copy': calendarEventCopy(needs),
      'CalendarEventNotification/get': notificationGet({ calendars, changes }),
      'CalendarEventNotification/changes': changesMethod(
        changes,
        'CalendarEventNotification',
        calendarEventNotificationWireId,
        readCalendarAccount,
      ),
      'CalendarEventNotification/query': notificationQuery({ calendars, changes }),
      'CalendarEventNotification/queryChanges': notificationQueryChanges({ calendars, changes }),
      'CalendarEventNotification/set': notificationSet({ calendars, changes }),
      'ParticipantIdentity/get': participantIdentityGet({ listHolders }),
      'ParticipantIdentity/changes': participantIdentityChanges({ listHolders }),
    },
  }
}

/** JMAP Calendars §1.5.1. */
const ofAccount = {
  maxCalendarsPerEvent: 1,
  minDateTime: '0001-01-01T00:00:00',
  maxDateTime: '9999-12-31T23:59:59',
  maxExpandedQueryDuration: `P${String(maxExpansionDays)}D`,
  maxParticipantsPerEvent: 1000,
}
