import { type BusyTime, ProviderError } from '../../contract/index.ts'
import { type Json, objectOf, objectsOf, stringOf } from '../../contract/read-json.ts'
import { type Graph, segment } from '../graph.ts'
import { dayMs, instantAt, readWall, zoneOf } from './zone-time.ts'

/** [D] `getSchedule` takes no more at once. */
const longest = 42 * dayMs

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
  const found: BusyTime[] = []
  for (const calendar of calendars) {
    const query = { $select: 'isDefaultCalendar,owner' }
    const one = await graph.get(`me/calendars/${segment(calendar)}`, query, 'opening a calendar')
    const address = stringOf(objectOf(one['owner'])['address'])
    const isOwn = one['isDefaultCalendar'] === true && address !== ''
    found.push(
      ...(isOwn ? await scheduled(graph, address, from, to) : await viewed(graph, calendar, from, to)),
    )
  }
  return found.sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** Of people whom the directory knows; of the others it gives an error, or nothing. */
export async function busyOf(
  graph: Graph,
  addresses: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const schedules = await schedulesOf(graph, addresses, from.getTime(), to.getTime())
  const asked = new Map(addresses.map((address) => [address.toLowerCase(), address]))
  return new Map(
    schedules.flatMap((schedule): Array<[string, BusyTime[]]> => {
      const address = asked.get(stringOf(schedule['scheduleId']).toLowerCase())
      const isKnown = address !== undefined && Array.isArray(schedule['scheduleItems']) && !schedule['error']
      return isKnown ? [[address, busyIn(schedule)]] : []
    }),
  )
}

async function schedulesOf(
  graph: Graph,
  schedules: readonly string[],
  from: number,
  to: number,
): Promise<readonly Json[]> {
  const when = (instant: number) => ({
    dateTime: new Date(instant).toISOString().slice(0, 19),
    timeZone: 'UTC',
  })
  const body = { schedules, startTime: when(from), endTime: when(to), availabilityViewInterval: 60 }
  const answer = await graph.send('POST', 'me/calendar/getSchedule', body, 'asking for busy times')
  return objectsOf(answer['value'])
}

const busyIn = (schedule: Json): BusyTime[] =>
  objectsOf(schedule['scheduleItems']).flatMap((one) => busy(one, one['status']))

async function scheduled(graph: Graph, address: string, from: Date, to: Date): Promise<BusyTime[]> {
  const found: BusyTime[] = []
  for (let at = from.getTime(); at < to.getTime(); at += longest) {
    const until = Math.min(at + longest, to.getTime())
    for (const schedule of await schedulesOf(graph, [address], at, until)) {
      const { message } = objectOf(schedule['error'])
      if (typeof message === 'string')
        throw new ProviderError('refused', 'Microsoft told no busy times', { detail: message })
      found.push(...busyIn(schedule))
    }
  }
  return found
}

async function viewed(graph: Graph, calendar: string, from: Date, to: Date): Promise<BusyTime[]> {
  const path = `me/calendars/${segment(calendar)}/calendarView`
  const query = {
    ...{ startDateTime: from.toISOString(), endDateTime: to.toISOString() },
    ...{ $select: 'start,end,showAs,isCancelled', $top: '500' },
  }
  const found: BusyTime[] = []
  for await (const page of graph.pages(path, query, 'asking for busy times'))
    for (const one of page) if (one['isCancelled'] !== true) found.push(...busy(one, one['showAs']))
  return found
}

function busy(one: Json, status: unknown): BusyTime[] {
  if (status === 'free' || status === 'workingElsewhere') return []
  const [from, to] = [one['start'], one['end']].map((value) => {
    const { dateTime, timeZone } = objectOf(value)
    const wall = readWall(stringOf(dateTime))
    return wall === undefined ? undefined : new Date(instantAt(wall, zoneOf(stringOf(timeZone))))
  })
  return from && to ? [{ from, to }] : []
}
