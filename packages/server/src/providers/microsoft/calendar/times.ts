import type { JsonObject } from '../../contract/index.ts'
import { type ReadonlyJson, readObject, readString } from '../../contract/read-json.ts'
import { readDuration, writeDays, writeTime } from './duration.ts'
import { Inexpressible } from './inexpressible.ts'
import {
  dayMs,
  instantAt,
  readWall,
  startOfDay,
  utc,
  type GraphWall,
  wallAt,
  windowsName,
  writeWall,
  toIanaZone,
} from './zone-time.ts'

/** The zone in which an event of Graph was made; a series recurs in its own. */
export function zoneOfEvent(event: ReadonlyJson): string {
  const range = readObject(readObject(event['recurrence'])['range'])
  return toIanaZone(readString(range['recurrenceTimeZone']) || readString(event['originalStartTimeZone']))
}

/** Graph tells times in UTC unless asked otherwise. */
function instantIn(event: ReadonlyJson, name: 'start' | 'end'): number | undefined {
  const { dateTime, timeZone } = readObject(event[name])
  const wall = readWall(readString(dateTime))
  return wall === undefined ? undefined : instantAt(wall, toIanaZone(readString(timeZone)))
}

/** When it is, by the clocks of its zone; undefined where Graph does not say. */
export function readTimes(event: ReadonlyJson, zone = zoneOfEvent(event)): JsonObject | undefined {
  const [start, end] = [instantIn(event, 'start'), instantIn(event, 'end')]
  if (start === undefined || end === undefined) return undefined
  if (event['isAllDay'] === true) {
    const [first, last] = [wallOfDay(start, zone), wallOfDay(end, zone)]
    return { showWithoutTime: true, start: writeWall(first), duration: writeDays(last - first) }
  }
  const endZone = toIanaZone(readString(event['originalEndTimeZone']))
  return {
    start: writeWall(wallAt(start, zone)),
    timeZone: zone,
    duration: writeTime(end - start),
    ...(endZone === zone || readString(event['originalEndTimeZone']) === '' ? {} : { endTimeZone: endZone }),
  }
}

/** A whole day is told as midnight [F]; should it not be, it was midnight in its own zone. */
function wallOfDay(instant: number, zone: string): GraphWall {
  return instant % dayMs === 0 ? instant : startOfDay(wallAt(instant, zone) + dayMs / 2)
}

/** Returns the date that the rule gave to a changed or cancelled occurrence: local, in the zone of the series. */
export function getRecurrenceId(exception: ReadonlyJson, series: ReadonlyJson): string | undefined {
  const original = readWall(readString(exception['originalStart']))
  if (original === undefined) return undefined
  const zone = zoneOfEvent(series)
  return writeWall(series['isAllDay'] === true ? wallOfDay(original, zone) : wallAt(original, zone))
}

/** `zone`: of whole days, for which JSCalendar has none. */
export function writeTimes(event: JsonObject, zone: string): ReadonlyJson {
  const start = getStart(event)
  const { days, ms } = readDuration(readString(event['duration'])) ?? { days: 0, ms: 0 }
  if (event['showWithoutTime'] === true) {
    const length = Math.max(dayMs, Math.ceil((days * dayMs + ms) / dayMs) * dayMs)
    const first = startOfDay(start)
    return { isAllDay: true, start: when(first, zone), end: when(first + length, zone) }
  }
  const own = zoneIn(event['timeZone'])
  const end = instantAt(start + days * dayMs, own) + ms
  const endZone = event['endTimeZone'] === undefined ? own : zoneIn(event['endTimeZone'])
  return { isAllDay: false, start: when(start, own), end: when(wallAt(end, endZone), endZone) }
}

export function getStart(event: JsonObject): GraphWall {
  const start = readWall(readString(event['start']))
  if (start === undefined) throw new Inexpressible({ problem: 'event-limit/no-start' })
  return start
}

function zoneIn(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new Inexpressible({ problem: 'event-limit/needs-time-zone', provider: 'Microsoft' })
}

const when = (wall: GraphWall, zone: string) => ({ dateTime: writeWall(wall), timeZone: windowsName(zone) })

/** When the occurrence would begin that the rule has at `recurrenceId`. */
export function instantOfOccurrence(recurrenceId: string, event: JsonObject): number {
  const zone = typeof event['timeZone'] === 'string' ? event['timeZone'] : utc
  return instantAt(readWall(recurrenceId) ?? 0, event['showWithoutTime'] === true ? utc : zone)
}
