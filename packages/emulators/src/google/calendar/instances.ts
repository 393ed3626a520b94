import {
  type EventTime,
  type Resource,
  getStamp,
  getTexts,
  timeAt,
  readTime,
  wallOfTime,
} from './resource.ts'
import { readRule, expandStarts } from './rules.ts'
import { getInstant, isZone, wallAt } from './zones.ts'

/** One occurrence that the rule of a series gives. */
export interface Instance {
  id: string
  start: EventTime
  end: EventTime
}

const day = 86_400_000
/** Further than this nobody expands. */
const horizon = 20 * 365 * day

/** In order, up to a wall time. `zone` is the calendar's, for series without one. */
export function* expandInstances(series: Resource, zone: string, limit = Infinity): Generator<Instance> {
  const [start, end] = [readTime(series['start']), readTime(series['end'])]
  const first = wallOfTime(start, zone)
  const length = getLength(start, end, zone)
  const excluded = new Set(datesIn(series, 'EXDATE', start, zone))
  const walls = mergedWalls(series, start, zone, Math.min(limit, first + horizon))
  for (const wall of walls) {
    if (excluded.has(wall)) continue
    const begins = timeAt(start, wall, zone)
    yield {
      id: `${series.id}_${getStamp(begins)}`,
      start: begins,
      end: getEnd({ begins, end, wall, length, zone }),
    }
  }
}

export function instanceAt(series: Resource, id: string, zone: string): Instance | undefined {
  const stamp = id.slice(series.id.length + 1)
  const at = Date.parse(
    stamp.replace(/^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?$/, (_all, ...parts) => {
      const [year, month, date, hour = '00', minute = '00', second = '00'] = parts.slice(0, 6)
      return `${year}-${month}-${date}T${hour}:${minute}:${second}Z`
    }),
  )
  if (Number.isNaN(at)) return undefined
  for (const instance of expandInstances(series, zone, at + 2 * day)) if (instance.id === id) return instance
  return undefined
}

export function isSeries(resource: Resource): boolean {
  return getTexts(resource['recurrence']).length > 0
}

/** The last wall time that the rule gives, or Infinity. */
export function lastWall(series: Resource, zone: string): number {
  const lines = getTexts(series['recurrence'])
  const isEndless = lines.some((line) => line.startsWith('RRULE') && !/COUNT=|UNTIL=/.test(line))
  if (isEndless) return Infinity
  let last = wallOfTime(readTime(series['start']), zone)
  for (const { start } of expandInstances(series, zone)) last = wallOfTime(start, zone)
  return last
}

function mergedWalls(series: Resource, start: EventTime, zone: string, limit: number): number[] {
  const first = wallOfTime(start, zone)
  const walls = new Set<number>([first])
  for (const line of getTexts(series['recurrence'])) {
    const rule = line.startsWith('RRULE') ? readRule(getValue(line)) : undefined
    if (!rule) continue
    const until = getUntil(rule.get('UNTIL'), start, zone)
    for (const wall of expandStarts(rule, first, until, limit)) walls.add(wall)
  }
  for (const wall of datesIn(series, 'RDATE', start, zone)) walls.add(wall)
  return [...walls].filter((wall) => wall <= limit).toSorted((a, b) => a - b)
}

/** Wall times of EXDATE or RDATE lines, in the zone of the series. */
function datesIn(series: Resource, name: string, start: EventTime, zone: string): number[] {
  const own = start.timeZone !== undefined && isZone(start.timeZone) ? start.timeZone : zone
  const time = start.dateTime === undefined ? 0 : wallOfTime(start, zone) % day
  return getTexts(series['recurrence'])
    .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    .flatMap((line) => {
      const tzid = /;TZID=([^;:]+)/.exec(line)?.[1] ?? own
      return getValue(line)
        .split(',')
        .flatMap((value) => {
          const wall = compactWall(value)
          if (Number.isNaN(wall)) return []
          if (!value.includes('T')) return [wall + time]
          return [wallAt(value.endsWith('Z') ? wall : getInstant(wall, isZone(tzid) ? tzid : own), own)]
        })
    })
}

function getUntil(text: string | undefined, start: EventTime, zone: string): number {
  if (text === undefined) return Infinity
  const wall = compactWall(text)
  if (!text.includes('T')) return wall + day - 1
  return text.endsWith('Z') && start.dateTime !== undefined ? wallAt(wall, start.timeZone ?? zone) : wall
}

function compactWall(text: string): number {
  const [, year, month, date, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? []
  return Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`)
}

const getValue = (line: string): string => line.slice(line.indexOf(':') + 1)

function getLength(start: EventTime, end: EventTime, zone: string): number {
  if (start.dateTime === undefined) return wallOfTime(end, zone) - wallOfTime(start, zone)
  return Date.parse(end.dateTime ?? start.dateTime) - Date.parse(start.dateTime)
}

interface InstanceSpan {
  begins: EventTime
  end: EventTime
  wall: number
  length: number
  zone: string
}

function getEnd({ begins, end, wall, length, zone }: InstanceSpan): EventTime {
  if (begins.dateTime === undefined) return timeAt(begins, wall + length, zone)
  const dateTime = new Date(Date.parse(begins.dateTime) + length).toISOString()
  return { dateTime, timeZone: end.timeZone ?? begins.timeZone ?? zone }
}
