import { capability } from '@plmail/wire'
import { type AvailabilityNeeds, calendarAvailability, maxPeople } from '../../calendars/availability/get.ts'
import type { CalendarSetNeeds } from '../../calendars/calendar-event/set.ts'
import { calendarEventSplit } from '../../calendars/calendar-event/split.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'

/** Two things that JMAP for Calendars leaves out: changing a series from one day on, and when people are busy. */
export function createCalendarToolsCapability({
  calendars,
  changes,
  listHolders,
  getTimeZone,
  getBusyTimes,
  random,
}: AvailabilityNeeds & CalendarSetNeeds): Capability {
  return {
    uri: capability.calendarTools,
    ofAccount: inAccountsThat('holdsCalendars'),
    isPersonalFirst: true,
    limits: { maxPeopleInAvailability: maxPeople },
    methods: {
      'CalendarEvent/split': calendarEventSplit({ calendars, changes, listHolders, random }),
      'Calendar/getAvailability': calendarAvailability({
        calendars,
        changes,
        listHolders,
        getTimeZone,
        getBusyTimes,
      }),
    },
  }
}
