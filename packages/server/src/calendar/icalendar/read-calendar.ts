import { datePrivacy } from '@plmail/wire'
import { type EventObject, isObject, type Json, occurrenceObject, patchBetween } from '../events/index.ts'
import { parseWallTime, writeWallTime } from '../recurrence/index.ts'
import { type Component, readComponents, textOf } from './component.ts'
import { localStart, readEvent, type ReadEvent } from './read-event.ts'
import type { StatedTime } from './read-times.ts'
import { zoneFinder } from './zone-names.ts'

/** What a calendar file says. */
export interface ReadCalendar {
  /** `REQUEST`, `CANCEL`, `REPLY` …; undefined where the file is a calendar and not a message about one (RFC 5546). */
  method: string | undefined
  name: string | undefined
  events: CalendarItem[]
  /** Events that could not be read: without a start. */
  unreadable: number
}

export interface CalendarItem {
  event: EventObject
  /** Its text in the file, for whoever keeps it: all components of its UID. */
  components: Component[]
  unreadRule: string | undefined
}

/** Undefined where the text is no calendar at all. */
export function readCalendar(text: string): ReadCalendar | undefined {
  const calendars = readComponents(text)?.filter(({ name }) => name === 'vcalendar')
  const [first] = calendars ?? []
  if (!calendars || !first) return undefined
  const inside = calendars.flatMap(({ components }) => components)
  const components = inside.filter(({ name }) => name === 'vevent')
  const zoneOf = zoneFinder(
    inside.filter(({ name }) => name === 'vtimezone'),
    newestYear(components),
  )
  const read = components.map((component) => ({ component, read: readEvent(component, zoneOf) }))
  const byUid = new Map<string, Array<{ component: Component; read: ReadEvent }>>()
  for (const one of read) {
    if (!one.read) continue
    const group = byUid.get(one.read.uid)
    if (group) group.push({ component: one.component, read: one.read })
    else byUid.set(one.read.uid, [{ component: one.component, read: one.read }])
  }
  return {
    method: textOf(first, 'method')?.trim().toUpperCase(),
    name: textOf(first, 'name') ?? textOf(first, 'x-wr-calname'),
    events: [...byUid.values()].flatMap(itemsOf),
    unreadable: read.filter((one) => !one.read).length,
  }
}

function newestYear(components: readonly Component[]): number {
  const years = components.map((one) => Number(textOf(one, 'dtstart')?.slice(0, 4)))
  return years.filter(Number.isInteger).reduce((newest, year) => Math.max(newest, year), 1970)
}

/** A series with its changed occurrences as overrides; occurrences without their series stand alone. */
function itemsOf(group: ReadonlyArray<{ component: Component; read: ReadEvent }>): CalendarItem[] {
  const master = group.findLast(({ read }) => read.recurrenceId === undefined)
  const single = group.filter(({ read }) => read.recurrenceId !== undefined)
  if (!master) return single.map(({ component, read }) => alone(component, read))
  const event = single.reduce((series, { read }) => withOccurrence(series, read), master.read.event)
  return [{ event, components: group.map(({ component }) => component), unreadRule: master.read.unreadRule }]
}

function alone(component: Component, { event, recurrenceId, unreadRule }: ReadEvent): CalendarItem {
  const id = recurrenceId ? { recurrenceId: writeWallTime(recurrenceId.wall) } : {}
  const zone = recurrenceId?.zone ? { recurrenceIdTimeZone: recurrenceId.zone } : {}
  return { event: { ...event, ...id, ...zone }, components: [component], unreadRule }
}

function withOccurrence(series: EventObject, { event, recurrenceId }: ReadEvent): EventObject {
  if (!recurrenceId) return series
  const id = localStart(recurrenceId, startOf(series))
  const key = writeWallTime(id)
  const overrides = series['recurrenceOverrides']
  const plain = occurrenceObject({ ...series, recurrenceOverrides: {} }, id) ?? {}
  return {
    ...series,
    recurrenceOverrides: { ...(isObject(overrides) ? overrides : {}), [key]: differences(plain, event) },
  }
}

/** What the occurrence says otherwise than its series would; how often and when each was written down is no part of it. */
function differences(plain: EventObject, event: EventObject): Json {
  const { recurrenceId: _id, recurrenceIdTimeZone: _zone, ...expected } = plain
  const {
    '@type': _type,
    version: _version,
    uid: _uid,
    privacy: _privacy,
    sequence: _sequence,
    created: _created,
    updated: _updated,
    ...patch
  } = patchBetween(expected, event)
  return { ...patch, ...datePrivacy(plain['privacy'], event['privacy']) }
}

function startOf(series: EventObject): StatedTime {
  const { start, timeZone, showWithoutTime } = series
  return {
    wall: (typeof start === 'string' ? parseWallTime(start) : undefined) ?? 0,
    zone: typeof timeZone === 'string' ? timeZone : null,
    isDate: showWithoutTime === true,
  }
}
