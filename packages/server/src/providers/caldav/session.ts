import type { CalendarFormat, CalendarSession } from '../contract/index.ts'
import { type CalDavAccess, createDav, type DavNeeds } from './dav-client.ts'
import { discover } from './discover.ts'
import { freeBusy } from './free-busy.ts'
import { listCalendars } from './list.ts'
import { fetchBusyTimes } from './people.ts'
import { pullCalendar } from './pull.ts'
import type { ServiceRecords } from './announced-servers.ts'
import { writing } from './write.ts'

export interface CalDavNeeds extends Omit<DavNeeds, 'access'> {
  access: CalDavAccess
  format: CalendarFormat
}

/** Calendars of a CalDAV server (RFC 4791). An event is one object of the server, known by its address and its ETag. */
export function createCalDavSession(needs: CalDavNeeds): CalendarSession {
  const connection = createDav(needs)
  return {
    calendars: () => listCalendars(connection, needs.access.address),
    pull: (calendar, cursor) => pullCalendar(connection, needs.format, calendar, cursor),
    write: writing(connection, needs.format),
    push: undefined,
    freeBusy: (calendars, from, to) => freeBusy(connection, needs.format, calendars, from, to),
    fetchBusyTimes: (addresses, from, to) =>
      fetchBusyTimes(connection, needs, needs.access.address, addresses, [from, to]),
  }
}

/** Signs in where `address` leads, a URL or a domain: where the calendars are, and how many. Throws as sessions do. */
export async function findCalendars(
  needs: Omit<CalDavNeeds, 'format'> & { records: ServiceRecords },
): Promise<{ address: string; calendars: number }> {
  const connection = createDav(needs)
  const address = await discover({ ...needs, request: connection.request }, needs.access.address)
  return { address, calendars: (await listCalendars(connection, address)).length }
}
