import { type BusyTime, ProviderError } from '../../contract/index.ts'
import { type ReadonlyJson, objectOf, objectsOf, stringOf } from '../../contract/read-json.ts'
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
  const ownBusy: BusyTime[] = []
  for (const calendar of calendars) {
    const query = { $select: 'isDefaultCalendar,owner' }
    const event = await graph.get(`me/calendars/${segment(calendar)}`, query, 'opening a calendar')
    const address = stringOf(objectOf(event['owner'])['address'])
    const isOwn = event['isDefaultCalendar'] === true && address !== ''
    ownBusy.push(
      ...(isOwn ? await scheduled(graph, address, from, to) : await viewed(graph, calendar, from, to)),
    )
  }
  return ownBusy.sort((a, b) => a.from.getTime() - b.from.getTime())
}

/** Returns the busy times of people in the directory; for others Graph gives an error, or nothing. */
export async function busyOf(
  graph: Graph,
  addresses: readonly string[],
  from: Date,
  to: Date,
): Promise<ReadonlyMap<string, BusyTime[]>> {
  const schedules = await schedulesOf(graph, addresses, from.getTime(), to.getTime())
  const addressByLower = new Map(addresses.map((address) => [address.toLowerCase(), address]))
  return new Map(
    schedules.flatMap((schedule): Array<[string, BusyTime[]]> => {
      const address = addressByLower.get(stringOf(schedule['scheduleId']).toLowerCase())
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
): Promise<readonly ReadonlyJson[]> {
  const when = (instant: number) => ({
    dateTime: new Date(instant).toISOString().slice(0, 19),
    timeZone: 'UTC',
  })
  const body = { schedules, startTime: when(from), endTime: when(to), availabilityViewInterval: 60 }
  const answer = await graph.send('POST', 'me/calendar/getSchedule', body, 'asking for busy times')
  return objectsOf(answer['value'])
}

const busyIn = (schedule: ReadonlyJson): BusyTime[] =>
  objectsOf(schedule['scheduleItems']).flatMap((item) => busy(item, item['status']))

async function scheduled(graph: Graph, address: string, from: Date, to: Date): Promise<BusyTime[]> {
  const scheduledBusy: BusyTime[] = []
  for (let at = from.getTime(); at < to.getTime(); at += longest) {
    const until = Math.min(at + longest, to.getTime())
    for (const schedule of await schedulesOf(graph, [address], at, until)) {
      const { message } = objectOf(schedule['error'])
      if (typeof message === 'string')
        throw new ProviderError('refused', 'Microsoft told no busy times', { detail: message })
      scheduledBusy.push(...busyIn(schedule))
    }
  }
  return scheduledBusy
}

async function viewed(graph: Graph, calendar: string, from: Date, to: Date): Promise<BusyTime[]> {
  const path = `me/calendars/${segment(calendar)}/calendarView`
  const query = {
    startDateTime: from.toISOString(),
    endDateTime: to.toISOString(),
    $select: 'start,end,showAs,isCancelled',
    $top: '500',
  }
  const listedBusy: BusyTime[] = []
  for await (const page of graph.pages(path, query, 'asking for busy times'))
    for (const event of page)
      if (event['isCancelled'] !== true) listedBusy.push(...busy(event, event['showAs']))
  return listedBusy
}

function busy(item: ReadonlyJson, status: unknown): BusyTime[] {
  if (status === 'free' || status === 'workingElsewhere') return []
  const [from, to] = [item['start'], item['end']].map((value) => {
    const { dateTime, timeZone } = objectOf(value)
    const wall = readWall(stringOf(dateTime))
    return wall === undefined ? undefined : new Date(instantAt(wall, zoneOf(stringOf(timeZone))))
  })
  return from && to ? [{ from, to }] : []
}
