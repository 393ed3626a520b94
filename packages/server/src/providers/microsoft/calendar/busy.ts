import { type BusyTime, ProviderError } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString } from '../../contract/read-json.ts'
import { type Graph, segment } from '../graph.ts'
import { dayMs, instantAt, readWall, toIanaZone } from './zone-time.ts'

/** [D] `getSchedule` takes no more at once. */
const maxScheduleMs = 42 * dayMs

/**
 * Busy times by Graph's own word: of somebody's default calendar by `getSchedule`, which knows people and not calendars;
 * of any other one by what takes place in it.
 */
export async function busyTimes(
  graph: Graph,
  calendars: readonly string[],
  from: Date,
  to: Date,
): Promise<BusyTime[]> {
  const periods: BusyTime[] = []
  for (const id of calendars) {
    const query = { $select: 'isDefaultCalendar,owner' }
    const calendar = await graph.get(`me/calendars/${segment(id)}`, query, 'opening a calendar')
    const address = readString(readObject(calendar['owner'])['address'])
    const isDefault = calendar['isDefaultCalendar'] === true && address !== ''
    periods.push(
      ...(isDefault
        ? await fetchDefaultCalendarBusy(graph, address, from, to)
        : await fetchCalendarViewBusy(graph, id, from, to)),
    )
  }
  return periods.sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** Returns the busy times of people in the directory; for others Graph gives an error, or nothing. */
export async function fetchBusyTimes(
  graph: Graph,
  addresses: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const schedules = await fetchSchedules(graph, addresses, from.getTime(), to.getTime())
  const addressByLower = new Map(addresses.map((address) => [address.toLowerCase(), address]))
  return new Map(
    schedules.flatMap((schedule): Array<[string, BusyTime[]]> => {
      const address = addressByLower.get(readString(schedule['scheduleId']).toLowerCase())
      const isKnown = address !== undefined && Array.isArray(schedule['scheduleItems']) && !schedule['error']
      return isKnown ? [[address, readSchedule(schedule)]] : []
    }),
  )
}

async function fetchSchedules(
  graph: Graph,
  schedules: readonly string[],
  from: number,
  to: number,
): Promise<readonly ReadonlyJson[]> {
  const when = (instant: number) => ({
    dateTime: new Date(instant).toISOString().slice(0, 19),
    timeZone: 'UTC',
  })
  const body = { schedules, startTime: when(from), endTime: when(to), availabilityViewInterval: 60 }
  const answer = await graph.send('POST', 'me/calendar/getSchedule', body, 'asking for busy times')
  return readObjects(answer['value'])
}

const readSchedule = (schedule: ReadonlyJson): BusyTime[] =>
  readObjects(schedule['scheduleItems']).flatMap((item) => readBusyTime(item, item['status']))

async function fetchDefaultCalendarBusy(
  graph: Graph,
  address: string,
  from: Date,
  to: Date,
): Promise<BusyTime[]> {
  const periods: BusyTime[] = []
  for (let at = from.getTime(); at < to.getTime(); at += maxScheduleMs) {
    const until = Math.min(at + maxScheduleMs, to.getTime())
    for (const schedule of await fetchSchedules(graph, [address], at, until)) {
      const { message } = readObject(schedule['error'])
      if (typeof message === 'string')
        throw new ProviderError('refused', 'Microsoft refused to list busy times', { detail: message })
      periods.push(...readSchedule(schedule))
    }
  }
  return periods
}

async function fetchCalendarViewBusy(
  graph: Graph,
  calendar: string,
  from: Date,
  to: Date,
): Promise<BusyTime[]> {
  const path = `me/calendars/${segment(calendar)}/calendarView`
  const query = {
    startDateTime: from.toISOString(),
    endDateTime: to.toISOString(),
    $select: 'start,end,showAs,isCancelled',
    $top: '500',
  }
  const periods: BusyTime[] = []
  for await (const page of graph.pages(path, query, 'asking for busy times'))
    for (const event of page)
      if (event['isCancelled'] !== true) periods.push(...readBusyTime(event, event['showAs']))
  return periods
}

function readBusyTime(item: ReadonlyJson, status: unknown): BusyTime[] {
  if (status === 'free' || status === 'workingElsewhere') return []
  const [from, to] = [item['start'], item['end']].map((value) => {
    const { dateTime, timeZone } = readObject(value)
    const wall = readWall(readString(dateTime))
    return wall === undefined ? undefined : new Date(instantAt(wall, toIanaZone(readString(timeZone))))
  })
  return from && to ? [{ from, to }] : []
}
