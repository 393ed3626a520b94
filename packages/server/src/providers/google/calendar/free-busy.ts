import { type BusyTime, ProviderError } from '../../contract/index.ts'
import { readObject, readObjects, readString } from '../../contract/read-json.ts'
import type { CalendarApi } from './calendar-api.ts'

/** More in one request are refused (freebusy.query, calendarExpansionMax). */
const maxCalendars = 50

/** Busy times, by start; those of different calendars may overlap. Throws `gone` for a calendar that is not there. */
export async function freeBusy(
  api: CalendarApi,
  calendars: readonly string[],
  from: Date,
  to: Date,
): Promise<BusyTime[]> {
  const busy: BusyTime[] = []
  for (let at = 0; at < calendars.length; at += maxCalendars) {
    const items = calendars.slice(at, at + maxCalendars).map((id) => ({ id }))
    const body = { timeMin: from.toISOString(), timeMax: to.toISOString(), items }
    const answer = await api.send('POST', 'freeBusy', {}, { body }, 'asking for busy times')
    const busyByCalendar = readObject(answer['calendars'])
    for (const { id } of items) busy.push(...busyIn(readObject(busyByCalendar[id])))
  }
  return busy.toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/** People are asked about as calendars with their address; of one that may not be seen there is nothing. */
export async function fetchBusyTimes(
  api: CalendarApi,
  addresses: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const body = {
    timeMin: from.toISOString(),
    timeMax: to.toISOString(),
    items: addresses.map((id) => ({ id })),
  }
  const answer = await api.send('POST', 'freeBusy', {}, { body }, 'asking for busy times of people')
  const busyByCalendar = readObject(answer['calendars'])
  return new Map(
    addresses.flatMap((address): Array<[string, BusyTime[]]> => {
      const calendar = readObject(busyByCalendar[address])
      const isKnown = busyByCalendar[address] !== undefined && readObjects(calendar['errors']).length === 0
      return isKnown ? [[address, busyIn(calendar)]] : []
    }),
  )
}

function busyIn(calendar: Readonly<Record<string, unknown>>): BusyTime[] {
  const [error] = readObjects(calendar['errors'])
  if (error) {
    const reason = readString(error['reason'])
    const message = `Google says ${reason} of a calendar that it was asked busy times of`
    throw new ProviderError(reason === 'notFound' ? 'gone' : 'refused', message)
  }
  return readObjects(calendar['busy']).flatMap(({ start, end }) => {
    const [from, to] = [start, end].map((text) => new Date(readString(text)))
    return from && to && from < to ? [{ from, to }] : []
  })
}
