import type { CalendarSession } from '../../contract/index.ts'
import { type CalendarApiNeeds, createCalendarApi } from './calendar-api.ts'
import { fetchBusyTimes, freeBusy } from './free-busy.ts'
import { listCalendars } from './list-calendars.ts'
import { pull } from './pull.ts'
import { createPush } from './push.ts'
import type { Reckoning } from './reckoning.ts'
import { createWriting } from './write.ts'

export interface GoogleCalendarNeeds extends CalendarApiNeeds {
  reckoning: Reckoning
}

/** The calendars of an account by the Calendar API. It holds no connection. */
export function createGoogleCalendarSession(needs: GoogleCalendarNeeds): CalendarSession {
  const api = createCalendarApi(needs)
  const { clock, reckoning: by } = needs
  return {
    calendars: () => listCalendars(api),
    pull: (calendar, cursor) => pull({ api, calendar, by, now: clock.now() }, cursor),
    write: createWriting({ api, by }),
    push: createPush(api),
    freeBusy: (calendars, from, to) => freeBusy(api, calendars, from, to),
    fetchBusyTimes: (addresses, from, to) => fetchBusyTimes(api, addresses, from, to),
  }
}
