import type { CalendarSession } from '../../contract/index.ts'
import { type CalendarApiNeeds, createCalendarApi } from './calendar-api.ts'
import { busyOf, freeBusy } from './free-busy.ts'
import { listCalendars } from './list-calendars.ts'
import { pull } from './pull.ts'
import { pushOf } from './push.ts'
import type { Reckoning } from './reckoning.ts'
import { writingOf } from './write.ts'

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
    write: writingOf({ api, by }),
    push: pushOf(api),
    freeBusy: (calendars, from, to) => freeBusy(api, calendars, from, to),
    busyOf: (addresses, from, to) => busyOf(api, addresses, from, to),
  }
}
